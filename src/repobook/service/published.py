"""One published book, whole: what was opened together stays together, whatever is built meanwhile.

A build moves pages one by one while its mark stands and writes the manifest last. A book is
opened only between two looks that find no mark and the same manifest; from then on its index is
read through files that are open already, and a page only counts if it has the manifest's hash.
"""

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw

from repobook.errors import RepobookError
from repobook.scan.descriptors import open_regular
from repobook.service.locate import find_book
from repobook.service.reader import BookReader
from repobook.service.searching import Searcher
from repobook.store.manifest import MANIFEST, read_outputs
from repobook.store.pages import UNFINISHED

FORMATS: Final = ("site/", "markdown/")
"""What is shown page by page."""
BUILD_ANEW: Final = "make it anew with: repobook build PATH"
_MAX_SHORT: Final = 128 << 10
_TOO_LONG: Final = ("the question takes too long", "ask for less")
_SECONDS_OF_PATIENCE: Final = 5.0
_SECONDS_BETWEEN_LOOKS: Final = 0.02


class NotNowError(RepobookError):
    """A question that cannot be answered, though nothing is wrong with it."""


class MovedOnError(Exception):
    """The page is no longer what this book says it is: another one is being published."""


class PatientReader(BookReader):
    """Gives up on a question that takes too long."""

    seconds: float = 5.0

    def begin(self) -> None:
        self._deadline = time.monotonic() + self.seconds
        self._db.set_progress_handler(self._is_late, 100_000)

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        if self._is_late():
            raise NotNowError(*_TOO_LONG)
        try:
            return super().rows(query, values)
        except apsw.InterruptError:
            raise NotNowError(*_TOO_LONG) from None
        except (apsw.CorruptError, apsw.NotADBError, apsw.IOError):
            raise NotNowError("the index of this book is damaged", BUILD_ANEW) from None

    def _is_late(self) -> bool:
        return time.monotonic() > self._deadline


class Page(NamedTuple):
    """An open file; whoever gets it closes it."""

    descriptor: int
    n_bytes: int


class PublishedBook:
    """What lies in the folder may change; this does not."""

    def __init__(self, folder: Path, n_readers: int, n_searchers: int) -> None:
        content = (folder / MANIFEST).read_bytes()
        self.identity = hashlib.sha256(content).hexdigest()[:16]
        self.pages = {
            name: sha256
            for name, sha256 in read_outputs(content).items()
            if name.startswith(FORMATS)
        }
        self._readers = [PatientReader(folder) for _ in range(n_readers)]
        self._searchers = _searchers(folder, n_searchers)
        self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self.commit = self._readers[0].commit
        self._is_searchable = bool(self._searchers)

    @contextmanager
    def reader(self) -> Iterator[BookReader]:
        """For one of as many threads as there are readers."""
        reader = self._readers.pop()
        try:
            reader.begin()
            yield reader
        finally:
            self._readers.append(reader)

    @contextmanager
    def searcher(self) -> Iterator[Searcher]:
        """For one of as many threads as there are searchers."""
        if not self._is_searchable:
            raise NotNowError("this book cannot be searched", BUILD_ANEW)
        searcher = self._searchers.pop()
        try:
            yield searcher
        finally:
            self._searchers.append(searcher)

    def short_page(self, name: str) -> bytes | None:
        """The whole of one of ``pages``, as this book has it; None where it is long."""
        with open(self._opened(name), "rb", buffering=0) as file:
            content = file.read(_MAX_SHORT + 1)
        if len(content) > _MAX_SHORT:
            return None
        if hashlib.sha256(content).digest() != self.pages[name]:
            raise MovedOnError
        return content

    def open_page(self, name: str) -> Page:
        """One of ``pages``, as this book has it."""
        descriptor = self._opened(name)
        with open(descriptor, "rb", closefd=False) as file:
            is_ours = hashlib.file_digest(file, "sha256").digest() == self.pages[name]
        if not is_ours:
            os.close(descriptor)
            raise MovedOnError
        return Page(descriptor, os.fstat(descriptor).st_size)

    def _opened(self, name: str) -> int:
        try:
            return open_regular(self._folder, name.encode())
        except (OSError, ValueError):  # a name with a NUL in it is none
            raise MovedOnError from None

    def close(self) -> None:
        os.close(self._folder)
        for reader in self._readers:
            reader.close()
        for searcher in self._searchers:
            searcher.close()


def _searchers(folder: Path, n: int) -> list[Searcher]:
    """A book without a search index of its own still answers all else."""
    try:
        return [Searcher(folder, is_mapped=False) for _ in range(n)]
    except (RepobookError, apsw.Error):
        return []


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
        found = os.stat(folder / MANIFEST)
    except OSError:
        return None
    return Look(found.st_ino, found.st_size, found.st_mtime_ns)


def open_published(folder: Path, n_readers: int, n_searchers: int) -> tuple[PublishedBook, Look]:
    """Waits a little for a build that is about to finish."""
    find_book(str(folder))
    deadline = time.monotonic() + _SECONDS_OF_PATIENCE
    while time.monotonic() < deadline:
        before = look_at(folder)
        book = _attempt(folder, n_readers, n_searchers, before) if before else None
        if book and before:
            return book, before
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    raise RepobookError(f"{folder}: its last build has not finished", "build it again")


def _attempt(folder: Path, n_readers: int, n_searchers: int, before: Look) -> PublishedBook | None:
    """None where a build came in between: then what was found, or found wrong, does not count."""
    try:
        book = PublishedBook(folder, n_readers, n_searchers)
    except (RepobookError, OSError):
        if look_at(folder) == before:
            raise
        return None
    if look_at(folder) == before:
        return book
    book.close()
    return None
