"""Gathers what the index knows about a folder: its files one by one, and what they add up to."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final

import apsw

from repobook.index.reader.folder.folder_edges import FolderEdges
from repobook.index.reader.folder.folder_keywords import FolderKeywords
from repobook.index.reader.folder.folder_tables import FileRow, Tables
from repobook.index.reader.repository.repository_docs import RepositoryDocs
from repobook.model.dossiers.dossier import Command, FileLine, Owner, Repository
from repobook.model.dossiers.folder_dossier import (
    Changes,
    ChildEdge,
    ChildFolder,
    Coverage,
    CoveringTest,
    FindingKind,
    FolderDossier,
    KeyFile,
    Mention,
    Offer,
    Place,
    Words,
)
from repobook.model.finding import SEVERITIES
from repobook.text.documents.document import Document, plain_document

_NEARLY_ALL: Final = 0.9
_MAX_INNER: Final = 12
_FEW_EDGES: Final = 3
N_KEY_FILES: Final = 12
_N_OFFERS: Final = 16
_N_OFFERS_A_FILE: Final = 3
_N_DEPENDENT_FOLDERS: Final = 3
_N_TESTS: Final = 12
_WEIGHT: Final = 2520  # A whole number of shares for the first ten places.
_N_MENTIONS: Final = 5
_N_RECENT: Final = 10
_N_OWNERS: Final = 12
_NOT_STARTED: Final = frozenset(["test", "vendored"])
_NOT_CODE: Final = frozenset(["docs", "config", "data", "marker", "binary"])


class FolderReader:
    """Reads one index, in one process."""

    def __init__(
        self,
        db: apsw.Connection,
        repository: Repository,
        document_of: Callable[[str], Document] = lambda path: plain_document(()),
        same: "FolderReader | None" = None,
    ) -> None:
        """``document_of`` returns a file by its path, without lines if it cannot be read.

        ``same`` is one that has read the same index, in the process that this one was forked from.
        """
        self.tables: Tables = same.tables.read_through(db) if same else Tables(db)
        if same:
            self.edges = same.edges
        self._repository = repository
        self.docs = RepositoryDocs(self.tables, document_of)
        self._offers: dict[int, tuple[Offer, ...]] = {}
        self._key_file_by_id: dict[int, KeyFile] = {}

    def folders(self) -> tuple[str, ...]:
        return self.tables.folders

    def folder(self, path: str) -> FolderDossier:
        rows = self.tables.below(path)
        folders, files = self.tables.children[path]
        own_tests = list(self._own_tests(rows))
        return self.chapter(path)._replace(
            folders=tuple(map(self._child, folders)),
            files=tuple(row.line for row in files),
            offers_by_file=self._offers_by_file(files),
            own_tests=tuple(own_tests[:_N_TESTS]),
            n_own_tests=len(own_tests),
            owners=self._owners(rows),
            recent=self._recent(rows),
            months=self._months(rows),
            n_changes_by_file={row.line.path: self._n_changes([row]) for row in files},
            findings=self._findings(rows),
            cycles=_cycles(rows),
        )

    def chapter(self, path: str) -> FolderDossier:
        """What the volume shows of a folder: without its single files and findings."""
        rows = self.tables.below(path)
        marker = self.tables.markers.get(path)
        n_uniform = self.tables.n_uniform(path)
        key_files = self._key_files(rows)
        inner, edges = self._inner(path, len(rows))
        covering = self._covering(rows)
        mentions = self._mentioning(path, rows)
        return FolderDossier(
            repository=self._repository,
            path=path,
            folders=(),
            files=(),
            markers=(marker,) if marker else (),
            n_files=len(rows) + n_uniform,
            n_lines=sum(row.line.n_lines for row in rows),
            languages=_languages(rows),
            roles=_most(Counter(row.line.role for row in rows) + Counter(marker=n_uniform)),
            words=tuple(self.docs.words(path)),
            mentions=tuple(self._mentions(path, mentions)),
            n_mentions=len(mentions),
            offers=_best_offers(key_files),
            offers_by_file={},
            inner=inner,
            edges=edges,
            edges_out=self.edges.depends_on(path),
            edges_in=self.edges.used_by(path),
            key_files=key_files,
            entries=tuple(self._entries(rows)),
            coverage=_coverage(rows),
            tests=tuple(self._tests(covering)),
            n_tests=len(covering),
            own_tests=(),
            n_own_tests=0,
            owners=(),
            recent=(),
            months=(),
            n_changes_by_file={},
            findings=(),
            cycles=(),
            concepts=self.keywords.concepts(rows),
        )

    @cached_property
    def keywords(self) -> FolderKeywords:
        return FolderKeywords(self.tables, self._repository)

    @cached_property
    def edges(self) -> FolderEdges:
        return FolderEdges(self.tables)

    def key_file(self, row: FileRow) -> KeyFile:
        """Cached: a key file of a folder often is one of the folders around it."""
        key_file = self._key_file_by_id.get(row.id)
        if key_file is None:
            key_file = KeyFile(
                row.line, self._offers_of(row), self._dependent_folders(row), row.is_tested
            )
            self._key_file_by_id[row.id] = key_file
        return key_file

    def _child(self, path: str) -> ChildFolder:
        rows = self.tables.below(path)
        words = next(self.docs.words(path), Words())
        return ChildFolder(
            path,
            len(rows) + self.tables.n_uniform(path),
            sum(row.line.n_lines for row in rows),
            sum(row.line.role == "test" for row in rows),
            sum(row.line.n_findings for row in rows),
            words,
            () if words.text else self._best_of(rows),
            self._n_changes(rows),
        )

    def _inner(self, path: str, n_files: int) -> tuple[str, tuple[ChildEdge, ...]]:
        """Goes down while one child holds nearly all files, to where children have edges."""
        inner, edges = path, self.edges.inside(path)
        own = inner, edges
        for _ in range(_MAX_INNER):
            if len(edges) >= _FEW_EDGES:
                return inner, edges
            folders, _ = self.tables.children[inner]
            least = _NEARLY_ALL * n_files
            inner = next((one for one in folders if len(self.tables.below(one)) >= least), "")
            if not inner:
                return own
            edges = self.edges.inside(inner)
        return own

    def _best_of(self, rows: list[FileRow]) -> tuple[Offer, ...]:
        offers = [
            offer for row in _ranked(rows)[:_N_OFFERS_A_FILE] for offer in self._offers_of(row)
        ]
        return tuple(sorted(offers, key=_most_used)[:_N_OFFERS_A_FILE])

    def _key_files(self, rows: list[FileRow]) -> tuple[KeyFile, ...]:
        return tuple(map(self.key_file, _ranked(rows)[:N_KEY_FILES]))

    def _offers_of(self, row: FileRow) -> tuple[Offer, ...]:
        """The symbols of a file that most other files use."""
        if not row.dependents:
            return ()
        if row.id not in self._offers:
            rows = self.tables.query(_OFFERS, row.id, row.id, _N_OFFERS_A_FILE * 2)
            self._offers[row.id] = tuple(
                Offer(name, qualname, kind, Place(row.line.path, line, end_line), n)
                for name, qualname, kind, line, end_line, n in rows
            )
        return self._offers[row.id]

    def _offers_by_file(self, files: list[FileRow]) -> dict[str, tuple[Offer, ...]]:
        """For files without documentation."""
        wordless = [row for row in files if row.line.status == "documented" and not row.line.doc]
        offers_by_path = {
            row.line.path: self._offers_of(row)[:_N_OFFERS_A_FILE] for row in wordless
        }
        return {path: offers for path, offers in offers_by_path.items() if offers}

    def _dependent_folders(self, row: FileRow) -> tuple[tuple[str, int], ...]:
        """By folder; tests count only where nothing else depends on it."""
        dependents = [self.tables.row_by_id[source].line for source in row.dependents]
        counted = [line for line in dependents if line.role != "test"] or dependents
        n_by_folder = Counter(line.path.rpartition("/")[0] for line in counted)
        return _most(n_by_folder)[:_N_DEPENDENT_FOLDERS]

    def _entries(self, rows: list[FileRow]) -> Iterator[Place]:
        """Nearest to the top first, and of those the longest: what people start."""
        line_by_id = self.tables.entry_line_by_id
        entries = [row for row in rows if row.id in line_by_id and _is_started(row)]
        entries.sort(key=lambda row: (row.line.path.count("/"), -row.line.n_lines, row.line.path))
        for row in entries:
            yield Place(row.line.path, line_by_id[row.id])

    def _mentioning(self, folder: str, rows: list[FileRow]) -> dict[int, list[tuple[str, int]]]:
        """By document outside the folder: the confidence and line of each mention of a file."""
        inside = {row.id for row in rows} if folder else set()
        places_by_document: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
        for row in rows:
            for source, confidence, line in self.tables.mentions.get(row.id, ()):
                if source not in inside:
                    places_by_document[source].append((confidence, line))
        return dict(places_by_document)

    def _mentions(
        self, folder: str, mentions: dict[int, list[tuple[str, int]]]
    ) -> Iterator[Mention]:
        """Every document mentions the root."""
        lines = [(-len(n), self.tables.row_by_id[id].line, n) for id, n in mentions.items()]
        lines.sort(key=lambda one: (one[0], one[1].path))
        for n_files, file, places in lines[:_N_MENTIONS] if folder else ():
            confidence, line = min(places)
            yield Mention(file, -n_files, Place(file.path, line), confidence)

    def _covering(self, rows: list[FileRow]) -> dict[int, list[int]]:
        """By test: its place among the tests of each source file that it covers."""
        places_by_test: defaultdict[int, list[int]] = defaultdict(list)
        for row in rows:
            if row.line.role == "source":
                for place, test in enumerate(row.tests):
                    places_by_test[test].append(place)
        return dict(places_by_test)

    def _tests(self, covering: dict[int, list[int]]) -> Iterator[CoveringTest]:
        """Those first that rank high among the tests of many files."""
        paths = self.tables.row_by_id
        ranked = [
            (-sum(_WEIGHT // (1 + place) for place in places), paths[test].line.path, test)
            for test, places in covering.items()
        ]
        for _, path, test in sorted(ranked)[:_N_TESTS]:
            yield CoveringTest(path, len(covering[test]), self.tables.command_by_id.get(test))

    def _own_tests(self, rows: list[FileRow]) -> Iterator[tuple[FileLine, Command]]:
        commands = self.tables.command_by_id
        tests = [row for row in rows if row.line.role == "test" and row.id in commands]
        for row in sorted(tests, key=lambda row: (-row.line.n_lines, row.line.path)):
            yield row.line, commands[row.id]

    def _owners(self, rows: list[FileRow]) -> tuple[tuple[str, int, Place], ...]:
        n_by_owner: Counter[str] = Counter()
        place_by_owner: dict[str, Place] = {}
        for row in rows:
            owners, proof, line = self.tables.owner_by_path.get(row.line.path, _NOBODY)
            for owner in owners:
                n_by_owner[owner] += 1
                place_by_owner.setdefault(owner, Place(proof, line))
        return tuple((o, n, place_by_owner[o]) for o, n in _most(n_by_owner)[:_N_OWNERS])

    def _recent(self, rows: list[FileRow]) -> tuple[Changes, ...]:
        past = self.tables.past_by_id
        changed = [Changes(row.line.path, *past[row.id]) for row in rows if row.id in past]
        changed.sort(key=lambda one: (-one.n_changes, one.path))
        return tuple(changed[:_N_RECENT])

    def _n_changes(self, rows: list[FileRow]) -> int:
        past = self.tables.past_by_id
        return sum(past[row.id][1] for row in rows if row.id in past)

    def _months(self, rows: list[FileRow]) -> tuple[tuple[str, int], ...]:
        months = self.tables.months_by_id
        n_by_month: Counter[str] = Counter()
        for row in rows if months else ():
            for month, n in months.get(row.id, ()):
                n_by_month[month] += n
        return tuple(sorted(n_by_month.items()))

    def _findings(self, rows: list[FileRow]) -> tuple[FindingKind, ...]:
        first: dict[tuple[str, str, str], tuple[Place, str]] = {}
        n: Counter[tuple[str, str, str]] = Counter()
        n_files: Counter[tuple[str, str, str]] = Counter()
        for row in rows:
            keys = []
            for *key, line, message in self.tables.findings_by_id.get(row.id, ()):
                keys.append((key[0], key[1], key[2]))
                first.setdefault(keys[-1], (Place(row.line.path, line), message))
            n.update(keys)
            n_files.update(set(keys))
        kinds = [
            FindingKind(*key, n[key], n_files[key], *first_place)
            for key, first_place in first.items()
        ]
        return tuple(sorted(kinds, key=_worst_first))


def _is_started(row: FileRow) -> bool:
    """An empty file has no line to begin at."""
    return row.line.role not in _NOT_STARTED and row.line.n_lines > 0


def _ranked(rows: list[FileRow]) -> list[FileRow]:
    """By number of dependents, without tests; files without dependents are left out.

    Vendored files come last.
    """
    used_rows = [row for row in rows if row.line.fan_in and row.line.role not in _NOT_CODE]
    return sorted(used_rows, key=lambda row: (row.line.role == "vendored", by_dependents(row)))


def by_dependents(row: FileRow) -> tuple[int, int, str]:
    fan_in = row.line.fan_in
    return row.line.n_tests - fan_in, -fan_in, row.line.path


def _languages(rows: list[FileRow]) -> tuple[tuple[str, int, int], ...]:
    n_files: Counter[str] = Counter()
    n_lines: Counter[str] = Counter()
    for row in rows:
        if row.line.status == "documented":
            n_files[row.line.language] += 1
            n_lines[row.line.language] += row.line.n_lines
    counted = [(language, n_files[language], n) for language, n in n_lines.items()]
    return tuple(sorted(counted, key=lambda one: (-one[2], one[0])))


def _best_offers(key_files: Iterable[KeyFile]) -> tuple[Offer, ...]:
    offers = [offer for key_file in key_files for offer in key_file.offers]
    return tuple(sorted(offers, key=_most_used)[:_N_OFFERS])


def _most_used(offer: Offer) -> tuple[bool, int, Place, str]:
    return offer.kind in _MEMBERS, -offer.n_users, offer.place, offer.qualname


def _coverage(rows: list[FileRow]) -> Coverage:
    source = [row for row in rows if row.line.role == "source" and row.line.n_symbols]
    return Coverage(len(source), sum(row.is_tested for row in source))


def _cycles(rows: list[FileRow]) -> tuple[tuple[str, ...], ...]:
    members: defaultdict[int, list[str]] = defaultdict(list)
    for row in rows:
        if row.cycle:
            members[row.cycle].append(row.line.path)
    cycles = [tuple(paths) for paths in members.values() if len(paths) > 1]
    return tuple(sorted(cycles, key=lambda paths: (-len(paths), paths)))


def _most(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _worst_first(kind: FindingKind) -> tuple[int, int, str]:
    return SEVERITIES.index(kind.severity), -kind.n, kind.rule


_MEMBERS: Final = frozenset(["method", "field", "property", "enum_member", "constructor"])
_NOBODY: Final = Owner((), "", 0)
# Members come after what stands on its own; overloads are one. A name is cited where it stands:
# what packs name otherwise than it is written is left out.
_OFFERS: Final = """
    SELECT s.name, s.qualname, min(s.kind), min(s.line), min(s.end_line),
           count(DISTINCT r.file) AS n
    FROM symbol s JOIN referrer r ON r.target = s.key
    WHERE s.file = ? AND r.file != ? AND r.confidence IN ('exact', 'inferred')
          AND s.kind NOT IN ('heading', 'key', 'section', 'module', 'namespace')
          AND s.name NOT GLOB '__*__'
          AND (s.complexity > 0 OR s.kind NOT IN ('function', 'operator')
               OR instr(s.signature, s.name))
    GROUP BY s.qualname
    ORDER BY min(s.kind IN ('method', 'field', 'property', 'enum_member', 'constructor')), n DESC,
             s.qualname
    LIMIT ?
"""
