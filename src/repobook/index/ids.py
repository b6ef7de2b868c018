"""Integer keys that are hashes, so that changing one row renumbers no other.

Files have 48 bits; symbols and names have 62 with a mark above, so no two kinds are ever mixed up.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache

_KEY_BYTES = 6
_SYMBOL_MARK = 1 << 62


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


def symbol_key(id: str) -> int:
    """Of a symbol by its id; two symbols would have to share 62 bits of a hash to be mixed up."""
    return _SYMBOL_MARK | _hash(id)


@lru_cache(maxsize=1 << 16)
def name_key(name: str) -> int:
    """Of every use of a name that cannot be followed to a symbol; no id looks like this."""
    return _SYMBOL_MARK | _hash(f"?.{name}")


def _hash(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 2
