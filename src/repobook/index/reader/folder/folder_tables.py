"""What the pages of folders are added up from: each table of the index is read once.

Files lie sorted by path, so that all that lies below a folder is one slice.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Final, NamedTuple

import apsw
import msgspec

from repobook.index.reader.file.file_links import owners, test_commands
from repobook.index.reader.file_briefs import markers
from repobook.index.reader.rows import Rows, below
from repobook.index.record import tested_by
from repobook.model.dossiers.dossier import Command, FileLine, Owner
from repobook.model.graph import DEPENDENCY_KINDS, IMPORT_KINDS, LIKELY
from repobook.model.purpose import NO_PURPOSE, Purpose
from repobook.text.folders import folders_of

_MONTHS: Final = msgspec.json.Decoder(list[tuple[str, int]])


class FileRow(NamedTuple):
    id: int
    line: FileLine
    cycle: int
    """0 where it is in none."""
    dependents: tuple[int, ...]
    """The files that depend on it."""
    tests: tuple[int, ...]
    """The tests that depend on it, best first."""
    is_tested: bool
    """By one of those, or by tests of its own."""


Pair = tuple[int, int, int, str, int]
"""One file depends on another: source, target, line, confidence, and how sure it is among all;
there are very many."""


class Tables:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self.execute: Rows = db.execute
        documented = {id for (id,) in self.query(_DOCUMENTED)}
        self._dependencies: list[Pair] = list(self.query(_PAIRS))
        self.pairs = [
            pair
            for pair in self._dependencies
            if pair[-1] < _UNSURE and pair[0] in documented and pair[1] in documented
        ]
        """What arrows between folders are made of: one wrong guess would draw a wrong arrow, so a
        name that only one file defines does not count here."""
        self.uniform: Counter[tuple[str, str]] = Counter()
        """How many uniform empty files there are, by folder and reason; they are no rows."""
        self.rows = self._files()
        self.paths = [row.line.path for row in self.rows]
        self.row_by_id = {row.id: row for row in self.rows}
        self.row_by_path = {row.line.path: row for row in self.rows}

    def read_through(self, db: apsw.Connection) -> "Tables":
        """The same tables for another process, whose connection reads what is missing."""
        other = copy(self)
        other._db, other.execute = db, db.execute
        return other

    def below(self, folder: str) -> list[FileRow]:
        if not folder:
            return self.rows
        first, last = below(folder)
        return self.rows[bisect_left(self.paths, first) : bisect_left(self.paths, last)]

    def n_uniform(self, folder: str) -> int:
        """All below."""
        around = f"{folder}/" if folder else ""
        return sum(n for (at, _), n in self.uniform.items() if f"{at}/".startswith(around))

    def query(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        return self._db.execute(query, values)

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """Every folder that holds a file, and those around it; the root is empty."""
        return tuple(folders_of([*self.paths, *(f"{folder}/" for folder, _ in self.uniform)]))

    @cached_property
    def children(self) -> dict[str, tuple[list[str], list[FileRow]]]:
        """By folder: the folders and the files right in it."""
        children_by_folder: dict[str, tuple[list[str], list[FileRow]]] = {
            f: ([], []) for f in self.folders
        }
        for folder in self.folders:
            if folder:
                children_by_folder[folder.rpartition("/")[0]][0].append(folder)
        for row in self.rows:
            children_by_folder[row.line.path.rpartition("/")[0]][1].append(row)
        return children_by_folder

    @cached_property
    def markers(self) -> dict[str, tuple[str, int]]:
        return markers(self.execute)

    @cached_property
    def mentions(self) -> dict[int, list[tuple[int, str, int]]]:
        """By file: the documents that mention it, each with the confidence and the line."""
        documents_by_file: defaultdict[int, list[tuple[int, str, int]]] = defaultdict(list)
        for source, target, confidence, line in self.query(_MENTIONS):
            documents_by_file[target].append((source, confidence, line))
        return dict(documents_by_file)

    @cached_property
    def entry_line_by_id(self) -> dict[int, int]:
        return dict(self.query("SELECT file, line FROM entry_point"))

    @cached_property
    def command_by_id(self) -> dict[int, Command]:
        return test_commands(self.execute)

    @cached_property
    def past_by_id(self) -> dict[int, tuple[str, int]]:
        rows = self.query("SELECT file, date, n_changes FROM file_history")
        return {file: (date, n) for file, date, n in rows}

    @cached_property
    def months_by_id(self) -> dict[int, list[tuple[str, int]]]:
        """In which months how many commits changed each file."""
        rows = self.query("SELECT file, months FROM file_history")
        return {file: _MONTHS.decode(months) for file, months in rows}

    @cached_property
    def findings_by_id(self) -> dict[int, list[tuple[str, str, str, int, str]]]:
        """Category, severity, rule, line and message."""
        findings: defaultdict[int, list[tuple[str, str, str, int, str]]] = defaultdict(list)
        for file, *finding in self.query(
            "SELECT file, category, severity, rule, line, message FROM finding ORDER BY file, line"
        ):
            findings[file].append((finding[0], finding[1], finding[2], finding[3], finding[4]))
        return dict(findings)

    @cached_property
    def owner_by_path(self) -> dict[str, Owner]:
        """Owners and where they are named: in the file itself, else in CODEOWNERS."""
        owner_by_path: dict[str, Owner] = {}
        for path, owner in owners(self.execute):
            if owner.proof == path or path not in owner_by_path:
                owner_by_path[path] = owner
        return owner_by_path

    def _files(self) -> list[FileRow]:
        n_symbols: dict[int, int] = dict(
            self.query("SELECT file, count(*) FROM symbol GROUP BY file")
        )
        n_findings = Counter(file for (file,) in self.query("SELECT file FROM finding"))
        cycles: dict[int, int] = dict(self.query(_CYCLES))
        holding = {file for (file,) in self.query(_HOLDING_TESTS)}
        files = [row for row in self.query(_FILES) if not self._is_uniform(row)]
        role_by_id = {id: role for id, _, _, role, *_ in files}
        dependents_by_id: defaultdict[int, list[int]] = defaultdict(list)
        for source, target, *_ in self._dependencies:
            dependents_by_id[target].append(source)
        places = {
            file: tested_by(links)
            for file, links in self.query("SELECT file, links FROM file_tests")
        }
        return [
            FileRow(
                id,
                _line(row, n_symbols.get(id, 0), n_findings[id], len(tests), len(dependents)),
                cycles.get(id, 0),
                tuple(dependents),
                tests,
                bool(tests) or id in holding,
            )
            for id, *row in files
            for dependents in [dependents_by_id.get(id, [])]
            for tests in [_best_first(dependents, role_by_id, places.get(id, []))]
        ]

    def _is_uniform(self, row: tuple[Any, ...]) -> bool:
        """Counts it too: there may be a million of them, and a folder shows their number."""
        _, path, _, role, _, _, _, reason, *_ = row
        folder = path.rpartition("/")[0]
        is_uniform = role == "marker" and folder in self.markers
        if is_uniform:
            self.uniform[folder, reason] += 1
        return is_uniform


def _best_first(
    dependents: list[int], role_by_id: dict[int, str], ranked: list[int]
) -> tuple[int, ...]:
    tests = [file for file in dependents if role_by_id[file] == "test"]
    if not tests:
        return ()
    place = {test: n for n, test in enumerate(ranked)}
    return tuple(sorted(tests, key=lambda test: (place.get(test, len(ranked)), test)))


def _line(
    row: Sequence[Any], n_symbols: int, n_findings: int, n_tests: int, fan_in: int
) -> FileLine:
    facts, lines, purpose = row[:_N_FACTS], row[_N_FACTS : _N_FACTS + 2], row[_N_FACTS + 2 :]
    counts = (n_symbols, n_findings, n_tests, fan_in)
    sentence = Purpose(*purpose) if purpose[0] else NO_PURPOSE
    return FileLine(*(*facts, *counts, *lines, sentence))


_N_FACTS: Final = 8  # columns before those of its own words
_FILES: Final = """
    SELECT f.id, f.path, f.language, f.role, f.lines, f.bytes, f.status, f.reason, f.summary,
           f.summary_line, f.summary_end_line, p.text, p.source, p.subject, o.path, p.line,
           p.end_line
    FROM file f LEFT JOIN file_purpose p ON p.file = f.id LEFT JOIN file o ON o.id = p.proof
    ORDER BY f.path
