"""The folder of a book during a build; refused before it is touched if it is not a book's."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from repobook.disk.writing import WritableFolder, make_folders
from repobook.errors import RepobookError
from repobook.index.cache.authenticated_file import authenticated, read_authenticated
from repobook.index.cache.facts_cache import StoredFacts, is_facts_cache
from repobook.index.cache.provenance import BookKey, book_key
from repobook.index.publish.lock import book_lock
from repobook.index.publish.manifest import is_manifest, manifest_text
from repobook.model.book_layout import (
    CACHE,
    FORMATS,
    IGNORED,
    INDEX,
    LOCK,
    MANIFEST,
    SEARCH,
    UNFINISHED,
)

_WORK: Final = f"{CACHE}/work-"
# What a build that was killed before it wrote its manifest may leave behind.
_FIRST_TRACES: Final = frozenset([LOCK, CACHE, IGNORED])
_STAGED: Final = (".log", *FORMATS)
_REMEMBERED: Final = frozenset(
    ["built", "facts", "history", "pages", "replaced", "seen", "stamps", "tests"]
)
_JOURNALS: Final = ("-journal", "-wal", "-shm")
_WORK_NAME: Final = re.compile("work-[0-9a-f]{32}")


Recalled = Callable[[str], memoryview | None]
"""Cached data by its name, if it is there and authentic."""


def caches_of(path: Path, source: str) -> Recalled:
    """Those of a book that somebody may be writing; ``source`` is what it is made from."""
    key = book_key(path, source)
    return lambda name: read_authenticated(path / CACHE / name, key, name)


def facts_of(path: Path, source: str) -> StoredFacts:
    return StoredFacts(path, book_key(path, source))


class BookFolder(NamedTuple):
    """A book that this build alone writes."""

    path: Path
    files: WritableFolder
    key: BookKey
    work: WritableFolder
    """The work folder: new, under a name that cannot be guessed."""
    leftovers: tuple[str, ...] = ()
    """Such folders of builds that were killed."""

    def put(self, name: str, data: bytes) -> None:
        """Whole or not at all."""
        self.work.write("put", data)
        self.work.move("put", self.files, name)

    def put_index(self, staged: str, name: str) -> None:
        """Moves a database into place and removes journals beside it, which SQLite would apply
        to it though they belong to another database."""
        for suffix in _JOURNALS:
            self.files.remove_all(f"{name}{suffix}")
        self.work.move(staged, self.files, name)

    def remember(self, name: str, data: bytes) -> None:
        self.put(f"{CACHE}/{name}", authenticated(data, self.key, name))

    def recalled(self, name: str) -> memoryview | None:
        """The cached data, if it is authentic."""
        return read_authenticated(self.path / CACHE / name, self.key, name)

    def forget(self) -> None:
        """Removes all caches, whoever wrote them."""
        for entry in self.files.entries(CACHE):
            if not _WORK_NAME.fullmatch(entry.name):
                self.files.remove_all(f"{CACHE}/{entry.name}")

    def discard_work(self) -> None:
        """Removes what was staged and not published."""
        for name in (self.work.path.name, *self.leftovers):
            self.files.remove_all(f"{CACHE}/{name}")


@contextmanager
def open_book_folder(path: Path, source: str, repository: str) -> Iterator[BookFolder]:
    """Makes the folder if there is none; an error names the reason why a book cannot be written.

    ``source`` is what the book is made from; ``repository`` the folder whose links are not trusted.
    """
    try:
        _refuse_links(path, repository)
        _refuse_what_is_not_a_book(path)
        is_new = not path.exists()
        make_folders(path)
        files = WritableFolder(path)
    except UnicodeEncodeError:
        raise RepobookError(f"the path of a book has to be UTF-8: {path}") from None
    except OSError as error:
        raise RepobookError(f"cannot write the book at {path}: {error.strerror}") from None
    with files, book_lock(files):
        key = book_key(path, source)
        leftovers = tuple(_leftovers(files))
        with files.fresh_folder(_WORK) as work:
            book = BookFolder(path, files, key, work, leftovers)
            if not is_manifest(path):
                # A book must be recognisable from its first moment: it may lie among the sources.
                book.put(MANIFEST, manifest_text({}, {"state": UNFINISHED}))
            if is_new and _is_in_git(path):
                # Once: who wants to commit a book removes the file, and it stays away.
                book.put(IGNORED, b"*\n")
            yield book


def _is_in_git(path: Path) -> bool:
    return any((folder / ".git").exists() for folder in path.absolute().parents)


def _leftovers(files: WritableFolder) -> Iterator[str]:
    """The work folders of killed builds that have staged pages; removes all else they left."""
    for entry in files.entries(CACHE):
        place = f"{CACHE}/{entry.name}"
        if _WORK_NAME.fullmatch(entry.name):
            inside = [below.name for below in files.entries(place)]
            kept_names = _STAGED if _STAGED[0] in inside else ()
            for name in set(inside).difference(kept_names):
                files.remove_all(f"{place}/{name}")
            if kept_names:
                yield entry.name
            else:
                files.remove_all(place)
        elif entry.name not in _REMEMBERED:
            files.remove_all(place)


def _refuse_links(book: Path, repository: str) -> None:
    """The book, and every folder above it that the repository may have brought along."""
    base = os.path.realpath(repository)
    at = Path(os.path.abspath(book))
    for path in (at, *at.parents):
        is_in_repository = os.path.realpath(path.parent) == base or _is_below(path.parent, base)
        if path.is_symlink() and (path == at or is_in_repository):
            hint = f"choose another -o, or {os.path.realpath(path)} itself"
            raise RepobookError(f"{path} is a link: no book is written through it", hint)


def _is_below(path: Path, base: str) -> bool:
    return os.path.realpath(path).startswith(base.rstrip("/") + "/")


def _refuse_what_is_not_a_book(book: Path) -> None:
    str(book).encode()
    names = _plain_names(book)
    if names <= _FIRST_TRACES:
        return
    is_ours = CACHE in names and is_facts_cache(book / CACHE / "facts")
    if not is_manifest(book) and not is_ours:
        raise RepobookError(f"{book} holds something that is not a book", "choose another -o")


def _plain_names(book: Path) -> frozenset[str]:
    """What lies in the folder. A repository may bring a book along whose links lead elsewhere."""
    entries = [entry for folder in (book, book / CACHE) for entry in _entries(folder)]
    for entry in entries:
        if not entry.is_file(follow_symlinks=False) and not entry.is_dir(follow_symlinks=False):
            raise RepobookError(f"{entry.path} is not a plain file", "choose another -o")
    return frozenset(entry.name for entry in _entries(book))


def _entries(folder: Path) -> list["os.DirEntry[str]"]:
    with suppress(FileNotFoundError), os.scandir(folder) as scanned:
        return list(scanned)
    return []


def book_stamp(folder: Path) -> str:
    """Of both indexes and the manifest together; empty when one is missing."""
    try:
        statuses = [(folder / name).stat() for name in (INDEX, SEARCH, MANIFEST)]
    except OSError:
        return ""
    return " ".join(f"{s.st_ino}.{s.st_size}.{s.st_mtime_ns}.{s.st_ctime_ns}" for s in statuses)
