"""How tests in C and C++ are run: as CMake registers them."""

import shlex
from typing import Final

from repobook.analyse.tests.test_commands import Project, RunCommand, first_test
from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.text.folders import folders_around, inside

_ENDINGS: Final = (".cpp", ".cc", ".cxx", ".c", ".cu", ".mm")
_DISCOVERING: Final = frozenset(["gtest_discover_tests", "catch_discover_tests"])


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    """Tests that CMake registers for the target that lists the file."""
    first = first_test(unit)
    if not unit.path.endswith(_ENDINGS) or first is None:
        return None
    for folder in folders_around(unit.path):
        cmake = project.files.get((folder, "CMakeLists.txt"))
        target = _target_with(cmake, inside(unit.path, folder)) if cmake else None
        if cmake and target:
            suite = first.qualname.partition(".")[0]
            name, line = _registered(cmake, target.name, suite)
            return RunCommand(f"ctest -R {shlex.quote(name)}", cmake.path, line) if name else None
    return None


def _registered(cmake: Unit, target: str, suite: str) -> tuple[str, int]:
    """By ``add_test``, or by a call that finds out all tests of a target by itself."""
    for definition in cmake.definitions:
        if definition.kind == "test" and target in definition.signature.rstrip(")").split():
            return definition.name, definition.line
    for reference in cmake.references:
        if reference.name.lower() in _DISCOVERING:
            return suite, reference.line
    return "", 0


def _target_with(cmake: Unit, relative: str) -> Definition | None:
    lines = {imported.line for imported in cmake.imports if imported.module == relative}
    for definition in cmake.definitions:
        if definition.kind == "target" and any(
            definition.line <= line <= definition.end_line for line in lines
        ):
            return definition
    return None
