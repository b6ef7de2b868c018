"""Documented + listed = all files, or there is no book."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.build.indexing import file_key
from repobook.build.read import files_to_read
from repobook.build.read.parser_deaths import ParserDeaths
from repobook.build.read.read_file import FileTask, ReaderFactory, Reading, unread
from repobook.errors import RepobookError
from repobook.model.files import Entry, Listing
from tests.fakes.books import assert_accounted, book_bytes, files, make_book, polyglot, rows
from tests.fakes.trees import write_tree


def _entry(path: str) -> Entry:
    return Entry(path, path.encode(), "file", 1, "", None)


def _listing(*paths: str) -> Listing:
    return Listing(tuple(map(_entry, paths)), (), "")


def _readings(*paths: str) -> dict[str, Reading]:
    return {path: unread(_entry(path), "binary file") for path in paths}


def test_account_that_adds_up() -> None:
    files_to_read._check_account(_listing("a", "b"), _readings("a", "b"))
    files_to_read._check_account(_listing(), {})


@pytest.mark.parametrize(
    ("listed", "read"),
    [("ab", "a"), ("a", ""), ("a", "ab"), ("ab", "ac"), ("aa", "a")],
)
def test_account_that_does_not_add_up_fails(listed: str, read: str) -> None:
    with pytest.raises(RepobookError, match="not accounted for"):
        files_to_read._check_account(_listing(*listed), _readings(*read))


def test_build_that_loses_a_file_writes_no_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, book = polyglot(tmp_path / "root"), tmp_path / "book"
    make_book(root, book)
    before = book_bytes(book)
    read = ParserDeaths.read

    def forgetful(
        self: ParserDeaths, factory: ReaderFactory, tasks: list[FileTask], n_jobs: int
    ) -> Iterator[tuple[Entry, Reading]]:
        return (pair for pair in read(self, factory, tasks, n_jobs) if pair[0].path != "new.py")

    (root / "new.py").write_text("x = 1\n")
    with monkeypatch.context() as patched:
        patched.setattr(ParserDeaths, "read", forgetful)
        with pytest.raises(RepobookError, match="not accounted for"):
            make_book(root, book)
    assert book_bytes(book) == before
    make_book(root, book)
    assert files(book)["new.py"] == ""


def test_every_entry_is_either_documented_or_listed_with_a_reason(tmp_path: Path) -> None:
    book = tmp_path / "book"
    make_book(polyglot(tmp_path / "root"), book)
    assert_accounted(book)
    assert {path: reason for path, reason in files(book).items() if reason} == {
        "data/blob.bin": "binary file",
        "empty.txt": "empty marker file",
    }


@pytest.mark.parametrize(("reason", "status"), [("", "documented"), ("binary file", "listed")])
def test_reason_decides_the_status(reason: str, status: str) -> None:
    reading = _readings("a")["a"]._replace(reason=reason)
    assert file_key(1, _entry("a"), reading).status == status


def test_the_keys_of_a_lock_file_are_no_symbols(tmp_path: Path) -> None:
    tree: dict[str, str | bytes] = {
        "uv.lock": '[[package]]\nname = "a"\nversion = "1"\n',
        "package-lock.json": '{"name": "a", "packages": {"b": {"version": "1"}}}\n',
        "pyproject.toml": '[project]\nname = "a"\n',
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    paths = {path for (path,) in rows(tmp_path / "book", "(SELECT path FROM symbols)")}
    assert paths == {"pyproject.toml"}
    assert set(files(tmp_path / "book").values()) == {""}
