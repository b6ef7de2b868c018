"""Books in an object store: every file once, by its hash, and a listing for each book.

What any book holds already is not sent again. The listing is written last and as a whole, so that
who reads a book reads the old one or the new one.
"""

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
import obstore
from obstore.exceptions import BaseError, NotFoundError
from obstore.store import from_url

from repobook.build.read.shares import Share
from repobook.disk.writing import WritableFolder, make_folders, write_new_file
from repobook.errors import RepobookError
from repobook.fleet.store import share_path
from repobook.model.book_layout import CACHE, LOCK, UNFINISHED

_NOT_PUBLISHED: Final = (CACHE, LOCK, UNFINISHED)


class ObjectStore:
    def __init__(self, address: str, scratch: Path) -> None:
        self._address = address.rstrip("/")
        # Fleets with books of the same names do not meet there.
        key = hashlib.blake2b(self._address.encode(), digest_size=8).hexdigest()
        self._scratch = scratch / key
        try:
            self._objects = from_url(self._address)
        except (BaseError, ValueError) as error:
            raise RepobookError(f"no such store: {address}: {_first_line(error)}") from None

    def place(self, name: str) -> Path:
        make_folders(self._scratch)
        return self._scratch / f"{name}.book"

    def publish(self, name: str) -> str:
        with self._faults():
            before = self._listing(name)
            listing = dict(_files(self.place(name)))
            if listing != before:
                self._send(self.place(name), listing, {*before.values()})
                data = msgspec.json.encode(dict(sorted(listing.items())))
                obstore.put(self._objects, _listing_name(name), data)
        return f"{self._address}/{_listing_name(name)}"

    def fetch(self, name: str, target: Path) -> None:
        listing = self._listing(name)
        if not listing:
            raise RepobookError(f"{self._address} has no book of {name}")
        make_folders(target)
        with WritableFolder(target) as folder:
            for path, sha256 in listing.items():
                folder.write(path, self._blob(sha256))

    def put_share(self, name: str, share: Share, data: bytes) -> None:
        with self._faults():
            obstore.put(self._objects, share_path(name, share), data)

    def share(self, name: str, share: Share) -> bytes | None:
        try:
            return bytes(obstore.get(self._objects, share_path(name, share)).bytes())
        except (BaseError, OSError):
            return None  # then it is read again

    def lend(self, name: str, path: str) -> str:
        lent = f"lent/{name}/{secrets.token_hex(16)}"
        with self._faults():
            obstore.put(self._objects, lent, Path(path))
        return lent

    def borrow(self, lent: str, folder: str) -> str:
        path = Path(folder, lent.rpartition("/")[2])
        with self._faults(), write_new_file(path) as file:
            for chunk in obstore.get(self._objects, lent):
                file.write(chunk)
        return str(path)

    def take_back(self, name: str) -> None:
        with self._faults():
            for objects in obstore.list(self._objects, f"lent/{name}"):
                obstore.delete(self._objects, [each["path"] for each in objects])

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError) as error:
            raise RepobookError(f"{self._address}: {_first_line(error)}") from None

    def _listing(self, name: str) -> dict[str, str]:
        """Empty where there is no book."""
        try:
            data = obstore.get(self._objects, _listing_name(name)).bytes()
        except (NotFoundError, FileNotFoundError):
            return {}
        return msgspec.json.decode(bytes(data), type=dict[str, str])

    def _send(self, book: Path, listing: dict[str, str], known: set[str]) -> None:
        for path, sha256 in listing.items():
            if sha256 not in known and not self._has(sha256):
                obstore.put(self._objects, _blob_name(sha256), book / path)
            known.add(sha256)

    def _has(self, sha256: str) -> bool:
        try:
            obstore.head(self._objects, _blob_name(sha256))
        except (NotFoundError, FileNotFoundError):
            return False
        return True

    def _blob(self, sha256: str) -> bytes:
        data = bytes(obstore.get(self._objects, _blob_name(sha256)).bytes())
        if hashlib.sha256(data).hexdigest() != sha256:
            raise RepobookError(f"{self._address}: {_blob_name(sha256)} is damaged")
        return data


def _files(book: Path) -> Iterator[tuple[str, str]]:
    """All that belongs to a book, with its SHA-256."""
    for part in sorted(book.iterdir()):
        if part.name in _NOT_PUBLISHED:
            continue
        for file in sorted(part.rglob("*")) if part.is_dir() else [part]:
            if file.is_file() and not file.is_symlink():
                with file.open("rb") as opened:
                    sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
                yield file.relative_to(book).as_posix(), sha256


def _listing_name(name: str) -> str:
    return f"books/{name}.json"


def _blob_name(sha256: str) -> str:
    return f"blobs/{sha256[:2]}/{sha256}"


def _first_line(error: Exception) -> str:
    return f"{error}".strip().partition("\n")[0]
