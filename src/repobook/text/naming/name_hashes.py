"""Sets of names as sorted hashes: small to keep, and quick to compare with a few names."""

import zlib
from array import array
from collections.abc import Iterable, Set
from operator import methodcaller
from typing import Final

_ENCODED: Final = methodcaller("encode", "utf-8", "surrogatepass")


def hashed(names: Iterable[str]) -> bytes:
    """Sorted CRCs of four bytes: a collision costs an unneeded look."""
    return array("I", sorted(hashes_of(names))).tobytes()


def mentions_any(hashes: bytes, names: Set[int]) -> bool:
    return not names.isdisjoint(memoryview(hashes).cast("I"))


def hashes_of(names: Iterable[str]) -> set[int]:
    return set(map(zlib.crc32, map(_ENCODED, names)))
