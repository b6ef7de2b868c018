"""Records of the published pages, so that an edit needs to check only a few of them.

A book has tens of thousands of pages. What is stored of each subject is decoded when it is asked
for, and stamps folder by folder: what an edit does not concern is written back as it was read.
"""

import os
from array import array
from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.pages import MadePages, PagesAccount, is_marked

_PAGES: Final = "pages"
_STAMPS: Final = "stamps"
_ID_BITS: Final = 0xFFFFFFFF


class PublishedPages(NamedTuple):
    """The pages of one subject, and what else they were made from.

    Other files stand there with half of the bits of their ids: one that is taken for another makes
    a page be looked at once more.
    """

    sha256_by_name: msgspec.Raw
    n_pages: int
    n_links: int
    n_cites: int
    summaries: bytes = b""
    quoted: bytes = b""
    documents: bytes = b""
    users: bytes = b""
    read: bytes = b""
    problem: str = ""
    input_digest: bytes = b""
    heavy: tuple[str, ...] = ()
    """Those that are larger than their format wants pages to be."""
    table: bytes = b""

    def outputs(self) -> dict[str, str]:
        """The SHA-256 of each by name."""
        return _OUTPUTS.decode(self.sha256_by_name)


# Size and time of a page.
Stamp = tuple[int, int]


class FolderStamps(NamedTuple):
    """Of the pages right in a folder."""

    n_bytes: int
    stamp_by_name: msgspec.Raw


class PagesMemory(NamedTuple):
    """What was published last; valid only under the same conditions."""

    conditions: str = ""
    names: str = ""
    """A digest of the names of all pages."""
    account: PagesAccount = PagesAccount()
    stored: msgspec.Raw = msgspec.Raw(b"\x80")
    """Decoded by ``pages_by_subject``."""

    def pages_by_subject(self) -> dict[str, PublishedPages]:
        return _BY_SUBJECT.decode(self.stored)


NO_PAGES: Final = PagesMemory()
_OUTPUTS: Final = msgspec.msgpack.Decoder(dict[str, str])
_BY_SUBJECT: Final = msgspec.msgpack.Decoder(dict[str, PublishedPages])
_MEMORY: Final = msgspec.msgpack.Decoder(PagesMemory)
_BY_FOLDER: Final = msgspec.msgpack.Decoder(dict[str, FolderStamps])
_IN_FOLDER: Final = msgspec.msgpack.Decoder(dict[str, Stamp])
_ENCODE: Final = msgspec.msgpack.Encoder().encode


def published(pages: MadePages, is_page: Callable[[str], bool]) -> PublishedPages:
    """``is_page`` tells by its name whether an output counts as a page."""
    counted = [page for page in pages.pages if is_page(page.name)]
    return PublishedPages(
        msgspec.Raw(_ENCODE({page.name: page.sha256 for page in pages.pages})),
        len(counted),
        sum(page.n_links for page in counted),
        sum(page.n_cites for page in counted),
        _packed(pages.summaries),
        _packed(pages.quoted),
        _packed(pages.documents),
        _packed(pages.users),
        _packed(pages.read),
        pages.problem,
        pages.input_digest,
        tuple(page.name for page in pages.pages if page.is_heavy),
        pages.table,
    )


def _packed(ids: Iterable[int]) -> bytes:
    return array("I", [id & _ID_BITS for id in ids]).tobytes()


def stands_among(ids: Iterable[int]) -> Callable[[bytes], bool]:
    """Whether one of these files stands among those that pages were made from."""
    shortened: Set[int] = {id & _ID_BITS for id in ids}
    if not shortened:
        return lambda packed: False
    return lambda packed: not shortened.isdisjoint(memoryview(packed).cast("I"))


def load_pages(book: BookFolder) -> PagesMemory:
    data = book.recalled(_PAGES)
    with suppress(msgspec.DecodeError):  # another version of us wrote it
        return _MEMORY.decode(data) if data else NO_PAGES
    return NO_PAGES


def save_pages(
    book: BookFolder,
    memory: PagesMemory,
    pages_by_subject: Mapping[str, PublishedPages],
    stamps: Mapping[str, FolderStamps],
) -> None:
    stored = memory._replace(stored=msgspec.Raw(_ENCODE(pages_by_subject)))
    book.remember(_PAGES, _ENCODE(stored))
    book.remember(_STAMPS, _ENCODE(stamps))


def load_stamps(book: BookFolder) -> dict[str, FolderStamps] | None:
    """By folder; None if they are lost."""
    data = book.recalled(_STAMPS)
    return _BY_FOLDER.decode(data) if data else None


def with_moved(
    stamps: Mapping[str, FolderStamps], moved: Mapping[str, Stamp], lost: Iterable[str]
) -> dict[str, FolderStamps]:
    """``moved`` and ``lost`` by the names of pages."""
    changes_by_folder: dict[str, dict[str, Stamp | None]] = {}
    for name, stamp in (*((name, None) for name in lost), *moved.items()):
        folder, _, last = name.rpartition("/")
        changes_by_folder.setdefault(folder, {})[last] = stamp
    result = dict(stamps)
    for folder, changes in changes_by_folder.items():
        before = _IN_FOLDER.decode(result[folder].stamp_by_name) if folder in result else {}
        after = {name: stamp for name, stamp in (before | changes).items() if stamp is not None}
        result[folder] = FolderStamps(
            sum(size for size, _ in after.values()), msgspec.Raw(_ENCODE(after))
        )
        if not after:
            del result[folder]
    return result


def are_as_published(book: BookFolder) -> bool:
    """Whether every page still is the file that the last build put there.

    All of them are looked at: a folder does not tell that a file in it was written to.
    """
    base = os.fsencode(book.path)
    try:
        stamps = load_stamps(book)
        if stamps is None or is_marked(book):
            return False
        return all(_is_as_published(base, folder, inside) for folder, inside in stamps.items())
    except (OSError, msgspec.DecodeError):
        return False


def _is_as_published(base: bytes, folder: str, inside: FolderStamps) -> bool:
    stamp_by_name = _IN_FOLDER.decode(inside.stamp_by_name)
    # In UTF-8 whatever the locale says: the same book lies there for everyone.
    place = base + b"/" + folder.encode()
    with os.scandir(place) as entries:
        for entry in entries:
            expected = stamp_by_name.pop(entry.name.decode("utf-8", "surrogateescape"), None)
            if expected is not None:
                status = entry.stat(follow_symlinks=False)
                if (status.st_size, status.st_mtime_ns) != expected:
                    return False
    return not stamp_by_name
