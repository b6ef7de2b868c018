"""Cache files, authenticated with the key of the book: read whole, or not at all.

The head holds the size of what follows and its digest, both authenticated: a file that somebody
else made is refused before more than the head is read, however large it claims to be.
"""

import hashlib
import os
import struct
from pathlib import Path
from typing import Final

from repobook.index.cache.provenance import BookKey

_HEAD: Final = struct.Struct("<Q16s16s")
_READ_FLAGS: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def authenticated(data: bytes, key: BookKey, purpose: str) -> bytes:
    """The content of such a file; ``purpose`` names its kind, in 16 characters."""
    digest = _digest(data)
    return _HEAD.pack(len(data), digest, _seal(key, purpose, len(data), digest)) + data


def read_authenticated(path: Path, key: BookKey, purpose: str) -> memoryview | None:
    """None when there is nothing, it is not ours, or a single bit of it is damaged."""
    try:
        descriptor = os.open(path, _READ_FLAGS)
    except OSError:
        return None
    with open(descriptor, "rb") as file:
        try:
            head = file.read(_HEAD.size)
            if len(head) < _HEAD.size:
                return None
            size, digest, seal = _HEAD.unpack(head)
            if seal != _seal(key, purpose, size, digest):
                return None
            data = memoryview(file.read(size + 1))
        except OSError:
            return None
    return data if len(data) == size and _digest(data) == digest else None


def _seal(key: BookKey, purpose: str, size: int, digest: bytes) -> bytes:
    return key.digest(purpose, struct.pack("<Q", size), digest)


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()
