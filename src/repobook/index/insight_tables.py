"""Tables derived from the whole graph, and their inputs."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import apsw

from repobook.model.graph import Confidence, EdgeKind

_FILLS: Final = {
    "file_rank": 8,
    "file_tests": 2,
    "test_command": 4,
    "code_owner": 4,
    "file_history": 8,
    "co_change": 4,
}
_NUMBERED: Final = ("co_change",)


# Source, target, kind, line, confidence and number of places.
EdgeRow = tuple[int, int, EdgeKind, int, Confidence, int]
_TESTS_OF: Final = "SELECT links FROM file_tests WHERE file = ?"
_EDGES: Final = "SELECT source, target, kind, line, confidence, n FROM edge"


# Test, name, role, confidence, number of places and the first line.
UseRow = tuple[int, str, str, str, int, int]
_USE: Final = "r.file, s.name, r.role, r.confidence, r.n, r.line"
_IS_RESOLVED_IN_TEST: Final = "f.role = 'test' AND r.confidence IN ('exact', 'inferred')"
# Whatever is the same thing as a symbol is used with it.
_USES: Final = f"""
    SELECT s.file, {_USE} FROM file f CROSS JOIN referrer r ON r.file = f.id
    CROSS JOIN symbol s ON s.key = r.target WHERE {_IS_RESOLVED_IN_TEST}
    UNION
    SELECT s.file, {_USE} FROM file f CROSS JOIN referrer r ON r.file = f.id
    CROSS JOIN same_symbol t ON t.key = r.target CROSS JOIN symbol s ON s.key = t.other
    WHERE {_IS_RESOLVED_IN_TEST}
"""
_USES_OF: Final = f"""
    SELECT {_USE} FROM symbol s CROSS JOIN referrer r ON r.target = s.key
    CROSS JOIN file f ON f.id = r.file WHERE s.file = ?1 AND {_IS_RESOLVED_IN_TEST}
    UNION
    SELECT {_USE} FROM symbol s CROSS JOIN same_symbol t ON t.key = s.key
    CROSS JOIN referrer r ON r.target = t.other
    CROSS JOIN file f ON f.id = r.file WHERE s.file = ?1 AND {_IS_RESOLVED_IN_TEST}
"""
_USES_IN: Final = """
    SELECT target, role, confidence, n, line FROM referrer
    WHERE file = ? AND confidence IN ('exact', 'inferred')
"""
_BASES_IN: Final = "SELECT target FROM referrer WHERE file = ? AND role = 'inherit'"
_DECLARING: Final = """
    SELECT DISTINCT s.file FROM same_symbol t JOIN symbol s ON s.key = t.other WHERE t.file = ?
"""
_SAME: Final = """
    SELECT DISTINCT o.file FROM symbol s CROSS JOIN same_symbol t ON t.key = s.key
    CROSS JOIN symbol o ON o.key = t.other WHERE s.file = ?
