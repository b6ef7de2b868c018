"""Gathers what the index knows about one file, and remembers which other files it looked at.

That makes pages incremental: a page is rebuilt when a row of its own file changed, or something
that it shows of another file.
"""

import json
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any, Final, NamedTuple

import apsw
import msgspec

from repobook.index.reader.file import file_links
from repobook.index.reader.file.examples import ExampleFinder, can_be_shown
from repobook.index.reader.file.file_keywords import Homonyms, decode_keywords, stored_keywords
from repobook.index.reader.file.file_links import Use
from repobook.index.reader.file.implemented_operators import Implemented, ImplementedOperators
from repobook.index.reader.file.symbol_dossiers import SymbolDossiers, symbol_keys
from repobook.index.reader.file.target_names import TargetNames
from repobook.index.reader.stored_findings import findings_in
from repobook.index.record import (
    FactsRecord,
    TestLink,
    decode_for_page,
    decode_tests,
    rank_of_test,
    tested_by,
)
from repobook.model.dossiers.dossier import (
    CallSite,
    Command,
    Covering,
    Edge,
    FileDossier,
    FileLine,
    ImportLine,
    Past,
    Pattern,
    Quote,
    Rank,
    ReferenceGroup,
    Registration,
    Repository,
    Symbol,
)
from repobook.model.facts import COLUMN_BITS, MAX_COLUMN, Definition, Description
from repobook.model.graph import Reason
from repobook.model.history import FileLines
from repobook.model.kinds import OPERATOR
from repobook.model.purpose import NO_PURPOSE, Purpose
from repobook.text.documents.described_files import is_about, tells_of_files
from repobook.text.lines import split_lines
from repobook.text.naming.same_named_files import stem_of

_MAX_DOCUMENTS: Final = 8
_MAX_MAPPED: Final = 1 << 30
_FRUGAL_CACHE_KILOBYTES: Final = 16 << 10
_GROUPS: Final = msgspec.json.Decoder(list[tuple[str, str, str, list[int], str, str, list[int]]])
_KEYS: Final = msgspec.json.Decoder(list[int])
_LINE_CHANGES: Final = msgspec.json.Decoder(FileLines | None)


# A path, and why the test is one of it.
TestedFile = tuple[str, tuple[Reason, ...]]


class SourceText(NamedTuple):
    text: str
    missing: str = ""
    """Why there is none; empty where there is."""


class TracedSummaries(Mapping[str, FileLine]):
    """Summaries of other files by path; records which ones were read."""

    def __init__(self, dossiers: "FileDossiers") -> None:
        self._dossiers = dossiers
        self.read: dict[str, FileLine] = {}

    def __getitem__(self, path: str) -> FileLine:
        line = self.read.get(path)
        if line is None:
            line = self.read[path] = self._dossiers.summary(path)
        return line

    def __iter__(self) -> Iterator[str]:
        return iter(self._dossiers.id_by_path)

    def __len__(self) -> int:
        return len(self._dossiers.id_by_path)


class Gathered(NamedTuple):
    dossier: FileDossier
    summaries: TracedSummaries
    """Records, once the pages are made, which other files they mention."""
    quoted: frozenset[int]
    """Files whose text or definitions the dossier shows."""
    documents: frozenset[int]
    """Those that mention the file."""
    users: frozenset[int]
    """Files of which the dossier names lines that use a symbol of this one."""
    read: frozenset[int]
    """Files and stubs by which its code implements operators."""


class _Links(NamedTuple):
    """What leads from a file to others, and from others to it."""

    symbols: tuple[Symbol, ...]
    references: tuple[ReferenceGroup, ...]
    tests: list[TestLink]
    examples: tuple[tuple[int, CallSite], ...]
    edges_in: tuple[Edge, ...]
    documents: list[str]
    implemented: Implemented


