"""How a repository runs a test file: the command, and the line that shows it is meant so.

Rules are tried in order and the first that matches decides. Each recognises one test runner by the
test file (imports, macros, names) and by the project files around it.
"""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from repobook.model.facts import Definition, Reference, unpack_position
from repobook.model.graph import Unit
from repobook.text.naming.identifier_words import words_of

_OWN_RUNNERS: Final = ("runtests.py", "run_tests.py")
_PROJECT_NAMES: Final = frozenset(
    [
        *_OWN_RUNNERS,
        *("pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg"),
        *("package.json", "Cargo.toml", "CMakeLists.txt"),
        *("build.gradle", "build.gradle.kts", "pom.xml"),
    ]
)
_PYTEST_SETTINGS: Final = frozenset(
    ["tool.pytest", "tool.pytest.ini_options", "pytest", "tool:pytest"]
)
_SCRIPT_ENDINGS: Final = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts")
_NATIVE_ENDINGS: Final = (".cpp", ".cc", ".cxx", ".c", ".cu", ".mm")
_DISCOVERING: Final = frozenset(["gtest_discover_tests", "catch_discover_tests"])
_DEPENDENCIES: Final = ("devDependencies", "dependencies")
_SCRIPT_RUNNERS: Final = (("vitest", "vitest run"), ("jest", "jest"), ("mocha", "mocha"))
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
    return path.rpartition("/")[2] in _PROJECT_NAMES


def project_of(units: Iterable[Unit], starters: frozenset[str] = frozenset()) -> Project:
    files = {_split(unit.path): unit for unit in units if is_project_file(unit.path)}
    return Project(files, starters)


def holds_tests(definitions: Sequence[Definition]) -> bool:
    """Whether a file has tests of its own, and is not only there to help others."""
    return _first_test(definitions) is not None


def is_helper(path: str) -> bool:
    """Whether it lies where tests keep what they share, or is called so."""
    *folders, name = path.lower().split("/")
    words = {*folders, *words_of(name.partition(".")[0])}
    return not words.isdisjoint(_HELPING)


def run_command(unit: Unit, project: Project) -> RunCommand | None:
    """None where nothing shows how the file is run."""
    for rule in _RULES:
        if command := rule(unit, project):
            return command
    return None


def _python(unit: Unit, project: Project) -> RunCommand | None:
    """A file that starts its tests itself is run as it is; else pytest, or unittest where asked."""
    if not unit.path.endswith(".py"):
        return None
    if line := _starts_itself(unit, project.starters):
        return RunCommand(f"python {shlex.quote(unit.path)}", unit.path, line)
    first = _first_test(unit.definitions)
    if first is None:
        return None
    line_by_module = {imported.module.partition(".")[0]: imported.line for imported in unit.imports}
    if line := line_by_module.get("pytest", 0):
        return RunCommand(f"pytest {shlex.quote(unit.path)}", unit.path, line)
    if setting := _pytest_setting(unit.path, project):
        return RunCommand(f"pytest {shlex.quote(unit.path)}", *setting)
    if runner := _own_runner(unit.path, project):
        return _as_tox_runs(runner, project)
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
            return _line(reference)
    return 0


def _pytest_setting(path: str, project: Project) -> tuple[str, int] | None:
    for folder in _folders_up(path):
        for name in ("pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"):
            settings_file = project.files.get((folder, name))
            for definition in settings_file.definitions if settings_file else ():
                if definition.qualname in _PYTEST_SETTINGS:
                    return _joined(folder, name), definition.line
    return None


def _own_runner(path: str, project: Project) -> str:
    """A script at or above the test that runs the tests of this repository: no other may do."""
    return next(
        (
            _joined(folder, name)
            for folder in _folders_up(path)
            for name in _OWN_RUNNERS
            if (folder, name) in project.files
        ),
        "",
    )


def _as_tox_runs(runner: str, project: Project) -> RunCommand | None:
    """All tests at once, as the repository itself does: only the runner knows how to name one."""
    for folder in _folders_up(runner):
        tox = project.files.get((folder, "tox.ini"))
        keys = {key.qualname: key for key in tox.definitions} if tox else {}
        commands = keys.get("testenv.commands")
        if tox is None or commands is None:
            continue
        inside = _value_of(keys["testenv.changedir"]) if "testenv.changedir" in keys else ""
        place = _joined(folder, inside) if inside else folder
        words = _as_typed(_value_of(commands))
        if any(_joined(place, word.removeprefix("./")) == runner for word in words):
            enter = f"cd {shlex.quote(place)} && " if place else ""
            line = commands.end_line if commands.end_line == commands.line + 1 else commands.line
            return RunCommand(enter + shlex.join(words), tox.path, line)
    return None


def _as_typed(command: str) -> list[str]:
    """What tox runs, without the arguments that it passes on; nothing where more is left to it."""
    words = ["python" if word == "{envpython}" else word for word in command.split()]
    words = [word for word in words if not word.startswith("{posargs") and word != "…"]
    return [] if any("{" in word for word in words) else words


