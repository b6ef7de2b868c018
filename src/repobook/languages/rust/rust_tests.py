"""How tests in Rust are run: by the crate that they lie in."""

import shlex

from repobook.analyse.tests.test_commands import Project, RunCommand, holds_tests
from repobook.model.graph import Unit
from repobook.text.folders import folders_around, inside


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    """A file below ``tests/`` of a crate is a test target of its own."""
    if not unit.path.endswith(".rs") or not holds_tests(unit):
        return None
    for folder in folders_around(unit.path):
        crate = project.files.get((folder, "Cargo.toml"))
        name = (
            next((d for d in crate.definitions if d.qualname == "package.name"), None)
            if crate
            else None
        )
        if crate and name:
            package = name.signature.partition("=")[2].strip().strip("\"'")
            command = f"cargo test -p {shlex.quote(package)}"
            below, *names = inside(unit.path, folder).split("/")
            if below == "tests" and names:
                command += f" --test {shlex.quote(names[0].removesuffix('.rs'))}"
            return RunCommand(command, crate.path, name.line)
    return None
