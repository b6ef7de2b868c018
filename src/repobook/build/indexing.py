"""Brings the index up to date: only the rows of files that changed are touched."""

from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import apsw

from repobook.analyse.owners import CODEOWNERS
from repobook.analyse.tests.test_commands import is_project_file
from repobook.build.link.common_names import files_with_other_calls
from repobook.build.link.fixtures import fixtures_used_otherwise
from repobook.build.link.folder_words import is_readme
from repobook.build.link.insights import GraphChange, Insights, InsightSources
from repobook.build.link.linking import FileChange, Linking, Touched, read_files
from repobook.build.link.purposes import write_purposes
from repobook.build.link.surroundings import (
    files_described_otherwise,
    files_with_other_words,
)
from repobook.build.link.test_memory import (
    StoredTests,
    conditions_of_tests,
    save_tests,
    stored_tests,
)
from repobook.build.memory import Memory
from repobook.build.read.read_file import Reading
from repobook.build.read.units import FactsLoader, ReadFile
from repobook.build.search_indexing import SearchUpdate, identity_of
from repobook.disk.writing import copy_file, discard
from repobook.errors import DamagedCacheError
from repobook.findings.ruff import decode_findings, is_linted, lint_key
from repobook.index.ids import file_ids
from repobook.index.insight_tables import FileState
from repobook.index.publish.book_folder import BookFolder
from repobook.index.publish.manifest import open_file_sha256
from repobook.index.publish.previous_index import PreviousIndex
from repobook.index.purpose_tables import PACKAGE_FILES, PurposeTables
from repobook.index.record import decode_facts
from repobook.index.stale.changes import NO_CHANGES, Changes
from repobook.index.writer import FileKey, IndexWriter
from repobook.model.book_layout import INDEX
from repobook.model.files import Entry, Listing
from repobook.model.finding import Finding
from repobook.model.graph import FileEdge
from repobook.model.history import History
from repobook.model.progress import Phases
from repobook.scan.classify.markers import marker_folders
from repobook.workers.forks import ThreadedTask
from repobook.workers.heap import clear_caches
from repobook.workers.pool import Pools


class StagedIndex(NamedTuple):
    path: Path
    """The index to make pages from: a new one that is not in its place yet, or the old one."""
    meta: dict[str, str]
    is_new: bool
    changes: Changes | None
    """Against the last one; None where there was none to start from."""
    sha256: Callable[[], str]
    """Computed in a thread for a new index, known of an old one."""
    search: Path | None
    """The new search index that belongs to it; None where the last one does."""


