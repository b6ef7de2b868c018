"""The source view says when lines were last changed, for the text that the commit has."""

from pathlib import Path

from repobook import build_book
from repobook.verify.verify import verify
from tests.fakes.books import assert_same_book, make_book, rows
from tests.fakes.trees import commit_all, make_repository, write_tree


def _source(book: Path, path: str) -> str:
    return (book / f"site/{path}_src.html").read_text("utf-8")


def test_every_state_between_two_commits_is_that_of_a_fresh_book(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_repository(root, {"a.py": "x = 1\ny = 2\n", "b.py": "import a\n"})
    make_book(root, book)
    assert "<li data-m=2001-01>x = 1<li>y = 2" in _source(book, "a.py")
    for n, change in enumerate(({"a.py": "x = 1\ny = 3\n"}, {"b.py": "import a, c\n"}, {})):
        write_tree(root, change)
        make_book(root, book)
        make_book(root, tmp_path / f"edited{n}")
        assert_same_book(book, tmp_path / f"edited{n}")
        assert ("data-m" in _source(book, "a.py")) == (n != 0)
        commit_all(root)
        make_book(root, book)
        make_book(root, tmp_path / f"committed{n}")
        assert_same_book(book, tmp_path / f"committed{n}")
    assert "<li data-m=2001-01>x = 1<li data-m=2001-01>y = 3" in _source(book, "a.py")
    assert "Lines last changed in 2 commits" in _source(book, "a.py")
    assert verify(book, str(root), 1).problems == ()


def test_without_history_nothing_is_said_of_lines(tmp_path: Path) -> None:
    make_repository(tmp_path / "root", {"a.py": "x = 1\n"})
    build_book(tmp_path / "root", tmp_path / "book", n_jobs=1, n_commits=0)
    assert "data-m" not in _source(tmp_path / "book", "a.py")


def test_a_partial_clone_has_its_history_without_dates_of_lines(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_repository(root, {"a.py": "x = 1\n"})
    (root / ".git/objects/pack").mkdir(exist_ok=True)
    (root / ".git/objects/pack/pack-0.promisor").write_text("")
    make_book(root, book)
    assert "data-m" not in _source(book, "a.py")
    assert ("history", "no dates of lines: a partial clone") in rows(book, "meta")
