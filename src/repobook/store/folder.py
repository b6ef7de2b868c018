"""The folder of a book: told from anyone else's before anything in it is touched."""

import os
from pathlib import Path
from typing import Final

from repobook.errors import RepobookError
from repobook.store.cache import is_facts_cache
from repobook.store.manifest import MANIFEST, read_manifest, write_manifest

# What a build that was killed before it wrote its manifest may leave behind.
_FIRST_TRACES: Final = frozenset([".lock", "cache", f"{MANIFEST}.new"])


def prepare_folder(book: Path) -> None:
    """Makes the folder, or says why a book cannot be written there."""
    try:
        _refuse_what_is_not_a_book(book)
        (book / "cache").mkdir(parents=True, exist_ok=True)
    except UnicodeEncodeError:
        raise RepobookError(f"the path of a book has to be UTF-8: {book}") from None
    except OSError as error:
        raise RepobookError(f"cannot write the book at {book}: {error.strerror}") from None


def mark_folder(book: Path) -> None:
    """From its first moment a book can be told from the sources it may lie among."""
    if not read_manifest(book):
        write_manifest(book, {}, {"state": "unfinished"})


def _refuse_what_is_not_a_book(book: Path) -> None:
    str(book).encode()
    names = _plain_names(book)
    if names <= _FIRST_TRACES:
        return
    is_ours = "cache" in names and is_facts_cache(book / "cache" / "facts")
    if not read_manifest(book) and not is_ours:
        raise RepobookError(f"{book} holds something that is not a book", "choose another -o")


def _plain_names(book: Path) -> frozenset[str]:
    """What lies in the folder. A repository may bring a book along whose links lead elsewhere."""
    found = [entry for folder in (book, book / "cache") for entry in _entries(folder)]
    for entry in found:
        if not entry.is_file(follow_symlinks=False) and not entry.is_dir(follow_symlinks=False):
            raise RepobookError(f"{entry.path} is not a plain file", "choose another -o")
    return frozenset(entry.name for entry in _entries(book))


def _entries(folder: Path) -> list["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except FileNotFoundError:
        return []
