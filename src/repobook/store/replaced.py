"""The pages that the last build replaced: who still reads the book before it finds them here.

They lie in one folder under a hash of their names, as links to the very files, until the next
build replaces others. Nobody takes them on trust: what counts is the sum that a manifest tells.
"""

import contextlib
import hashlib
import os
import shutil
from collections.abc import Sequence
from typing import Final

_FOLDER: Final = b"cache/replaced"
# Where more changes, as with another version, keeping it all would take time and room.
_MAX_KEPT: Final = 5000


def replaced_place(name: bytes) -> bytes:
    """Where a page lies that was replaced; both are relative to the book."""
    return _FOLDER + b"/" + hashlib.sha256(name).hexdigest()[:32].encode()


def set_aside(book: bytes, names: Sequence[str]) -> None:
    """Before they are replaced; those of the last time go."""
    folder = os.path.join(book, _FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    if not 0 < len(names) <= _MAX_KEPT:
        return
    with contextlib.suppress(OSError):  # a book without a cache, or a disk that is full
        os.mkdir(folder)
    for name in names:
        with contextlib.suppress(OSError):  # a page that is new, or a disk that knows no links
            aside = os.path.join(book, replaced_place(name.encode()))
            os.link(os.path.join(book, name.encode()), aside, follow_symlinks=False)
