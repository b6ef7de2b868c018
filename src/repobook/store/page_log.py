"""Which pages a build has staged so far: a build that was killed is taken up where it ended.

One record for each subject, appended once its pages are staged. Records count only for the same
index under the same conditions, and only where their pages are as they were written.
"""

import hashlib
import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from repobook.store.pages import MadePages, page_path

_HEADER: Final = struct.Struct("<II")
_NAME: Final = ".log"  # no page is called so
_RECORD: Final = msgspec.msgpack.Decoder(tuple[str, MadePages])


class PageLog:
    """``key`` stands for the index and the conditions that pages are made under."""

    def __init__(self, staging: Path, key: str) -> None:
        self._staging = os.fsencode(staging)
        self._path = staging / _NAME
        staging.mkdir(parents=True, exist_ok=True)
        self.made = {
            subject: made
            for subject, made in self._records(key)
            if all(self._is_whole(page.name, page.sha256) for page in made.pages)
        }
        self._file = self._path.open("wb")
        self._file.write(key.encode() + b"\n")
        for subject, made in self.made.items():
            self.put(subject, made)

    def put(self, subject: str, made: MadePages) -> None:
        data = msgspec.msgpack.encode((subject, made))
        self._file.write(_HEADER.pack(len(data), zlib.crc32(data)) + data)
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def _records(self, key: str) -> Iterator[tuple[str, MadePages]]:
        try:
            content = self._path.read_bytes()
        except OSError:
            return
        head, _, rest = content.partition(b"\n")
        at = 0
        while head == key.encode() and at + _HEADER.size <= len(rest):
            size, checksum = _HEADER.unpack_from(rest, at)
            data = rest[at + _HEADER.size : at + _HEADER.size + size]
            if len(data) < size or zlib.crc32(data) != checksum:
                return  # cut off by a kill: what follows was never staged
            yield _RECORD.decode(data)
            at += _HEADER.size + size

    def _is_whole(self, name: str, sha256: str) -> bool:
        try:
            with open(page_path(self._staging, name), "rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == sha256
        except OSError:
            return False
