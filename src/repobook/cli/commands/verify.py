"""``repobook verify``: whether everything a book says can be proved."""

import sys
from collections import Counter

import click

from repobook.api import verify_book
from repobook.cli.output import count, print_json, print_line, say
from repobook.cli.progress import LineProgress, TerminalProgress
from repobook.model.answers import as_data
from repobook.model.progress import Progress, Silent
from repobook.verify.verify import Proof

_N_LISTED = 20


@click.command()
@click.argument("place", metavar="[BOOK]", required=False)
@click.option("--book", metavar="BOOK", help="The book to verify [the one around this folder].")
@click.option("--repo", metavar="PATH", help="The repository [the one around or next to the book].")
@click.option("--jobs", type=click.IntRange(1, 256), help="Worker processes [one per core].")
@click.option("--all", "is_all", is_flag=True, help="List every problem.")
@click.option("--quiet", is_flag=True, help="No progress.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    place: str | None,
    book: str | None,
    repo: str | None,
    jobs: int | None,
    is_all: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Check every page, link and citation of BOOK. Exit 1 if anything is wrong."""
    proof = verify_book(place or book, repo, n_jobs=jobs, progress=_progress(quiet))
    listed = proof if is_all else _shortened(proof)
    if as_json:
        truncated = len(listed.problems) < proof.n_problems
        print_json("verify", proof.commit, as_data(listed), truncated)
    else:
        _print(listed)
    if proof.n_problems:
        ctx.exit(1)


def _progress(quiet: bool) -> Progress:
    if quiet:
        return Silent()
    return TerminalProgress() if sys.stderr.isatty() else LineProgress()


def _shortened(proof: Proof) -> Proof:
    """The first of each kind, so that many of one hide none of another."""
    n_by_kind: Counter[str] = Counter()
    first_problems = []
    for problem in proof.problems:
        n_by_kind[problem.kind] += 1
        if n_by_kind[problem.kind] <= _N_LISTED:
            first_problems.append(problem)
    return proof._replace(problems=tuple(first_problems))


def _print(proof: Proof) -> None:
    for problem in proof.problems:
        print_line(f"{problem.kind}: {problem.place}: {problem.message}")
    if len(proof.problems) < proof.n_problems:
        n_more = proof.n_problems - len(proof.problems)
        print_line(f"and {n_more:,} more; --all lists them")
    print_line(
        f"{count(proof.n_pages, 'page')}, {count(proof.n_links, 'link')}, "
        f"{count(proof.n_citations, 'citation')}, {proof.n_documented:,} documented + "
        f"{proof.n_listed:,} listed = {count(proof.n_files, 'file')}"
    )
    if proof.n_problems:
        kinds = ", ".join(f"{n:,} × {kind}" for kind, n in proof.by_kind)
        print_line(f"{count(proof.n_problems, 'problem')}: {kinds}")
    else:
        print_line("no problems found")
    say(
        f"citations checked against {proof.tree}"
        if proof.tree
        else "no repository found: citations checked against the source pages; "
        "use --repo PATH to check them against a repository"
    )
