"""Which book is meant: the one given, or the one of the repository around the current folder."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from repobook.disk.reading import Folders, read_head
from repobook.errors import RepobookError
from repobook.index.publish.manifest import read_manifest
from repobook.model.book_layout import INDEX
from repobook.scan.sources.books import HEAD_BYTES, MANIFEST, PARTS, is_book_manifest, may_be_book
from repobook.scan.sources.path_names import display

if TYPE_CHECKING:
    # What reads a book must not wait for what reads a repository.
    from repobook.scan.sources.source import SourceSpec


def default_book(spec: "SourceSpec") -> Path:
    """``NAME.book`` in the current folder, NAME being the repository's."""
    return Path(f"{repository_name(spec.root)}.book")


def is_book(folder: str) -> bool:
    """Whether a folder that may hold anything is one of our books; opening it never waits."""
    folders = Folders(folder)
    try:
        names = frozenset(map(os.fsencode, os.listdir(folder)))
        is_shaped = may_be_book(names) and PARTS.issuperset(names)
        return is_shaped and is_book_manifest(read_head(folders.open(b""), MANIFEST, HEAD_BYTES))
    except OSError:
        return False
    finally:
        folders.close()


def find_book(path: str | None) -> Path:
    if path is not None:
        return _checked(Path(path))
    for folder in [Path.cwd(), *Path.cwd().parents]:
        for candidate in (folder / f"{folder.name}.book", folder.parent / f"{folder.name}.book"):
            if (candidate / INDEX).exists():
                return _checked(candidate)
    books = sorted(path for path in Path.cwd().glob("*.book") if (path / INDEX).exists())
    if len(books) == 1:
        return _checked(books[0])
    if books:
        names = ", ".join(book.name for book in books)
        raise RepobookError(f"several books here: {names}", "choose one with --book")
    raise RepobookError("there is no book here", "build one with: repobook build PATH")


def _checked(book: Path) -> Path:
    if book.name == INDEX:
        book = book.parent
    if not book.exists():
        raise RepobookError(f"no such book: {book}", "build one with: repobook build PATH")
    if not (book / INDEX).is_file():
        unfinished = "its first build has not finished" if read_manifest(book) else "not a book"
        raise RepobookError(f"{book}: {unfinished}", "build one with: repobook build PATH")
    return book


def repository_name(root: str) -> str:
    """What a reader calls it: the name of its folder."""
    name = os.path.basename(root.rstrip("/"))
    if name == ".git":
        name = os.path.basename(os.path.dirname(root))
    return display(os.fsencode(name.removesuffix(".git"))) or "root"
