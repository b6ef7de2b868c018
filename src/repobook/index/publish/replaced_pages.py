"""The pages that the last build replaced, for readers of the book before it.

They lie in one folder under a hash of their names, as links to the very files, until the next
build replaces others. They are not trusted: a reader checks the SHA-256 in its manifest.
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
    """Links pages before they are replaced; drops those of the build before."""
    book.remove_all(_FOLDER)
    if not 0 < len(names) <= _MAX_KEPT:
        return
    for name in names:
        with contextlib.suppress(OSError):  # a page that is new, or a disk that knows no links
            book.link(name, replaced_place(name))
