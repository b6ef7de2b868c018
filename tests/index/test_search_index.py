"""The search index of a small book: what is found, in which order, and what is told of it."""

from pathlib import Path

import pytest

from repobook.errors import RepobookError
from repobook.index.search.search_index import SearchIndex
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

ALIKE = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
PATH_ALONE = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
TREE: dict[str, str | bytes] = {
    "doors.py": '"""Opens doors."""\n\n\ndef push_door():\n    return handle\n',
    "walls.py": "def paint_wall():\n    return 'a wall and a door'\n",
    "docs/windows.md": "# Windows\n\nThey open like a `doorHandle`.\n",
    "empty.py": "",
    "blob.bin": b"\0\1",
}


@pytest.fixture
def index(tmp_path: Path) -> SearchIndex:
    return _index(tmp_path, TREE)


def test_files_come_by_score_with_what_is_known_of_them(index: SearchIndex) -> None:
    found = index.matching('"door"', (ALIKE, PATH_ALONE), 9)
    assert [match.path for match in found] == ["doors.py", "docs/windows.md", "walls.py"]
    assert found[0].language == "Python"
    assert found[0].role == "source"
    assert found[0].scores[0] > found[1].scores[0] > found[2].scores[0] > 0
    assert [bool(match.scores[1]) for match in found] == [True, False, False]
    assert all(match.n_terms > 3 for match in found)


def test_expressions_name_fields_and_beginnings(index: SearchIndex) -> None:
    assert _paths(index, '{symbols}: "door"') == ["doors.py"]
    assert _paths(index, '"win" *') == ["docs/windows.md"]
    assert _paths(index, '"paint" AND "door"') == ["walls.py"]
    assert len(index.files_with('"door" OR "paint"')) == 3


def test_the_best_of_some_files_score_as_among_all(index: SearchIndex) -> None:
    first, second, third = index.matching('"door"', (ALIKE,), 9)
    assert index.matching('"door"', (ALIKE,), 1, within=[third.file, second.file]) == [second]
    assert index.matching('"door"', (ALIKE,), 9, within={first.file, 7}) == [first]
    assert index.matching('"door"', (ALIKE,), 9, within=()) == []


def test_files_that_score_the_same_come_by_path_or_not_at_all(tmp_path: Path) -> None:
    index = _index(tmp_path, {f"{name}/same.py": "word = 1\n" for name in "cabd"})
    assert _paths(index, '"word"') == ["a/same.py", "b/same.py", "c/same.py", "d/same.py"]
    assert len(index.matching('"word"', (ALIKE,), 2)) == 4


def test_texts_are_kept_as_they_are(index: SearchIndex) -> None:
    doors = index.matching('"push"', (ALIKE,), 1)[0]
    assert index.text(doors.file).decode() == TREE["doors.py"]
    assert index.text(7) == b""
    assert len(list(index.texts())) == len(index.described(index.files_with("door OR wall"))) + 1


def test_a_book_without_a_search_index_says_so(tmp_path: Path) -> None:
    _index(tmp_path, TREE).close()
    (tmp_path / "book" / "search.db").unlink()
    with pytest.raises(RepobookError, match="no search index"):
        SearchIndex(tmp_path / "book")


def test_the_search_index_of_another_book_is_refused(tmp_path: Path) -> None:
    _index(tmp_path / "a", TREE).close()
    _index(tmp_path / "b", {"x.py": "x = 1\n"}).close()
    (tmp_path / "a" / "book" / "search.db").rename(tmp_path / "b" / "book" / "search.db")
    with pytest.raises(RepobookError, match="not that of this book"):
        SearchIndex(tmp_path / "b" / "book")


def _index(folder: Path, tree: dict[str, str | bytes]) -> SearchIndex:
    write_tree(folder / "tree", tree)
    make_book(folder / "tree", folder / "book")
    return SearchIndex(folder / "book")


def _paths(index: SearchIndex, expression: str) -> list[str]:
    return [match.path for match in index.matching(expression, (ALIKE,), 9)]
