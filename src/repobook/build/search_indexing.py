"""Brings ``search.db`` up to date: only the rows of files that changed are touched."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from repobook.analyse.file_history import subjects_by_path
from repobook.build.memory import Memory
from repobook.build.read.read_file import Reading
from repobook.build.search_records import search_key
from repobook.disk.writing import copy_file
from repobook.index.publish.book_folder import BookFolder
from repobook.index.search.search_record import decode_search
from repobook.index.search.search_writer import SearchWriter
from repobook.index.writer import FileKey
from repobook.model.book_layout import SEARCH
from repobook.model.history import History
from repobook.workers.forks import ThreadedTask


class SearchUpdate:
    """Opens a working copy at the first difference; without one the last index stays as it is."""

    def __init__(self, book: BookFolder, memory: Memory) -> None:
        self._published = book.path / SEARCH
        self._working = book.work.path / SEARCH
        self._memory = memory
        # If it is not the file that was published last, it is rebuilt from the cache.
        self._is_known = memory.previous.is_trusted
        self._old = memory.previous.keys if self._is_known else {}
        self._id_by_path: dict[str, int] = {}
        self._n_added = 0
        self._is_withdrawn = False
        """Whether an existing file is no longer searched."""
        self._copy: ThreadedTask[None] | None = None
        self._opened: SearchWriter | None = None

    def put(self, key: FileKey, reading: Reading) -> bool:
        """False if the cached search record of a documented file is lost."""
        if key.status != "documented":
            old = self._old.get(key.path)
            self._is_withdrawn |= old is not None and old.status == "documented"
            return True
        if self._old.get(key.path) != key:
            record = self._record(key, reading)
            if record is None:
                return False
            self._writer.add(key.id, key.path, decode_search(record))
            self._n_added += key.path not in self._old
        self._id_by_path[key.path] = key.id
        return True

    def put_away(self) -> None:
        """After all files are put: frees the memory of what was collected."""
        if self._opened is not None:
            self._opened.put_away()

    def set_past(self, history: Callable[[], History], is_new: bool) -> None:
        """After all files are put; a file that is new here may have a past all the same."""
        if is_new or self._n_added:
            subjects = subjects_by_path(history().commits, self._id_by_path.keys())
            ids = self._id_by_path
            self._writer.set_past({ids[path]: text for path, text in subjects.items()})

    def stage(self, identity: str) -> Path | None:
        """The new index where it waits to be published; None where the last one will do."""
        lost = {key.id for key in self._old.values() if key.status == "documented"}
        lost.difference_update(self._id_by_path.values())
        if self._opened is None and not lost and self._says_the_same(identity):
            return None
        writer = self._writer
        writer.remove(sorted(lost))
        writer.finish({"identity": identity}, as_new=self._is_withdrawn)
        self._opened = None
        return self._working

    def expect_changes(self) -> None:
        """Copies the index in a thread while files are read."""
        if self._copy is None and self._is_known:
            self._copy = ThreadedTask(partial(copy_file, self._published, self._working))

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
        elif self._copy is not None:
            with suppress(OSError):
                self._copy.result()

    @property
    def _writer(self) -> SearchWriter:
        if self._opened is None:
            self.expect_changes()
            if self._copy is not None:
                self._copy.result()
            self._opened = SearchWriter(self._working, is_copy=self._copy is not None)
        return self._opened

    def _says_the_same(self, identity: str) -> bool:
        return self._is_known and self._memory.previous.meta.get("identity") == identity

    def _record(self, key: FileKey, reading: Reading) -> bytes | None:
        kept = search_key(key.facts)
        return reading.search or self._memory.facts.get(kept)


def identity_of(made_from: Mapping[str, str], keys: Iterable[FileKey]) -> str:
    """A hash of all that an index is made from; both databases of a book carry it."""
    content = msgspec.msgpack.encode((sorted(made_from.items()), sorted(keys)))
    return hashlib.blake2b(content, digest_size=16).hexdigest()
