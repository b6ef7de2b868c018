"""The last reading of each path, so that an unchanged file is not read again."""

from typing import Final, NamedTuple

import msgspec

from repobook.index.publish.book_folder import BookFolder, Recalled


class CachedReading(NamedTuple):
    """``reading`` is whatever the caller learnt from the file, encoded by the caller."""

    stamp: str
    reading: bytes


class ScanCache(NamedTuple):
    """``conditions`` stand for everything besides the content that shaped the readings."""

    conditions: str
    index_stamp: str
    """Of the index that was published with these readings."""
    index_sha256: str
    by_path: dict[bytes, CachedReading]
    n_bytes_of_facts: int = 0
    """The size of the cache of facts, with all records that the readings have there."""


_NAME: Final = "seen"
_DECODER: Final = msgspec.msgpack.Decoder(ScanCache)
_NOTHING: Final = ScanCache("", "", "", {})


def load_scan_cache(recalled: Recalled) -> ScanCache:
    data = recalled(_NAME)
    try:
        return _DECODER.decode(data) if data else _NOTHING
    except msgspec.DecodeError:
        return _NOTHING  # another version of us wrote it


def save_scan_cache(book: BookFolder, cache: ScanCache) -> None:
    book.remember(_NAME, msgspec.msgpack.encode(cache))
