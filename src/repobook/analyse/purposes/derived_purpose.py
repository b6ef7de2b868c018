"""A sentence about a file that nobody described: what it tests, runs, defines, calls or opens with.

Names stand between backticks. Nothing is said that the file's own lines do not show.
"""

import re
from collections.abc import Sequence
from typing import Final

from repobook.analyse.purposes.conventional_use import BENCHMARK, FOR_TESTS, conventional_use
from repobook.analyse.purposes.definition_purpose import SUBORDINATE, defined, offered
from repobook.analyse.purposes.program_purpose import (
    PROMPT,
    called,
    called_lines,
    entry,
    imported,
    only_gathers,
    passes_on,
    program,
    script,
)
from repobook.analyse.purposes.sentence_parts import names, plain, purpose
from repobook.analyse.purposes.telling_calls import TellingCalls
from repobook.analyse.purposes.test_cases import benchmarks, go_examples, suites, test_cases
from repobook.analyse.purposes.test_purpose import EXAMPLES, exercised, tested, values
from repobook.model.facts import Definition, Summary
from repobook.model.graph import Link, Unit
from repobook.model.purpose import DERIVED, NO_PURPOSE, Purpose

_TESTING: Final = ("Tests ", "Benchmarks ", "Exercises ", EXAMPLES)
_DEFINED: Final = re.compile(r"def [^\s(:;]+\Z")
_STYLES: Final = frozenset(["SCSS", "Sass", "Less", "Stylus"])


def derived_purpose(unit: Unit, links: Sequence[Link], opening: Summary) -> Purpose:
    calls = TellingCalls(unit, links)
    found, use = _derived(unit, calls, opening), conventional_use(unit.path)
    is_for_tests = use.startswith((FOR_TESTS, BENCHMARK))
    if not use or (found.text.startswith(_TESTING) and is_for_tests):
        return found
    if not found.text:
        return Purpose(use, DERIVED, "", unit.path)
    return found._replace(text=f"{use}: {found.text[:1].lower()}{found.text[1:]}")


def _derived(unit: Unit, calls: TellingCalls, opening: Summary) -> Purpose:
    cases = test_cases(unit)
    if cases and unit.role == "test":
        return tested(unit, cases, calls, "Tests")
    if timed := benchmarks(unit):
        return tested(unit, timed, calls, "Benchmarks")
    if examples := go_examples(unit):
        return tested(unit, examples, calls, EXAMPLES)
    if suite := suites(unit):
        return purpose(unit, f"Runs {names(suite[1])} as one suite", suite[0])
    tops = offered(unit)
    if opening.text.startswith(PROMPT):
        return script(unit, tops, opening)
    if entered := entry(tops):
        return _entered(unit, tops, entered, calls)
    is_test = unit.role == "test" and all(one.kind in SUBORDINATE for one in tops)
    if is_test and (text := values(tops)):
        last = max(one.end_line for one in tops)
        return Purpose(text, DERIVED, "", unit.path, tops[0].line, last)
    if is_test and (text := exercised(unit.path, calls)):
        return Purpose(text, DERIVED, "", unit.path, *called_lines(unit))
    if unit.imports and only_gathers(unit, tops):
        return imported(unit)
    if unit.imports and all(one.name.startswith("__") for one in tops):
        return (None if passes_on(unit) else called(unit, calls)) or imported(unit)
    if tops:
        return defined(unit, tops, calls)
    if unit.imports or unit.references:
        found = called(unit, calls) or imported(unit)
        return found if found.text else _empty(unit)
    if opening.text:
        text = _opened(unit, opening.text)
        return Purpose(text, DERIVED, "", unit.path, opening.line, opening.end_line)
    return _empty(unit)


def _opened(unit: Unit, line: str) -> str:
    if unit.language in _STYLES and line.endswith("{"):
        return f"Styles `{plain(line[:-1].rstrip())}`"
    if line.startswith("> "):
        return f"Shows “{line[2:]}”"
    if line.startswith("case "):
        titles = [one.removeprefix("case ") for one in line.split("\n")]
        return f"Tests {', '.join(f'“{title}”' for title in titles)}"
    if all(_DEFINED.match(one) for one in line.split("\n")):
        return f"Defines {names([*line.split()[1::2]])}"
    return "Draws an SVG image" if line.startswith("<svg") else f"Begins with `{plain(line)}`"


def _entered(
    unit: Unit, tops: Sequence[Definition], entered: Definition, calls: TellingCalls
) -> Purpose:
    text = exercised(unit.path, calls) if unit.role == "test" else ""
    return purpose(unit, text, entered) if text else program(unit, tops, entered, calls)


def _empty(unit: Unit) -> Purpose:
    package = next((one for one in unit.definitions if one.kind == "package"), None)
    if package is not None:
        return purpose(unit, f"Declares package `{plain(package.name)}`", package)
    folder, _, name = unit.path.rpartition("/")
    if name != "__init__.py" or not folder:
        return NO_PURPOSE
    return Purpose(f"Makes `{folder}` a package; empty", DERIVED, "", unit.path)
