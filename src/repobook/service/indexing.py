"""Brings the index up to date: only the rows of files that changed are touched."""

from pathlib import Path
from typing import NamedTuple

from repobook.model.files import Entry, Listing
from repobook.scan.markers import marker_folders
from repobook.service.memory import Memory
from repobook.service.reading import Reading, source_file
from repobook.store.ids import file_ids
from repobook.store.record import decode_facts
from repobook.store.writer import FileKey, IndexWriter, file_key


class Published(NamedTuple):
    changed: bool
    meta: dict[str, str]


class IndexUpdate:
    """Opens a working copy at the first difference; without one the old index stays as it is."""

    def __init__(self, book: Path, memory: Memory, listing: Listing) -> None:
        self._book = book
        self._memory = memory
        self._listing = listing
        self._id_by_path = file_ids(entry.path for entry in listing.entries)
        self._gone = dict(memory.previous.keys)
        self._opened: IndexWriter | None = None

    def put(self, entry: Entry, reading: Reading) -> bool:
        """False when the facts that the reading promises are not to be had any more."""
        id = self._id_by_path[entry.path]
        key = file_key(id, source_file(entry, reading), reading.facts_key)
        old = self._gone.get(entry.path)
        if old == key:
            del self._gone[entry.path]
            return True
        facts = reading.facts
        if reading.facts_key and not facts:
            facts = self._memory.facts.get(reading.facts_key) or b""
            if not facts:
                return False
        self._replace(old, key, facts)
        return True

    def publish(self, made_from: dict[str, str], readings: dict[str, Reading]) -> Published:
        if self._gone:
            self._writer.remove([key.id for key in self._gone.values()])
        previous = self._memory.previous
        if self._opened is None and all(previous.meta.get(k) == v for k, v in made_from.items()):
            return Published(False, previous.meta)
        writer = self._writer
        writer.set_skipped(self._listing.skipped)
        markers = [path for path, reading in readings.items() if reading.role == "marker"]
        writer.set_marker_folders(marker_folders(markers))
        meta = made_from | {name: str(n) for name, n in writer.counts().items()}
        writer.set_meta(meta)
        writer.publish(self._book / "book.db")
        self._opened = None
        return Published(True, meta)

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    @property
    def _writer(self) -> IndexWriter:
        if self._opened is None:
            working = self._book / "cache" / "book.db.working"
            self._opened = IndexWriter(working, self._memory.previous.path)
        return self._opened

    def _replace(self, old: FileKey | None, key: FileKey, facts: bytes) -> None:
        if old is not None:
            self._writer.remove([old.id])
            del self._gone[key.path]
        self._writer.add(key, decode_facts(facts) if facts else None)
