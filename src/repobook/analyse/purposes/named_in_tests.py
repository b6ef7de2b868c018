"""Files that a test names in a string, with the case that does: what fixtures are for."""

from collections.abc import Iterator, Sequence

from repobook.analyse.purposes.test_cases import test_cases
from repobook.model.facts import Definition, Summary
from repobook.model.graph import Unit
from repobook.parse.words.named_files import NAMED


def named_in_test(unit: Unit, inner: Sequence[Summary]) -> Iterator[tuple[str, int, str, int]]:
    """Path as written, line, name and first line of the innermost case around it."""
    if unit.role != "test":
        return
    suites = (one for one in unit.definitions if one.kind == "test")
    cases = sorted([*suites, *test_cases(unit)], key=lambda one: one.end_line - one.line)
    for one in inner:
        if one.text.startswith(NAMED):
            case = _around(one.line, cases)
            where = (case.name, case.line) if case else ("", 0)
            yield one.text.removeprefix(NAMED), one.line, *where


def _around(line: int, cases: Sequence[Definition]) -> Definition | None:
    return next((one for one in cases if one.line <= line <= one.end_line), None)
