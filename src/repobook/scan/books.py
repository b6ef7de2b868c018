"""Recognises repobook's own books, so that no book is ever built from a book.

The manifest is written first and says so in its first field, whatever the folder is called and
however far its build got.
"""

import re
from typing import Final

MANIFEST: Final = b"manifest.json"
BOOK_RULE: Final = "a book made by repobook"
HEAD_BYTES: Final = 512

_MADE_BY: Final = re.compile(rb'\s{0,64}\{\s{0,64}"made_by"\s{0,8}:\s{0,8}"repobook\b')


def is_book_manifest(head: bytes) -> bool:
    """Whether the first bytes of a manifest say that repobook made it."""
    return _MADE_BY.match(head) is not None
