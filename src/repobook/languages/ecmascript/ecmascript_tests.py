"""How tests in JavaScript and TypeScript are run: by what the nearest package depends on."""

import shlex
from typing import Final

from repobook.analyse.tests.test_commands import Project, RunCommand
from repobook.model.graph import Unit
from repobook.text.folders import folders_around, inside

_ENDINGS: Final = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts")
_DEPENDENCIES: Final = ("devDependencies", "dependencies")
_RUNNERS: Final = (("vitest", "vitest run"), ("jest", "jest"), ("mocha", "mocha"), ("ava", "ava"))


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    """The runner that the nearest package depends on, else its own ``test`` script."""
    if not unit.path.endswith(_ENDINGS):
        return None
    for folder in folders_around(unit.path):
        package = project.files.get((folder, "package.json"))
        if package is None:
            continue
        line_by_key = {definition.qualname: definition.line for definition in package.definitions}
        relative = shlex.quote(inside(unit.path, folder))
        enter = f"cd {shlex.quote(folder)} && " if folder else ""
        for runner, command in _RUNNERS:
            for key in _DEPENDENCIES:
                if line := line_by_key.get(f"{key}.{runner}", 0):
                    return RunCommand(f"{enter}npx {command} {relative}", package.path, line)
        if line := line_by_key.get("scripts.test", 0):
            return RunCommand(f"{enter}npm test -- {relative}", package.path, line)
    return None
