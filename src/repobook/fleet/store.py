"""Where the books of a fleet live: in a folder that all workers see, or in an object store."""

import os
from pathlib import Path
from typing import Protocol

from repobook.disk.writing import make_folders
from repobook.errors import RepobookError


class Store(Protocol):
    def place(self, name: str) -> Path:
        """Where the book of a repository is built."""

    def publish(self, name: str) -> str:
        """Makes what was built there the book of that name; where it is found from now on."""

    def fetch(self, name: str, target: Path) -> None:
        """Writes a published book into a folder."""


class FolderStore:
    """A build publishes its book itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def place(self, name: str) -> Path:
        make_folders(self._folder)
        return self._folder / f"{name}.book"

    def publish(self, name: str) -> str:
        return str(self.place(name))

    def fetch(self, name: str, target: Path) -> None:
        raise RepobookError(f"the book of {name} is a folder already: {self.place(name)}")


def open_store(address: str) -> Store:
    if "://" not in address:
        return FolderStore(Path(address))
    try:
        from repobook.fleet.object_store import ObjectStore
    except ImportError:
        hint = "pip install 'repobook[fleet]'"
        raise RepobookError("an object store needs the extra of fleets", hint) from None
    return ObjectStore(address, _scratch())


def _scratch() -> Path:
    """Where this machine keeps books between builds, so that the next one has less to do."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "repobook" / "fleet"
