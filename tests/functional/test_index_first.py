"""The index answers before there are pages, and a book may have none."""

from pathlib import Path

from repobook import build_book, open_book, verify_book
from repobook.model.book_layout import INDEX, MANIFEST
from repobook.model.progress import Silent
from tests.fakes.books import assert_same_book, book_bytes, run
from tests.fakes.trees import write_tree

TREE = {
    "README.md": "# Small\n\nIt sends mail.\n",
    "mail.py": "def send(to):\n    return to\n",
    "app.py": "from mail import send\n\n\ndef main():\n    send('me')\n",
}


class _AskedBeforePages(Silent):
    """Asks the book at the moment when its pages are begun."""

    def __init__(self, book: Path) -> None:
        self._book = book
        self.answers: list[object] = []

    def begin(self, phase: str, total: int | None) -> None:
        if phase == "make pages":
            with open_book(self._book) as book:
                self.answers.append(book.matches("send"))
            assert set(book_bytes(self._book)) == {INDEX, MANIFEST}


def test_the_index_of_a_first_book_answers_before_its_pages_are_made(tmp_path: Path) -> None:
    root, book = write_tree(tmp_path / "root", TREE), tmp_path / "x.book"
    asked = _AskedBeforePages(book)
    build_book(root, book, progress=asked)
    assert "mail.py::send" in str(asked.answers)
    assert verify_book(book, root).problems == ()


def test_an_old_book_is_whole_until_its_pages_are_made(tmp_path: Path) -> None:
    root, book = write_tree(tmp_path / "root", TREE), tmp_path / "x.book"
    build_book(root, book)
    old = book_bytes(book)
    write_tree(root, {"mail.py": "def send(to, text):\n    return to, text\n"})

    class Watched(Silent):
        def end(self) -> None:
            states.append(book_bytes(book) == old)

    states: list[bool] = []
    build_book(root, book, progress=Watched())
    assert states[:-1] == [True] * (len(states) - 1)
    assert not states[-1]


def test_a_book_without_pages_answers_and_gets_them_later(tmp_path: Path) -> None:
    root, book = write_tree(tmp_path / "root", TREE), tmp_path / "x.book"
    done = run("build", root, "-o", book, "--no-pages", cwd=tmp_path)
    assert b"pages: none" in done.stderr
    assert set(book_bytes(book)) == {INDEX, MANIFEST}
    assert run("refs", "send", "--book", book, cwd=tmp_path).stdout.count(b"app.py:5") == 1
    assert verify_book(book, root).problems == ()
    assert not build_book(root, book, makes_pages=False).changed
    build_book(root, book)
    build_book(root, tmp_path / "fresh.book")
    assert_same_book(book, tmp_path / "fresh.book")


def test_pages_that_are_not_wanted_any_more_are_removed(tmp_path: Path) -> None:
    root, book = write_tree(tmp_path / "root", TREE), tmp_path / "x.book"
    build_book(root, book)
    assert build_book(root, book, makes_pages=False).changed
    assert set(book_bytes(book)) == {INDEX, MANIFEST}
    build_book(root, book)
    build_book(root, tmp_path / "fresh.book")
    assert_same_book(book, tmp_path / "fresh.book")
