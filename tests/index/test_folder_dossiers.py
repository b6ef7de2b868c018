"""A small repository, and what is told of its folders."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from repobook.index.reader.folder.folder_dossiers import FolderReader
from repobook.index.reader.open_index import open_index
from repobook.index.reader.repository.repository_dossier import Chapters, repository_dossier
from repobook.model.dossiers.dossier import Repository
from repobook.model.dossiers.folder_dossier import Coverage, Neighbour, Place, Words
from tests.fakes.books import make_book
from tests.fakes.documents import document
from tests.fakes.trees import write_tree

FILES: dict[str, str | bytes] = {
    "README.md": "# Demo\n\nA demo of folders.\n\n- [app](app) - The program that people start.\n"
    "\nSee [the core](lib/core.py).\n",
    "Makefile": "all:\n\techo\n",
    "app/__init__.py": '"""Starts things."""\n',
    "app/main.py": "from lib.core import run\n\nif __name__ == '__main__':\n    run()\n",
    "app/deep/x.py": "from lib.core import run\n\n\ndef go():\n    run()\n",
    "lib/core.py": "def run():\n    pass\n\n\ndef unused():\n    pass\n",
    "lib/logo.png": b"\x89PNG\0",
    "wrap/src/x.py": "from wrap.src.y import z\n\nz()\n",
    "wrap/src/y.py": "def z():\n    pass\n",
    "wrap/src/v.py": "from wrap.src.y import z\n\nz()\n",
    "wrap/src/w.py": "from wrap.src.y import z\n\nz()\n",
    "tests/test_core.py": "from lib.core import run\n\n\ndef test_run():\n    run()\n",
    **{f"skips/Test{n}.test_x": "" for n in range(25)},
}


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[apsw.Connection]:
    folder: Path = tmp_path_factory.mktemp("folders")
    make_book(write_tree(folder / "tree", FILES), folder / "demo.book")
    opened = open_index(folder / "demo.book")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def reader(db: apsw.Connection) -> FolderReader:
    return FolderReader(db, Repository("demo", ""), lambda path: document(str(FILES[path]), path))


def test_every_folder_is_told_of(reader: FolderReader) -> None:
    assert reader.folders() == ("", "app", "app/deep", "lib", "skips", "tests", "wrap", "wrap/src")


def test_folder_counts_all_that_lies_below(reader: FolderReader) -> None:
    root = reader.folder("")
    assert (root.n_files, [child.path for child in root.folders]) == (
        len(FILES),
        ["app", "lib", "skips", "tests", "wrap"],
    )
    assert [child.n_files for child in root.folders] == [3, 2, 25, 1, 4]


def test_a_file_that_is_called_like_its_folder_speaks_for_it(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "go.mod": "module example.org/x\n",
        "remote/remote.go": "// Package remote asks others for settings.\npackage remote\n",
        "remote/util.go": "// Some helpers.\npackage remote\n",
    }
    make_book(write_tree(tmp_path / "tree", files), tmp_path / "book")
    with closing(open_index(tmp_path / "book")) as opened:
        found = [*FolderReader(opened, Repository("demo", "")).docs.words("remote")]
    text = "Package remote asks others for settings."
    assert found == [Words(text, "remote/remote.go", 1, 1)]


def test_words_come_from_own_files_and_then_from_documents(reader: FolderReader) -> None:
    assert reader.folder("app").words == (
        Words("Starts things.", "app/__init__.py", 1, 1),
        Words("The program that people start.", "README.md", 5, 5),
    )
    assert reader.folder("").words == (Words("A demo of folders.", "README.md", 3, 3),)


def test_a_package_speaks_for_the_folder_that_it_packages(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "pyproject.toml": '[project]\nname = "web"\ndescription = "A client for the web."\n',
        "web/__init__.py": "from .get import get\n",
        "web/get.py": "def get():\n    pass\n",
    }
    make_book(write_tree(tmp_path / "tree", files), tmp_path / "web.book")
    with closing(open_index(tmp_path / "web.book")) as db:
        folder = FolderReader(db, Repository("web", "")).folder("web")
    assert folder.words == (Words("A client for the web.", "pyproject.toml", 3, 3),)


def test_documents_elsewhere_speak_of_a_folder(reader: FolderReader) -> None:
    (mention,) = reader.folder("lib").mentions
    assert (mention.file.path, mention.n_files, mention.example) == (
        "README.md",
        1,
        Place("README.md", 7),
    )


def test_uniform_markers_are_one_line(reader: FolderReader) -> None:
    skips = reader.folder("skips")
    assert (skips.files, skips.markers) == ((), (("*.test_x", 25),))


def test_children_lean_on_each_other_by_pairs_of_files(reader: FolderReader) -> None:
    edges = [(edge.source, edge.target, edge.n) for edge in reader.folder("").edges]
    assert edges == [("app", "lib", 2)]
    edge = reader.folder("").edges[0]
    assert (edge.example, edge.to) == (Place("app/deep/x.py", 1), "lib/core.py")


def test_parts_are_told_where_one_child_holds_all(reader: FolderReader) -> None:
    wrap = reader.folder("wrap")
    assert wrap.inner == "wrap/src"
    assert {edge.target for edge in wrap.edges} == {"wrap/src/y.py"}
    assert reader.folder("tests").inner == "tests"


def test_outside_is_told_where_the_ways_part(reader: FolderReader) -> None:
    assert reader.folder("app/deep").edges_out == (Neighbour("lib", True, 1, 0),)
    assert reader.folder("lib").edges_in == (
        Neighbour("app", True, 2, 0),
        Neighbour("tests", True, 0, 1),
    )


def test_key_file_tells_what_others_use_of_it(reader: FolderReader) -> None:
    (key_file,) = reader.folder("lib").key_files
    assert [(o.name, o.n_users, o.place) for o in key_file.offers] == [
        ("run", 3, Place("lib/core.py", 1, 2))
    ]
    assert key_file.dependent_folders == (("app", 1), ("app/deep", 1))


def test_entries_and_tests(reader: FolderReader) -> None:
    assert reader.folder("app").entries == (Place("app/main.py", 3),)
    lib = reader.folder("lib")
    assert (lib.coverage, lib.n_tests) == (Coverage(1, 1), 1)
    assert [(test.path, test.n_files) for test in lib.tests] == [("tests/test_core.py", 1)]


def test_a_file_that_holds_its_own_tests_is_tested(tmp_path: Path) -> None:
    text = "pub fn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn works() {}\n}\n"
    files: dict[str, str | bytes] = {"src/a.rs": text, "src/b.rs": "pub fn b() {}\n"}
    make_book(write_tree(tmp_path / "tree", files), tmp_path / "demo.book")
    db = open_index(tmp_path / "demo.book")
    assert FolderReader(db, Repository("demo", "")).folder("src").coverage == Coverage(2, 1)
    db.close()


def test_tests_in_a_folder_have_their_commands(reader: FolderReader) -> None:
    tests = reader.folder("tests")
    assert [(file.path, command.text) for file, command in tests.own_tests] == [
        ("tests/test_core.py", "pytest tests/test_core.py")
    ]
    assert reader.folder("lib").own_tests == ()


def test_repository_accounts_for_every_file(reader: FolderReader) -> None:
    whole = repository_dossier(Chapters(reader, {}), Repository("demo", ""), {"commit": "c0ffee"})
    assert whole.n_documented + sum(listed.n for listed in whole.listed) == whole.n_files
    assert [(listed.reason, listed.paths, listed.markers) for listed in whole.listed] == [
        ("empty marker file", (), (("skips", "*.test_x", 25),)),
        ("binary file", ("lib/logo.png",), ()),
    ]
    assert [(b.file.path, [s.name for s in b.steps]) for b in whole.build_files] == [
        ("Makefile", ["all"])
    ]


def test_a_chapter_that_did_not_change_is_remembered(reader: FolderReader) -> None:
    first = Chapters(reader, {})
    assert first.of("lib") == reader.chapter("lib")
    again = Chapters(reader, first.stored)
    assert again.of("lib") == reader.chapter("lib")
    assert again.stored == first.stored
