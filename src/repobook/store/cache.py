"""Facts by content: an append-only file that survives a kill at any moment.

Every record carries its length and a checksum. A record that was cut off or damaged is not found
again, and what follows a damaged header is dropped: the facts are parsed anew, never trusted.
"""

import mmap
import os
import struct
import zlib
from pathlib import Path
from typing import BinaryIO, Final

_MAGIC: Final = b"repobook facts 1\n"
_HEADER: Final = struct.Struct("<16sII")


def is_facts_cache(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


# Where the facts of one file lie: offset, size, checksum.
Span = tuple[int, int, int]


class FactsReader:
    """Facts by their place in a cache that somebody else keeps."""

    def __init__(self, path: str) -> None:
        self._descriptor = os.open(path, os.O_RDONLY)

    def get(self, span: Span) -> bytes | None:
        """None where they are no longer what was written."""
        start, size, checksum = span
        data = os.pread(self._descriptor, size, start)
        return data if len(data) == size and zlib.crc32(data) == checksum else None

    def close(self) -> None:
        os.close(self._descriptor)


class FactsCache:
    """One writer at a time (the book's lock sees to it)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._spans: dict[bytes, Span] = {}
        self._file = self._open()

    def keys(self) -> frozenset[bytes]:
        return frozenset(self._spans)

    def get(self, key: bytes) -> bytes | None:
        """The facts, or None where they are missing or no longer what was written."""
        span = self._spans.get(key)
        if span is None:
            return None
        start, size, checksum = span
        data = os.pread(self._file.fileno(), size, start)
        if len(data) == size and zlib.crc32(data) == checksum:
            return data
        del self._spans[key]
        return None

    def span(self, key: bytes) -> Span | None:
        return self._spans.get(key)

    def put(self, key: bytes, data: bytes) -> None:
        if key in self._spans:
            return
        checksum = zlib.crc32(data)
        self._file.write(_HEADER.pack(key, len(data), checksum))
        start = self._file.tell()
        self._file.write(data)
        self._file.flush()
        self._spans[key] = (start, len(data), checksum)

    def close(self) -> None:
        self._file.close()

    def compact(self, needed: frozenset[bytes]) -> None:
        """Drop what no file needs once that is more than half; switching back stays free."""
        n_needed = sum(self._spans[key][1] for key in needed if key in self._spans)
        if n_needed * 2 >= sum(size for _, size, _ in self._spans.values()):
            return
        fresh = self.path.with_suffix(".new")
        with fresh.open("wb") as out:
            out.write(_MAGIC)
            for key in sorted(needed):
                if (data := self.get(key)) is not None:
                    out.write(_HEADER.pack(key, len(data), zlib.crc32(data)) + data)
        fresh.replace(self.path)
        self.close()
        self._spans.clear()
        self._file = self._open()

    def _open(self) -> BinaryIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.open("a+b")
        end = self._read_index(file.fileno(), os.fstat(file.fileno()).st_size)
        file.truncate(end)
        if end == 0:
            file.write(_MAGIC)
            file.flush()
        file.seek(0, os.SEEK_END)
        return file

    def _read_index(self, descriptor: int, n_bytes: int) -> int:
        """Where the last whole record ends; 0 for a file that is not ours or of another format."""
        if os.pread(descriptor, len(_MAGIC), 0) != _MAGIC:
            return 0
        at, header = len(_MAGIC), _HEADER.size
        with mmap.mmap(descriptor, n_bytes, access=mmap.ACCESS_READ) as view:
            while at + header <= n_bytes:
                key, size, checksum = _HEADER.unpack_from(view, at)
                if at + header + size > n_bytes:
                    break
                self._spans[key] = (at + header, size, checksum)
                at += header + size
        return at