def _value_of(key: Definition) -> str:
    return key.signature.partition("=")[2].strip()


def _cmake(unit: Unit, project: Project) -> RunCommand | None:
    """Tests that CMake registers for the target that lists the file."""
    first = _first_test(unit.definitions)
    if not unit.path.endswith(_NATIVE_ENDINGS) or first is None:
        return None
    for folder in _folders_up(unit.path):
        cmake = project.files.get((folder, "CMakeLists.txt"))
        target = _target_with(cmake, _inside(unit.path, folder)) if cmake else None
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
            return suite, _line(reference)
    return "", 0


def _target_with(cmake: Unit, relative: str) -> Definition | None:
    lines = {imported.line for imported in cmake.imports if imported.module == relative}
    for definition in cmake.definitions:
        if definition.kind == "target" and any(
            definition.line <= line <= definition.end_line for line in lines
        ):
            return definition
    return None


def _package_json(unit: Unit, project: Project) -> RunCommand | None:
    """The runner that the nearest package depends on, else its own ``test`` script."""
    if not unit.path.endswith(_SCRIPT_ENDINGS):
        return None
    for folder in _folders_up(unit.path):
        package = project.files.get((folder, "package.json"))
        if package is None:
            continue
        line_by_key = {definition.qualname: definition.line for definition in package.definitions}
        relative = shlex.quote(_inside(unit.path, folder))
        enter = f"cd {shlex.quote(folder)} && " if folder else ""
        for runner, command in _SCRIPT_RUNNERS:
            for key in _DEPENDENCIES:
                if line := line_by_key.get(f"{key}.{runner}", 0):
                    return RunCommand(f"{enter}npx {command} {relative}", package.path, line)
        if line := line_by_key.get("scripts.test", 0):
            return RunCommand(f"{enter}npm test -- {relative}", package.path, line)
    return None


def _go(unit: Unit, project: Project) -> RunCommand | None:
    first = _first_test(unit.definitions)
    if not unit.path.endswith("_test.go") or first is None:
        return None
    folder = unit.path.rpartition("/")[0]
    return RunCommand(f"go test {shlex.quote(f'./{folder}')}", unit.path, first.line)


def _cargo(unit: Unit, project: Project) -> RunCommand | None:
    """A file below ``tests/`` of a crate is a test target of its own."""
    if not unit.path.endswith(".rs") or not holds_tests(unit.definitions):
        return None
    for folder in _folders_up(unit.path):
        crate = project.files.get((folder, "Cargo.toml"))
        name = (
            next((d for d in crate.definitions if d.qualname == "package.name"), None)
            if crate
            else None
        )
        if crate and name:
            package = name.signature.partition("=")[2].strip().strip("\"'")
            command = f"cargo test -p {shlex.quote(package)}"
            inside = _inside(unit.path, folder).split("/")
            if inside[0] == "tests" and len(inside) > 1:
                command += f" --test {shlex.quote(inside[1].removesuffix('.rs'))}"
            return RunCommand(command, crate.path, name.line)
    return None


def _gradle_or_maven(unit: Unit, project: Project) -> RunCommand | None:
    if not unit.path.endswith((".java", ".kt")) or not holds_tests(unit.definitions):
        return None
    name = shlex.quote(unit.path.rpartition("/")[2].rpartition(".")[0])
    for folder in _folders_up(unit.path):
        for build, command in (
            ("build.gradle", f"./gradlew test --tests {name}"),
            ("build.gradle.kts", f"./gradlew test --tests {name}"),
            ("pom.xml", f"mvn test -Dtest={name}"),
        ):
            if build_file := project.files.get((folder, build)):
                return RunCommand(command, build_file.path, 1)
    return None


_RULES: Final[tuple[Callable[[Unit, Project], RunCommand | None], ...]] = (
    _python,
    _package_json,
    _go,
    _cargo,
    _gradle_or_maven,
    _cmake,
)


def _first_test(definitions: Sequence[Definition]) -> Definition | None:
    return next((definition for definition in definitions if _is_test(definition)), None)


def _is_test(definition: Definition) -> bool:
    """Called a test, made by a macro for tests, or marked as one; a class may only help."""
    if definition.kind == "test":
        return True
    if definition.kind not in ("function", "method"):
        return False
    marked = any(
        mark.rpartition(":")[2].rpartition(".")[2] in ("test", "Test", "ParameterizedTest")
        for mark in definition.decorators
    )
    return (
        marked or definition.name.startswith(("test", "Test")) or definition.name.endswith("Test")
    )


def _line(reference: Reference) -> int:
    return unpack_position(reference.positions[0])[0]


def _folders_up(path: str) -> Iterator[str]:
    """The folder of a file and all around it, the root (empty) last."""
    folder = path.rpartition("/")[0]
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def _inside(path: str, folder: str) -> str:
    return path[len(folder) + 1 :] if folder else path


def _split(path: str) -> tuple[str, str]:
    folder, _, name = path.rpartition("/")
    return folder, name


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
