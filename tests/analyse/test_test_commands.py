"""How a test is run: a repository as a dictionary, and the command with the line that proves it."""

from collections.abc import Mapping

import pytest

from repobook.analyse.tests.test_commands import (
    RunCommand,
    holds_tests,
    is_helper,
    project_of,
    run_command,
)
from tests.fakes.units import unit, units


def _run(path: str, files: Mapping[str, str]) -> RunCommand | None:
    return run_command(unit(path, files[path]), project_of(units(files), frozenset(["run_tests"])))


PYTEST = "def test_a():\n    pass\n"
UNITTEST = "import unittest\n\nclass TestA(unittest.TestCase):\n    def test_a(self): ...\n"


@pytest.mark.parametrize(
    ("path", "files", "command"),
    [
        (
            "tests/test_a.py",
            {"tests/test_a.py": f"import pytest\n{PYTEST}"},
            RunCommand("pytest tests/test_a.py", "tests/test_a.py", 1),
        ),
        (
            "tests/test_a.py",
            {"tests/test_a.py": UNITTEST, "pyproject.toml": "[tool.pytest.ini_options]\n"},
            RunCommand("pytest tests/test_a.py", "pyproject.toml", 1),
        ),
        (
            "tests/basic/tests.py",
            {
                "tests/basic/tests.py": UNITTEST,
                "tests/runtests.py": "import argparse\nfrom django.test import utils\n",
                "tox.ini": "[testenv]\nchangedir = tests\n"
                "commands =\n    {envpython} runtests.py {posargs}\n",
            },
            RunCommand("cd tests && python runtests.py basic.tests", "tox.ini", 4),
        ),
        (
            "tests/unit/zset.tcl",
            {"tests/unit/zset.tcl": "test {ZADD adds} {\n}\n", "runtest": "#!/bin/sh\n"},
            RunCommand("./runtest --single unit/zset", "runtest", 1),
        ),
        (
            "tests/helper.tcl",
            {"tests/helper.tcl": "proc test_server {} {\n}\n", "runtest": "#!/bin/sh\n"},
            None,
        ),
        (
            "tests/cluster/slots.tcl",
            {
                "tests/cluster/slots.tcl": "test {slots} {\n}\n",
                "runtest": "#!/bin/sh\n",
                "runtest-cluster": "#!/bin/sh\n",
            },
            None,
        ),
        (
            "tests/test_a.py",
            {"tests/test_a.py": UNITTEST},
            RunCommand("python -m unittest tests/test_a.py", "tests/test_a.py", 1),
        ),
        (
            "test/test_a.py",
            {
                "test/test_a.py": "from lib.testing import run_tests\n"
                + PYTEST
                + 'if __name__ == "__main__":\n    run_tests()\n',
                "pytest.ini": "[pytest]\n",
            },
            RunCommand("python test/test_a.py", "test/test_a.py", 5),
        ),
        (
            "test_a.py",
            {"test_a.py": UNITTEST + "unittest.main()\n"},
            RunCommand("python test_a.py", "test_a.py", 5),
        ),
        (
            "tests/two words_test.py",
            {"tests/two words_test.py": PYTEST},
            RunCommand("pytest 'tests/two words_test.py'", "tests/two words_test.py", 1),
        ),
        (
            "tests/app/tests.py",
            {
                "tests/app/tests.py": UNITTEST,
                "tests/runtests.py": "",
                "tox.ini": "[testenv]\nchangedir = tests\n"
                "commands =\n    {envpython} runtests.py {posargs}\n",
            },
            RunCommand("cd tests && python runtests.py", "tox.ini", 4),
        ),
        (
            "test_a.py",
            {
                "test_a.py": PYTEST,
                "run_tests.py": "",
                "tox.ini": "[testenv]\ncommands = python ./run_tests.py -v\n",
            },
            RunCommand("python ./run_tests.py -v", "tox.ini", 2),
        ),
        (
            "tests/test_a.py",
            {"tests/test_a.py": f"import pytest\n{PYTEST}", "runtests.py": ""},
            RunCommand("pytest tests/test_a.py", "tests/test_a.py", 1),
        ),
        (
            "web/src/a.test.ts",
            {
                "web/src/a.test.ts": "it('adds', () => {});\n",
                "web/package.json": '{\n  "devDependencies": {\n    "vitest": "1"\n  }\n}\n',
            },
            RunCommand("cd web && npx vitest run src/a.test.ts", "web/package.json", 3),
        ),
        (
            "a.test.js",
            {
                "a.test.js": "it('adds', () => {});\n",
                "package.json": '{\n  "scripts": {\n    "test": "tap"\n  }\n}\n',
            },
            RunCommand("npm test -- a.test.js", "package.json", 3),
        ),
        (
            "test/a.ts",
            {
                "test/a.ts": "import test from 'node:test';\ntest('adds', () => {});\n",
                "package.json": '{\n  "scripts": {\n    "test": "xo && node --import=tsx/esm --test'
                ' test/*.ts && tsc"\n  }\n}\n',
            },
            RunCommand("node --import=tsx/esm --test test/a.ts", "package.json", 3),
        ),
        (
            "test/a.js",
            {
                "test/a.js": "it('adds', () => {});\n",
                "package.json": '{\n  "scripts": {\n    "test": "tap test/ && tsd"\n  }\n}\n',
            },
            RunCommand("npm test", "package.json", 3),
        ),
        (
            "pkg/a_test.go",
            {"pkg/a_test.go": 'package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n'},
            RunCommand("go test ./pkg", "pkg/a_test.go", 5),
        ),
        (
            "pkg/a_test.go",
            {"pkg/a_test.go": "package a_test\n\nfunc Testing() {}\n\nfunc ExampleA() {}\n"},
            RunCommand("go test ./pkg", "pkg/a_test.go", 5),
        ),
        (
            "crates/x/tests/io.rs",
            {
                "crates/x/tests/io.rs": "#[test]\nfn reads() {}\n",
                "crates/x/Cargo.toml": '[package]\nname = "x"\n',
            },
            RunCommand("cargo test -p x --test io", "crates/x/Cargo.toml", 2),
        ),
        (
            "test/a.js",
            {
                "test/a.js": "test('a', t => t.pass())\n",
                "package.json": '{\n"scripts": {"test": "ava"},\n"devDependencies": {"ava": "6"}}',
            },
            RunCommand("npx ava test/a.js", "package.json", 3),
        ),
        (
            "src/test/java/FooTest.java",
            {
                "src/test/java/FooTest.java": "class FooTest {\n  @Test void a() {}\n}\n",
                "pom.xml": "<project/>\n",
            },
            RunCommand("mvn test -Dtest=FooTest", "pom.xml", 1),
        ),
        (
            "test/a_test.cpp",
            {
                "test/a_test.cpp": "#include <gtest/gtest.h>\nTEST(A, B) {}\n",
                "test/CMakeLists.txt": "add_executable(x a_test.cpp)\nadd_test(NAME a COMMAND x)\n",
            },
            RunCommand("ctest -R a", "test/CMakeLists.txt", 2),
        ),
        (
            "test/a_test.cpp",
            {
                "test/a_test.cpp": "#include <gtest/gtest.h>\nTEST(Adds, B) {}\n",
                "CMakeLists.txt": "add_executable(x test/a_test.cpp)\ngtest_discover_tests(x)\n",
            },
            RunCommand("ctest -R Adds", "CMakeLists.txt", 2),
        ),
    ],
)
def test_a_test_is_run_as_its_repository_does(
    path: str, files: dict[str, str], command: RunCommand
) -> None:
    assert _run(path, files) == command


