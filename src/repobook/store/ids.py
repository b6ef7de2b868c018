"""Integer keys for files that depend on the paths alone, so that rows survive their neighbours."""

import hashlib
from collections.abc import Iterable

_KEY_BYTES = 6


def file_ids(paths: Iterable[str]) -> dict[str, int]:
    """48 bits of a hash; of two paths that share them, the later one takes the next free number."""
    id_by_path: dict[str, int] = {}
    used: set[int] = set()
    for path in sorted(paths):
        number = _number(path)
        while number in used:
            number += 1
        used.add(number)
        id_by_path[path] = number
    return id_by_path


def _number(path: str) -> int:
    digest = hashlib.blake2b(path.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES)
    return int.from_bytes(digest.digest(), "big")
