"""A file's references as the index stores them, for who reads a book.

Read with the standard library: a command answers sooner than a faster reader is loaded.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple


class LinkedReference(NamedTuple):
    """One group of a file's references as the index stores it."""

    name: str
    receiver: str
    role: str
    positions: tuple[int, ...]
    confidence: str
    rule: str
    targets: tuple[int, ...]


def decode_linked(text: str) -> Iterator[LinkedReference]:
    return (LinkedReference(*group) for group in json.loads(text or "[]"))
