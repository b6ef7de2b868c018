"""One huge repository, read by many machines: each reads a share of its files, and whoever builds
the book takes over what they learnt.

A share travels as what a book remembers between builds, readings by path and facts by content, so
that the book is that of a plain build. It is named by what it was read from: one of other contents,
or of another repobook, is not taken.
"""

import hashlib
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import msgspec
import zstandard

from repobook.build.digest import digest_of
from repobook.build.memory import Memory
from repobook.build.read.read_file import Reading
from repobook.index.cache.scan_cache import CachedReading
from repobook.model.files import Entry, Listing

_LEVEL: Final = 3
_MAX_BYTES: Final = 4 << 30


class Share(NamedTuple):
    number: int
    n_all: int

    def of(self, listing: Listing) -> Listing:
        return listing._replace(entries=tuple(filter(self._has, listing.entries)))

    def _has(self, entry: Entry) -> bool:
        """By paths, so that a file that is added moves no other."""
        digest = hashlib.blake2b(entry.raw_path, digest_size=8).digest()
        return int.from_bytes(digest, "big") % self.n_all == self.number


class ReadShare(NamedTuple):
    name: str
    by_path: dict[bytes, CachedReading]
    facts: dict[bytes, bytes]


class Shares(NamedTuple):
    """What other machines may have read of a repository already."""

    n_all: int
    get: Callable[[Share], bytes | None]


_DECODER: Final = msgspec.msgpack.Decoder(ReadShare)


def share_name(share: Listing, conditions: str) -> str:
    """Stands for all that reading these files depends on."""
    stamps = [(entry.raw_path, entry.blob or entry.stamp) for entry in share.entries]
    return digest_of((conditions, stamps))


def encode_share(name: str, memory: Memory, readings: Iterable[tuple[Entry, Reading]]) -> bytes:
    by_path = memory.cacheable(
        # What killed a parser is judged with all others of its kind, by whoever builds the book.
        (entry, reading)
        for entry, reading in readings
        if not reading.first_death
    )
    keys = sorted(memory.facts.keys())
    facts = {key: data for key in keys if (data := memory.facts.get(key)) is not None}
    return zstandard.compress(msgspec.msgpack.encode(ReadShare(name, by_path, facts)), _LEVEL)


def is_share(data: bytes | None, name: str) -> bool:
    found = _decoded(data)
    return found is not None and found.name == name


def take_over(shares: Shares, listing: Listing, memory: Memory) -> None:
    """What is not remembered, and was read elsewhere, is from now on."""
    for number in range(shares.n_all):
        share = Share(number, shares.n_all)
        part = share.of(listing)
        if all(entry.kind != "file" or memory.recall(entry) for entry in part.entries):
            continue
        found = _decoded(shares.get(share))
        if found is not None and found.name == share_name(part, memory.conditions):
            memory.take_over(found.by_path, found.facts)


def _decoded(data: bytes | None) -> ReadShare | None:
    try:
        plain = zstandard.decompress(data, max_output_size=_MAX_BYTES) if data else b""
        return _DECODER.decode(plain) if plain else None
    except (zstandard.ZstdError, msgspec.DecodeError):
        return None  # it was cut off, or another version of us wrote it
