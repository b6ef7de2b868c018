"""The pages that the last build replaced: who still reads the book before it finds them here.

They lie in one folder under a hash of their names, as links to the very files, until the next
build replaces others. Nobody takes them on trust: what counts is the sum that a manifest tells.
"""

import contextlib
import hashlib
from collections.abc import Sequence
from typing import Final

from repobook.disk.writing import WritableFolder

_FOLDER: Final = "cache/replaced"
# Where more changes, as with another version, keeping it all would take time and room.
_MAX_KEPT: Final = 5000


def replaced_place(name: str) -> str:
    """Where a page lies that was replaced; both are relative to the book."""
    return f"{_FOLDER}/{hashlib.sha256(name.encode()).hexdigest()[:32]}"


def set_aside(book: WritableFolder, names: Sequence[str]) -> None:
    """Before they are replaced; those of the last time go."""
    book.remove_all(_FOLDER)
    if not 0 < len(names) <= _MAX_KEPT:
        return
    for name in names:
        with contextlib.suppress(OSError):  # a page that is new, or a disk that knows no links
            book.link(name, replaced_place(name))
