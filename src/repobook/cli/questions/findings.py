"""``repobook findings``: what to watch out for, by rule, line and code."""

import click

from repobook.ask.book import Book
from repobook.ask.findings_answer import CATEGORIES, FindingsAnswer, is_at_least
from repobook.cli.matches import print_found
from repobook.cli.output import count, print_line, print_table, say
from repobook.cli.reading import reads_book
from repobook.model.answers import Nothing
from repobook.model.finding import SEVERITIES

_MAX_FINDINGS = 200


@click.command(short_help="Show findings by file or folder.")
@click.argument("path", default="")
@click.option(
    "--category", multiple=True, type=click.Choice(CATEGORIES), help="Only this category."
)
@click.option(
    "--severity", multiple=True, type=click.Choice(SEVERITIES), help="Only this severity."
)
@click.option("--rule", multiple=True, metavar="RULE", help="Only this rule.")
@click.option(
    "--fail-on",
    type=click.Choice([*SEVERITIES, "never"]),
    default="info",
    show_default=True,
    help="Exit 1 if there is a finding of at least this severity.",
)
@click.option("--all", "is_all", is_flag=True, help="List every finding.")
@reads_book
def command(
    ctx: click.Context,
    path: str,
    category: tuple[str, ...],
    severity: tuple[str, ...],
    rule: tuple[str, ...],
    fail_on: str,
    is_all: bool,
    book: Book,
    as_json: bool,
) -> None:
    """Show the findings in PATH, a file or a folder, or in the whole repository."""
    answer = book.findings(
        path,
        categories=category,
        severities=severity,
        rules=rule,
        limit=None if is_all else _MAX_FINDINGS,
    )
    print_found("findings", book.commit, answer, as_json, {FindingsAnswer: _print})
    if isinstance(answer, Nothing):
        ctx.exit(1)
    if fail_on != "never" and any(is_at_least(f.severity, fail_on) for f in answer.findings):
        ctx.exit(1)


def _print(answer: FindingsAnswer) -> None:
    for finding in answer.findings:
        print_line(
            f"{finding.path}:{finding.line}  {finding.severity} {finding.rule}: {finding.message}"
        )
        if finding.code:
            print_line(f"    {finding.code}")
    if answer.is_cut:
        print_line(f"and {answer.n_all - len(answer.findings):,} more; --all lists them")
    if answer.n_all:
        print_line()
        print_table(
            [
                (share.rule, count(share.n, "finding"), f"in {count(share.n_files, 'file')}")
                for share in answer.by_rule
            ]
        )
    _say_covered(answer)


def _say_covered(answer: FindingsAnswer) -> None:
    total = f"{count(answer.n_all, 'finding')} in {count(answer.n_files, 'file')}"
    covered = f"{count(answer.n_looked_through, 'file')} searched"
    say(f"{total}; {covered}, {answer.n_unparsed:,} with parse problems")
    if answer.n_not_linted:
        say(f"{count(answer.n_not_linted, 'file')} that ruff could not parse")
    if answer.n_suppressed:
        say(f"{count(answer.n_suppressed, 'finding')} suppressed by comments or repobook.toml")
    for notice in answer.notices:
        say(notice)
