"""Whatever became of the search index, the next build has the hits of a fresh one."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fakes.books import assert_same_book, make_book, polyglot
from tests.fakes.trees import write_tree


def _cut(book: Path) -> None:
    os.truncate(book / "search.db", 5000)


def _flip(book: Path) -> None:
    path = book / "search.db"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def _of_another_book(book: Path) -> None:
    other = book.with_name("other")
    make_book(write_tree(book.with_name("other-tree"), {"x.py": "x = 1\n"}), other)
    os.replace(other / "search.db", book / "search.db")


def _lose_all(book: Path) -> None:
    os.unlink(book / "search.db")
    shutil.rmtree(book / "cache")


FAULTS: dict[str, Callable[[Path], object]] = {
    "lost": lambda book: os.unlink(book / "search.db"),
    "cut": _cut,
    "flipped": _flip,
    "of another book": _of_another_book,
    "lost with the cache": _lose_all,
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("edit", [False, True])
def test_a_build_heals_it(tmp_path: Path, fault: str, edit: bool) -> None:
    root, book = polyglot(tmp_path / "tree"), tmp_path / "book"
    make_book(root, book)
    FAULTS[fault](book)
    if edit:
        write_tree(
            root, {"src/a.py": "def other_name(): pass\n", "src/new.py": "class New: pass\n"}
        )
    make_book(root, book)
    make_book(root, tmp_path / "fresh")
    assert_same_book(book, tmp_path / "fresh")
