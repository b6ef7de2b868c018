"""Reads a page of a book that may be forged."""

import os
from pathlib import Path
from typing import Final

from repobook.disk.reading import open_regular

_MAX_BYTES: Final = 1 << 30


def page_bytes(folder: str | Path, name: str) -> bytes:
    """A regular file below the folder: no link is followed, no FIFO waited for."""
    root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with open(open_regular(root, os.fsencode(name)), "rb") as file:
            n_bytes = os.fstat(file.fileno()).st_size
            if n_bytes > _MAX_BYTES:
                raise OSError
            return file.read(n_bytes)
    except ValueError:  # no file has such a name
        raise OSError from None
    finally:
        os.close(root)


def why_unread(error: OSError) -> str:
    return f"cannot be read: {error.strerror or 'not a file of a book'}"
