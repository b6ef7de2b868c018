"""How a repository runs a test file: the command, and the line that shows it is meant so.

The runner of its language decides, by the test file (imports, macros, names) and by the project
files around it.
"""

import importlib
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.analyse.tests.case_commands import is_case
from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.model.language import given_by_languages, language_by_name
from repobook.text.naming.identifier_words import words_of

_HELPING: Final = frozenset(
    [
        *("assets", "common", "data", "fixtures", "helper", "helpers", "include", "lib", "mock"),
        *("mocks", "support", "tmp", "tools", "util", "utils"),
    ]
)


class RunCommand(NamedTuple):
    """What to type at the root of the repository, and the line that proves it."""

    text: str
    path: str
    line: int


class Project(NamedTuple):
    """The files that say how tests are run, by folder and name."""

    files: dict[tuple[str, str], Unit]
    starters: frozenset[str] = frozenset()
    """Functions that a test file imports and calls to run its tests."""


def is_project_file(path: str) -> bool:
    return path.rpartition("/")[2] in given_by_languages("test_settings")


def project_of(units: Iterable[Unit], starters: frozenset[str] = frozenset()) -> Project:
    files = {_split(unit.path): unit for unit in units if is_project_file(unit.path)}
    return Project(files, starters)


def holds_tests(unit: Unit) -> bool:
    """Whether a file has tests of its own, and is not only there to help others."""
    return first_test(unit) is not None


def first_test(unit: Unit) -> Definition | None:
    names = language_by_name()[unit.language].test_names
    return next((one for one in unit.definitions if is_case(one, names)), None)


def is_helper(path: str) -> bool:
    """Whether its folder or its name is one for shared test code."""
    *folders, name = path.lower().split("/")
    words = {*folders, *words_of(name.partition(".")[0])}
    return not words.isdisjoint(_HELPING)


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    """None where nothing shows how the file is run."""
    language = language_by_name().get(unit.language)
    if language is None or not language.test_runner:
        return None
    command: RunCommand | None = importlib.import_module(language.test_runner).run_command(
        unit, project
    )
    return command


def _split(path: str) -> tuple[str, str]:
    folder, _, name = path.rpartition("/")
    return folder, name
