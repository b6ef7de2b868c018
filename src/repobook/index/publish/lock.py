"""One writer a book: a lock that the system drops when its owner dies, however it dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from repobook.disk.writing import WritableFolder
from repobook.errors import RepobookError
from repobook.model.book_layout import LOCK


@contextmanager
def book_lock(folder: WritableFolder) -> Iterator[None]:
    with folder.open_own(LOCK, create=True) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = file.read(32).decode("ascii", "replace").strip() or "unknown"
            raise RepobookError(
                f"another build is writing {folder.path}", f"it is process {owner}"
            ) from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n".encode())
        yield
