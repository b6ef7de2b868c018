"""How one test is run: the command of its file, the test, and the command that runs it alone."""

import pytest

from repobook.analyse.tests.case_commands import Case, case_command, is_case
from tests.fakes.units import unit

_CASES = [
    ("pytest tests/test_a.py", "A.test_x", "method", "", "pytest tests/test_a.py::A::test_x"),
    (
        "pytest 'two words/test_a.py'",
        "test_x",
        "function",
        "",
        "pytest 'two words/test_a.py::test_x'",
    ),
    (
        "python -m unittest tests/test_a.py",
        "A.test_x",
        "method",
        "",
        "python -m unittest tests.test_a.A.test_x",
    ),
    ("python test/test_a.py", "A.test_x", "method", "", "python test/test_a.py A.test_x"),
    ("python test/test_a.py", "test_x", "function", "", ""),
    (
        "cd tests && python runtests.py basic.tests",
        "A.test_x",
        "method",
        "",
        "cd tests && python runtests.py basic.tests.A.test_x",
    ),
    ("cd tests && python runtests.py", "A.test_x", "method", "", ""),
    ("go test ./pkg", "TestX", "function", "", "go test ./pkg -run '^TestX$'"),
    ("go test ./pkg", "ExampleX", "function", "", "go test ./pkg -run '^ExampleX$'"),
    (
        "go test ./pkg",
        "BenchmarkX",
        "function",
        "",
        "go test ./pkg -run '^$' -bench '^BenchmarkX$'",
    ),
    ("go test ./pkg", "Suite.TestX", "method", "", ""),
    (
        "npx vitest run a.spec.ts",
        "adds (two)",
        "test",
        "",
        r"npx vitest run a.spec.ts -t 'adds \(two\)'",
    ),
    ("npx jest a.test.js", "adds ${n}", "test", "", ""),
    ("cd web && npx mocha a.js", "adds", "test", "", "cd web && npx mocha a.js -g adds"),
    ("npx ava test/a.ts", "adds two", "test", "", "npx ava test/a.ts --match 'adds two'"),
    ("npx ava test/a.ts", "adds *", "test", "", ""),
    ("cargo test -p lib", "tests.adds", "function", "", "cargo test -p lib tests::adds"),
    ("cargo test -p lib --test io", "reads", "function", "", "cargo test -p lib --test io reads"),
    (
        "./gradlew test --tests ATest",
        "ATest.adds",
        "method",
        "",
        "./gradlew test --tests ATest.adds",
    ),
    (
        "./gradlew test --tests a.ATest",
        "ATest.Inner.adds",
        "method",
        "",
        "./gradlew test --tests 'a.ATest$Inner.adds'",
    ),
    ("mvn test -Dtest=ATest", "ATest.adds", "method", "", "mvn test '-Dtest=ATest#adds'"),
    (
        "mvn test -Dtest=ATest",
        "ATest.Inner.Most.adds",
        "method",
        "",
        "mvn test '-Dtest=ATest$Inner$Most#adds'",
    ),
    ("ctest -R Grid", "Grid.Adds", "test", "TEST(Grid, Adds)", r"ctest -R '^Grid\.Adds$'"),
    (
        "ctest -R all",
        "Grid.Adds",
        "test",
        "TEST_F(Grid, Adds)",
        "GTEST_FILTER=Grid.Adds ctest -R all",
    ),
    ("ctest -R all", "adds two", "test", 'TEST_CASE("adds two")', ""),
    (
        "./runtest --single unit/a",
        "ZADD x",
        "test",
        "",
        "./runtest --single unit/a --only 'ZADD x'",
    ),
    ("./runtest --single unit/a", "ZADD $x", "test", "", ""),
    ("make check", "test_x", "function", "", ""),
]


@pytest.mark.parametrize(("of_file", "qualname", "kind", "signature", "expected"), _CASES)
def test_one_test_is_run_alone(
    of_file: str, qualname: str, kind: str, signature: str, expected: str
) -> None:
    name = qualname if kind == "test" and " " in qualname else qualname.rpartition(".")[2]
    case = Case("test/test_a.py", qualname, name, kind, signature)
    assert case_command(of_file, case) == expected


def test_what_is_called_or_marked_as_a_test_is_one_and_helpers_are_not() -> None:
    text = (
        "class TestA:\n    def test_x(self): ...\n    def make(self): ...\n\n\ndef setup(): ...\n"
    )
    found = unit("tests/test_a.py", text).definitions
    assert [d.qualname for d in found if is_case(d)] == ["TestA.test_x"]
    rust = "#[tokio::test]\nasync fn adds() {}\n\nfn helper() {}\n"
    assert [d.name for d in unit("tests/a.rs", rust).definitions if is_case(d)] == ["adds"]
