"""The cases of a test file, and what is marked as something else."""

from typing import Final

from repobook.model.facts import Definition
from repobook.model.graph import Unit

FIXTURES: Final = frozenset(["fixture"])
_CASES: Final = frozenset(["function", "method"])
_TEST_MARKS: Final = frozenset(["Test", "ParameterizedTest", "test", "rstest"])
# Go's runs all the tests of a package.
_SET_UPS: Final = frozenset(["TestMain"])


def test_cases(unit: Unit) -> list[Definition]:
    """What is made or marked as a test, else what is named as one; a suite is no case."""
    numbered = list(enumerate(unit.definitions))
    marked = [(n, one) for n, one in numbered if one.kind == "test" or is_marked(one, _TEST_MARKS)]
    prefixes = ("Test",) if unit.language == "Go" else ("test", "Test", "TEST_")
    cases = marked or [(n, one) for n, one in numbered if _is_named_test(one, prefixes)]
    around = {one.parent for _, one in cases}
    return [one for n, one in cases if n not in around]


def is_marked(definition: Definition, wanted: frozenset[str]) -> bool:
    marks = (mark.partition("(")[0].replace("::", ".") for mark in definition.decorators)
    return definition.kind in _CASES and any(m.rpartition(".")[2] in wanted for m in marks)


def _is_named_test(definition: Definition, prefixes: tuple[str, ...]) -> bool:
    is_case = definition.kind in _CASES and not is_marked(definition, FIXTURES)
    is_named = definition.name.startswith(prefixes) and len(definition.name) > len("test")
    return is_case and is_named and definition.name not in _SET_UPS
