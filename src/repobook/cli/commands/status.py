"""``repobook status``: what was read, what was not, and why."""

import click

from repobook.ask.book import Book
from repobook.cli.output import count, print_answer, print_line, print_table, size
from repobook.cli.reading import book_option, with_book
from repobook.model.answers import Share, StatusAnswer
from repobook.model.graph import LanguageLinks
from repobook.scan.skip_reasons import summed_reasons

_N_LISTED = 20


@click.command(short_help="Show what a book covers and what it excludes.")
@click.argument("place", metavar="[BOOK]", required=False)
@book_option
@click.option("--all", "everything", is_flag=True, help="List every reason, path and diagnostic.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_book
def command(book: Book, everything: bool, as_json: bool) -> None:
    """Show what BOOK covers: languages, roles, excluded files and reasons."""
    answer = book.status()
    if as_json:
        print_answer("status", book.commit, answer)
    else:
        _print_status(str(book.path), answer, None if everything else _N_LISTED)


def _print_status(book: str, answer: StatusAnswer, limit: int | None) -> None:
    meta = answer.meta
    print_line(f"{book}  {meta['made_by']}")
    print_line(f"commit: {meta['commit'] or 'none (not a git repository)'}")
    documented, listed, files = (int(meta[f"n_{x}"]) for x in ("documented", "listed", "files"))
    print_line(f"account: {documented:,} documented + {listed:,} listed = {files:,} files")
    if answer.n_tracked or answer.n_untracked:
        print_line(f"git: {answer.n_tracked:,} tracked, {answer.n_untracked:,} not tracked")
    for notice in filter(None, meta["notices"].split("\n")):
        print_line(f"note: {notice}")
    _print_shares("languages of documented files", answer.languages)
    _print_shares("roles", answer.roles)
    _print_links(answer.links)
    reasons = answer.reasons if limit is None else summed_reasons(answer.reasons)
    _print_some("listed, by reason", [(f"{n:,}", reason) for reason, n in reasons], limit)
    _print_some("excluded from the scan", [(p, rule) for p, rule in answer.skipped], limit)
    rows = [(f"{path}:{line}", message) for path, line, message in answer.diagnostics]
    title = f"parse problems ({count(answer.n_diagnostic_files, 'file')})"
    _print_some(title, rows, limit)


def _print_shares(title: str, shares: tuple[Share, ...]) -> None:
    print_line()
    print_line(f"{title}:")
    print_table(
        [
            (s.name or "none", count(s.n_files, "file"), count(s.n_lines, "line"), size(s.n_bytes))
            for s in shares
        ]
    )


def _print_links(links: tuple[LanguageLinks, ...]) -> None:
    if not links:
        return
    print_line()
    print_line("references by resolution:")
    print_table(
        [(one.language or "none", f"{one.n_references:,}", _shares_of(one)) for one in links]
    )


def _shares_of(links: LanguageLinks) -> str:
    return ", ".join(f"{outcome} {n / links.n_references:.1%}" for outcome, n in links.outcomes)


def _print_some(title: str, rows: list[tuple[str, str]], limit: int | None) -> None:
    if not rows:
        return
    print_line()
    print_line(f"{title}:")
    print_table(rows[:limit])
    if limit is not None and len(rows) > limit:
        print_line(f"  and {len(rows) - limit:,} more; --all shows them")