class FileDossiers:
    """Reads one index, in one process."""

    def __init__(
        self,
        db: apsw.Connection,
        repository: Repository,
        lines_of: Callable[[str], Sequence[str]],
        *,
        is_frugal: bool = False,
    ) -> None:
        """``lines_of`` returns the lines of a file by its path; none if it cannot be read.

        Where few files are asked for, ``is_frugal`` spares the memory that makes many cheaper.
        """
        # Mapped and locked once: the pages of a file need dozens of small queries.
        db.pragma("mmap_size", 0 if is_frugal else _MAX_MAPPED)
        if is_frugal:
            db.pragma("cache_size", -_FRUGAL_CACHE_KILOBYTES)
        db.execute("BEGIN")
        self._db = db
        self._execute = db.execute
        self._repository = repository
        self._examples = ExampleFinder(db.execute, lambda id: lines_of(self.line_by_id[id].path))
        self.line_by_id = {id: FileLine(*line) for id, *line in db.execute(_LINES)}
        self.id_by_path = {line.path: id for id, line in self.line_by_id.items()}
        path_by_id = {id: line.path for id, line in self.line_by_id.items()}
        self._targets = TargetNames(db.execute, path_by_id)
        self._symbols = SymbolDossiers(db, self.line_by_id, self._targets)
        self._operators = ImplementedOperators(db.execute)
        self._homonyms = Homonyms(db, lambda id: self.line_by_id[id].path)
        self._cycle = lru_cache(maxsize=None)(partial(file_links.cycle_members, db.execute))

    def gather(self, path: str, facts: FactsRecord, source: SourceText) -> Gathered:
        links = self._links(self.id_by_path[path], path, facts)
        summaries = TracedSummaries(self)
        dossier = self._dossier(path, facts, source, links, summaries)
        sections = [symbol.section for symbol in links.symbols if symbol.section]
        users = {site.path for one in sections for site in (*one.sites, *one.tests)} - {path}
        subclassing = {subclass.path for one in sections for subclass in one.subclasses}
        quoted = {file for file, _ in links.examples} | self._ids(subclassing)
        documents = self._ids(links.documents)
        read = self._ids(links.implemented.files - {path}) | links.implemented.stubs
        return Gathered(dossier, summaries, frozenset(quoted), documents, self._ids(users), read)

    def _links(self, id: int, path: str, facts: FactsRecord) -> _Links:
        keys = symbol_keys(path, facts.definitions)
        uses, references = file_links.uses_of(self._execute, keys), self._references(path)
        definition_by_key = dict(zip(keys, facts.definitions, strict=True))
        tests = decode_tests(file_links.tests_text(self._execute, path))
        edges_in = tuple(sorted(file_links.edges_to(self._execute, path)))
        return _Links(
            symbols=self._symbols.symbols(id, facts.definitions, keys, uses, references),
            references=references,
            tests=tests,
            examples=tuple(self._example_sites(id, uses, definition_by_key, tests)),
            edges_in=edges_in,
            documents=_documents(edges_in),
            implemented=self._implemented(facts, keys, uses),
        )

    def _implemented(
        self, facts: FactsRecord, keys: Sequence[int], uses: Iterable[Use]
    ) -> Implemented:
        bound = {use.target for use in uses if use.role == "bind"}
        numbered = zip(keys, range(len(keys)), facts.definitions, strict=True)
        return self._operators.among(
            (key, n) for key, n, one in numbered if key in bound and one.kind != OPERATOR
        )

    def _dossier(
        self,
        path: str,
        facts: FactsRecord,
        source: SourceText,
        links: _Links,
        summaries: TracedSummaries,
    ) -> FileDossier:
        id = self.id_by_path[path]
        kind = self.line_by_id[id]
        role_reason, n_bytes, n_lines, blob, doc = self._row(_FILE, id)
        n_keywords, ranked = stored_keywords(self._execute, id)
        edges_out = tuple(sorted(file_links.edges_from(self._execute, path)))
        return FileDossier(
            repository=self._repository,
            path=path,
            language=kind.language,
            role=kind.role,
            role_reason=role_reason,
            n_bytes=n_bytes,
            n_lines=n_lines,
            blob=blob,
            doc=doc,
            summary=facts.summary,
            purpose=self._purpose(id),
            text=source.text,
            lines=tuple(split_lines(source.text)),
            source_missing=source.missing,
            symbols=links.symbols,
            imports=self._imports(path),
            references=links.references,
            edges_out=edges_out,
            edges_in=links.edges_in,
            known=summaries,
            findings=findings_in(self._execute, id),
            notes=facts.notes,
            patterns=tuple(Pattern(*row) for row in self._rows(_PATTERNS, id)),
            facts=decode_for_page(facts.for_page),
            registrations=self._registrations(id),
            operators=links.implemented.operators,
            diagnostics=tuple((d.line, d.message) for d in facts.diagnostics),
            outcomes=tuple(self._rows(_OUTCOMES, id)),
            rank=self._rank(id, path),
            tests=self._tests(links.tests),
            tested=self._tested_files(id, edges_out) if kind.role == "test" else (),
            command=self._commands.get(id),
            examples=tuple(site for _, site in links.examples),
            past=self._past(id),
            together=self._together(id),
            owners=tuple(owner for _, owner in file_links.owners(self._execute, path)),
            quotes=tuple(self._quotes(path, links.documents)),
            siblings=self._siblings(path),
            keywords=self._homonyms.with_places(id, decode_keywords(ranked)),
            n_keywords=n_keywords,
        )

    def _purpose(self, id: int) -> Purpose:
        row = self._row(_PURPOSE, id)
        return Purpose(*row) if row else NO_PURPOSE

    def _together(self, id: int) -> tuple[tuple[str, int], ...]:
        return tuple((self.line_by_id[other].path, n) for other, n in self._rows(_TOGETHER, id))

    def _ids(self, paths: Iterable[str]) -> frozenset[int]:
        return frozenset(self.id_by_path[path] for path in paths)

    def summary(self, path: str) -> FileLine:
        return self.line_by_id[self.id_by_path[path]]

    def _example_sites(
        self,
        id: int,
        uses: list[Use],
        definition_by_key: dict[int, Definition],
        links: list[TestLink],
    ) -> Iterator[tuple[int, CallSite]]:
        candidates = [use for use in uses if use.file != id and can_be_shown(use)]
        tests = [test for test, *_ in links]
        names = {key: definition.qualname for key, definition in definition_by_key.items()}
        return self._examples.find(
            candidates, names, tests, lambda file: self.line_by_id[file].path
        )

    def _imports(self, path: str) -> tuple[ImportLine, ...]:
        targets = self._targets
        imports = [
            (one, _KEYS.decode(one.targets)) for one in file_links.imports_in(self._execute, path)
        ]
        targets.load(key for _, keys in imports for key in keys)
        return tuple(
            ImportLine(*one[:5], targets.names(keys), one.confidence, one.rule)
            for one, keys in imports
        )

    def _references(self, path: str) -> tuple[ReferenceGroup, ...]:
        targets = self._targets
        text = file_links.references_in(self._execute, path)
        groups = _GROUPS.decode(text) if text else []
        targets.load(key for *_, keys in groups for key in keys)
        return tuple(
            ReferenceGroup(
                name,
                receiver,
                role,
                tuple([position >> COLUMN_BITS for position in positions]),
                confidence,
                rule,
                targets.names(keys) if keys else (),
                tuple([position & MAX_COLUMN for position in positions]) if len(keys) == 1 else (),
            )
            for name, receiver, role, positions, confidence, rule, keys in groups
        )

    def _registrations(self, id: int) -> tuple[Registration, ...]:
        own = self._rows("SELECT name FROM registration WHERE file = ? ORDER BY name", id)
        return tuple(
            Registration(name, *self._registries[name])
            for (name,) in own
            if name in self._registries
        )

    @cached_property
    def _registries(self) -> dict[str, tuple[int, int]]:
        rows = self._db.execute("SELECT name, n_places, n_files FROM registries")
        return {name: (n_places, n_files) for name, n_places, n_files in rows}

    def _rank(self, id: int, path: str) -> Rank:
        ranked = file_links.rank_of(self._execute, path)
        if not ranked:
            return Rank()
        fan_in, fan_out, layer, cycle, is_entry = ranked
        entry = self._row("SELECT line FROM entry_point WHERE file = ?", id)
        return Rank(
            fan_in,
            fan_out,
            layer,
            bool(is_entry),
            entry[0] if entry else 0,
            self._cycle(cycle) if cycle is not None else (),
        )

    def _tests(self, links: list[TestLink]) -> tuple[Covering, ...]:
        return tuple(
            Covering(self.line_by_id[test].path, reasons, command.text if command else "")
            for test, _, reasons in links
            for command in [self._commands.get(test)]
        )

    def _tested_files(self, test: int, edges_out: Iterable[Edge]) -> tuple[TestedFile, ...]:
        """Only those that its page may show, so that others may come and go without it.

        What it reaches says by itself that it is tested, in the order of paths.
        """
        reached = {edge.path for edge in edges_out}
        stem = stem_of(self.line_by_id[test].path.rpartition("/")[2])
        by_path, by_line = [], []
        for path, reasons in self._tested_by(test):
            if any(reason.kind == "path" for reason in reasons):
                by_path.append((path, reasons))
            elif path in reached or stem_of(path.rpartition("/")[2]) == stem:
                by_line.append((path, ()))
        return (*by_path, *sorted(by_line))

    def _tested_by(self, test: int) -> tuple[TestedFile, ...]:
        """The files that a test file tests, those first for which it ranks best."""
        tested = []
        for file in self._files_by_test.get(test, ()):
            place, reasons = rank_of_test(self._row(_TESTS_OF_FILE, file)[0], test)
            tested.append((place, self.line_by_id[file].path, reasons))
        return tuple((path, reasons) for _, path, reasons in sorted(tested))

    @cached_property
    def _files_by_test(self) -> "dict[int, array[int]]":
        """Without the reasons, which are most of what is known of them."""
        files_by_test: defaultdict[int, array[int]] = defaultdict(partial(array, "q"))
        for file, links in self._db.execute("SELECT file, links FROM file_tests"):
            for test in tested_by(links):
                files_by_test[test].append(file)
        return dict(files_by_test)

    @cached_property
    def _commands(self) -> dict[int, Command]:
        return file_links.test_commands(self._execute)

    def _past(self, id: int) -> Past | None:
        row = self._row(
            "SELECT commit_id, date, n_changes, authors, months, lines FROM file_history"
            " WHERE file = ?",
            id,
        )
        if not row:
            return None
        *last, authors, months, lines = row
        counts = (tuple(map(tuple, json.loads(pairs))) for pairs in (authors, months))
        return Past(*last, *counts)._replace(lines=_LINE_CHANGES.decode(lines))

    def _quotes(self, path: str, documents: Sequence[str]) -> Iterator[Quote]:
        name = path.rpartition("/")[2]
        for document in documents:
            rows = self._rows(_MENTIONED, self.id_by_path[document])
            namesakes = [id for (id,) in rows if self.line_by_id[id].path.endswith(f"/{name}")]
            is_only = len(namesakes) <= 1
            about = (
                one for one in self._described(document) if is_about(one, document, path, is_only)
            )
            if one := next(about, None):
                yield Quote(document, one.line, one.end_line, one.words)

    def _described(self, document: str) -> Iterator[Description]:
        if tells_of_files(document):
            for *row, is_heading in self._rows(_DESCRIPTIONS, self.id_by_path[document]):
                yield Description(*(*row, bool(is_heading)))

    def _siblings(self, path: str) -> tuple[str, ...]:
        """Only those that its page may show, so that others may come and go without it."""
        folder, _, name = path.rpartition("/")
        files = self._files_by_folder[folder]
        at = bisect_left(files, path)
        named_alike = self._files_by_stem[folder, stem_of(name)]
        return tuple(sorted({*files[max(at - 1, 0) : at + 2], *named_alike}))

    @cached_property
    def _files_by_stem(self) -> dict[tuple[str, str], list[str]]:
        """By folder and stem."""
        files_by_stem: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for folder, paths in self._files_by_folder.items():
            for path in paths:
                files_by_stem[folder, stem_of(path.rpartition("/")[2])].append(path)
        return files_by_stem

    @cached_property
    def _files_by_folder(self) -> dict[str, tuple[str, ...]]:
        paths_by_folder: defaultdict[str, list[str]] = defaultdict(list)
        for kind in self.line_by_id.values():
            if kind.status == "documented":
                paths_by_folder[kind.path.rpartition("/")[0]].append(kind.path)
        return {folder: tuple(sorted(paths)) for folder, paths in paths_by_folder.items()}

    def _row(self, query: str, *values: object) -> tuple[Any, ...]:
        """Empty if there is none."""
        return next(iter(self._db.execute(query, values)), ())

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return list(self._db.execute(query, values))


