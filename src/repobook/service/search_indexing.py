"""Brings ``search.db`` up to date: only the rows of files that changed are touched."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

import msgspec

from repobook.analyse.history import subjects_by_path
from repobook.disk.writing import copy_file
from repobook.model.history import History
from repobook.service.forks import Meanwhile
from repobook.service.memory import Memory
from repobook.service.reading import Reading
from repobook.service.search_records import search_key, search_version
from repobook.store import search_schema
from repobook.store.book_folder import BookFolder
from repobook.store.search_record import decode_search
from repobook.store.search_writer import SearchWriter
from repobook.store.writer import FileKey


class SearchUpdate:
    """Opens a working copy at the first difference; without one the last index stays as it is."""

    def __init__(self, book: BookFolder, memory: Memory) -> None:
        self._published = book.path / search_schema.NAME
        self._working = book.work.path / search_schema.NAME
        self._memory = memory
        # One that is not the very file that was published last is made anew from the cache.
        self._is_known = memory.previous.is_trusted
        self._old = memory.previous.keys if self._is_known else {}
        self._id_by_path: dict[str, int] = {}
        self._n_added = 0
        self._is_withdrawn = False
        """Whether the text of a file that is still there is not to be found any more."""
        self._copy: Meanwhile[None] | None = None
        self._opened: SearchWriter | None = None

    def put(self, key: FileKey, reading: Reading) -> bool:
        """False when what the search keeps of a documented file is not to be had any more."""
        if key.status != "documented":
            old = self._old.get(key.path)
            self._is_withdrawn |= old is not None and old.status == "documented"
            return True
        if self._old.get(key.path) != key:
            kept = self._record(key, reading)
            if kept is None:
                return False
            self._writer.add(key.id, key.path, decode_search(kept))
            self._n_added += key.path not in self._old
        self._id_by_path[key.path] = key.id
        return True

    def put_away(self) -> None:
        """After all files are put: what was gathered of them need not wait in memory."""
        if self._opened is not None:
            self._opened.put_away()

    def set_past(self, history: Callable[[], History], is_new: bool) -> None:
        """After all files are put; a file that is new here may have a past all the same."""
        if is_new or self._n_added:
            subjects = subjects_by_path(history().commits, self._id_by_path.keys())
            ids = self._id_by_path
            self._writer.set_past({ids[path]: told for path, told in subjects.items()})

    def lay_out(self, identity: str) -> Path | None:
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
        """The working copy is made while the files are read that it will be changed by."""
        if self._copy is None and self._is_known:
            self._copy = Meanwhile(partial(copy_file, self._published, self._working))

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
        kept = search_key(key.facts, search_version())
        return reading.search or self._memory.facts.get(kept)


def identity_of(made_from: Mapping[str, str], keys: Iterable[FileKey]) -> str:
    """Stands for all that an index is made from: what else belongs to it bears the same."""
    told = msgspec.msgpack.encode((sorted(made_from.items()), sorted(keys)))
    return hashlib.blake2b(told, digest_size=16).hexdigest()
