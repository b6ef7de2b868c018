"""Recognises books inside a repository, and which files of a folder belong to one.

A manifest alone proves nothing, for a repository may bring one along. What git tracks is read
whatever lies beside it; of a book it is said to be generated.
"""

import re
from collections.abc import Collection
from typing import Final

from repobook.model import book_layout

MANIFEST: Final = book_layout.MANIFEST.encode()
BOOK_RULE: Final = "a book made by repobook"
HEAD_BYTES: Final = 512
PARTS: Final = frozenset([*(name.encode() for name in book_layout.PARTS), MANIFEST + b".new"])
"""What lies right in a book; anything else there is somebody's own."""

# The cache is there from the first moment; a book that was copied may come without.
_SIGNS: Final = frozenset([book_layout.INDEX.encode(), book_layout.CACHE.encode()])
_MADE_BY: Final = re.compile(rb'\s{0,64}\{\s{0,64}"made_by"\s{0,8}:\s{0,8}"repobook\b')


def may_be_book(names: Collection[bytes]) -> bool:
    """Whether a folder with these names has what every book has, however far its build got."""
    return MANIFEST in names and not _SIGNS.isdisjoint(names)


def is_book_manifest(head: bytes) -> bool:
    """Whether the first bytes of a manifest say that repobook made it."""
    return _MADE_BY.match(head) is not None
