"""What stands in no other definition of a file: what the file offers."""

from collections import Counter
from typing import Final

from repobook.model.facts import Definition
from repobook.model.graph import Unit

_AROUND: Final = frozenset(["namespace", "module", "package"])
_HELD_SHARE: Final = 0.8
_HELD: Final = frozenset(["class", "module"])
# What a file has to test itself, as every file of Rust may.
_TEST_MODULES: Final = frozenset(["test", "tests"])
_TEST_MARKS: Final = frozenset(["test", "cfg(test)"])


def top_definitions(unit: Unit) -> list[Definition]:
    """Namespaces apart; of a file that is no test, without what tests it."""
    holders = _holders(unit)
    around = {
        n
        for n, one in enumerate(unit.definitions)
        if n in holders or (one.kind in _AROUND and (unit.role == "test" or not _holds_tests(one)))
    }
    return [
        one
        for n, one in enumerate(unit.definitions)
        if one.kind not in _AROUND
        and n not in holders
        and (one.parent < 0 or one.parent in around)
        and (unit.role == "test" or _TEST_MARKS.isdisjoint(one.decorators))
    ]


def _holders(unit: Unit) -> set[int]:
    """Classes that hold little but classes: files of Ruby open that of their package again."""
    n_lines_held: Counter[int] = Counter()
    for one in unit.definitions:
        if one.kind in _HELD:
            n_lines_held[one.parent] += one.end_line - one.line + 1
    return {
        n
        for n, one in enumerate(unit.definitions)
        if one.kind == "class" and n_lines_held[n] >= _HELD_SHARE * (one.end_line - one.line)
        if n in n_lines_held
    }


def _holds_tests(definition: Definition) -> bool:
    return definition.kind == "module" and definition.name in _TEST_MODULES
