"""Facts by content: an append-only file that survives a kill at any moment.

Every record carries its length and is authenticated with the key of the book. A record that was
cut off, damaged or put there by somebody else is not found, and what follows a damaged header is
dropped: the facts are parsed again, never trusted.
"""

import contextlib
import mmap
import os
import struct
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Final, NamedTuple

from repobook.disk.writing import WritableFolder, write_all
from repobook.index.cache.provenance import BookKey

_MAGIC: Final = b"repobook facts 2\n"
_HEADER: Final = struct.Struct("<16sI16s")
_NAME: Final = "cache/facts"
_READ_FLAGS: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def is_facts_cache(path: Path) -> bool:
    """Whether the file begins like one, whoever wrote it."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


class FactsPlace(NamedTuple):
    """What another process needs to open the same cache."""

    path: str
    key: BookKey


# Where the facts of one file lie: offset, size, key, digest.
Span = tuple[int, int, bytes, bytes]


class FactsReader:
    """Reads facts by their place, from the cache of another process."""

    def __init__(self, place: FactsPlace) -> None:
        self._descriptor = os.open(place.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        self._key = place.key

    def get(self, span: Span) -> bytes | None:
        """None if they are damaged."""
        return _read(self._descriptor, span, self._key)

    def close(self) -> None:
        os.close(self._descriptor)


class FactsCache:
    """One writer at a time; the lock of the book ensures it."""

    def __init__(self, book: WritableFolder, key: BookKey) -> None:
        self._book = book
        self._key = key
        self._head = _MAGIC + key.digest("facts")
        self._spans: dict[bytes, Span] = {}
        self._end = 0
        self.is_ours = False
        """Whether what was there when it was opened is ours."""
        self._file = self._open()

    @property
    def place(self) -> FactsPlace:
        return FactsPlace(str(self._book.path / _NAME), self._key)

    @property
    def n_bytes(self) -> int:
        """Of all records."""
        return self._end

    def keys(self) -> frozenset[bytes]:
        return frozenset(self._spans)

    def get(self, key: bytes) -> bytes | None:
        """The facts, or None if they are missing or damaged."""
        span = self._spans.get(key)
        if span is None:
            return None
        data = _read(self._file.fileno(), span, self._key)
        if data is None:
            del self._spans[key]
        return data

    def span(self, key: bytes) -> Span | None:
        return self._spans.get(key)

    def put(self, key: bytes, data: bytes) -> None:
        """In place of a damaged record, too."""
        if self.get(key) is not None:
            return
        digest = _digest(self._key, key, data)
        start = self._end + _HEADER.size
        write_all(self._file, _HEADER.pack(key, len(data), digest) + data)
        self._end = start + len(data)
        self._spans[key] = (start, len(data), key, digest)

    def close(self) -> None:
        self._file.close()

    def compact(
        self, needed: frozenset[bytes], work: WritableFolder, *, at_once: bool = False
    ) -> None:
        """Drops unneeded facts once they are more than half; until then, switching back is free."""
        n_needed = sum(self._spans[key][1] for key in needed if key in self._spans)
        n_all = sum(size for _, size, _, _ in self._spans.values())
        if n_needed * (1 if at_once else 2) >= n_all:
            return
        with work.create("facts") as out:
            write_all(out, self._head)
            for key in sorted(needed):
                if (data := self.get(key)) is not None:
                    write_all(out, _HEADER.pack(key, len(data), self._spans[key][3]) + data)
        work.move("facts", self._book, _NAME)
        self.close()
        self._spans.clear()
        self._file = self._open()

    def _open(self) -> FileIO:
        file = self._own_file()
        self._end = self._read_index(file.fileno(), os.fstat(file.fileno()).st_size)
        file.truncate(self._end)
        file.seek(self._end)
        if self._end == 0:
            write_all(file, self._head)
            self._end = len(self._head)
        return file

    def _own_file(self) -> FileIO:
        """The existing file if it is ours alone; else a new one."""
        try:
            return self._book.open_own(_NAME)
        except OSError:
            self._book.remove_all(_NAME)
            return self._book.open_own(_NAME, create=True)

    def _read_index(self, descriptor: int, n_bytes: int) -> int:
        """Where the last whole record ends; 0 for a file that is not ours or of another format."""
        if os.pread(descriptor, len(self._head), 0) != self._head:
            return 0
        self.is_ours = True
        self._spans |= {span[2]: span for span in _records(descriptor, len(self._head), n_bytes)}
        return max(
            (start + size for start, size, *_ in self._spans.values()), default=len(self._head)
        )


class StoredFacts:
    """Facts of a book that somebody may be writing: those that are there when it is opened."""

    def __init__(self, book: Path, key: BookKey) -> None:
        self._key = key
        self._spans: dict[bytes, Span] = {}
        head = _MAGIC + key.digest("facts")
        with contextlib.suppress(OSError):
            self._descriptor = os.open(book / _NAME, _READ_FLAGS)
            if os.pread(self._descriptor, len(head), 0) == head:
                n_bytes = os.fstat(self._descriptor).st_size
                spans = _records(self._descriptor, len(head), n_bytes)
                self._spans = {span[2]: span for span in spans}

    def get(self, key: bytes) -> bytes | None:
        """None if they are missing, damaged or not ours."""
        span = self._spans.get(key)
        return _read(self._descriptor, span, self._key) if span else None


def _records(descriptor: int, at: int, n_bytes: int) -> Iterator[Span]:
    """All whole ones."""
    with mmap.mmap(descriptor, n_bytes, access=mmap.ACCESS_READ) as view:
        while at + _HEADER.size <= n_bytes:
            key, size, digest = _HEADER.unpack_from(view, at)
            at += _HEADER.size
            if at + size > n_bytes:
                return
            yield at, size, key, digest
            at += size


def _read(descriptor: int, span: Span, key: BookKey) -> bytes | None:
    start, size, name, digest = span
    data = os.pread(descriptor, size, start)
    return data if len(data) == size and _digest(key, name, data) == digest else None


def _digest(key: BookKey, name: bytes, data: bytes) -> bytes:
    return key.digest("fact", name, data)
