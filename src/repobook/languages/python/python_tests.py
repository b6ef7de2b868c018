"""How tests in Python are run: by themselves, by pytest, unittest, or a script of one's own."""

import shlex
from typing import Final

from repobook.analyse.tests.test_commands import Project, RunCommand, first_test
from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.text.folders import below, folders_around

_OWN_RUNNERS: Final = ("runtests.py", "run_tests.py")
_PYTEST_SETTINGS: Final = frozenset(
    ["tool.pytest", "tool.pytest.ini_options", "pytest", "tool:pytest"]
)


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    """A file that starts its tests itself is run as it is; else pytest, or unittest where asked."""
    if not unit.path.endswith(".py"):
        return None
    if line := _starts_itself(unit, project.starters):
        return RunCommand(f"python {shlex.quote(unit.path)}", unit.path, line)
    first = first_test(unit)
    if first is None:
        return None
    line_by_module = {imported.module.partition(".")[0]: imported.line for imported in unit.imports}
    if line := line_by_module.get("pytest", 0):
        return RunCommand(f"pytest {shlex.quote(unit.path)}", unit.path, line)
    if setting := _pytest_setting(unit.path, project):
        return RunCommand(f"pytest {shlex.quote(unit.path)}", *setting)
    if runner := _own_runner(unit.path, project):
        return _as_tox_runs(runner, unit.path, project)
    if line := line_by_module.get("unittest", 0):
        return RunCommand(f"python -m unittest {shlex.quote(unit.path)}", unit.path, line)
    return RunCommand(f"pytest {shlex.quote(unit.path)}", unit.path, first.line)


def _starts_itself(unit: Unit, starters: frozenset[str]) -> int:
    """The line that calls ``unittest.main()`` or what a framework has for that, imported."""
    imported = {import_.name for import_ in unit.imports}
    for reference in unit.references:
        if reference.role == "call" and (
            (reference.name == "main" and reference.receiver == "unittest")
            or (reference.name in starters and reference.name in imported)
        ):
            return reference.line
    return 0


def _pytest_setting(path: str, project: Project) -> tuple[str, int] | None:
    for folder in folders_around(path):
        for name in ("pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"):
            settings_file = project.files.get((folder, name))
            for definition in settings_file.definitions if settings_file else ():
                if definition.qualname in _PYTEST_SETTINGS:
                    return below(folder, name), definition.line
    return None


def _own_runner(path: str, project: Project) -> str:
    """A script at or above the test that runs the tests of this repository: no other may do."""
    return next(
        (
            below(folder, name)
            for folder in folders_around(path)
            for name in _OWN_RUNNERS
            if (folder, name) in project.files
        ),
        "",
    )


def _as_tox_runs(runner: str, path: str, project: Project) -> RunCommand | None:
    """As the repository itself does, which is all tests at once: only the runner knows how to name
    one, and only of Django's is known how it does."""
    for folder in folders_around(runner):
        tox = project.files.get((folder, "tox.ini"))
        keys = {key.qualname: key for key in tox.definitions} if tox else {}
        commands = keys.get("testenv.commands")
        if tox is None or commands is None:
            continue
        inside = _value_of(keys["testenv.changedir"]) if "testenv.changedir" in keys else ""
        place = below(folder, inside) if inside else folder
        words = _as_typed(_value_of(commands))
        if any(below(place, word.removeprefix("./")) == runner for word in words):
            enter = f"cd {shlex.quote(place)} && " if place else ""
            words += _label(runner, path, project)
            line = commands.end_line if commands.end_line == commands.line + 1 else commands.line
            return RunCommand(enter + shlex.join(words), tox.path, line)
    return None


def _label(runner: str, path: str, project: Project) -> list[str]:
    """A runner for Django that reads arguments takes modules as they are called from its folder."""
    folder, _, name = runner.rpartition("/")
    imports = {one.module.partition(".")[0] for one in project.files[folder, name].imports}
    if not {"argparse", "django"} <= imports or not path.startswith(f"{folder}/"):
        return []
    return [path.removeprefix(f"{folder}/").removesuffix(".py").replace("/", ".")]


def _as_typed(command: str) -> list[str]:
    """What tox runs, without the arguments that it passes on; nothing where more is left to it."""
    words = ["python" if word == "{envpython}" else word for word in command.split()]
    words = [word for word in words if not word.startswith("{posargs") and word != "…"]
    return [] if any("{" in word for word in words) else words


def _value_of(key: Definition) -> str:
    return key.signature.partition("=")[2].strip()
