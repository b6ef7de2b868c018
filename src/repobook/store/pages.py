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
from repobook.store.kept import keep, kept
from repobook.store.replaced import set_aside
from repobook.text.folders import folders_of

UNFINISHED: Final = "unfinished"
_REMOVE: Final = "remove it and build again"
_MARK: Final = "A build was moving its pages here when it ended. The next build finishes it.\n"


class PageEntry(NamedTuple):
    """One page as it was made."""

    name: str
    """Relative to the book: the folder of its format, and where it lies there."""
    sha256: str
    n_links: int
    n_cites: int
    is_staged: bool = True
    """False where the published page is the same."""
    is_heavy: bool = False
    """Whether it is larger than its format wants pages to be."""


class MadePages(NamedTuple):
    """The pages about one thing, and what they were made from beside it."""

    pages: tuple[PageEntry, ...]
    faces: tuple[int, ...] = ()
    read: tuple[int, ...] = ()
    users: tuple[int, ...] = ()
    """Other files of which they tell the lines that use something of this one."""
    problem: str = ""
    """Why they say less than they should; empty when all is well."""


class PagesAccount(NamedTuple):
    """What a build tells of all pages together."""

    n_pages: int = 0
    n_links: int = 0
    n_cites: int = 0
    n_bytes: int = 0
    notices: tuple[str, ...] = ()


class PagesMemory(NamedTuple):
    """What was published last; of no use under other conditions."""

    conditions: str
    names: str
    """Stands for how paths are spelt as names of pages."""
    stamps: dict[str, tuple[int, int]]
    """Size and time of every published page."""
    made: dict[str, MadePages]
    """By the subject of the pages."""


class PagesHead(NamedTuple):
    """As much of it as a build needs that has nothing to make."""

    conditions: str
    account: PagesAccount


class _Kept(NamedTuple):
    """On the disk: what is large is decoded only for who asks for it."""

    conditions: str
    names: str
    account: PagesAccount
    stamps: msgspec.Raw
    made: msgspec.Raw


NO_PAGES: Final = PagesMemory("", "", {}, {})
_NO_ACCOUNT: Final = PagesAccount()
_STAMPS: Final = msgspec.msgpack.Decoder(dict[str, tuple[int, int]])
_MADE: Final = msgspec.msgpack.Decoder(dict[str, MadePages])
_NOTHING: Final = _Kept("", "", _NO_ACCOUNT, msgspec.Raw(b"\x80"), msgspec.Raw(b"\x80"))
_DECODER: Final = msgspec.msgpack.Decoder(_Kept)


def encode_made(made: MadePages) -> bytes:
    return msgspec.msgpack.encode(made)


def decode_made(data: bytes) -> MadePages:
    return msgspec.msgpack.decode(data, type=MadePages)


def load_head(book: Path) -> PagesHead:
    kept = _load(book)
    return PagesHead(kept.conditions, kept.account)


def load_pages(book: Path) -> PagesMemory:
    kept = _load(book)
    stamps, made = _STAMPS.decode(kept.stamps), _MADE.decode(kept.made)
    return PagesMemory(kept.conditions, kept.names, stamps, made)


def save_pages(book: Path, memory: PagesMemory, account: PagesAccount = _NO_ACCOUNT) -> None:
    conditions, names, *large = memory
    stamps, made = [msgspec.Raw(msgspec.msgpack.encode(part)) for part in large]
    told = _Kept(conditions, names, account, stamps, made)
    keep(_remembered_at(book), msgspec.msgpack.encode(told))


def _load(book: Path) -> _Kept:
    data = kept(_remembered_at(book))
    try:
        return _DECODER.decode(data) if data else _NOTHING
    except msgspec.DecodeError:
        return _NOTHING  # another version of us wrote it


def _remembered_at(book: Path) -> Path:
    return book / "cache" / "pages"


def are_as_published(book: Path) -> bool:
    """Whether every page still is the file that the last build put there."""
    base, stamps = os.fsencode(book), _STAMPS.decode(_load(book).stamps)
    try:
        untouched = all(_stamp(page_path(base, name)) == at for name, at in stamps.items())
    except OSError:
        return False
    return untouched and not (book / UNFINISHED).exists()


