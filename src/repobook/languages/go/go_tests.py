"""How tests in Go are run: a folder at a time."""

import shlex

from repobook.analyse.tests.test_commands import Project, RunCommand, first_test
from repobook.model.graph import Unit
from repobook.text.folders import folder_of


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    first = first_test(unit)
    if not unit.path.endswith("_test.go") or first is None:
        return None
    folder = folder_of(unit.path)
    return RunCommand(f"go test {shlex.quote(f'./{folder}')}", unit.path, first.line)
