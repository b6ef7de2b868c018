"""What each path held when it was last read, so that an untouched file is not read again."""

from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from repobook.store.kept import keep, kept


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
_NOTHING: Final = SeenFiles("", "", {})


def load_seen(path: Path) -> SeenFiles:
    data = kept(path)
    try:
        return _DECODER.decode(data) if data else _NOTHING
    except msgspec.DecodeError:
        return _NOTHING  # another version of us wrote it


def save_seen(path: Path, seen: SeenFiles) -> None:
    keep(path, msgspec.msgpack.encode(seen))
