"""The folder of a book as a build opens it."""

from contextlib import AbstractContextManager
from pathlib import Path

from repobook.index.publish.book_folder import BookFolder, open_book_folder

NOWHERE = "/nonexistent"


def opened_folder(path: Path, source: str = "folder /source") -> AbstractContextManager[BookFolder]:
    return open_book_folder(path, source, NOWHERE)
