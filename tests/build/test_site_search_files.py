"""The search of the site: what it finds, and that edits make it what a full build would."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from repobook.index.reader.repository import name_index, site_names
from repobook.text.naming.shard_keys import LETTERS
from repobook.verify.verify import verify
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.search_shards import shard_value
from tests.fakes.trees import git, make_repository, write_tree

TREE: dict[str, str | bytes] = {
    "pkg/engine.py": '"""Engines."""\n\n\nclass Engine:\n    def start(self):\n        return 1\n',
    "pkg/car.py": (
        "from pkg.engine import Engine\n\n\nclass FastRedCar:\n    def start(self):\n"
        "        return Engine().start()\n"
    ),
    "tests/test_car.py": (
        "from pkg.car import FastRedCar\n\n\ndef test_start():\n    assert FastRedCar().start()\n"
    ),
    "logo.png": b"\x89PNG\0\0",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("search")
    make_book(write_tree(folder / "repo", TREE), folder / "repo.book")
    return folder / "repo.book"


def _shard(book: Path, name: str) -> Any:
    text = (book / "site" / "book-index" / f"{name}.js").read_text()
    return shard_value(text)


def test_a_name_is_told_with_all_its_definitions(book: Path) -> None:
    _, names, paths, faces, _, texts = _shard(book, "n-s")
    [(name, n_all, n_tests, numbers)] = names
    assert (name, n_all, n_tests) == ("start", 2, 0)
    assert [paths[n] for n in numbers[0::4]] == [" pkg/car.py", "$engine.py"]
    assert [texts[n] for n in numbers[2::4]] == ["FastRedCar.", "Engine."]
    assert {texts[n] for n in faces} == {"source 1 Python"}


def test_definitions_in_tests_are_counted(book: Path) -> None:
    _, [(name, n_all, n_tests, _)], *_ = _shard(book, "n-t")
    assert (name, n_all, n_tests) == ("test_start", 1, 1)


def test_words_and_initials_lead_to_names_that_not_only_tests_define(book: Path) -> None:
    assert _shard(book, "w-r") == [1, [["red", 1, ["FastRedCar"]]]]
    assert ["~frc", 1, ["FastRedCar"]] in _shard(book, "w-f")[1]
    assert [word for word, *_ in _shard(book, "w-s")[1]] == ["start"]
    assert _shard(book, "w-s")[1][0][2] == ["start"]


def test_keywords_lead_to_files(book: Path) -> None:
    _, keywords, paths, *_ = _shard(book, "k-e")
    numbers = next(files for word, _, files in keywords if word == "engine")
    assert paths[numbers[0]].endswith("engine.py")


def test_where_there_is_room_documentation_and_commits_lead_to_files(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    make_repository(root, TREE)
    _commit(root, "other documentation", "Ignite earlier")
    make_book(root, tmp_path / "small.book")
    assert _words(tmp_path / "small.book", "k-p") >= {"petrol", "pkg"}
    assert "ignite" in _words(tmp_path / "small.book", "k-i")


def _commit(root: Path, edit: str, subject: str) -> None:
    write_tree(root, EDITS[edit])
    git(root, "commit", "-q", "-a", "-m", subject)


def _words(book: Path, shard: str) -> set[str]:
    return {word for word, *_ in _shard(book, shard)[1]}


def test_a_commit_makes_the_search_of_a_full_build(tmp_path: Path) -> None:
    root, book = tmp_path / "repo", tmp_path / "repo.book"
    make_repository(root, TREE)
    make_book(root, book)
    _commit(root, "a comment", "Paint it")
    make_book(root, book)
    assert "paint" in _words(book, "k-p")
    make_book(root, tmp_path / "full.book", use_cache=False)
    assert_same_book(book, tmp_path / "full.book")
    assert verify(book, str(root), 1).problems == ()


def test_all_paths_are_told(book: Path) -> None:
    paths, faces, elsewhere, texts = _shard(book, "p-0")
    assert len(paths) == len(faces) == 4
    assert elsewhere == []
    assert texts[faces[0]].split(" ")[0].endswith("*")  # the picture has no page


EDITS: dict[str, dict[str, str | bytes]] = {
    "a comment": {"pkg/car.py": f"# red {TREE['pkg/car.py']!s}".replace("# red ", "# red\n")},
    "a new name": {"pkg/engine.py": f"{TREE['pkg/engine.py']!s}\n\ndef stop():\n    pass\n"},
    "another class around a method": {
        "pkg/engine.py": str(TREE["pkg/engine.py"]).replace("Engine:", "Motor:")
    },
    "a new file that depends on one": {"pkg/van.py": "from pkg.engine import Engine\n\nEngine()\n"},
    "other documentation": {
        "pkg/engine.py": str(TREE["pkg/engine.py"]).replace("Engines.", "Combustion of petrol.")
    },
    "a file that is gone": {"tests/test_car.py": ""},
}


@pytest.mark.parametrize("n_many", [0, 20_000])
@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_makes_the_search_of_a_full_build(
    edit: str, n_many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name_index, "_MANY_SYMBOLS", n_many)
    root, book = write_tree(tmp_path / "repo", TREE), tmp_path / "repo.book"
    make_book(root, book)
    write_tree(root, EDITS[edit])
    if edit == "a file that is gone":
        (root / "tests/test_car.py").unlink()
    make_book(root, book)
    make_book(root, tmp_path / "full.book", use_cache=False)
    assert_same_book(book, tmp_path / "full.book")
    assert verify(book, str(root), 1).problems == ()


@pytest.mark.parametrize("has_room", [True, False])
def test_names_and_keywords_are_read_once_for_all_letters(tmp_path: Path, has_room: bool) -> None:
    names = ["XMLparser", "HTTPServer", "_private", "élan", "Élan9", "fp16", "a1b2", "x9Yz"]
    body = "".join(f"def {name}(): pass\n\n\n" for name in names)
    make_book(write_tree(tmp_path / "repo", {"a.py": body}), tmp_path / "book")
    db = apsw.Connection(str(tmp_path / "book" / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    asked: list[str] = []

    def noted(cursor: apsw.Cursor, query: str, values: object) -> bool:
        asked.append(query)
        return True

    db.exec_trace = noted
    reader = site_names.SiteIndexReader(db, has_room=has_room)
    found = {one.name for letter in LETTERS for one in reader.names(letter)}
    assert found == set(names)
    assert [word.word for word in reader.words("p")] == ["private"]
    assert [letter for letter in LETTERS if reader.keywords(letter)]
    for table in ("SELECT DISTINCT name FROM symbol", "SELECT file, ranked FROM file_keywords"):
        assert sum(query.startswith(table) for query in asked) == 1
    db.close()
