"""What stands in no other definition of a file: what the file offers."""

from typing import Final

from repobook.model.facts import Definition
from repobook.model.graph import Unit

_AROUND: Final = frozenset(["namespace", "module", "package"])
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
    """Classes that hold nothing but classes: files of Ruby open that of their package again."""
    kinds: dict[int, set[str]] = {}
    for one in unit.definitions:
        kinds.setdefault(one.parent, set()).add(one.kind)
    return {
        n
        for n, one in enumerate(unit.definitions)
        if one.kind == "class" and n in kinds and kinds[n] <= _HELD
    }


def _holds_tests(definition: Definition) -> bool:
    return definition.kind == "module" and definition.name in _TEST_MODULES
