"""``repobook impact``: what a change may break, and which tests to run for it."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import click

from repobook.ask.book import Book
from repobook.ask.impact.impact_answer import ImpactAnswer, Place
from repobook.ask.impact.test_plan import PlannedTest
from repobook.cli.matches import print_found, say_others
from repobook.cli.output import print_line, print_table, say
from repobook.cli.reading import reads_book
from repobook.errors import RepobookError
from repobook.model.answers import Matches, Nothing, SymbolLine
from repobook.text.amounts import uncertain
from repobook.text.patches import is_patch

_MAX_PATCH: Final = 64 << 20
_MAX_PLACES: Final = 10
_PATCH_ENDINGS: Final = (".patch", ".diff")


@click.command(short_help="Show what a change may break, and the tests to run.")
@click.argument("target", required=False)
@click.option("-n", "n", default=20, show_default=True, type=click.IntRange(1), metavar="N")
@click.option("--all", "is_all", is_flag=True, help="List every match for the name.")
@reads_book
def command(
    ctx: click.Context, target: str | None, n: int, is_all: bool, book: Book, as_json: bool
) -> None:
    """Show what a change of TARGET may break: a symbol, a file, or a patch (a file that ends in
    .patch or .diff, or - for the standard input); without TARGET the uncommitted changes of the
    repository around this folder."""
    answer: ImpactAnswer | Matches | Nothing
    if target is not None and is_all:
        answer = book.matches(target)
    elif target is None:
        answer = book.uncommitted_impact(os.getcwd(), limit=n)
    elif target == "-" or target.endswith(_PATCH_ENDINGS):
        answer = book.impact(patch=_patch(target), limit=n)
    else:
        answer = book.impact(target, limit=n)
    print_found("impact", book.commit, answer, as_json, {ImpactAnswer: _print_impact})
    if isinstance(answer, Nothing) or (isinstance(answer, ImpactAnswer) and not answer.is_any):
        ctx.exit(1)


def _patch(target: str) -> str:
    try:
        if target == "-":
            data = sys.stdin.buffer.read(_MAX_PATCH + 1)
        else:
            with Path(target).open("rb") as file:
                data = file.read(_MAX_PATCH + 1)
    except OSError as error:
        raise RepobookError(f"{target}: {error.strerror}") from None
    text = data.decode("utf-8", "replace")
    if len(data) > _MAX_PATCH or not is_patch(text):
        raise RepobookError(f"{target}: not a patch", "pass a unified diff, as printed by git diff")
    return text


def _print_impact(answer: ImpactAnswer) -> None:
    print_line(answer.subject)
    if [symbol.id for symbol in answer.symbols] != [answer.subject]:
        _print_symbols("changes", answer.symbols, answer.n_symbols)
    _print_callers(answer)
    _print_symbols("overridden or implemented by", answer.overrides)
    _print_symbols("overrides", answer.overridden)
    _print_places("re-exported by", answer.reexports)
    _print_places("named in strings", answer.strings)
    _print_places("may be used dynamically", answer.dynamic)
    _print_places("documents and configuration", answer.documents)
    _print_owners(answer)
    _print_tests(answer)
    for text in answer.unknown:
        say(f"unknown: {text}")
    say_others(answer.others)


def _print_symbols(title: str, symbols: Sequence[SymbolLine], n_all: int = 0) -> None:
    n_all = n_all or len(symbols)
    if symbols:
        _heading(f"{title}: {n_all:,}")
        rows = [(f"{s.path}:{s.line}", f"{s.kind} {s.qualname}") for s in symbols[:_MAX_PLACES]]
        print_table(rows)
        _more(n_all - len(rows))


def _print_callers(answer: ImpactAnswer) -> None:
    if not answer.n_callers:
        print_line("no caller found")
        return
    _heading(f"callers: {answer.n_callers:,} ({_by_distance(answer)})")
    print_table(
        [
            (
                f"{c.path}:{c.line}",
                "<" * (c.distance - 1) + c.role,
                f"in {c.within}" if c.within else "",
                c.confidence,
                f"by {c.via}" if c.via else "",
            )
            for c in answer.callers
        ]
    )
    _more(answer.n_callers - len(answer.callers))


def _by_distance(answer: ImpactAnswer) -> str:
    n_all, n_sure = Counter[int](), Counter[int]()
    for distance, confidence, n in answer.by_distance:
        n_all[distance] += n
        n_sure[distance] += n if confidence == "exact" else 0
    steps = n_all.items()
    return "; ".join(f"{n:,} at distance {far}{uncertain(n, n_sure[far])}" for far, n in steps)


def _print_places(title: str, places: Sequence[Place]) -> None:
    if places:
        _heading(f"{title}: {len(places):,}")
        print_table([(f"{p.path}:{p.line}", p.text, p.confidence) for p in places[:_MAX_PLACES]])
        _more(len(places) - _MAX_PLACES)


def _print_owners(answer: ImpactAnswer) -> None:
    names: Iterable[str] = dict.fromkeys(name for one in answer.owners for name in one.owners)
    if answer.owners:
        proof = answer.owners[0]
        _heading(f"owners: {', '.join(names)} ({proof.proof}:{proof.line})")


def _print_tests(answer: ImpactAnswer) -> None:
    if not answer.tests:
        _heading("no test found")
        return
    enough = [test for test in answer.tests if test.is_enough]
    if enough:
        _heading("smallest set of tests that covers every tested symbol:")
        _print_commands(enough)
    rest = [test for test in answer.tests if not test.is_enough]
    if rest:
        _heading("other tests, most relevant first:" if enough else "tests, most relevant first:")
        _print_commands(rest)
    _more(answer.n_tests - len(answer.tests))


def _print_commands(tests: Iterable[PlannedTest]) -> None:
    for test in tests:
        print_line(f"  {_command_and_file(test)}")
        why = "; ".join(test.reasons[:2])
        print_line(f"      {why}")
        for case in test.cases:
            if case.command != test.command:
                print_line(f"      {case.path}:{case.line}  {case.command or case.name}")


def _command_and_file(test: PlannedTest) -> str:
    """One command may run several files: ``go test ./``."""
    is_named = test.path.rpartition("/")[2] in test.command
    return test.command if is_named else f"{test.command}  {test.path}".strip()


def _heading(text: str) -> None:
    print_line()
    print_line(text)


def _more(n: int) -> None:
    if n > 0:
        print_line(f"  and {n:,} more")
