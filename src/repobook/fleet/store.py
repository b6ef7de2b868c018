"""Where the books of a fleet live: in a folder that all workers see, or in an object store."""

import os
from pathlib import Path
from typing import Protocol

from repobook.build.read.shares import Share
from repobook.disk.writing import make_folders, write_new_file
from repobook.errors import RepobookError


class Store(Protocol):
    def place(self, name: str) -> Path:
        """Where the book of a repository is built."""

    def publish(self, name: str) -> str:
        """Makes what was built there the book of that name; where it is found from now on."""

    def fetch(self, name: str, target: Path) -> None:
        """Writes a published book into a folder."""

    def put_share(self, name: str, share: Share, data: bytes) -> None:
        """What one worker has read of a repository, for whoever builds its book."""

    def share(self, name: str, share: Share) -> bytes | None: ...

    def lend(self, name: str, path: str) -> str:
        """Lets other machines read a file of a book at work; what they know it by."""

    def borrow(self, lent: str, folder: str) -> str:
        """The path of such a file on this machine; a copy of it may be put into the folder."""

    def take_back(self, name: str) -> None:
        """All that was lent of the book, by a build that was killed too."""


class FolderStore:
    """A build publishes its book itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def place(self, name: str) -> Path:
        make_folders(self._folder)
        return self._folder / f"{name}.book"

    def publish(self, name: str) -> str:
        return str(self.place(name))

    def put_share(self, name: str, share: Share, data: bytes) -> None:
        path = self._folder / share_path(name, share)
        make_folders(path.parent)
        with write_new_file(path) as file:
            file.write(data)

    def share(self, name: str, share: Share) -> bytes | None:
        try:
            return (self._folder / share_path(name, share)).read_bytes()
        except OSError:
            return None

    def lend(self, name: str, path: str) -> str:
        return path  # all workers see the folder

    def borrow(self, lent: str, folder: str) -> str:
        return lent

    def take_back(self, name: str) -> None:
        pass

    def fetch(self, name: str, target: Path) -> None:
        raise RepobookError(f"the book of {name} is a folder already: {self.place(name)}")


def share_path(name: str, share: Share) -> str:
    """One of each number: a newer one takes its place."""
    return f"shares/{name}/{share.number}-of-{share.n_all}"


def open_store(address: str) -> Store:
    if "://" not in address:
        return FolderStore(Path(address))
    try:
        from repobook.fleet.object_store import ObjectStore
    except ImportError:
        hint = "pip install 'repobook[fleet]'"
        raise RepobookError("an object store needs the fleet extra", hint) from None
    return ObjectStore(address, _scratch())


def _scratch() -> Path:
    """Where this machine keeps books between builds, so that the next one has less to do."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home) / "repobook" / "fleet"
