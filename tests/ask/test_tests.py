"""Tests for a file or a symbol: a small book with known rows, and the answers to questions."""

import json
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from repobook.ask.tests.single_tests import UsingTest
from repobook.ask.tests.tests_answer import CoveringTest, CoveringTests, best_tests
from repobook.index.reader.book_reader import BookReader
from repobook.index.record import encode_tests
from repobook.model.answers import Matches, Nothing
from repobook.model.graph import Reason
from tests.fakes.books import make_book, run
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "lib/a.py": "def f():\n    pass\n\n\ndef g():\n    pass\n",
    "lib/b.py": "def h():\n    pass\n",
    "tests/test_one.py": "from lib.a import g\n\n\ndef test_g():\n    g()\n",
    "tests/test_two.py": "def test_x():\n    pass\n",
}
_TESTS = [
    ("tests/test_two.py", 1.5, (Reason("together", n=2),)),
    ("tests/test_one.py", 1.25, (Reason("import", (), (1,)),)),
]
_COMMANDS = {"tests/test_one.py": "pytest tests/test_one.py"}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("testing")
    make_book(write_tree(folder / "root", _TREE), folder / "root.book")
    _write_tests(folder / "root.book")
    return folder / "root.book"


def _write_tests(book: Path) -> None:
    """What the build found is replaced by what these questions are about."""
    db = apsw.Connection(str(book / "book.db"))
    ids = dict(db.execute("SELECT path, id FROM file"))
    links = [(ids[path], score, reasons) for path, score, reasons in _TESTS]
    db.execute("DELETE FROM file_tests; DELETE FROM test_command")
    db.execute("INSERT INTO file_tests VALUES (?, ?)", (ids["lib/a.py"], encode_tests(links)))
    for path, command in _COMMANDS.items():
        db.execute("INSERT INTO test_command VALUES (?, ?, ?, 1)", (ids[path], command, path))
    db.close()


@pytest.fixture(scope="module")
def reader(book: Path) -> Iterator[BookReader]:
    reader = BookReader(book)
    yield reader
    reader.close()


def _found(reader: BookReader, target: str) -> CoveringTests:
    answer = best_tests(reader, target, 10)
    assert isinstance(answer, CoveringTests)
    return answer


def test_the_tests_of_a_file_come_in_their_order(reader: BookReader) -> None:
    answer = _found(reader, "a.py")
    assert answer.tests == (
        CoveringTest("tests/test_two.py", 1, 1.5, ("changed together 2 times",), ""),
        CoveringTest(
            "tests/test_one.py",
            2,
            1.25,
            ("imports it (line 1)",),
            "pytest tests/test_one.py",
            (UsingTest("tests/test_one.py::test_g", 5, 1, "pytest tests/test_one.py::test_g"),),
            1,
        ),
    )
    assert (answer.path, answer.n_test_files, answer.n_unparsed) == ("lib/a.py", 2, 0)


def test_tests_that_use_a_symbol_come_first(reader: BookReader) -> None:
    answer = _found(reader, "lib/a.py::g")
    assert [(test.path, test.rank) for test in answer.tests] == [
        ("tests/test_one.py", 1),
        ("tests/test_two.py", 2),
    ]
    assert [test.reasons for test in answer.tests] == [
        ("uses it (line 5)",),
        ("a test of lib/a.py",),
    ]
    assert [case.id for case in answer.tests[0].cases] == ["tests/test_one.py::test_g"]
    scores = [test.score for test in answer.tests]
    assert scores == sorted(scores, reverse=True)


def test_a_test_tells_how_it_is_run(reader: BookReader) -> None:
    answer = _found(reader, "tests/test_one.py")
    assert (answer.role, answer.command) == ("test", "pytest tests/test_one.py")


def test_what_is_not_there_is_not_guessed(reader: BookReader) -> None:
    assert isinstance(best_tests(reader, "nothing_like_it", 10), Nothing)
    assert isinstance(best_tests(reader, "x'; DROP TABLE file; --", 10), Nothing)