"""


class FileState(NamedTuple):
    """What insights take from the links of a file."""

    edges: tuple[tuple[int, EdgeKind, int, Confidence, int], ...]
    """Target, kind, line, confidence and number of places."""
    is_entry: bool
    uses: tuple[tuple[object, ...], ...]
    """Of a test, what it uses."""
    same: frozenset[int]
    """Files with declarations of what this one defines."""
    bases: frozenset[int]
    """The keys of what it inherits from."""

    @property
    def ranked(self) -> tuple[set[tuple[int, EdgeKind, Confidence]], bool]:
        """What the importance of files is worked out from."""
        return self.ways, self.is_entry

    @property
    def ways(self) -> set[tuple[int, EdgeKind, Confidence]]:
        """Which files it reaches, and how surely."""
        return {(target, kind, confidence) for target, kind, _, confidence, _ in self.edges}

    @property
    def linked(self) -> tuple[object, ...]:
        """Where it leads, and how often, from whatever lines."""
        edges = [(target, kind, sure, n) for target, kind, _, sure, n in self.edges]
        return edges, self.same, self.bases

    @property
    def targets(self) -> set[int]:
        return {target for target, *_ in self.edges}


class InsightTables:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def edges(self) -> Iterator[EdgeRow]:
        """In order of the files."""
        return self._db.execute(_EDGES)

    def names_defined(self) -> Iterator[tuple[int, str]]:
        return self._db.execute("SELECT file, name FROM symbol")

    def entries(self) -> list[int]:
        return [file for (file,) in self._db.execute("SELECT file FROM entry_point")]

    def state_of(self, file: int, is_test: bool) -> FileState:
        """Reasons name the lines of tests."""
        line = "line" if is_test else "0"
        query = f"SELECT target, kind, {line}, confidence, n FROM edge WHERE source = ?"
        return FileState(
            tuple(self._db.execute(query, (file,))),
            self._is_entry(file),
            tuple(self._db.execute(_USES_IN, (file,))) if is_test else (),
            frozenset(other for (other,) in self._db.execute(_DECLARING, (file,))),
            frozenset(key for (key,) in self._db.execute(_BASES_IN, (file,))),
        )

    def uses(self) -> Iterator[tuple[int, UseRow]]:
        """What tests use, and the file that defines it."""
        return ((row[0], row[1:]) for row in self._db.execute(_USES))

    def uses_of(self, file: int) -> Iterator[UseRow]:
        """What tests use of a file."""
        return self._db.execute(_USES_OF, (file,))

    def same_files(self, file: int) -> list[int]:
        """Files with declarations of what it defines, or definitions of what it declares."""
        return [other for (other,) in self._db.execute(_SAME, (file,))]

    def edges_from(self, file: int) -> Iterator[EdgeRow]:
        return self._db.execute(f"{_EDGES} WHERE source = ?", (file,))

    def edges_into(self, file: int) -> Iterator[EdgeRow]:
        return self._db.execute(f"{_EDGES} WHERE target = ?", (file,))

    def names_in(self, file: int) -> list[str]:
        rows = self._db.execute("SELECT name FROM symbol WHERE file = ?", (file,))
        return [name for (name,) in rows]

    def tests_of(self, file: int) -> str:
        """Empty for none."""
        links: str | None = self._db.execute(_TESTS_OF, (file,)).get
        return links or ""

    def put_tests(self, file: int, links: str) -> str:
        """Empty ``links`` for none; returns those before."""
        before = self.tests_of(file)
        self._db.execute("DELETE FROM file_tests WHERE file = ?", (file,))
        if links:
            self._db.execute("INSERT INTO file_tests VALUES (?, ?)", (file, links))
        return before

    def naming_test(self, test: int) -> list[int]:
        """Files that list it."""
        query = "SELECT file FROM file_tests WHERE instr(links, ?)"
        return [file for (file,) in self._db.execute(query, (str(test),))]

    def put_command(self, test: int, row: tuple[object, ...] | None) -> None:
        """None for none."""
        self._db.execute("DELETE FROM test_command WHERE file = ?", (test,))
        if row is not None:
            self._db.execute("INSERT INTO test_command VALUES (?, ?, ?, ?)", row)

    def _is_entry(self, file: int) -> bool:
        query = "SELECT EXISTS (SELECT 1 FROM entry_point WHERE file = ?)"
        return bool(self._db.execute(query, (file,)).get)

    def fill(self, table: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Touches no row that stays as it is."""
        before, after = set(self._db.execute(f"SELECT * FROM {table}")), list(map(tuple, rows))
        key = "file = ? AND n = ?" if table in _NUMBERED else "file = ?"
        gone = [row[: key.count("?")] for row in before.difference(after)]
        self._db.executemany(f"DELETE FROM {table} WHERE {key}", gone)
        marks = ", ".join("?" * _FILLS[table])
        new = [row for row in after if row not in before]
        self._db.executemany(f"INSERT INTO {table} VALUES ({marks})", new)