class IndexUpdate:
    """Opens a working copy at the first difference; without one the old index stays as it is."""

    def __init__(
        self, book: BookFolder, memory: Memory, listing: Listing, ignored_rules: Set[str]
    ) -> None:
        self._ignored_rules = ignored_rules
        self._book = book
        self._memory = memory
        self._listing = listing
        self._id_by_path = file_ids(entry.path for entry in listing.entries)
        self._working = book.work.path / "working.db"
        self._search = SearchUpdate(book, memory)
        self._copy: ThreadedTask[None] | None = None
        self._opened: IndexWriter | None = None
        self._old = dict(memory.previous.keys)
        self._keys: list[FileKey] = []
        self._changes: list[FileChange] = []
        self._graph_change: GraphChange | None = None
        self._same_as_removed: set[int] = set()
        """Files with declarations or definitions of what lost ones define or declare."""
        self._connected_otherwise: set[int] | None = None
        """None where all files may be."""
        self._linked: set[int] = set()
        """Files that were resolved."""
        self._is_ranked_as_whole = False
        self._retested: Set[int] = frozenset()
        self._tests: StoredTests | None = None
        self._past: History | None = None
        self._remove_lost()

    def put(self, entry: Entry, reading: Reading) -> bool:
        """False if the cached facts of the reading are lost."""
        id = self._id_by_path[entry.path]
        key = file_key(id, entry, reading)
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

    def add_findings(self, linted: Set[bytes]) -> None:
        """After all files are put: what the linter found in those that changed.

        ``linted`` are the keys of what it found now. A file may be as it was and be among them, if
        the linter could not read it before.
        """
        changed = {key.id for _, key in self._changes if key is not None}
        for key in self._keys:
            if key.status != "documented" or not is_linted(key.language, key.path):
                continue
            if key.id in changed or lint_key(key.facts) in linted:
                self._writer.set_findings(key, self._findings(lint_key(key.facts)))

    def _findings(self, key: bytes) -> tuple[Finding, ...]:
        is_known = self._memory.facts.span(key) is not None
        data = self._memory.facts.get(key)
        if is_known and data is None:
            raise DamagedCacheError
        return decode_findings(data)

    def link(self, pools: Pools, phases: Phases) -> None:
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
            self._linked = {file.id for file in touched.files}
            with phases.phase("resolve", sum(file.n_bytes for file in touched.files)) as progress:
                before = {} if touched.names is None else self._states(touched.files)
                lost = self._lost_states()
                if not is_fresh:
                    self._writer.remove_links(self._without_links(touched.files))
                put = self._writer.add_links if is_fresh else self._writer.put_links
                for file, links in linking.links(touched.files, pools):
                    put(file.id, links)
                    progress.advance(file.n_bytes)
            if touched.names is not None:
                after = self._states(touched.files)
                self._graph_change = self._change(touched, before, after, lost)
                self._connected_otherwise = self._ends(before, after, lost)
        finally:
            linking.close()

    def understand(self, sources: InsightSources, phases: Phases, key: str, n_jobs: int) -> None:
        """Recomputes what depends on the whole graph, as far as its input changed."""
        is_new_past = self._memory.previous.meta.get("history_key") != key
        self._search.set_past(sources.history, is_new_past)
        if self._changes or is_new_past:
            self._understand_graph(sources, phases, key, n_jobs)
            self._writer.index_links()
            write_purposes(self._purposes_to_write())

    def _purposes_to_write(self) -> PurposeTables:
        """Of the files that changed, with those that lead to them or that they lead to."""
        tables, ids = self._writer.purposes, self._connected_otherwise
        if ids is None or self._is_ranked_as_whole or any(map(_has_other_role, self._changes)):
            return tables
        changed = {key.id for change in self._changes for key in change if key}
        ids = ids | changed | self._retested | tables.registering(ids) | tables.proved_by(changed)
        return tables.only(ids | self._described_otherwise(tables))

    def _described_otherwise(self, tables: PurposeTables) -> set[int]:
        """By what stands around them, which few changes alter."""
        path = self._memory.previous.path
        if path is None:
            return set()
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as before:
            again = self._linked | {key.id for pair in self._changes for key in pair if key}
            found = files_with_other_calls(PurposeTables(before), tables, again)
            found |= files_with_other_words(PurposeTables(before), tables)
            if any(map(_is_of_tests, self._changes)):
                found |= fixtures_used_otherwise(PurposeTables(before), tables)
            if any(map(_may_describe_others, self._changes)):
                found |= files_described_otherwise(PurposeTables(before), tables)
            return found

    def _understand_graph(
        self, sources: InsightSources, phases: Phases, key: str, n_jobs: int
    ) -> None:
        sources = sources._replace(history=cache(sources.history))
        tests = self._memory.tests()
        conditions = conditions_of_tests(self._keys_before(), key)
        is_known = (tests.conditions, tests.index_identity) == (conditions, self._identity_before())
        change = self._graph_change if is_known and not self._are_owners_changed() else None
        has_test = any(key and key.role == "test" for pair in self._changes for key in pair)
        if change is not None and not (change.names or change.is_other_graph or has_test):
            self._tests = tests
            return
        with phases.phase("understand"):
            facts = self._memory.facts
            files = read_files([key for key in self._keys if key.facts], facts)
            loader = FactsLoader(facts.place)
            try:
                insights = Insights(files, self._writer.insights, loader.whole_unit, n_jobs)
                ranked = (
                    insights.update(change, *self._memory.ranked(tests), sources)
                    if change
                    else None
                )
                self._is_ranked_as_whole = ranked is None
                self._retested = insights.retested
                if ranked is None:
                    self._past = sources.history()
                    ranked = insights.write(sources)
            finally:
                loader.close()
            if any(self._added_and_removed()):
                conditions = conditions_of_tests(self._keys, key)
            self._tests = stored_tests(conditions, *ranked)
        if self._is_ranked_as_whole:
            del insights, ranked  # evidence of all files, which hangs together in cycles
            clear_caches()

    def _keys_before(self) -> list[FileKey]:
        """As they were before files without tests were added and removed."""
        added, removed = ({key.path: key for key in keys} for keys in self._added_and_removed())
        return [*(key for key in self._keys if key.path not in added), *removed.values()]

    def _added_and_removed(self) -> tuple[list[FileKey], list[FileKey]]:
        """Files added and files removed, where tests are ranked without them."""
        added = [new for old, new in self._changes if old is None and new]
        removed = [old for old, new in self._changes if new is None and old]
        return _without_tests(added), _without_tests(removed)

    def _identity_before(self) -> str:
        return self._memory.previous.meta.get("identity", "")

    def _are_owners_changed(self) -> bool:
        return any(change.path in CODEOWNERS for change in self._changes)

    def _states(self, files: list[ReadFile]) -> dict[str, FileState]:
        state_of = self._writer.insights.state_of
        return {file.path: state_of(file.id, file.role == "test") for file in files}

    def _lost_states(self) -> dict[str, FileState]:
        """Of files that are no more."""
        lost = [old for old, new in self._changes if new is None and old]
        return {key.path: self._writer.insights.state_of(key.id, False) for key in lost}

    def _change(
        self,
        touched: Touched,
        before: dict[str, FileState],
        after: dict[str, FileState],
        lost: dict[str, FileState],
    ) -> GraphChange:
        path_by_id = {id: path for path, id in self._id_by_path.items()}
        other = [path for path, state in after.items() if before[path] != state]
        targets = {path: state.targets for path, state in lost.items()}
        targets |= {path: before[path].targets | after[path].targets for path in other}
        states_before = lost | {path: before[path] for path in other}
        declaring = {id for path in other for id in before[path].same | after[path].same}
        added, removed = self._added_and_removed()
        turned = {target for p in other for target, *_ in before[p].ways ^ after[p].ways}
        return GraphChange(
            frozenset(change.path for change in self._changes),
            touched.names or frozenset(),
            {
                path: frozenset(path_by_id[id] for id in ids if id in path_by_id)
                for path, ids in targets.items()
            },
            {path: _edges(state, path_by_id) for path, state in states_before.items()},
            frozenset(
                path_by_id[id] for id in declaring | self._same_as_removed if id in path_by_id
            ),
            frozenset(path_by_id[id] for id in turned if id in path_by_id),
            bool(other or added or removed),
            any(before[path].ranked != after[path].ranked for path in other),
            frozenset(key.path for key in added),
            {key.path: key.id for key in removed},
        )

    def _ends(
        self,
        before: dict[str, FileState],
        after: dict[str, FileState],
        lost: dict[str, FileState],
    ) -> set[int]:
        """Files that changed or have other edges, and where those lead, or led."""
        changed = {change.path for change in self._changes}
        paths = [path for path in after if path in changed or before[path] != after[path]]
        ends = [
            before[path].targets | after[path].targets
            for path in paths
            if before[path].linked != after[path].linked
        ]
        ends += [state.targets for state in lost.values()]
        return {self._id_by_path[path] for path in paths}.union(*ends)

    def _without_links(self, linked: list[ReadFile]) -> set[int]:
        """Files that changed, and of which no links are known now."""
        changed = {key.id for change in self._changes for key in change if key is not None}
        return changed - {file.id for file in linked}

    def stage(self, made_from: dict[str, str], readings: dict[str, Reading]) -> StagedIndex:
        previous = self._memory.previous
        published = self._book.path / INDEX
        if self._opened is None and self._says_the_same(previous, made_from):
            search = self._search.stage(previous.meta["identity"])
            sha256 = partial(str, previous.sha256)
            return StagedIndex(published, previous.meta, False, NO_CHANGES, sha256, search)
        writer = self._writer
        writer.set_skipped(self._listing.skipped)
        markers = [path for path, reading in readings.items() if reading.role == "marker"]
        writer.set_marker_folders(marker_folders(markers))
        meta = made_from | {name: str(n) for name, n in writer.counts().items()}
        notice = previous.meta.get("history", "") if self._past is None else self._past.notice
        meta["history"] = notice
        meta["identity"] = identity_of(made_from, self._keys)
        writer.set_meta(meta)
        changes = writer.changes()
        fresh = self._book.work.path / INDEX
        writer.write_compact(fresh)
        self._opened = None
        # Opened now: the file will have moved when the result is needed.
        hashed = ThreadedTask(partial(open_file_sha256, fresh.open("rb")))
        search = self._search.stage(meta["identity"])
        return StagedIndex(fresh, meta, True, changes, hashed.result, search)

    def remember(self, identity: str) -> None:
        """Once the index of this identity is published."""
        if self._tests is not None:
            save_tests(self._book, self._tests._replace(index_identity=identity))

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
        """Copies the index in a thread while files are read."""
        previous = self._memory.previous.path
        self._search.expect_changes()
        if self._copy is None and previous is not None:
            self._copy = ThreadedTask(partial(copy_file, previous, self._working))

    @property
    def _writer(self) -> IndexWriter:
        if self._opened is None:
            self.expect_changes()
            if self._copy is not None:
                self._copy.result()
            self._opened = IndexWriter(
                self._working, is_copy=self._copy is not None, ignored_rules=self._ignored_rules
            )
        return self._opened

    def _remove_lost(self) -> None:
        """First of all, so that the number of a path that is removed is free for another."""
        lost = [key for path, key in self._old.items() if self._id_by_path.get(path) != key.id]
        for key in lost:
            self._same_as_removed.update(self._writer.insights.same_files(key.id))
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
        """None if they are lost."""
        if reading.facts or not reading.facts_key:
            return reading.facts
        return self._memory.facts.get(reading.facts_key)

    def _replace(self, old: FileKey | None, key: FileKey, facts: bytes) -> None:
        if old is not None:
            self._writer.remove([old.id])
            del self._old[key.path]
        self._writer.add(key, decode_facts(facts) if facts else None)


