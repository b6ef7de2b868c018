"""Files are found by what commits said of them, up to the revision that was built."""

from pathlib import Path

import pytest

from repobook.ask.searcher import Searcher
from repobook.index.search.search_index import SearchIndex
from tests.fakes.books import assert_same_book, make_book
from tests.fakes.trees import git, make_repository, write_tree


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    make_repository(root, {"a.py": "x = 1\n", "b.py": "y = 1\n"})
    _commit(root, {"a.py": "x = 2\n"}, "Mend the leaky pipe")
    return root


def test_files_are_found_by_the_subjects_of_their_commits(tmp_path: Path, root: Path) -> None:
    make_book(root, tmp_path / "book")
    assert _found(tmp_path / "book", "leaky") == ["a.py"]


def test_a_search_finds_what_only_commits_said(tmp_path: Path, root: Path) -> None:
    _commit(root, {"b.py": "y = 3\n"}, "Get ready for 3.14")
    make_book(root, tmp_path / "book")
    searcher = Searcher(tmp_path / "book")
    try:
        leaky, version = searcher.search("leaky pipe").hits, searcher.search("on 3.14").hits
    finally:
        searcher.close()
    assert [hit.path for hit in (*leaky, *version)] == ["a.py", "b.py"]


def test_nothing_is_found_by_a_commit_after_the_one_that_was_built(
    tmp_path: Path, root: Path
) -> None:
    built = git(root, "rev-parse", "HEAD")
    _commit(root, {"b.py": "y = 2\n"}, "Paint the fence")
    make_book(root / ".git", tmp_path / "book", rev=built)
    assert (_found(tmp_path / "book", "fence"), _found(tmp_path / "book", "pipe")) == ([], ["a.py"])


def test_a_new_commit_gives_the_past_of_a_full_build(tmp_path: Path, root: Path) -> None:
    make_book(root, tmp_path / "book")
    _commit(root, {"b.py": "y = 2\n", "c.py": "z = 1\n"}, "Paint the leaky fence")
    make_book(root, tmp_path / "book")
    make_book(root, tmp_path / "fresh")
    assert_same_book(tmp_path / "book", tmp_path / "fresh")
    assert _found(tmp_path / "book", "leaky") == ["a.py", "b.py", "c.py"]
    assert _past(tmp_path / "book", '"leaky" OR "fence"') == _past(
        tmp_path / "fresh", '"leaky" OR "fence"'
    )


def test_an_edit_keeps_the_past_of_a_file(tmp_path: Path, root: Path) -> None:
    make_book(root, tmp_path / "book")
    write_tree(root, {"a.py": "x = 3\n"})
    make_book(root, tmp_path / "book")
    assert _found(tmp_path / "book", "leaky") == ["a.py"]
    (root / "a.py").unlink()
    make_book(root, tmp_path / "book")
    assert _found(tmp_path / "book", "leaky") == []


def test_a_search_index_that_was_lost_has_its_past_again(tmp_path: Path, root: Path) -> None:
    make_book(root, tmp_path / "book")
    before = _past(tmp_path / "book", '"leaky" OR "pipe"')
    (tmp_path / "book" / "search.db").unlink()
    make_book(root, tmp_path / "book")
    assert _past(tmp_path / "book", '"leaky" OR "pipe"') == before


def _commit(root: Path, change: dict[str, str | bytes], subject: str) -> None:
    write_tree(root, change)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", subject)


def _found(book: Path, term: str) -> list[str]:
    return sorted(_past(book, f'"{term}"'))


def _past(book: Path, expression: str) -> dict[str, tuple[float, int]]:
    index = SearchIndex(book)
    try:
        found = index.past_scores(expression, 9)
        return {match.path: found[match.file] for match in index.described(found)}
    finally:
        index.close()
