"""Where the books of a fleet live."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from repobook.disk.writing import make_folders
from repobook.errors import RepobookError


class WritableBook(NamedTuple):
    path: Path
    """Where it is built."""
    address: str
    """Where it is found afterwards."""

    def publish(self, changed: bool) -> None:
        """A book in a folder is published by its build."""


class Store(Protocol):
    def writable(self, name: str) -> AbstractContextManager[WritableBook]: ...


class FolderStore:
    """One that all workers see: on one machine, or on a file system that they share."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def writable(self, name: str) -> Iterator[WritableBook]:
        make_folders(self._folder)
        book = self._folder / f"{name}.book"
        yield WritableBook(book, str(book))


def open_store(address: str) -> Store:
    if "://" in address:
        raise RepobookError(f"no such store: {address}", "books live in a folder")
    return FolderStore(Path(address))
