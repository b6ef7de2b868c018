"""One published book, read consistently while builds replace it.

A build moves pages one by one while its mark stands and writes the manifest last. A book is
opened only between two looks that find no mark and the same manifest; from then on its index is
read through files that are open already, and a page only counts if it has the manifest's hash:
one that has been replaced is found where the build has put it aside.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from repobook.ask.opening.locate_book import find_book
from repobook.disk.reading import open_regular
from repobook.errors import RepobookError
from repobook.index.publish.manifest import manifest_bytes, read_outputs
from repobook.index.publish.page_table import PageTable, packed
from repobook.index.publish.replaced_pages import replaced_place
from repobook.model.book_layout import FORMATS, MANIFEST, UNFINISHED

_FOLDERS: Final = tuple(f"{name}/" for name in FORMATS)
"""What is shown page by page."""
_MAX_SHORT: Final = 128 << 10
_SECONDS_OF_PATIENCE: Final = 5.0
_SECONDS_BETWEEN_LOOKS: Final = 0.02

Book = TypeVar("Book")


class MovedOnError(Exception):
    """What is there is no longer this book: another one is being published."""


class Page(NamedTuple):
    """An open file; the caller closes it."""

    descriptor: int
    n_bytes: int


def identity_of(manifest: bytes) -> str:
    """Stands for a book: another one has another."""
    return hashlib.sha256(manifest).hexdigest()[:16]


def packed_pages(manifest: bytes) -> bytes:
    """For a table of the pages that the manifest lists."""
    outputs = read_outputs(manifest).items()
    return packed({name: sha256 for name, sha256 in outputs if name.startswith(_FOLDERS)})


def has_pages(folder: Path) -> bool:
    try:
        return any(name.startswith(_FOLDERS) for name in read_outputs(manifest_bytes(folder)))
    except OSError:
        return False


class PublishedPages:
    """What lies in the folder may change; this does not."""

    def __init__(self, folder: Path, table: PageTable) -> None:
        self._table = table
        self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def __contains__(self, name: str) -> bool:
        return name in self._table

    def sha256(self, name: str) -> bytes | None:
        """None where there is no such page."""
        return self._table.sha256(name)

    def short(self, name: str) -> bytes | None:
        """The whole of a page, as this book has it; None where it is long."""
        for descriptor in self._opened(name):
            with open(descriptor, "rb", buffering=0) as file:
                content = file.read(_MAX_SHORT + 1)
            if len(content) > _MAX_SHORT:
                return None
            if hashlib.sha256(content).digest() == self.sha256(name):
                return content
        raise MovedOnError

    def open(self, name: str) -> Page:
        """A page as this book has it."""
        for descriptor in self._opened(name):
            with open(descriptor, "rb", closefd=False) as file:
                is_ours = hashlib.file_digest(file, "sha256").digest() == self.sha256(name)
            if is_ours:
                return Page(descriptor, os.fstat(descriptor).st_size)
            os.close(descriptor)
        raise MovedOnError

    def _opened(self, name: str) -> Iterator[int]:
        """Descriptors of the page in its place and of the replaced one; the caller closes them."""
        for place in (name, replaced_place(name)):
            try:
                descriptor = open_regular(self._folder, place.encode())
            except (OSError, ValueError):  # a name with a NUL in it is none
                continue
            yield descriptor

    def close(self) -> None:
        os.close(self._folder)


class Look(NamedTuple):
    """What stands for the published book at one moment; equal looks saw the same book."""

    inode: int
    n_bytes: int
    time: int


def look_at(folder: Path) -> Look | None:
    """None while a book is being published. The mark goes first: it is set before anything moves
    and taken away after the manifest has changed."""
    if os.path.lexists(folder / UNFINISHED):
        return None
    try:
        status = os.stat(folder / MANIFEST)
    except OSError:
        return None
    return Look(status.st_ino, status.st_size, status.st_mtime_ns)


def open_published(folder: Path, opened: Callable[[Path, Look], Book]) -> tuple[Book, Look]:
    """Waits a little for a build that is about to finish.

    ``opened`` opens a book that was looked at, and finds out itself if it has moved on.
    """
    find_book(str(folder))
    deadline = time.monotonic() + _SECONDS_OF_PATIENCE
    while time.monotonic() < deadline:
        look = look_at(folder)
        book = _attempt(folder, opened, look) if look else None
        if book and look:
            return book, look
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    raise RepobookError(f"{folder}: its last build has not finished", "rebuild it")


def _attempt(folder: Path, opened: Callable[[Path, Look], Book], look: Look) -> Book | None:
    """None where a build came in between: then what was found wrong does not count."""
    try:
        return opened(folder, look)
    except MovedOnError:
        return None
    except (RepobookError, OSError):
        if look_at(folder) == look:
            raise
        return None
