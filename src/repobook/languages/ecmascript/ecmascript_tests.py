"""How tests in JavaScript and TypeScript are run: by what the nearest package depends on."""

import json
import re
import shlex
from itertools import pairwise
from typing import Final

from repobook.analyse.tests.test_commands import Project, RunCommand
from repobook.model.graph import Unit
from repobook.text.folders import folders_around, inside

_ENDINGS: Final = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts")
_DEPENDENCIES: Final = ("devDependencies", "dependencies")
_RUNNERS: Final = (("vitest", "vitest run"), ("jest", "jest"), ("mocha", "mocha"), ("ava", "ava"))
# Commands of a script; options of Node that take the next word.
_BETWEEN: Final = re.compile(r"&&|\|\||[;|]")
_WITH_VALUE: Final = frozenset(["--import", "--require", "-r", "--loader", "--experimental-loader"])


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    """The runner that the nearest package depends on, else its own ``test`` script."""
    if not unit.path.endswith(_ENDINGS):
        return None
    for folder in folders_around(unit.path):
        package = project.files.get((folder, "package.json"))
        if package is None:
            continue
        by_key = {definition.qualname: definition for definition in package.definitions}
        relative = shlex.quote(inside(unit.path, folder))
        enter = f"cd {shlex.quote(folder)} && " if folder else ""
        for runner, command in _RUNNERS:
            for key in _DEPENDENCIES:
                if found := by_key.get(f"{key}.{runner}"):
                    return RunCommand(f"{enter}npx {command} {relative}", package.path, found.line)
        if found := by_key.get("scripts.test"):
            command = _by_script(found.signature, relative)
            return RunCommand(f"{enter}{command}", package.path, found.line)
    return None


def _by_script(signature: str, file: str) -> str:
    """What runs one file: Node's own runner, or the script, whose last command gets the file; that
    may be no runner where there are several."""
    commands = _BETWEEN.split(_text(signature))
    for command in commands:
        words = command.split()
        if words[:1] == ["node"] and "--test" in words:
            options = [
                word
                for before, word in pairwise(words)
                if word.startswith("-") or before in _WITH_VALUE
            ]
            return f"{shlex.join(['node', *options])} {file}"
    return f"npm test -- {file}" if len(commands) == 1 else "npm test"


def _text(signature: str) -> str:
    """The value of a key; all that there is where it was cut."""
    try:
        return str(*json.loads(f"{{{signature}}}").values())
    except ValueError:
        return signature
