"""Pages on disk: staged while they are made, moved into place together, remembered for next time.

Until every page is staged nothing of the published book is touched. While pages are moved a mark
stands in the book; whoever finds it knows that the next build finishes the job.
"""

import contextlib
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from repobook.errors import RepobookError

UNFINISHED: Final = "unfinished"
_MARK: Final = "A build was moving its pages here when it ended. The next build finishes it.\n"


class PageEntry(NamedTuple):
    """One page as it was made."""

    name: str
    """Relative to the folder of its format."""
    sha256: str
    n_links: int
    n_cites: int
    is_staged: bool = True
    """False where the published page is the same."""


class MadePages(NamedTuple):
    """The pages about one thing, and what they were made from beside it."""

    pages: tuple[PageEntry, ...]
    faces: tuple[int, ...] = ()
    read: tuple[int, ...] = ()
    problem: str = ""
    """Why they say less than they should; empty when all is well."""


class PagesMemory(NamedTuple):
    """What was published last; of no use under other conditions."""

    conditions: str
    names: str
    """Stands for how paths are spelt as names of pages."""
    stamps: dict[str, tuple[int, int]]
    """Size and time of every published page."""
    made: dict[str, MadePages]
    """By the subject of the pages."""


NO_PAGES: Final = PagesMemory("", "", {}, {})
_DECODER: Final = msgspec.msgpack.Decoder(PagesMemory)


def encode_made(made: MadePages) -> bytes:
    return msgspec.msgpack.encode(made)


def decode_made(data: bytes) -> MadePages:
    return msgspec.msgpack.decode(data, type=MadePages)


def load_pages(path: Path) -> PagesMemory:
    try:
        return _DECODER.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError):
        return NO_PAGES


def save_pages(path: Path, memory: PagesMemory) -> None:
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(msgspec.msgpack.encode(memory))
    os.replace(fresh, path)


def as_published(folder: Path, memory: PagesMemory) -> bool:
    """Whether every page still is the file that was put there."""
    base = str(folder)
    try:
        return all(_stamp(f"{base}/{name}") == stamp for name, stamp in memory.stamps.items())
    except OSError:
        return False


class Staging:
    """Where pages wait. One is opened in each process that makes pages."""

    def __init__(self, folder: Path, published: Mapping[str, str]) -> None:
        """``published`` tells the SHA-256 of the pages that are in place."""
        self._folder = str(folder)
        self._published = published
        self._made: set[str] = set()

    def put(self, name: str, text: str) -> tuple[str, bool]:
        """The SHA-256, and whether the page differs from the published one."""
        data = text.encode("utf-8", "backslashreplace")
        sha256 = hashlib.sha256(data).hexdigest()
        if self._published.get(name) == sha256:
            return sha256, False
        path = f"{self._folder}/{name}"
        self._make_folder(os.path.dirname(path))
        with open(path, "wb", buffering=0) as file:
            file.write(data)
        return sha256, True

    def _make_folder(self, folder: str) -> None:
        if folder not in self._made:
            os.makedirs(folder, exist_ok=True)
            self._made.add(folder)


class Publication(NamedTuple):
    """What a build changes in the folder of one format."""

    staging: Path
    folder: Path
    names: tuple[str, ...]
    """All pages that belong there."""
    staged: tuple[str, ...]
    knows_all: bool
    """Whether nothing but pages that we remember lies in the folder."""
    lost: tuple[str, ...]
    """Pages that were published before and are no more."""


def staging_folder(book: Path) -> Path:
    return book / "cache" / "staging"


def discard_staged(book: Path) -> None:
    """What was made and not published only takes room."""
    shutil.rmtree(staging_folder(book), ignore_errors=True)
    staged_index(book).unlink(missing_ok=True)


def staged_index(book: Path) -> Path:
    return book / "cache" / "book.db.new"


def mark_unfinished(book: Path) -> None:
    (book / UNFINISHED).write_text(_MARK, encoding="utf-8")


def unmark(book: Path) -> None:
    (book / UNFINISHED).unlink(missing_ok=True)


def publish(publication: Publication) -> dict[str, tuple[int, int]]:
    """Moves what is staged into place; the stamps of what was moved."""
    folder, staging = str(publication.folder), str(publication.staging)
    if not publication.knows_all:
        _remove_strangers(publication.folder, frozenset(publication.names))
    made: set[str] = set()
    stamps = {}
    for name in publication.staged:
        target = f"{folder}/{name}"
        _make_plain_folders(folder, os.path.dirname(name), made)
        os.replace(f"{staging}/{name}", target)
        stamps[name] = _stamp(target)
    _remove(publication.folder, publication.lost)
    return stamps


def _make_plain_folders(base: str, relative: str, made: set[str]) -> None:
    """A link on the way would lead our pages out of the book."""
    if relative in made:
        return
    if relative:
        _make_plain_folders(base, os.path.dirname(relative), made)
    path = f"{base}/{relative}".rstrip("/")
    if os.path.islink(path):
        raise RepobookError(f"{path} is not a plain folder", "remove it and build again")
    os.makedirs(path, exist_ok=True)
    made.add(relative)


def _remove(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        path = folder / name
        path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # not empty: other pages are there
            while path.parent != folder:
                path = path.parent
                path.rmdir()


def _remove_strangers(folder: Path, names: frozenset[str]) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise RepobookError(f"{folder} is not a plain folder", "remove it and build again")
    for path in _strangers(folder, names):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _strangers(folder: Path, names: frozenset[str]) -> Iterator[Path]:
    folders = {name.rpartition("/")[0] for name in names}
    parents = folders | {name[:n] for name in folders for n, c in enumerate(name) if c == "/"}
    waiting = [folder] if folder.is_dir() else []
    while waiting:
        here = waiting.pop()
        for entry in sorted(os.scandir(here), key=lambda entry: entry.name):
            relative = os.path.relpath(entry.path, folder)
            if entry.is_dir(follow_symlinks=False) and relative in parents:
                waiting.append(Path(entry.path))
            elif entry.is_symlink() or entry.is_dir() or relative not in names:
                yield Path(entry.path)


def _stamp(path: str) -> tuple[int, int]:
    found = os.stat(path, follow_symlinks=False)
    return found.st_size, found.st_mtime_ns
