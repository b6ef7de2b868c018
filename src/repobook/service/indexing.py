"""Brings the index up to date: only the rows of files that changed are touched."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from repobook.analyse.owners import CODEOWNERS
from repobook.analyse.test_commands import is_project_file
from repobook.disk.writing import copy_file, discard
from repobook.model.files import Entry, Listing
from repobook.model.history import History
from repobook.scan.markers import marker_folders
from repobook.service.forks import Meanwhile
from repobook.service.insights import Insights
from repobook.service.linking import FileChange, Linking, read_files
from repobook.service.linting import decode_findings, is_linted, lint_key, lint_version
from repobook.service.memory import Memory
from repobook.service.progress import Phases
from repobook.service.reading import Reading, source_file
from repobook.service.search_indexing import SearchUpdate, identity_of
from repobook.service.units import FactsLoader, ReadFile
from repobook.store.book_folder import BookFolder
from repobook.store.changes import NO_CHANGES, Changes
from repobook.store.ids import file_ids
from repobook.store.manifest import file_sha256, open_file_sha256
from repobook.store.previous import PreviousIndex
from repobook.store.record import decode_facts
from repobook.store.writer import FileKey, IndexWriter, file_key

INDEX: Final = "book.db"


class LaidOut(NamedTuple):
    path: Path
    """The index to make pages from: a new one that is not in its place yet, or the old one."""
    meta: dict[str, str]
    is_new: bool
    changes: Changes | None
    """Against the last one; None where there was none to start from."""
    sha256: Callable[[], str]
    """Of a new one worked out meanwhile, of an old one when asked for."""
    search: Path | None
    """The new search index that belongs to it; None where the last one does."""


class InsightSources(NamedTuple):
    """What insights need beside the graph, asked for only when they are worked out."""

    history: Callable[[], History]
    codeowners: Callable[[], tuple[str, str]]
    """The path of that file and its text; both empty where there is none."""


class IndexUpdate:
    """Opens a working copy at the first difference; without one the old index stays as it is."""

    def __init__(self, book: BookFolder, memory: Memory, listing: Listing) -> None:
        self._book = book
        self._memory = memory
        self._listing = listing
        self._id_by_path = file_ids(entry.path for entry in listing.entries)
        self._working = book.work.path / "working.db"
        self._search = SearchUpdate(book, memory)
        self._copy: Meanwhile[None] | None = None
        self._opened: IndexWriter | None = None
        self._old = dict(memory.previous.keys)
        self._keys: list[FileKey] = []
        self._changes: list[FileChange] = []
        self._graph_changed = False
        self._past: History | None = None
        self._remove_lost()

    def put(self, entry: Entry, reading: Reading) -> bool:
        """False when the facts that the reading promises are not to be had any more."""
        id = self._id_by_path[entry.path]
        key = file_key(id, source_file(entry, reading), reading.facts_key)
        old = self._old.get(entry.path)
        facts = b"" if old == key else self._facts(reading)
        if facts is None or not self._search.put(key, reading):
            return False
        if old == key:
            del self._old[entry.path]
        else:
            self._replace(old, key, facts)
            self._changes.append(FileChange(old, key))
        self._keys.append(key)
        return True

    def add_findings(self) -> None:
        """After all files are put: what the linter found in those that changed."""
        for _, key in self._changes:
            if key is not None and key.status == "documented" and is_linted(key.language, key.path):
                found = decode_findings(self._memory.facts.get(lint_key(key.facts, lint_version())))
                self._writer.add_findings(key, found)

    def link(self, n_jobs: int, phases: Phases) -> None:
        """After all files are put: brings what leads from file to file up to date."""
        self._search.put_away()
        if not self._changes:
            return
        self._writer.index_facts()
        is_fresh = self._memory.previous.path is None
        changes = None if is_fresh else self._changes
        linking = Linking(self._keys, self._memory.facts, self._writer, changes)
        try:
            touched = linking.touched()
            with phases.phase("resolve", sum(file.n_bytes for file in touched.files)) as progress:
                before = [] if touched.names_changed else self._states(touched.files)
                if not is_fresh:
                    self._writer.remove_links(self._ids_to_relink(touched.files))
                for file, links in linking.links(touched.files, n_jobs):
                    self._writer.add_links(file.id, links)
                    progress.advance(file.n_bytes)
            self._graph_changed = (
                touched.names_changed
                or any(map(_shapes_insights, self._changes))
                or before != self._states(touched.files)
            )
        finally:
            linking.close()

    def understand(self, sources: InsightSources, phases: Phases, key: str, n_jobs: int) -> None:
        """Works out anew what the whole graph tells, if what it is made from changed."""
        is_new_past = self._memory.previous.meta.get("history_key") != key
        self._search.set_past(sources.history, is_new_past)
        if not (self._graph_changed or is_new_past):
            return
        with phases.phase("understand"):
            self._past = sources.history()
            facts = self._memory.facts
            files = read_files([key for key in self._keys if key.facts], facts)
            loader = FactsLoader(facts.place)
            try:
                insights = Insights(files, self._writer.insights, loader.whole_unit, n_jobs)
                insights.write(self._past, sources.codeowners())
            finally:
                loader.close()

    def _states(self, files: list[ReadFile]) -> list[object]:
        return [self._writer.insights.state_of(file.id, file.role == "test") for file in files]

    def _ids_to_relink(self, files: list[ReadFile]) -> set[int]:
        changed = {key.id for change in self._changes for key in change if key is not None}
        return changed | {file.id for file in files}

    def lay_out(self, made_from: dict[str, str], readings: dict[str, Reading]) -> LaidOut:
        previous = self._memory.previous
        published = self._book.path / INDEX
        if self._opened is None and self._says_the_same(previous, made_from):
            sha256 = partial(file_sha256, published)
            search = self._search.lay_out(previous.meta["identity"])
            return LaidOut(published, previous.meta, False, NO_CHANGES, sha256, search)
        writer = self._writer
        writer.set_skipped(self._listing.skipped)
        markers = [path for path, reading in readings.items() if reading.role == "marker"]
        writer.set_marker_folders(marker_folders(markers))
        meta = made_from | {name: str(n) for name, n in writer.counts().items()}
        told = previous.meta.get("history", "") if self._past is None else self._past.notice
        meta["history"] = told
        meta["identity"] = identity_of(made_from, self._keys)
        writer.set_meta(meta)
        changes = writer.changes()
        fresh = self._book.work.path / INDEX
        writer.lay_out(fresh)
        self._opened = None
        # Opened here and now: it will have moved by the time that somebody asks.
        hashed = Meanwhile(partial(open_file_sha256, fresh.open("rb")))
        search = self._search.lay_out(meta["identity"])
        return LaidOut(fresh, meta, True, changes, hashed.result, search)

    def documented(self) -> tuple[ReadFile, ...]:
        """After all files are put."""
        keys = [key for key in self._keys if key.status == "documented"]
        return read_files(keys, self._memory.facts)

    def close(self) -> None:
        self._search.close()
        if self._opened is not None:
            self._opened.close()
        elif self._copy is not None:
            with suppress(OSError):
                self._copy.result()
            discard(self._working)

    def expect_changes(self) -> None:
        """The working copy is made while the files are read that it will be changed by."""
        previous = self._memory.previous.path
        self._search.expect_changes()
        if self._copy is None and previous is not None:
            self._copy = Meanwhile(partial(copy_file, previous, self._working))

    @property
    def _writer(self) -> IndexWriter:
        if self._opened is None:
            self.expect_changes()
            if self._copy is not None:
                self._copy.result()
            self._opened = IndexWriter(self._working, is_copy=self._copy is not None)
        return self._opened

    def _remove_lost(self) -> None:
        """First of all, so that the number of a path that is gone is free for another."""
        lost = [key for path, key in self._old.items() if self._id_by_path.get(path) != key.id]
        if lost:
            self._writer.remove([key.id for key in lost])
        for key in lost:
            del self._old[key.path]
            self._changes.append(FileChange(key, None))

    def _says_the_same(self, previous: PreviousIndex, made_from: dict[str, str]) -> bool:
        return dict(previous.skipped) == dict(self._listing.skipped) and all(
            previous.meta.get(name) == value for name, value in made_from.items()
        )

    def _facts(self, reading: Reading) -> bytes | None:
        """None when they are not to be had any more."""
        if reading.facts or not reading.facts_key:
            return reading.facts
        return self._memory.facts.get(reading.facts_key)

    def _replace(self, old: FileKey | None, key: FileKey, facts: bytes) -> None:
        if old is not None:
            self._writer.remove([old.id])
            del self._old[key.path]
        self._writer.add(key, decode_facts(facts) if facts else None)


def _shapes_insights(change: FileChange) -> bool:
    """Whether more of the file than its names and edges counts: its lines, its text."""
    is_test = any(key is not None and key.role == "test" for key in change)
    return is_test or is_project_file(change.path) or change.path in CODEOWNERS
