"""Gathers what the index knows about one file, and remembers which other files it looked at.

That makes pages incremental: one is made anew when a row of its own file changed, or what it took
from another file did.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import apsw
import msgspec

from repobook.model.dossier import (
    CallSite,
    Command,
    Covering,
    Edge,
    FileDossier,
    FileLine,
    ImportLine,
    Owner,
    Past,
    Pattern,
    Rank,
    ReferenceGroup,
    Registration,
    Repository,
    Spoken,
)
from repobook.model.facts import COLUMN_BITS, MAX_COLUMN, Definition
from repobook.model.findings import Finding
from repobook.store.examples import ExampleFinder, Use, can_be_shown
from repobook.store.keywords import Homonyms, ranked_keywords
from repobook.store.record import FactsRecord, decode_decisions, decode_settings
from repobook.store.symbol_dossiers import SymbolDossiers, symbol_keys
from repobook.store.target_names import TargetNames
from repobook.store.users import FileKind
from repobook.text.described import described
from repobook.text.lines import split_lines

_MAX_DOCUMENTS: Final = 8
_MAX_MAPPED: Final = 1 << 30
_GROUPS: Final = msgspec.json.Decoder(list[tuple[str, str, str, list[int], str, str, list[int]]])
_TestLink = tuple[int, float, tuple[str, ...]]
_LINKS: Final = msgspec.json.Decoder(list[_TestLink])
_KEYS: Final = msgspec.json.Decoder(list[int])


class SourceText(NamedTuple):
    text: str
    missing: str = ""
    """Why there is none; empty where there is."""


class Known(Mapping[str, FileLine]):
    """Other files by path; who is asked for is remembered."""

    def __init__(self, dossiers: "FileDossiers") -> None:
        self._dossiers = dossiers
        self.asked: dict[str, FileLine] = {}

    def __getitem__(self, path: str) -> FileLine:
        line = self.asked.get(path)
        if line is None:
            line = self.asked[path] = self._dossiers.face(path)
        return line

    def __iter__(self) -> Iterator[str]:
        return iter(self._dossiers.id_by_path)

    def __len__(self) -> int:
        return len(self._dossiers.id_by_path)


class Gathered(NamedTuple):
    dossier: FileDossier
    known: Known
    """Tells, once the pages are made, of which other files they spoke."""
    read: frozenset[int]
    """Files whose text or definitions the dossier tells something of."""
    users: frozenset[int]
    """Files of which the dossier tells lines that use something of this one."""


class FileDossiers:
    """Over one index, in one process."""

    def __init__(
        self, db: apsw.Connection, repository: Repository, lines_of: Callable[[str], Sequence[str]]
    ) -> None:
        """``lines_of`` gives the text of a file by its path; nothing where it cannot be had."""
        # Read in place and locked once, for a file's pages ask dozens of small questions.
        db.pragma("mmap_size", _MAX_MAPPED)
        db.execute("BEGIN")
        self._db = db
        self._repository = repository
        self._lines_of = lines_of
        self._examples = ExampleFinder(db, lambda id: lines_of(self.kind_by_id[id].path))
        self._faces: dict[str, FileLine] = {}
        self.kind_by_id = {
            id: FileKind(*kind)
            for id, *kind in db.execute(
                "SELECT id, path, language, role, status, summary FROM file"
            )
        }
        self.id_by_path = {kind.path: id for id, kind in self.kind_by_id.items()}
        path_by_id = {id: kind.path for id, kind in self.kind_by_id.items()}
        self._targets = TargetNames(db, path_by_id)
        self._symbols = SymbolDossiers(db, self.kind_by_id, self._targets)
        self._homonyms = Homonyms(db, lambda id: self.kind_by_id[id].path)

    def gather(self, path: str, facts: FactsRecord, source: SourceText) -> Gathered:
        id = self.id_by_path[path]
        keys = symbol_keys(path, facts.definitions)
        row = self._row("SELECT role_reason, bytes, lines, blob, doc FROM file WHERE id = ?", id)
        role_reason, n_bytes, n_lines, blob, doc = row
        kind = self.kind_by_id[id]
        tests = self._test_links(id)
        uses = self._symbols.uses(keys)
        examples = list(
            self._example_sites(id, uses, dict(zip(keys, facts.definitions, strict=True)), tests)
        )
        references = self._references(id)
        symbols = self._symbols.symbols(id, facts.definitions, keys, uses, references)
        known = Known(self)
        edges_in = self._edges("target", "source", id)
        documents = _documents(edges_in)
        n_keywords, keywords = ranked_keywords(self._db, id)
        dossier = FileDossier(
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
            text=source.text,
            lines=tuple(split_lines(source.text)),
            source_missing=source.missing,
            symbols=symbols,
            imports=self._imports(id),
            references=references,
            edges_out=self._edges("source", "target", id),
            edges_in=edges_in,
            known=known,
            findings=tuple(Finding(*row) for row in self._rows(_FINDINGS, id)),
            notes=facts.notes,
            patterns=tuple(Pattern(*row) for row in self._rows(_PATTERNS, id)),
            decisions=decode_decisions(facts.decisions),
            settings=decode_settings(facts.settings),
            registrations=self._registrations(id),
            diagnostics=tuple((d.line, d.message) for d in facts.diagnostics),
            outcomes=tuple(self._rows(_OUTCOMES, id)),
            rank=self._rank(id),
            tests=self._tests(tests),
            tested=self._tested.get(id, ()) if kind.role == "test" else (),
            command=self._commands.get(id),
            examples=tuple(site for _, site in examples),
            past=self._past(id),
            together=tuple(
                (self.kind_by_id[other].path, n) for other, n in self._rows(_TOGETHER, id)
            ),
            owners=self._owners(id),
            spoken=tuple(self._spoken(path, documents)),
            siblings=self._siblings(path),
            keywords=self._homonyms.with_places(id, keywords),
            n_keywords=n_keywords,
        )
        sections = [symbol.section for symbol in symbols if symbol.section]
        users = {site.path for one in sections for site in (*one.sites, *one.tests)} - {path}
        heirs = {heir.path for one in sections for heir in one.heirs}
        read = {file for file, _ in examples} | self._ids({*documents, *heirs})
        return Gathered(dossier, known, frozenset(read), self._ids(users))

    def _ids(self, paths: Iterable[str]) -> frozenset[int]:
        return frozenset(self.id_by_path[path] for path in paths)

    def face(self, path: str) -> FileLine:
        """Neighbours are asked for again and again."""
        face = self._faces.get(path)
        if face is None:
            kind = self.kind_by_id[self.id_by_path[path]]
            face = FileLine(path, kind.language, kind.role, 0, 0, kind.status, "", kind.summary)
            self._faces[path] = face
        return face

    def _example_sites(
        self,
        id: int,
        uses: list[Use],
        definition_by_key: dict[int, Definition],
        links: list[_TestLink],
    ) -> Iterator[tuple[int, CallSite]]:
        shown = [use for use in uses if use.file != id and can_be_shown(use)]
        tests = [test for test, *_ in links]
        names = {key: definition.qualname for key, definition in definition_by_key.items()}
        return self._examples.find(shown, names, tests, lambda file: self.kind_by_id[file].path)

    def _imports(self, id: int) -> tuple[ImportLine, ...]:
        targets = self._targets
        rows = [(*row, _KEYS.decode(keys)) for *row, keys in self._rows(_IMPORTS, id)]
        targets.load(key for *_, keys in rows for key in keys)
        return tuple(
            ImportLine(line, module, name, alias, form, targets.names(keys), confidence, rule)
            for line, module, name, alias, form, confidence, rule, keys in rows
        )

    def _references(self, id: int) -> tuple[ReferenceGroup, ...]:
        targets = self._targets
        text = self._row("SELECT groups FROM file_references WHERE file = ?", id)
        groups = _GROUPS.decode(text[0]) if text else []
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

    def _edges(self, here: str, there: str, id: int) -> tuple[Edge, ...]:
        rows = self._rows(
            f"SELECT {there}, kind, line, confidence, n FROM edge WHERE {here} = ?", id
        )
        edges = [Edge(self.kind_by_id[file].path, *row) for file, *row in rows]
        return tuple(sorted(edges))

    def _registrations(self, id: int) -> tuple[Registration, ...]:
        own = self._rows("SELECT name, n FROM registration WHERE file = ? ORDER BY name", id)
        return tuple(
            Registration(name, n, *self._registries[name])
            for name, n in own
            if name in self._registries
        )

    @cached_property
    def _registries(self) -> dict[str, tuple[int, int]]:
        rows = self._db.execute("SELECT name, n_places, n_files FROM registries")
        return {name: (n_places, n_files) for name, n_places, n_files in rows}

    def _rank(self, id: int) -> Rank:
        row = self._row(_RANK, id)
        if not row:
            return Rank()
        rank, fan_in, fan_out, layer, cycle, is_entry = row
        entry = self._row("SELECT line FROM entry_point WHERE file = ?", id)
        return Rank(
            fan_in,
            fan_out,
            layer,
            percentile(rank, self._n_ranked),
            bool(is_entry),
            entry[0] if entry else 0,
            self._cycles.get(cycle, ()),
        )

    @cached_property
    def _n_ranked(self) -> int:
        return int(self._db.execute("SELECT count(*) FROM file_rank").get)

    @cached_property
    def _cycles(self) -> dict[int, tuple[str, ...]]:
        members: defaultdict[int, list[str]] = defaultdict(list)
        for file, cycle in self._db.execute(_CYCLES):
            members[cycle].append(self.kind_by_id[file].path)
        return {cycle: tuple(sorted(paths)) for cycle, paths in members.items()}

    def _test_links(self, id: int) -> list[_TestLink]:
        row = self._row("SELECT links FROM file_tests WHERE file = ?", id)
        return _LINKS.decode(row[0]) if row else []

    def _tests(self, links: list[_TestLink]) -> tuple[Covering, ...]:
        return tuple(
            Covering(self.kind_by_id[test].path, reasons, command.text if command else "")
            for test, _, reasons in links
            for command in [self._commands.get(test)]
        )

    @cached_property
    def _tested(self) -> dict[int, tuple[tuple[str, tuple[str, ...]], ...]]:
        """By test file: what it tests, where it is a better test first."""
        found: defaultdict[int, list[tuple[int, str, tuple[str, ...]]]] = defaultdict(list)
        for file, links in self._db.execute("SELECT file, links FROM file_tests"):
            path = self.kind_by_id[file].path
            for place, (test, _, reasons) in enumerate(_LINKS.decode(links)):
                found[test].append((place, path, reasons))
        return {
            test: tuple((path, reasons) for _, path, reasons in sorted(places))
            for test, places in found.items()
        }

    @cached_property
    def _commands(self) -> dict[int, Command]:
        rows = self._db.execute("SELECT file, command, proof, line FROM test_command")
        return {file: Command(*row) for file, *row in rows}

    def _past(self, id: int) -> Past | None:
        row = self._row(
            "SELECT commit_id, date, n_changes, authors, months FROM file_history WHERE file = ?",
            id,
        )
        if not row:
            return None
        *last, authors, months = row
        return Past(*last, *(tuple(map(tuple, json.loads(pairs))) for pairs in (authors, months)))

    def _owners(self, id: int) -> tuple[Owner, ...]:
        return tuple(
            Owner(tuple(json.loads(owners)), proof, line)
            for owners, proof, line in self._rows(_OWNERS, self.kind_by_id[id].path)
        )

    def _spoken(self, path: str, documents: Sequence[str]) -> Iterator[Spoken]:
        name = path.rpartition("/")[2]
        for document in documents:
            rows = self._rows(_SPOKEN_OF, self.id_by_path[document])
            namesakes = [id for (id,) in rows if self.kind_by_id[id].path.endswith(f"/{name}")]
            is_only = len(namesakes) <= 1
            if found := described(self._lines_of(document), document, path, is_only):
                yield Spoken(document, *found)

    def _siblings(self, path: str) -> tuple[str, ...]:
        return self._files_by_folder[path.rpartition("/")[0]]

    @cached_property
    def _files_by_folder(self) -> dict[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for kind in self.kind_by_id.values():
            if kind.status == "documented":
                found[kind.path.rpartition("/")[0]].append(kind.path)
        return {folder: tuple(sorted(paths)) for folder, paths in found.items()}

    def _row(self, query: str, *values: object) -> tuple[Any, ...]:
        """Empty where there is none."""
        return next(iter(self._db.execute(query, values)), ())

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return list(self._db.execute(query, values))


def _documents(edges: Sequence[Edge]) -> list[str]:
    """Those that speak of the file, by path, the nearest to the root first; a few are enough."""
    found = {edge.path for edge in edges if edge.kind == "document"}
    return sorted(found, key=lambda path: (path.count("/"), path))[:_MAX_DOCUMENTS]


def percentile(rank: int, n_ranked: int) -> int:
    return min(100, (rank - 1) * 100 // max(n_ranked, 1) + 1)


_SPOKEN_OF: Final = "SELECT target FROM edge WHERE source = ? AND kind = 'document'"
_FINDINGS: Final = """
    SELECT rule, severity, category, line, message, code FROM finding WHERE file = ?
    ORDER BY line, n
"""
_PATTERNS: Final = "SELECT kind, line, name, text FROM pattern WHERE file = ? ORDER BY n"
_OUTCOMES: Final = "SELECT outcome, n FROM outcome WHERE file = ? ORDER BY n DESC, outcome"
_IMPORTS: Final = """
    SELECT line, module, name, alias, form, confidence, rule, targets FROM import
    WHERE file = ? ORDER BY n
"""
_RANK: Final = """
    SELECT rank, fan_in, fan_out, layer, cycle, is_entry FROM file_rank WHERE file = ?
"""
_CYCLES: Final = "SELECT file, cycle FROM file_rank WHERE cycle IS NOT NULL"
_TOGETHER: Final = "SELECT other, count FROM co_change WHERE file = ? ORDER BY n"
_OWNERS: Final = "SELECT owners, proof, line FROM owners WHERE path = ? ORDER BY proof, line"
