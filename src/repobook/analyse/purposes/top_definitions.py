"""What stands in no other definition of a file: what the file offers."""

from typing import Final

from repobook.model.facts import Definition
from repobook.model.graph import Unit

_AROUND: Final = frozenset(["namespace", "module", "package"])
# What a file has to test itself, as every file of Rust may.
_TEST_MODULES: Final = frozenset(["test", "tests"])
_TEST_MARKS: Final = frozenset(["test", "cfg(test)"])


def top_definitions(unit: Unit) -> list[Definition]:
    """Namespaces apart; of a file that is no test, without what tests it."""
    around = {
        n
        for n, one in enumerate(unit.definitions)
        if one.kind in _AROUND and (unit.role == "test" or not _holds_tests(one))
    }
    return [
        one
        for one in unit.definitions
        if one.kind not in _AROUND
        and (one.parent < 0 or one.parent in around)
        and (unit.role == "test" or _TEST_MARKS.isdisjoint(one.decorators))
    ]


def _holds_tests(definition: Definition) -> bool:
    return definition.kind == "module" and definition.name in _TEST_MODULES