"""
_MENTIONS: Final = """
    SELECT e.source, e.target, e.confidence, e.line FROM edge e JOIN file f ON f.id = e.source
    WHERE e.kind = 'document' AND e.confidence IN ('exact', 'inferred') AND f.role = 'docs'
          AND f.status = 'documented' AND e.source != e.target
"""
# What is marked for tests in a file of source is one, or there for one.
_HOLDING_TESTS: Final = """
    SELECT DISTINCT file FROM symbol
    WHERE kind = 'test' OR (decorators != '[]' AND decorators LIKE '%test%')
"""
_DOCUMENTED: Final = "SELECT id FROM file WHERE status = 'documented'"
_CYCLES: Final = "SELECT file, cycle FROM file_rank WHERE cycle IS NOT NULL"
_UNSURE: Final = 1 << 33
# Each pair once, by the surest and first of its lines: beside "min" stands the row that has it.
_PAIRS: Final = f"""
    SELECT source, target, line, confidence,
           min((confidence = 'inferred' AND kind NOT IN {(*sorted(IMPORT_KINDS),)}) << 33
               | (confidence = 'inferred') << 32 | line) FROM edge
    WHERE source != target AND confidence IN {LIKELY} AND kind IN {(*sorted(DEPENDENCY_KINDS),)}
    GROUP BY source, target
"""
