"""``repobook tests``: which tests to run for a file or a symbol, why, and how."""

import click

from repobook.ask.book import Book
from repobook.ask.tests.tests_answer import CoveringTest, CoveringTests
from repobook.cli.matches import print_found, say_others
from repobook.cli.output import count, print_line, say
from repobook.cli.reading import reads_book
from repobook.model.answers import Nothing


@click.command(short_help="Show the tests for a file or a symbol.")
@click.argument("target")
@click.option("-n", "n_shown", default=10, show_default=True, type=click.IntRange(1), metavar="N")
@click.option("--all", "is_all", is_flag=True, help="List every match for the name.")
@reads_book
def command(
    ctx: click.Context, target: str, n_shown: int, is_all: bool, book: Book, as_json: bool
) -> None:
    """Show the tests for TARGET, a file or a symbol (an id, path:line, or a name), most relevant
    first, with reasons."""
    answer = book.matches(target) if is_all else book.tests(target, n_shown)
    print_found("tests", book.commit, answer, as_json, {CoveringTests: _print_tests})
    if isinstance(answer, Nothing) or (isinstance(answer, CoveringTests) and not answer.is_any):
        ctx.exit(1)


def _print_tests(answer: CoveringTests) -> None:
    print_line(answer.symbol or f"{answer.path}:1")
    if answer.role == "test":
        print_line(f"  this is a test{f': {answer.command}' if answer.command else ''}")
    for test in answer.tests:
        _print_test(test)
    if answer.is_cut:
        say(f"{answer.n_all - len(answer.tests):,} more; -n {answer.n_all} lists them")
    covered = f"{count(answer.n_test_files, 'test file')} searched"
    nothing = "" if answer.is_any else "no tests found; "
    say(f"{nothing}covered: {covered}, {count(answer.n_unparsed, 'file')} with parse problems")
    say_others(answer.others)


def _print_test(test: CoveringTest) -> None:
    line = test.cases[0].line if test.cases else 1
    print_line(f"{test.path}:{line}  {test.score:.2f}")
    for reason in test.reasons:
        print_line(f"    {reason}")
    if test.command:
        print_line(f"    run: {test.command}")
    for case in test.cases:
        print_line(f"    {case.path}:{case.line}  {case.command or case.name}")
    if (n_more := test.n_cases - len(test.cases)) > 0 and test.cases:
        print_line(f"    and {count(n_more, 'more test')} in this file")
