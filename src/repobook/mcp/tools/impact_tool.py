"""``impact``: what a change may break, and what to run for it."""

from collections.abc import Iterator

from repobook.ask.book import Book
from repobook.ask.impact.impact_answer import ImpactAnswer, Place
from repobook.mcp.answer import Answer, Row, line
from repobook.mcp.tool import Arguments, Parameter, Tool
from repobook.mcp.unresolved import other_meanings, unresolved
from repobook.text.amounts import count
from repobook.text.patches import is_patch

_N_MORE = 100


def _ask(book: Book, given: Arguments, first: int) -> Answer:
    target = given["target"]
    is_diff = "\n" in target and is_patch(target)
    n = first + _N_MORE
    found = book.impact(patch=target, limit=n) if is_diff else book.impact(target, limit=n)
    return _answer(found, first) if isinstance(found, ImpactAnswer) else unresolved(found, first)


def _answer(found: ImpactAnswer, first: int) -> Answer:
    steps = ", ".join(f"{n:,} {sure} at distance {far}" for far, sure, n in found.by_distance)
    callers = count(found.n_callers, "caller") + (f" ({steps})" if steps else "")
    about = f"{found.subject}: {callers}; {count(found.n_tests, 'test file')} to run"
    names = dict.fromkeys(name for owned in found.owners for name in owned.owners)
    owners = (f"owners: {', '.join(names)}",) if names else ()
    rows = list(_rows(found))
    n_all = len(rows) + (found.n_callers - len(found.callers)) + (found.n_tests - len(found.tests))
    unknown = "unknown: " + ("; ".join(found.unknown) or "nothing")
    notes = (*owners, *other_meanings(found.others))
    return Answer(about, rows[first:], n_all, unknown, notes, subjects=found.files)


def _rows(found: ImpactAnswer) -> Iterator[Row]:
    """Tests that are enough come first: an agent that reads no further has what it must run."""
    for test in found.tests:
        if test.is_enough:
            yield _row("test", test.path, 1, test.command or "; ".join(test.reasons))
    for caller in found.callers:
        text = f"{caller.role} in {caller.within}" if caller.within else caller.role
        text += f", distance {caller.distance}, {caller.confidence}"
        yield _row("caller", caller.path, caller.line, text)
    for what, symbols in (("override", found.overrides), ("base", found.overridden)):
        for symbol in symbols:
            yield _row(what, symbol.path, symbol.line, symbol.qualname)
    for what, places in _places(found):
        for place in places:
            yield _row(what, place.path, place.line, place.text)
    for test in found.tests:
        if not test.is_enough:
            yield _row("test", test.path, 1, test.command or "; ".join(test.reasons))


def _places(found: ImpactAnswer) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    return (
        ("re-export", found.reexports),
        ("string", found.strings),
        ("dynamic", found.dynamic),
        ("document", found.documents),
    )


def _row(what: str, path: str, at: int, text: str) -> Row:
    cells: dict[str, str | int] = {"what": what, "path": path, "line": at, "text": text}
    return Row(cells, line(f"{what:>9} {path}:{at}", text))


TOOL = Tool(
    "impact",
    "What a change may break: callers, documents, the tests to run.",
    (Parameter("target", "file, symbol or diff"),),
    {"what": "string", "path": "string", "line": "integer", "text": "string"},
    _ask,
)
