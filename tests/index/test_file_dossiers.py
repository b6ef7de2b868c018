"""What the index knows about a file, gathered for its pages."""

from pathlib import Path

import apsw

from repobook.index.reader.file.file_dossiers import FileDossiers, SourceText
from repobook.index.record import decode_facts, encode_facts
from repobook.languages import parse
from repobook.model.dossiers.dossier import FileDossier, Repository
from repobook.model.facts import FileFacts
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

TREE: dict[str, str | bytes] = {
    "pkg/__init__.py": "",
    "pkg/core.py": '"""The core."""\n\n\ndef solve(x):\n    return x\n',
    "pkg/sure.py": "from pkg.core import solve\n\nprint(solve(1))\n",
    "pkg/maybe.py": "def g(thing):\n    thing.solve()\n    thing.solve()\n    thing.solve()\n",
    "tests/test_core.py": (
        "from pkg.core import solve\n\n\ndef test_solve():\n    assert solve(2)\n"
    ),
}


def _gathered(tmp_path: Path, path: str) -> FileDossier:
    root = write_tree(tmp_path / "root", dict(TREE))
    make_book(root, tmp_path / "book")
    db = apsw.Connection(str(tmp_path / "book/book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    return _dossier(db, path, TREE)


def _dossier(db: apsw.Connection, path: str, tree: dict[str, str | bytes]) -> FileDossier:
    texts = {name: str(text).split("\n") for name, text in tree.items()}
    dossiers = FileDossiers(
        db,
        Repository("demo", ""),
        lambda name: texts.get(name, ()),
    )
    facts: FileFacts = parse("Python", str(tree[path]).encode())
    record = decode_facts(encode_facts(facts))
    return dossiers.gather(path, record, SourceText(str(tree[path]))).dossier


def test_who_surely_uses_a_symbol_is_told_before_who_may(tmp_path: Path) -> None:
    (symbol,) = _gathered(tmp_path, "pkg/core.py").symbols
    assert [path for path, _ in symbol.uses.top] == ["pkg/sure.py", "tests/test_core.py"]


def test_examples_come_from_tests_first_and_show_their_code(tmp_path: Path) -> None:
    first = _gathered(tmp_path, "pkg/core.py").examples[0]
    assert (first.path, first.line, first.code) == ("tests/test_core.py", 5, "assert solve(2)")
    assert first.is_test
    assert first.within == "test_solve"


def test_only_files_that_were_asked_for_are_looked_at(tmp_path: Path) -> None:
    dossier = _gathered(tmp_path, "pkg/core.py")
    assert dossier.known["pkg/sure.py"].language == "Python"
    assert [edge.path for edge in dossier.edges_in if edge.kind == "import"] == [
        *("pkg/sure.py", "tests/test_core.py"),
    ]
    assert [test.path for test in dossier.tests] == ["tests/test_core.py"]


def test_a_test_knows_only_tested_files_that_its_page_may_show(tmp_path: Path) -> None:
    """What it has nothing but similar names with may come and go without its page."""
    tree = TREE | {"pkg/solver.py": "def solve_all_at_once(y):\n    return y\n"}
    tree["tests/test_core.py"] = str(TREE["tests/test_core.py"]) + "\n\ndef solve_all(): ...\n"
    root = write_tree(tmp_path / "root", tree)
    make_book(root, tmp_path / "book")
    db = apsw.Connection(str(tmp_path / "book/book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    ranked = {path for (path,) in db.execute("SELECT path FROM tests")}
    assert ranked >= {"pkg/core.py", "pkg/solver.py"}
    dossier = _dossier(db, "tests/test_core.py", tree)
    assert [path for path, _ in dossier.tested] == ["pkg/core.py"]
