"""A fault of the machine that passes: what it made of a file or a page is not there to stay."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.build.pages import run
from repobook.build.pages.page_tasks import PageTask
from repobook.build.pages.run import BookMaker
from repobook.build.read import files_to_read
from repobook.build.read.read_file import ReaderFactory
from repobook.errors import RepobookError, UnreadableError
from repobook.findings import ruff
from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.pages import MadePages, Staging
from repobook.model.files import Entry
from repobook.scan.sources.folder import FolderSource
from repobook.workers.pool import Work
from tests.fakes.books import assert_same_book, files, make_book, rows
from tests.fakes.trees import write_tree

TREE = {"a.py": "def f(): return 1\n", "b.py": "from a import f\n\n\ndef g(): return f()\n"}
_read = FolderSource.read


def _tree(root: Path) -> Path:
    """Files that have lain there for so long that their stamps count."""
    write_tree(root, TREE)
    for name in TREE:
        os.utime(root / name, (1, 1))
    return root


def _fail(source: FolderSource, entry: Entry, limit: int) -> bytes:
    if entry.path == "a.py":
        raise UnreadableError("unreadable: input/output error")
    return _read(source, entry, limit)


class FailingFactory(ReaderFactory):
    def open(self) -> Work:
        FolderSource.read = _fail  # type: ignore[method-assign, assignment]
        return super().open()


def test_a_file_that_could_not_be_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = _tree(tmp_path / "root"), tmp_path / "book"
    with monkeypatch.context() as patch:
        patch.setattr(files_to_read, "ReaderFactory", FailingFactory)
        make_book(root, book)
    assert files(book)["a.py"] == "unreadable: input/output error"
    make_book(root, book)
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")


def test_a_page_whose_text_could_not_be_read_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = _tree(tmp_path / "root"), tmp_path / "book"
    with monkeypatch.context() as patch:
        patch.setattr(FolderSource, "read", _fail)
        report = make_book(root, book)
    assert any("a.py: its pages say less than they should" in note for note in report.notices)
    for _ in range(2):
        report = make_book(root, book)
        assert not report.notices
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")


def test_a_page_that_says_less_is_not_taken_up_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = _tree(tmp_path / "root"), tmp_path / "book"
    monkeypatch.setattr(run, "_FEW", 0)  # of a large book every page is logged

    def stop(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    make = BookMaker._make_pages

    def make_less(maker: BookMaker, tasks: list[PageTask]) -> Iterator[tuple[PageTask, MadePages]]:
        for task, _ in make(maker, tasks):
            yield task, MadePages((), problem="Cannot allocate memory")

    with monkeypatch.context() as patch:
        patch.setattr(BookMaker, "_make_pages", make_less)
        patch.setattr(BookMaker, "_directory", stop)
        patch.setattr(BookFolder, "discard_work", lambda _: None)  # as where it was killed
        with pytest.raises(RepobookError):
            make_book(root, book)
    assert list((book / "cache").glob("work-*/.log"))
    make_book(root, book)
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")


def test_work_that_cannot_be_tidied_up_costs_no_published_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = _tree(tmp_path / "root"), tmp_path / "book"

    def fail(_: BookFolder) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(BookFolder, "discard_work", fail)
        assert make_book(root, book).changed
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")
    make_book(root, book)
    assert not list((book / "cache").glob("work-*"))


def test_a_page_that_could_not_be_written_ends_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = _tree(tmp_path / "root"), tmp_path / "book"
    put = Staging.put
    failed: list[str] = []

    def fail_once(staging: Staging, name: str, text: str) -> tuple[str, bool]:
        if name.endswith("a.py_docs.md") and not failed:
            failed.append(name)
            raise OSError(errno.ENOSPC, "No space left on device")
        return put(staging, name, text)

    with monkeypatch.context() as patch:
        patch.setattr(Staging, "put", fail_once)
        with pytest.raises(RepobookError, match="No space left on device"):
            make_book(root, book)
    assert failed
    _assert_next_is_as_fresh(root, book)


class UnlintedFactory(ReaderFactory):
    """Its workers cannot write the copies that ruff is to read."""

    def open(self) -> Work:
        return ReaderFactory(*self._replace(lint_folder=f"{self.lint_folder}/missing")).open()


def test_a_copy_for_the_linter_that_cannot_be_written_ends_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = _tree(tmp_path / "root"), tmp_path / "book"
    with monkeypatch.context() as patch:
        patch.setattr(files_to_read, "ReaderFactory", UnlintedFactory)
        with pytest.raises(RepobookError, match="the build stopped: cannot write"):
            make_book(root, book)
    _assert_next_is_as_fresh(root, book)


def test_what_ruff_failed_on_is_linted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = _tree(tmp_path / "root"), tmp_path / "book"
    with monkeypatch.context() as patch:
        patch.setattr(ruff, "_run", lambda *given: None)
        make_book(root, book)
    assert {row[2] for row in rows(book, "findings")} == {"not-linted"}
    _assert_next_is_as_fresh(root, book)


def _assert_next_is_as_fresh(root: Path, book: Path) -> None:
    make_book(root, book)
    make_book(root, book.parent / "fresh")
    assert_same_book(book, book.parent / "fresh")
