"""A fault of the machine that passes: what it made of a file or a page is not there to stay."""

import os
from pathlib import Path

import pytest

from repobook.errors import UnreadableError
from repobook.model.files import Entry
from repobook.scan.folder import FolderSource
from repobook.service import pipeline
from repobook.service.reading import ReaderFactory
from repobook.service.workers import Work
from tests.fakes.books import assert_same_book, files, make_book
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
        patch.setattr(pipeline, "ReaderFactory", FailingFactory)
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
