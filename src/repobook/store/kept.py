"""Files that remember something between builds: whole or not at all, behind their own checksum."""

import hashlib
import os
from pathlib import Path
from typing import Final

_DIGEST_BYTES: Final = 16


def keep(path: Path, data: bytes) -> None:
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_bytes(_digest(data) + data)
    os.replace(fresh, path)


def kept(path: Path) -> memoryview | None:
    """None when there is nothing or a single bit of it is damaged."""
    try:
        content = memoryview(path.read_bytes())
    except OSError:
        return None
    data = content[_DIGEST_BYTES:]
    return data if content[:_DIGEST_BYTES] == _digest(data) else None


def _digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).digest()
