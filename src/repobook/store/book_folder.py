"""The folder of a book while a build works on it: told from anyone else's before it is touched."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from repobook.disk.writing import WritableFolder, make_folders
from repobook.errors import RepobookError
from repobook.store.authenticated_file import authenticated, read_authenticated
from repobook.store.cache import is_facts_cache
from repobook.store.lock import book_lock
from repobook.store.manifest import MANIFEST, manifest_text, read_manifest
from repobook.store.provenance import BookKey, book_key

_CACHE: Final = "cache"
_WORK: Final = "cache/work-"
# What a build that was killed before it wrote its manifest may leave behind.
_FIRST_TRACES: Final = frozenset([".lock", _CACHE])
_STAGED: Final = (".log", "markdown", "site")
_REMEMBERED: Final = frozenset(["facts", "history", "pages", "replaced", "seen"])
_WORK_NAME: Final = re.compile("work-[0-9a-f]{32}")


class BookFolder(NamedTuple):
    """A book that this build alone writes."""

    path: Path
    files: WritableFolder
    key: BookKey
    work: WritableFolder
    """What is in progress: a fresh folder under a name that nobody can have prepared."""
    leftovers: tuple[str, ...] = ()
    """Such folders of builds that were killed."""

    def put(self, name: str, data: bytes) -> None:
        """Whole or not at all."""
        self.work.write("put", data)
        self.work.move("put", self.files, name)

    def remember(self, name: str, data: bytes) -> None:
        self.put(f"{_CACHE}/{name}", authenticated(data, self.key, name))

    def recalled(self, name: str) -> memoryview | None:
        """What was remembered, if nobody else can have written it."""
        return read_authenticated(self.path / _CACHE / name, self.key, name)

    def forget(self) -> None:
        """All that is remembered, whoever wrote it."""
        for entry in self.files.entries(_CACHE):
            if not _WORK_NAME.fullmatch(entry.name):
                self.files.remove_all(f"{_CACHE}/{entry.name}")

    def discard_work(self) -> None:
        """What was made and not published only takes room."""
        for name in (self.work.path.name, *self.leftovers):
            self.files.remove_all(f"{_CACHE}/{name}")


@contextmanager
def open_book_folder(path: Path, source: str, repository: str) -> Iterator[BookFolder]:
    """Makes the folder where there is none; one line says why a book cannot be written there.

    ``source`` is what the book is made from; ``repository`` the folder whose links are not trusted.
    """
    try:
        _refuse_links(path, repository)
        _refuse_what_is_not_a_book(path)
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
            if not read_manifest(path):
                # From its first moment a book can be told from the sources it may lie among.
                book.put(MANIFEST, manifest_text({}, {"state": "unfinished"}))
            yield book


def _leftovers(files: WritableFolder) -> Iterator[str]:
    """The folders of killed builds that have staged pages; all else that they left goes."""
    for entry in files.entries(_CACHE):
        place = f"{_CACHE}/{entry.name}"
        if _WORK_NAME.fullmatch(entry.name):
            inside = [below.name for below in files.entries(place)]
            kept = _STAGED if _STAGED[0] in inside else ()
            for name in set(inside).difference(kept):
                files.remove_all(f"{place}/{name}")
            if kept:
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
        is_theirs = os.path.realpath(path.parent) == base or _is_below(path.parent, base)
        if path.is_symlink() and (path == at or is_theirs):
            hint = f"choose another -o, or {os.path.realpath(path)} itself"
            raise RepobookError(f"{path} is a link: no book is written through it", hint)


def _is_below(path: Path, base: str) -> bool:
    return os.path.realpath(path).startswith(base.rstrip("/") + "/")


def _refuse_what_is_not_a_book(book: Path) -> None:
    str(book).encode()
    names = _plain_names(book)
    if names <= _FIRST_TRACES:
        return
    is_ours = _CACHE in names and is_facts_cache(book / _CACHE / "facts")
    if not read_manifest(book) and not is_ours:
        raise RepobookError(f"{book} holds something that is not a book", "choose another -o")


def _plain_names(book: Path) -> frozenset[str]:
    """What lies in the folder. A repository may bring a book along whose links lead elsewhere."""
    found = [entry for folder in (book, book / _CACHE) for entry in _entries(folder)]
    for entry in found:
        if not entry.is_file(follow_symlinks=False) and not entry.is_dir(follow_symlinks=False):
            raise RepobookError(f"{entry.path} is not a plain file", "choose another -o")
    return frozenset(entry.name for entry in _entries(book))


def _entries(folder: Path) -> list["os.DirEntry[str]"]:
    with suppress(FileNotFoundError), os.scandir(folder) as found:
        return list(found)
    return []