class Staging:
    """Where pages wait. One is opened in each process that makes pages."""

    def __init__(self, folder: Path, published: Mapping[str, str]) -> None:
        """``published`` tells the SHA-256 of the pages that are in place."""
        self._folder = os.fsencode(folder)
        self._published = published
        self._made: set[bytes] = set()

    def put(self, name: str, text: str) -> tuple[str, bool]:
        """The SHA-256, and whether the page differs from the published one."""
        data = text.encode("utf-8", "backslashreplace")
        sha256 = hashlib.sha256(data).hexdigest()
        if self._published.get(name) == sha256:
            return sha256, False
        path = page_path(self._folder, name)
        self._make_folder(os.path.dirname(path))
        with open(path, "wb", buffering=0) as file:
            file.write(data)
        return sha256, True

    def _make_folder(self, folder: bytes) -> None:
        if folder not in self._made:
            os.makedirs(folder, exist_ok=True)
            self._made.add(folder)


class Publication(NamedTuple):
    """What a build changes in the folders of the formats."""

    staging: Path
    folder: Path
    """The book; names are relative to it."""
    formats: tuple[str, ...]
    names: tuple[str, ...]
    """All pages that belong there."""
    staged: tuple[str, ...]
    knows_all: bool
    """Whether nothing but pages that we remember lies in the folders."""
    lost: tuple[str, ...]
    """Pages that were published before and are no more."""


def staging_folder(book: Path) -> Path:
    return book / "cache" / "staging"


def discard_staged(book: Path) -> None:
    """What was made and not published only takes room."""
    shutil.rmtree(staging_folder(book), ignore_errors=True)
    staged_index(book).unlink(missing_ok=True)
    staged_search(book).unlink(missing_ok=True)


def staged_index(book: Path) -> Path:
    return book / "cache" / "book.db.new"


def staged_search(book: Path) -> Path:
    return book / "cache" / "search.db.new"


def mark_unfinished(book: Path) -> None:
    (book / UNFINISHED).write_text(_MARK, encoding="utf-8")


def unmark(book: Path) -> None:
    (book / UNFINISHED).unlink(missing_ok=True)


def publish(publication: Publication) -> dict[str, tuple[int, int]]:
    """Moves what is staged into place; the stamps of what was moved."""
    folder, staging = os.fsencode(publication.folder), os.fsencode(publication.staging)
    if not publication.knows_all:
        _remove_strangers(publication)
    set_aside(folder, (*publication.staged, *publication.lost))
    made: set[str] = set()
    stamps = {}
    for name in publication.staged:
        target = page_path(folder, name)
        _make_plain_folders(folder, os.path.dirname(name), made)
        os.replace(page_path(staging, name), target)
        stamps[name] = _stamp(target)
    _remove(folder, publication.lost)
    return stamps


def page_path(folder: bytes, name: str) -> bytes:
    """In UTF-8 whatever the locale says: the same book lies there for everyone."""
    return folder + b"/" + name.encode() if name else folder


def _make_plain_folders(base: bytes, relative: str, made: set[str]) -> None:
    """A link on the way would lead our pages out of the book."""
    if relative in made:
        return
    if relative:
        _make_plain_folders(base, os.path.dirname(relative), made)
    path = page_path(base, relative)
    if os.path.islink(path):
        raise RepobookError(f"{os.fsdecode(path)} is not a plain folder", _REMOVE)
    os.makedirs(path, exist_ok=True)
    made.add(relative)


def _remove(folder: bytes, names: Iterable[str]) -> None:
    for name in names:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(page_path(folder, name))
        with contextlib.suppress(OSError):  # not empty: other pages are there
            while name := os.path.dirname(name):
                os.rmdir(page_path(folder, name))


def _remove_strangers(publication: Publication) -> None:
    for format in publication.formats:
        folder = publication.folder / format
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise RepobookError(f"{folder} is not a plain folder", _REMOVE)
    for path in list(_strangers(publication)):
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)


def _strangers(publication: Publication) -> Iterator[bytes]:
    folder, names = os.fsencode(publication.folder), publication.names
    pages = {page_path(folder, name) for name in names}
    folders = {page_path(folder, name) for name in folders_of(names)}
    formats = [page_path(folder, format) for format in publication.formats]
    waiting = [path for path in formats if os.path.isdir(path)]
    while waiting:
        for entry in sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name):
            if entry.is_dir(follow_symlinks=False) and entry.path in folders:
                waiting.append(entry.path)
            elif entry.is_symlink() or entry.is_dir() or entry.path not in pages:
                yield entry.path


def _stamp(path: bytes) -> tuple[int, int]:
    found = os.stat(path, follow_symlinks=False)
    return found.st_size, found.st_mtime_ns
