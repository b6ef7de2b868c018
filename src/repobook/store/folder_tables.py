"""What the pages of folders are added up from: each table of the index is read once.

Files lie sorted by path, so that all that lies below a folder is one slice.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import apsw
import msgspec

from repobook.model.dossier import FileLine
from repobook.text.folders import folders_of

_LINKS: Final = msgspec.json.Decoder(list[tuple[int, float, tuple[str, ...]]])
_MONTHS: Final = msgspec.json.Decoder(list[tuple[str, int]])
# What makes one file need another; documents and build files only speak of it. A name that only one
# file defines may still mean another thing, so likely ties count where a path is written.
SURE_TIES: Final = """
    (confidence = 'exact' AND kind IN ('import', 'include', 'inherit', 'call', 'use', 'test')
     OR confidence = 'inferred' AND kind IN ('import', 'include'))
"""


class FileRow(NamedTuple):
    id: int
    line: FileLine
    cycle: int
    """0 where it is in none."""
    leaners: tuple[int, ...]
    """The files that lean on it."""
    tests: tuple[int, ...]
    """The tests that lean on it, best first."""
    is_tested: bool
    """By one of those, or by tests of its own."""


Pair = tuple[int, int, int, str, int]
"""One file leans on another: source, target, line, confidence and the order of both; there are
very many."""


class Tables:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        documented = {id for (id,) in self.query(_DOCUMENTED)}
        pairs: Iterator[Pair] = self.query(_PAIRS)
        self.pairs = [p for p in pairs if p[0] in documented and p[1] in documented]
        self.uniform: Counter[tuple[str, str]] = Counter()
        """How many uniform empty files there are, by folder and reason; they are no rows."""
        self.rows = self._files()
        self.paths = [row.line.path for row in self.rows]
        self.row_by_id = {row.id: row for row in self.rows}
        self.row_by_path = {row.line.path: row for row in self.rows}

    def below(self, folder: str) -> list[FileRow]:
        if not folder:
            return self.rows
        # The character after the slash is the first that no path below can begin with.
        first, last = f"{folder}/", f"{folder}0"
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
        found: dict[str, tuple[list[str], list[FileRow]]] = {f: ([], []) for f in self.folders}
        for folder in self.folders:
            if folder:
                found[folder.rpartition("/")[0]][0].append(folder)
        for row in self.rows:
            found[row.line.path.rpartition("/")[0]][1].append(row)
        return found

    @cached_property
    def markers(self) -> dict[str, tuple[str, int]]:
        """By folder: the pattern of its uniform empty files and their number."""
        rows = self.query("SELECT folder, pattern, count FROM marker_folder")
        return {folder: (pattern, n) for folder, pattern, n in rows}

    @cached_property
    def mentions(self) -> dict[int, list[tuple[int, str, int]]]:
        """By file: the documents that speak of it, each with the confidence and the line."""
        found: defaultdict[int, list[tuple[int, str, int]]] = defaultdict(list)
        for source, target, confidence, line in self.query(_MENTIONS):
            found[target].append((source, confidence, line))
        return dict(found)

    @cached_property
    def entry_line_by_id(self) -> dict[int, int]:
        return dict(self.query("SELECT file, line FROM entry_point"))

    @cached_property
    def command_by_id(self) -> dict[int, tuple[str, str, int]]:
        rows = self.query("SELECT file, command, proof, line FROM test_command")
        return {file: (command, proof, line) for file, command, proof, line in rows}

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
        found: defaultdict[int, list[tuple[str, str, str, int, str]]] = defaultdict(list)
        for file, *finding in self.query(
            "SELECT file, category, severity, rule, line, message FROM finding ORDER BY file, line"
        ):
            found[file].append((finding[0], finding[1], finding[2], finding[3], finding[4]))
        return dict(found)

    @cached_property
    def owners_by_id(self) -> dict[int, tuple[tuple[str, ...], str, int]]:
        """What the file says itself counts, else what CODEOWNERS does: owners and where."""
        found: dict[int, tuple[tuple[str, ...], str, int]] = {}
        paths = self.row_by_id
        for file, owners, proof, line in self.query(
            "SELECT file, owners, proof, line FROM code_owner"
        ):
            if file in paths and proof in paths:
                found[file] = (tuple(msgspec.json.decode(owners)), paths[proof].line.path, line)
        for file, owners, line in self.query("SELECT file, owners, line FROM header_owner"):
            if file in paths:
                found[file] = (tuple(msgspec.json.decode(owners)), paths[file].line.path, line)
        return found

    def _files(self) -> list[FileRow]:
        n_symbols: dict[int, int] = dict(
            self.query("SELECT file, count(*) FROM symbol GROUP BY file")
        )
        n_findings = Counter(file for (file,) in self.query("SELECT file FROM finding"))
        cycles: dict[int, int] = dict(self.query(_CYCLES))
        holding = {file for (file,) in self.query(_HOLDING_TESTS)}
        files = [row for row in self.query(_FILES) if not self._is_uniform(row)]
        role_by_id = {id: role for id, _, _, role, *_ in files}
        leaners: defaultdict[int, list[int]] = defaultdict(list)
        for source, target, *_ in self.pairs:
            leaners[target].append(source)
        places = {
            file: [test for test, *_ in _LINKS.decode(links)]
            for file, links in self.query("SELECT file, links FROM file_tests")
        }
        return [
            FileRow(
                id,
                _line(row, n_symbols.get(id, 0), n_findings[id], len(tests), len(found)),
                cycles.get(id, 0),
                tuple(found),
                tests,
                bool(tests) or id in holding,
            )
            for id, *row in files
            for found in [leaners.get(id, [])]
            for tests in [_best_first(found, role_by_id, places.get(id, []))]
        ]

    def _is_uniform(self, row: tuple[Any, ...]) -> bool:
        """Counts it too: there may be a million of them, and a folder tells how many."""
        _, path, _, role, _, _, _, reason, *_ = row
        folder = path.rpartition("/")[0]
        found = role == "marker" and folder in self.markers
        if found:
            self.uniform[folder, reason] += 1
        return found


def _best_first(
    leaners: list[int], role_by_id: dict[int, str], ranked: list[int]
) -> tuple[int, ...]:
    tests = [file for file in leaners if role_by_id[file] == "test"]
    place = {test: n for n, test in enumerate(ranked)}
    return tuple(sorted(tests, key=lambda test: (place.get(test, len(ranked)), test)))


def _line(
    row: Sequence[Any], n_symbols: int, n_findings: int, n_tests: int, fan_in: int
) -> FileLine:
    *facts, line, end_line = row
    counts = (n_symbols, n_findings, n_tests, fan_in)
    return FileLine(*(*facts, *counts, line, end_line))


_FILES: Final = """
    SELECT id, path, language, role, lines, bytes, status, reason, summary, summary_line,
           summary_end_line
    FROM file ORDER BY path
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
# Each pair once, by the surest and first of its lines: beside "min" stands the row that has it.
_PAIRS: Final = f"""
    SELECT source, target, line, confidence, min((confidence = 'inferred') << 32 | line) FROM edge
    WHERE source != target AND {SURE_TIES} GROUP BY source, target
"""
