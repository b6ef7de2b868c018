"""Which pages a build has staged so far, so that the next one resumes a killed build.

One record for each subject, appended once its pages are staged. Records count only for the same
index under the same conditions, only if whoever wrote them had the key of the book, and only where
their pages are as they were written.
"""

import hashlib
import struct
from collections.abc import Iterator
from typing import Final

import msgspec

from repobook.disk.writing import WritableFolder, write_all
from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.pages import MadePages, PageEntry

_HEADER: Final = struct.Struct("<I16s")
_NAME: Final = ".log"  # no page is called so
_RECORD: Final = msgspec.msgpack.Decoder(tuple[str, MadePages])


class PageLog:
    """``purpose`` stands for the index and the conditions that pages are made under."""

    def __init__(self, book: BookFolder, purpose: str) -> None:
        self._key = book.key
        self._purpose = purpose.encode()
        self.pages_by_subject: dict[str, MadePages] = {}
        self._file = book.work.create(_NAME)
        for leftover in book.leftovers:
            self._take_up(book, f"cache/{leftover}")

    def put(self, subject: str, pages: MadePages) -> None:
        data = msgspec.msgpack.encode((subject, pages))
        write_all(self._file, _HEADER.pack(len(data), self._digest(data)) + data)

    def close(self) -> None:
        self._file.close()

    def _take_up(self, book: BookFolder, leftover: str) -> None:
        """Moves the staged pages of a killed build into our own folder, one by one."""
        for subject, pages in self._records(book.files, leftover):
            if all(_moved(book, leftover, page) for page in pages.pages):
                self.pages_by_subject[subject] = pages
                self.put(subject, pages)

    def _records(self, files: WritableFolder, leftover: str) -> Iterator[tuple[str, MadePages]]:
        content, at = _content(files, f"{leftover}/{_NAME}"), 0
        while at + _HEADER.size <= len(content):
            size, digest = _HEADER.unpack_from(content, at)
            at += _HEADER.size + size
            data = content[at - size : at]
            if len(data) < size or digest != self._digest(data):
                return  # cut off by a kill: what follows was never staged
            yield _RECORD.decode(data)

    def _digest(self, data: bytes) -> bytes:
        return self._key.digest("staged", self._purpose, data)


def _content(files: WritableFolder, name: str) -> bytes:
    try:
        with files.open_own(name) as file:
            return file.readall()
    except OSError:
        return b""


def _moved(book: BookFolder, leftover: str, page: PageEntry) -> bool:
    name = f"{leftover}/{page.name}"
    try:
        with book.files.open_own(name) as file:
            is_whole = hashlib.file_digest(file, "sha256").hexdigest() == page.sha256
        if is_whole:
            book.files.move(name, book.work, page.name)
        return is_whole
    except OSError:
        return False
