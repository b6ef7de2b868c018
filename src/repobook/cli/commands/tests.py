"""``repobook tests``: which tests to run for a file or a symbol, why, and how."""

from pathlib import Path

import click

from repobook.cli.matches import print_matches, print_nothing
from repobook.cli.output import count, print_answer, print_line, say
from repobook.cli.reading import reads_book
from repobook.service.answers import Matches, Nothing
from repobook.service.reader import BookReader
from repobook.service.testing import CoveringTest, CoveringTests, best_tests


@click.command()
@click.argument("target")
@click.option("-n", "n_shown", default=10, show_default=True, type=click.IntRange(1), metavar="N")
@click.option("--book", metavar="BOOK", help="The book to read [the one around this folder].")
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
@click.pass_context
@reads_book
def command(ctx: click.Context, target: str, n_shown: int, book: Path, as_json: bool) -> None:
    """Show the tests for TARGET, a file or a symbol: the best first, with reasons."""
    reader = BookReader(book)
    answer = best_tests(reader, target, n_shown)
    if as_json:
        print_answer("tests", reader.commit, answer)
    elif isinstance(answer, CoveringTests):
        _print_tests(answer)
    else:
        print_matches(answer) if isinstance(answer, Matches) else print_nothing(answer)
    if isinstance(answer, Nothing) or (isinstance(answer, CoveringTests) and not answer.is_any):
        ctx.exit(1)


def _print_tests(answer: CoveringTests) -> None:
    print_line(answer.symbol or f"{answer.path}:1")
    if answer.role == "test":
        print_line(f"  a test itself{f': {answer.command}' if answer.command else ''}")
    for test in answer.tests:
        _print_test(test)
    if answer.is_cut:
        say(f"{answer.n_all - len(answer.tests):,} more; -n {answer.n_all} lists them")
    covered = f"{count(answer.n_test_files, 'test file')} looked through"
    nothing = "" if answer.is_any else "no tests found; "
    say(f"{nothing}covered: {covered}, {count(answer.n_unparsed, 'file')} not fully read")


def _print_test(test: CoveringTest) -> None:
    print_line(f"{test.path}:1  {test.score:.2f}" if test.score else f"{test.path}:1")
    for reason in test.reasons:
        print_line(f"    {reason}")
    if test.command:
        print_line(f"    run: {test.command}")
