"""Pages on disk: staged while they are made, then moved into place together.

Until every page is staged nothing of the published book is touched. While pages are moved a mark
stands in the book: it says that the next build finishes the job.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from repobook.disk.writing import Stamp, WritableFolder
from repobook.errors import RepobookError
from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.replaced_pages import set_aside
from repobook.model.book_layout import UNFINISHED
from repobook.text.folders import folders_of

_REMOVE: Final = "remove it and build again"
_MARK: Final = b"A build was moving its pages here when it ended. The next build finishes it.\n"


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
    """The pages of one subject, and what else they were made from."""

    pages: tuple[PageEntry, ...]
    summaries: tuple[int, ...] = ()
    """Other files that they mention."""
    quoted: tuple[int, ...] = ()
    """Other files whose text they show lines of."""
    documents: tuple[int, ...] = ()
    """Those that mention the file, which they may quote."""
    users: tuple[int, ...] = ()
    """Other files whose lines they cite as uses of this one."""
    read: tuple[int, ...] = ()
    """Files, and keys of symbols, that operators were gathered from."""
    problem: str = ""
    """Why they are incomplete; empty if they are not."""
    input_digest: bytes = b""
    """Of what they were made from; empty where that is not known."""
    table: bytes = b""
    """What shards of the search were made from; empty where that is not stored."""


class PagesAccount(NamedTuple):
    """What a build reports about all pages together."""

    n_pages: int = 0
    n_links: int = 0
    n_cites: int = 0
    n_bytes: int = 0
    notices: tuple[str, ...] = ()
    n_incomplete: int = 0
    """The number of subjects with incomplete pages."""


def encode_pages(pages: MadePages) -> bytes:
    return msgspec.msgpack.encode(pages)


def decode_pages(data: bytes) -> MadePages:
    return msgspec.msgpack.decode(data, type=MadePages)


class _ChangedPages:
    """Takes pages; those that are as published are not written again."""

    def __init__(self, published: Mapping[str, str]) -> None:
        """``published`` is the SHA-256 of pages in place, of those that are made again."""
        self._published = published

    def published(self, name: str) -> str:
        return self._published[name]

    def put(self, name: str, text: str) -> tuple[str, bool]:
        """The SHA-256, and whether the page differs from the published one."""
        data = text.encode("utf-8", "backslashreplace")
        sha256 = hashlib.sha256(data).hexdigest()
        if self._published.get(name) == sha256:
            return sha256, False
        self.write(name, data)
        return sha256, True

    def write(self, name: str, data: bytes) -> None:
        raise NotImplementedError

    def close(self) -> None:
        """Nothing is open."""


class Staging(_ChangedPages):
    """Where pages wait. One is opened in each process that makes pages."""

    def __init__(self, folder: WritableFolder, published: Mapping[str, str]) -> None:
        super().__init__(published)
        self._folder = folder

    def write(self, name: str, data: bytes) -> None:
        self._folder.write(name, data)

    def close(self) -> None:
        self._folder.close()


class HeldPages(_ChangedPages):
    """Pages that a fork makes: it may outlive its build, so another process writes them."""

    def __init__(self, published: Mapping[str, str]) -> None:
        super().__init__(published)
        self.data_by_name: dict[str, bytes] = {}

    def write(self, name: str, data: bytes) -> None:
        self.data_by_name[name] = data


class Publication(NamedTuple):
    """What a build changes in the folders of the formats."""

    formats: tuple[str, ...]
    names: tuple[str, ...]
    """All pages that belong there."""
    staged: tuple[str, ...]
    knows_all: bool
    """Whether the folders hold only pages in the cache."""
    lost: tuple[str, ...]
    """Pages that were published before and are no more."""


NOTHING_TO_PUBLISH: Final = Publication((), (), (), True, ())


def mark_unfinished(book: BookFolder) -> None:
    book.put(UNFINISHED, _MARK)


def is_marked(book: BookFolder) -> bool:
    return os.path.lexists(book.path / UNFINISHED)


def unmark(book: BookFolder) -> None:
    book.files.remove(UNFINISHED)


def publish(book: BookFolder, publication: Publication) -> dict[str, Stamp]:
    """Moves what is staged into place; the stamps of what was moved."""
    files = book.files
    if not publication.knows_all:
        _remove_strangers(files, publication)
    set_aside(files, (*publication.staged, *publication.lost))
    try:
        stamps = _move_whole_formats(book, publication)
        stamps |= {
            name: book.work.move(name, files, name)
            for name in publication.staged
            if name not in stamps
        }
    except (NotADirectoryError, IsADirectoryError) as error:
        raise RepobookError(f"{error.filename} is not a plain folder", _REMOVE) from None
    _remove(files, publication.lost)
    return stamps


def _move_whole_formats(book: BookFolder, publication: Publication) -> dict[str, Stamp]:
    """A format of which nothing is published is moved at once: of pages there are a hundred
    thousand."""
    stamps: dict[str, Stamp] = {}
    present = {entry.name for entry in book.files.entries()}
    staged = set(publication.staged)
    for name in publication.formats:
        if name not in present and any(page.startswith(f"{name}/") for page in staged):
            waiting = book.work.stamps(name)
            if waiting.keys() <= staged:
                book.work.move_folder(name, book.files)
                stamps |= waiting
    return stamps


def _remove(files: WritableFolder, names: Iterable[str]) -> None:
    for name in names:
        files.remove(name)
        files.remove_empty_folders(name.rpartition("/")[0])


def _remove_strangers(files: WritableFolder, publication: Publication) -> None:
    formats = {entry.name: entry.kind for entry in files.entries() if entry.kind != "folder"}
    for name in publication.formats:
        if name in formats:
            raise RepobookError(f"{files.path / name} is not a plain folder", _REMOVE)
    for stranger in list(_strangers(files, publication)):
        files.remove_all(stranger)


def _strangers(files: WritableFolder, publication: Publication) -> Iterator[str]:
    pages, folders = set(publication.names), set(folders_of(publication.names))
    waiting = list(publication.formats)
    while waiting:
        folder = waiting.pop()
        for entry in files.entries(folder):
            name = f"{folder}/{entry.name}"
            if entry.kind == "folder" and name in folders:
                waiting.append(name)
            elif entry.kind != "file" or name not in pages:
                yield name