def _documents(edges: Sequence[Edge]) -> list[str]:
    """The first documents that mention the file, those nearest to the root first."""
    documents = {edge.path for edge in edges if edge.kind == "document"}
    return sorted(documents, key=lambda path: (path.count("/"), path))[:_MAX_DOCUMENTS]


_FILE: Final = "SELECT role_reason, bytes, lines, blob, doc FROM file WHERE id = ?"
_PURPOSE: Final = """
    SELECT p.text, p.source, p.subject, f.path, p.line, p.end_line
    FROM file_purpose p JOIN file f ON f.id = p.proof WHERE p.file = ?
"""
_DESCRIPTIONS: Final = """
    SELECT name, address, line, end_line, words, is_heading FROM description
    WHERE file = ? ORDER BY n
"""
_MENTIONED: Final = "SELECT target FROM edge WHERE source = ? AND kind = 'document'"
_PATTERNS: Final = "SELECT kind, line, name, text FROM pattern WHERE file = ? ORDER BY n"
_OUTCOMES: Final = "SELECT outcome, n FROM outcome WHERE file = ? ORDER BY n DESC, outcome"
_TOGETHER: Final = "SELECT other, count FROM co_change WHERE file = ? ORDER BY n"
# Only what does not move with every edit.
_TESTS_OF_FILE: Final = "SELECT links FROM file_tests WHERE file = ?"
_LINES: Final = "SELECT id, path, language, role, 0, 0, status, '', summary FROM file"
