"""A checksum of a database inside the file itself, where SQLite leaves room for an application."""

import zlib
from pathlib import Path
from typing import BinaryIO, Final

from repobook.disk.writing import patch

_AT: Final = 68  # the application id, four bytes (SQLite file format)
_SIZE: Final = 4
_CHUNK: Final = 1 << 20


def seal(path: Path) -> None:
    with path.open("rb") as file:
        checksum = _checksum(file)
    patch(path, {_AT: checksum})


def is_sealed(path: Path) -> bool:
    """Whether the file is unchanged since `seal`."""
    with path.open("rb") as file:
        checksum = _checksum(file)
        file.seek(_AT)
        return file.read(_SIZE) == checksum


def _checksum(file: BinaryIO) -> bytes:
    """Of all bytes but its own."""
    first = file.read(_CHUNK)
    sum = zlib.crc32(first[_AT + _SIZE :], zlib.crc32(first[:_AT]))
    while chunk := file.read(_CHUNK):
        sum = zlib.crc32(chunk, sum)
    return sum.to_bytes(_SIZE, "big")
