"""Recognises repobook's own books, so that no book is ever built from a book."""

import re
from collections.abc import Collection
from typing import Final

MANIFEST: Final = b"manifest.json"
BOOK_RULE: Final = "a book made by repobook"
HEAD_BYTES: Final = 1024

_MADE_BY: Final = re.compile(
    rb'\A\s{0,64}\{[^{}\[\]]{0,900}?"[\w-]{1,40}"\s{0,8}:\s{0,8}"repobook\b'
)


def may_be_book(folder: bytes, names: Collection[bytes]) -> bool:
    """Whether the folder's names alone make it worth opening the manifest."""
    return MANIFEST in names and (folder.endswith(b".book") or b"book.db" in names)


def is_book_manifest(head: bytes) -> bool:
    """Whether the first bytes of a manifest say, in some top-level field, that repobook made it."""
    return _MADE_BY.match(head) is not None
