"""The SHA-256 of every page of a book, packed: there are tens of thousands.

Names are stored as hashes. A name that collides with that of a page is never served, because its
bytes do not match the SHA-256 in the table.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

_KEY_BYTES: Final = 16
_SUM_BYTES: Final = 32
_ROW_BYTES: Final = _KEY_BYTES + _SUM_BYTES


def packed(pages: Mapping[str, bytes]) -> bytes:
    """Leaves out pages whose sum is malformed."""
    rows = (_key(name) + sha256 for name, sha256 in pages.items() if len(sha256) == _SUM_BYTES)
    return b"".join(sorted(rows))


class PageTable:
    def __init__(self, rows: bytes) -> None:
        """``rows``: as they were packed."""
        self._rows = rows

    def __contains__(self, name: str) -> bool:
        return self.sha256(name) is not None

    def sha256(self, name: str) -> bytes | None:
        """None where there is no such page."""
        key = _key(name)
        at = _ROW_BYTES * bisect_left(range(len(self._rows) // _ROW_BYTES), key, key=self._key_at)
        row = self._rows[at : at + _ROW_BYTES]
        return row[_KEY_BYTES:] if row.startswith(key) else None

    def _key_at(self, row: int) -> bytes:
        return self._rows[row * _ROW_BYTES : row * _ROW_BYTES + _KEY_BYTES]


def _key(name: str) -> bytes:
    return hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
