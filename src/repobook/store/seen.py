"""What each path held when it was last read, so that an untouched file is not read again."""

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


def load_seen(path: Path) -> SeenFiles:
    """Empty when there is none or it is damaged."""
    try:
        return _DECODER.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError):
        return SeenFiles("", "", {})


def save_seen(path: Path, seen: SeenFiles) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_bytes(msgspec.msgpack.encode(seen))
    os.replace(fresh, path)