def test_a_name_of_several_things_lists_them(tmp_path: Path) -> None:
    tree: dict[str, str | bytes] = {"a/x.py": "def f(): ...\n", "b/x.py": "def f(): ...\n"}
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    files, symbols = best_tests(reader, "x.py", 10), best_tests(reader, "f", 10)
    reader.close()
    assert isinstance(files, Matches)
    assert [file.path for file in files.files] == ["a/x.py", "b/x.py"]
    assert isinstance(symbols, CoveringTests)
    assert (symbols.path, [o.path for o in symbols.others.symbols]) == ("a/x.py", ["b/x.py"])


def test_of_many_tests_that_use_it_those_called_like_it_come_first(tmp_path: Path) -> None:
    """Even where the first fifty by path are others; what a test defines for itself is no test."""
    call = "from lib.line import Line\n\n\ndef test_{}():\n    def test_inner():\n        Line()\n"
    tree: dict[str, str | bytes] = {"lib/line.py": "class Line: ...\n"}
    tree |= {f"tests/test_a{n:02}.py": call.format("x") for n in range(60)}
    tree["tests/test_z.py"] = call.format("line_ends")
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    answer = _found(reader, "Line")
    reader.close()
    assert answer.tests[0].path == "tests/test_z.py"
    assert [case.name for case in answer.tests[0].cases] == ["test_line_ends"]


def test_what_is_only_called_like_a_test_is_none(tmp_path: Path) -> None:
    tree: dict[str, str | bytes] = {
        "package.json": '{"devDependencies": {"vitest": "1"}}\n',
        "src/line.ts": "export function draw() {}\n",
        "src/line.test.ts": (
            "import { draw } from './line'\n\nfunction TestLine() { draw() }\n\n"
            "it('draws', () => { draw() })\n"
        ),
        "go.mod": "module line\n",
        "line.go": "package line\n\nfunc Paint() {}\n",
        "line_test.go": (
            "package line\n\nfunc testPaint() { Paint() }\n\n"
            "func TestPaint(t *testing.T) { Paint() }\n"
        ),
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    named = [_found(reader, name).tests[0].cases for name in ("draw", "Paint")]
    reader.close()
    assert [[case.name for case in cases] for cases in named] == [["draws"], ["TestPaint"]]


def test_a_test_that_is_called_like_a_symbol_is_one_of_it(tmp_path: Path) -> None:
    case = "const f = require('..')\nit('works', () => {})\n"
    tree: dict[str, str | bytes] = {
        "package.json": '{"scripts": {"test": "mocha"}, "devDependencies": {"mocha": "1"}}\n',
        "lib/response.js": "var res = {};\nres.json = function (x) {};\nmodule.exports = res;\n",
        **{f"test/res.{name}.js": case for name in ("append", "json", "type")},
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    first, *_ = _found(reader, "res.json").tests
    reader.close()
    assert (first.path, first.reasons) == ("test/res.json.js", ("has the same name",))


def test_the_command_prints_tests_with_reasons_and_how_to_run_them(book: Path) -> None:
    done = run("tests", "lib/a.py", "--book", str(book), cwd=book.parent)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().splitlines() == [
        "lib/a.py:1",
        "tests/test_two.py:1  1.50",
        "    changed together 2 times",
        "tests/test_one.py:5  1.25",
        "    imports it (line 1)",
        "    run: pytest tests/test_one.py",
        "    tests/test_one.py:5  pytest tests/test_one.py::test_g",
    ]
    assert done.stderr == b"covered: 2 test files searched, 0 files with parse problems\n"


def test_the_command_gives_the_same_as_json_and_says_when_it_cut(book: Path) -> None:
    done = run("tests", "lib/a.py", "-n", "1", "--json", "--book", str(book), cwd=book.parent)
    told = json.loads(done.stdout)
    assert (told["command"], told["truncated"]) == ("tests", True)
    assert [test["path"] for test in told["data"]["tests"]] == ["tests/test_two.py"]


def test_the_command_says_that_there_are_none_and_what_was_covered(book: Path) -> None:
    done = run("tests", "lib/b.py", "--book", str(book), cwd=book.parent)
    assert done.returncode == 1
    assert b"no tests found; covered: 2 test files searched" in done.stderr
