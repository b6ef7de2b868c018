"""How tests in Tcl are run: by a script at the root that is given the name of one file."""

import shlex
from typing import Final

from repobook.analyse.tests.test_commands import Project, RunCommand
from repobook.model.graph import Unit

_SCRIPT: Final = "runtest"


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    """It runs the files below ``tests/``, unless a folder has a script of its own.

    A procedure that is called a test is none: tests are what the command ``test`` is given.
    """
    top, _, inside = unit.path.partition("/")
    if top != "tests" or not any(definition.kind == "test" for definition in unit.definitions):
        return None
    script = project.files.get(("", _SCRIPT))
    own = {("", f"{_SCRIPT}-{folder}") for folder in inside.split("/")[:-1]}
    if script is None or not own.isdisjoint(project.files):
        return None
    name = shlex.quote(inside.removesuffix(".tcl"))
    return RunCommand(f"./{_SCRIPT} --single {name}", script.path, 1)
