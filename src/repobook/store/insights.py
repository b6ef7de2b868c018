"""The tables that are worked out over the whole graph, and what they are made from."""

from collections.abc import Iterable, Iterator
from typing import Final

import apsw

from repobook.model.graph import Confidence, EdgeKind

_FILLS: Final = {
    "file_rank": 8,
    "file_tests": 2,
    "test_command": 4,
    "code_owner": 4,
    "file_history": 6,
    "co_change": 4,
}


class InsightTables:
    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def edges(self) -> Iterator[tuple[int, int, EdgeKind, int, Confidence, int]]:
        """Source, target, kind, line, confidence and number of places, in order of the files."""
        return self._db.execute("SELECT source, target, kind, line, confidence, n FROM edge")

    def names_defined(self) -> Iterator[tuple[int, str]]:
        return self._db.execute("SELECT file, name FROM symbol")

    def entries(self) -> list[int]:
        return [file for (file,) in self._db.execute("SELECT file FROM entry_point")]

    def references_of(self, file: int) -> str:
        text = self._db.execute("SELECT groups FROM file_references WHERE file = ?", (file,)).get
        return str(text) if text else ""

    def state_of(self, file: int, is_test: bool) -> tuple[object, ...]:
        """What insights take from the links of a file; reasons name the lines of tests."""
        line = "line" if is_test else "0"
        query = f"SELECT target, kind, {line}, confidence, n FROM edge WHERE source = ?"
        edges = tuple(self._db.execute(query, (file,)))
        return edges, self._is_entry(file), self.references_of(file) if is_test else ""

    def _is_entry(self, file: int) -> bool:
        query = "SELECT EXISTS (SELECT 1 FROM entry_point WHERE file = ?)"
        return bool(self._db.execute(query, (file,)).get)

    def fill(self, table: str, rows: Iterable[tuple[object, ...]]) -> None:
        self._db.execute(f"DELETE FROM {table}")
        marks = ", ".join("?" * _FILLS[table])
        self._db.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