def test_a_file_that_only_helps_has_no_command() -> None:
    files = {"tests/helper.py": "def make():\n    pass\n", "pytest.ini": "[pytest]\n"}
    assert _run("tests/helper.py", files) is None
    assert not holds_tests(unit("tests/helper.py", files["tests/helper.py"]))


@pytest.mark.parametrize(
    "tox",
    [
        "",
        "[testenv]\ncommands = python -m other\n",
        "[testenv]\ncommands = {toxinidir}/x runtests.py\n",
        "[testenv]\nchangedir = docs\ncommands = python runtests.py\n",
    ],
)
def test_nothing_is_said_where_nobody_tells_how_a_runner_is_started(tox: str) -> None:
    files = {"tests/a/tests.py": UNITTEST, "tests/runtests.py": "", "tox.ini": tox}
    assert _run("tests/a/tests.py", files) is None


def test_nothing_is_guessed_where_no_build_file_lists_the_test() -> None:
    assert _run("a_test.cpp", {"a_test.cpp": "#include <gtest/gtest.h>\nTEST(A, B) {}\n"}) is None


def test_a_deep_path_is_looked_up_to_the_root() -> None:
    path = "/".join(["d"] * 3000) + "/test_a.py"
    assert _run(path, {path: PYTEST, "pytest.ini": "[pytest]\n"}) == RunCommand(
        f"pytest {path}", "pytest.ini", 1
    )


def test_a_class_that_is_only_called_a_test_holds_none() -> None:
    made = unit("src/TestValueFactory.kt", "class TestValueFactory { fun make() = 1 }\n")
    assert not holds_tests(made)
    case = unit("src/GridTest.kt", "class GridTest { @Test fun cuts() {} }\n")
    assert holds_tests(case)


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("tests/unit/type/list.tcl", False),
        ("tests/support/list.tcl", True),
        ("tests/test_helper.tcl", True),
        ("t/data/list.pl", True),
        ("", False),
    ],
)
def test_helpers_are_known_by_where_they_lie(path: str, is_one: bool) -> None:
    assert is_helper(path) == is_one