def _without_tests(keys: Iterable[FileKey]) -> list[FileKey]:
    """Those that are read, hold no tests and do not say how tests are run."""
    return [k for k in keys if k.facts and k.role != "test" and not is_project_file(k.path)]


def _edges(state: FileState, path_by_id: Mapping[int, str]) -> tuple[FileEdge, ...]:
    return tuple(
        FileEdge(path_by_id[target], kind, line, confidence, n)
        for target, kind, line, confidence, n in state.edges
        if target in path_by_id
    )


def _has_other_role(change: FileChange) -> bool:
    old, new = change
    return bool(old and new and (old.role, old.status) != (new.role, new.status))


def _may_describe_others(change: FileChange) -> bool:
    """Whether it was added or removed, or says what others are for, besides those it names."""
    is_other_tree = change.old is None or change.new is None
    return is_other_tree or change.path.endswith(PACKAGE_FILES) or is_readme(change.path)


def _is_of_tests(change: FileChange) -> bool:
    return any(key is not None and key.role == "test" for key in change)


def file_key(id: int, entry: Entry, reading: Reading) -> FileKey:
    """Every entry of the listing becomes exactly one row."""
    return FileKey(
        id,
        entry.path,
        reading.language,
        reading.role,
        reading.role_reason,
        reading.size,
        reading.blob,
        "listed" if reading.reason else "documented",
        reading.reason,
        None if entry.tracked is None else int(entry.tracked),
        reading.facts_key,
    )
