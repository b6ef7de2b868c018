"""How one test is run: the command of its file, narrowed down to it.

What runs a file is known (`test_commands`); by its first words the runner is recognised, and each
has its own way to name a single test. Where it has none, or the name of the test is made while it
runs, there is no command for the one and that of the file stands.
"""

import re
import shlex
from collections.abc import Callable
from typing import Final, NamedTuple

from repobook.model.facts import Definition

_MARKS: Final = frozenset(["test", "Test", "ParameterizedTest", "rstest"])
_FUNCTIONS: Final = frozenset(["function", "method"])
_GTEST: Final = re.compile(r"(?:TYPED_)?TEST(?:_[FP])?\s*\(")
_PLAIN: Final = re.compile(r"[\w.]+", re.ASCII)
_CRATE_ROOTS: Final = frozenset(["lib", "main"])
# What a title of Tcl or a template literal puts in when it runs.
_COMPUTED: Final = re.compile(r"[$\[\]{}\\]|%[sdifjop]")


class Case(NamedTuple):
    """What is known of a test that is to be run alone."""

    path: str
    qualname: str
    name: str
    kind: str
    signature: str

    @property
    def owner(self) -> str:
        return self.qualname.removesuffix(self.name).rstrip(".")


def is_case(definition: Definition, names: str = "") -> bool:
    """Called a test, made by a macro for tests, or marked as one; a class may only help.

    ``names`` is the pattern of what the runner of its language takes for tests, if there is one.
    """
    if definition.kind == "test":
        return True
    if definition.kind not in _FUNCTIONS:
        return False
    name = definition.name
    if names:
        return re.match(names, name) is not None
    return is_marked(definition) or name.startswith(("test", "Test")) or name.endswith("Test")


def is_marked(definition: Definition) -> bool:
    """Whether it says of itself that it is a test, so that it is one among other code, too."""
    marks = {_last_name(mark) for mark in definition.decorators}
    return definition.kind in _FUNCTIONS and not marks.isdisjoint(_MARKS)


def _last_name(mark: str) -> str:
    """``test`` of ``tokio::test(flavor = "x")``."""
    return mark.partition("(")[0].replace("::", ".").rpartition(".")[2].strip()


def case_command(file_command: str, case: Case) -> str:
    """Empty where the runner of the file cannot run this one alone."""
    enter, found, inner = file_command.rpartition(" && ")
    words = shlex.split(inner)
    for start, narrowed in _RUNNERS:
        if tuple(words[: len(start)]) == start:
            command = narrowed(words, case)
            return f"{enter}{found}{command}" if command else ""
    return ""


def _pytest(words: list[str], case: Case) -> str:
    """``tests/test_a.py::TestA::test_one``."""
    return shlex.join([*words[:-1], "::".join([words[-1], *case.qualname.split(".")])])


def _unittest(words: list[str], case: Case) -> str:
    """A path becomes a module, since only that may be followed by names."""
    module = words[-1].removesuffix(".py").replace("/", ".")
    return shlex.join([*words[:-1], f"{module}.{case.qualname}"]) if case.owner else ""


def _script(words: list[str], case: Case) -> str:
    """What follows ``unittest.main()`` takes names of tests; a runner of all, the module."""
    if not case.owner:
        return ""
    if words[1:] == [case.path]:
        return shlex.join([*words, case.qualname])
    is_module = len(words) > 2 and not words[-1].endswith(".py")
    return shlex.join([*words[:-1], f"{words[-1]}.{case.qualname}"]) if is_module else ""


def _go(words: list[str], case: Case) -> str:
    """A benchmark runs only where it is asked for, and then besides all tests."""
    if case.kind != "function":
        return ""
    chosen = f"^{case.name}$"
    is_benchmark = case.name.startswith("Benchmark")
    return shlex.join([*words, "-run", *(["^$", "-bench", chosen] if is_benchmark else [chosen])])


def _titled(option: str) -> Callable[[list[str], Case], str]:
    """By its title, which the runner takes for an expression."""

    def narrowed(words: list[str], case: Case) -> str:
        if _COMPUTED.search(case.name):
            return ""
        return shlex.join([*words, option, re.sub(r"([.*+?^()|])", r"\\\1", case.name)])

    return narrowed


def _ava(words: list[str], case: Case) -> str:
    """By its whole title; ``*`` stands for anything and ``!`` before it for all others."""
    if _COMPUTED.search(case.name) or "*" in case.name or case.name.startswith("!"):
        return ""
    return shlex.join([*words, "--match", case.name])


def _cargo(words: list[str], case: Case) -> str:
    """By its whole path in the crate; a target of tests is a crate of its own."""
    modules = () if "--test" in words else _rust_modules(case.path)
    return shlex.join([*words, "::".join([*modules, *case.qualname.split(".")])])


def _rust_modules(path: str) -> tuple[str, ...]:
    """``a::b`` of ``src/a/b.rs`` and ``src/a/b/mod.rs``; of what is a program by itself none."""
    *folders, file = path.split("/")
    below = folders[len(folders) - folders[::-1].index("src") :] if "src" in folders else []
    if "src" not in folders or below[:1] == ["bin"]:
        return ()
    name = file.removesuffix(".rs")
    return (*below, name) if name != "mod" and (below or name not in _CRATE_ROOTS) else (*below,)


def _gradle(words: list[str], case: Case) -> str:
    return shlex.join([*words[:-1], f"{words[-1]}{_nested(case)}.{case.name}"])


def _maven(words: list[str], case: Case) -> str:
    return shlex.join([*words[:-1], f"{words[-1]}{_nested(case)}#{case.name}"])


def _nested(case: Case) -> str:
    """Classes within that of the file, as the virtual machine calls them: ``$Inner``."""
    return "".join(f"${name}" for name in case.owner.split(".")[1:])


def _ctest(words: list[str], case: Case) -> str:
    """CMake knows either each test of a suite or the program that holds them all."""
    if not _GTEST.match(case.signature) or not _PLAIN.fullmatch(case.qualname):
        return ""
    if words[-1] == case.owner:
        return shlex.join([*words[:-1], f"^{re.escape(case.qualname)}$"])
    return f"GTEST_FILTER={shlex.quote(case.qualname)} {shlex.join(words)}"


def _runtest(words: list[str], case: Case) -> str:
    return "" if _COMPUTED.search(case.name) else shlex.join([*words, "--only", case.name])


_RUNNERS: Final[tuple[tuple[tuple[str, ...], Callable[[list[str], Case], str]], ...]] = (
    (("pytest",), _pytest),
    (("python", "-m", "unittest"), _unittest),
    (("python",), _script),
    (("go", "test"), _go),
    (("npx", "vitest"), _titled("-t")),
    (("npx", "jest"), _titled("-t")),
    (("npx", "mocha"), _titled("-g")),
    (("npx", "ava"), _ava),
    (("cargo", "test"), _cargo),
    (("./gradlew", "test"), _gradle),
    (("mvn", "test"), _maven),
    (("ctest",), _ctest),
    (("./runtest",), _runtest),
)
