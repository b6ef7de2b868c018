"""The cases of a test file, and what is marked as something else."""

import re
from typing import Final

from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.model.kinds import CLASSES

FIXTURES: Final = frozenset(["fixture"])
_CASES: Final = frozenset(["function", "method"])
_MIN_SHARE: Final = 0.1
_BENCHMARKS: Final = re.compile(r"(?:Benchmark|bench)(?=[A-Z_])|[Bb]ench_|BM_")
# A header that declares functions has no cases.
_DECLARING: Final = frozenset(["C", "C++", "CUDA", "Objective-C", "Objective-C++"])
_EXAMPLE: Final = re.compile(r"Example(?:[A-Z_]|\Z)")
_TEST_MARKS: Final = frozenset(["Test", "ParameterizedTest", "test", "rstest"])
_SUITES: Final = ("SuiteClasses(", "Suite.SuiteClasses(", "SelectClasses(")
_CLASS: Final = re.compile(r"(\w+)\.class\b")
_NO_TEST: Final = re.compile(r"[Tt]est(?:able\b|ed\b|er\b|ers\b|ing\b|\Z)")
# Go's runs all the tests of a package.
_SET_UPS: Final = frozenset(["TestMain"])


def test_cases(unit: Unit) -> list[Definition]:
    """What is made or marked as a test, else what is named as one; a suite is no case."""
    numbered = list(enumerate(unit.definitions))
    marked = [(n, one) for n, one in numbered if one.kind == "test" or is_marked(one, _TEST_MARKS)]
    prefixes = ("Test",) if unit.language == "Go" else ("test", "Test", "TEST_")
    marked = marked or _of_marked_classes(unit)
    is_declaring = unit.language in _DECLARING
    cases = marked or [
        (n, one)
        for n, one in numbered
        if _is_named_test(one, prefixes) and (one.complexity or not is_declaring)
    ]
    # A library for tests has a few functions of such names among many.
    n_functions = sum(one.kind in _CASES for one in unit.definitions)
    if not marked and len(cases) < _MIN_SHARE * n_functions:
        return []
    around = {one.parent for _, one in cases}
    return [one for n, one in cases if n not in around]


def _of_marked_classes(unit: Unit) -> list[tuple[int, Definition]]:
    """TestNG: all public methods, where the class is marked, but those with another mark."""
    marked = {
        n
        for n, one in enumerate(unit.definitions)
        if one.kind in CLASSES and {mark.partition("(")[0] for mark in one.decorators} & _TEST_MARKS
    }
    return [
        (n, one)
        for n, one in enumerate(unit.definitions)
        if one.parent in marked and one.kind == "method" and not one.decorators
        if one.signature.startswith("public ")
    ]


def go_examples(unit: Unit) -> list[Definition]:
    """What Go runs and shows in the documentation."""
    is_go = unit.language == "Go" and unit.path.endswith("_test.go")
    return [
        one
        for one in unit.definitions
        if is_go and one.kind == "function" and _EXAMPLE.match(one.name)
    ]


def benchmarks(unit: Unit) -> list[Definition]:
    """Not those that a library has for itself below its code, as in Rust."""
    found = [one for one in unit.definitions if one.kind in _CASES and _BENCHMARKS.match(one.name)]
    others = [one for one in unit.definitions if one.kind in (*_CASES, *CLASSES)]
    is_for_them = unit.role == "test" or 2 * len(found) >= len(others)
    return found if is_for_them else []


def suites(unit: Unit) -> tuple[Definition, list[str]] | None:
    """A class that only says which classes of tests run together (JUnit)."""
    for one in unit.definitions:
        for mark in one.decorators:
            if mark.startswith(_SUITES):
                return one, _CLASS.findall(mark)
    return None


def is_marked(definition: Definition, wanted: frozenset[str]) -> bool:
    marks = (mark.partition("(")[0].replace("::", ".") for mark in definition.decorators)
    return definition.kind in _CASES and any(m.rpartition(".")[2] in wanted for m in marks)


def _is_named_test(definition: Definition, prefixes: tuple[str, ...]) -> bool:
    is_case = definition.kind in _CASES and not is_marked(definition, FIXTURES)
    is_named = definition.name.startswith(prefixes) and not _NO_TEST.match(definition.name)
    return is_case and is_named and definition.name not in _SET_UPS
