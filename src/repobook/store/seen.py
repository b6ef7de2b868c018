"""What each path held when it was last read, so that an untouched file is not read again."""

import hashlib
import os
from pathlib import Path
from typing import Final, NamedTuple

import msgspec


class Seen(NamedTuple):
    """``reading`` is whatever the caller learnt from the file, encoded by the caller."""

    stamp: str
    reading: bytes


class SeenFiles(NamedTuple):
    """``conditions`` stand for everything besides the content that shaped the readings."""

    conditions: str
    index_stamp: str
    """Of the index that was published with these readings."""
    by_path: dict[bytes, Seen]


_DECODER: Final = msgspec.msgpack.Decoder(SeenFiles)
_DIGEST_BYTES: Final = 16


def load_seen(path: Path) -> SeenFiles:
    """Empty when there is none or a single bit of it is damaged."""
    try:
        data = path.read_bytes()
        if data[:_DIGEST_BYTES] != _digest(data[_DIGEST_BYTES:]):
            return _NOTHING
        return _DECODER.decode(data[_DIGEST_BYTES:])
    except (OSError, msgspec.DecodeError):
        return _NOTHING


def save_seen(path: Path, seen: SeenFiles) -> None:
    data = msgspec.msgpack.encode(seen)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(_digest(data) + data)
    os.replace(fresh, path)


_NOTHING: Final = SeenFiles("", "", {})


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()
