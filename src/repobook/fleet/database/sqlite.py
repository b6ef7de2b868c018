"""The embedded default: one file, no server, for a handful of repositories on one machine.

Readers with a user are given views that bear the names of the tables and hold what this user may
see: no query can forget to ask.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import apsw

from repobook.disk.writing import make_folders
from repobook.errors import RepobookError
from repobook.fleet.config import EVERYBODY
from repobook.fleet.database.database import Principals, Row, UnreachableError
from repobook.fleet.database.schema import HISTORY, MIGRATIONS, Table, tables

_PATIENCE_MS: Final = 60_000
_COLUMN_BY_TABLE: Final = {table.name: "repository" for table in tables()} | {"repository": "id"}
_VISIBLE: Final = """
    SELECT repository FROM main.reader
    WHERE principal IN (SELECT value FROM json_each(principals()))
"""
# Words are kept once, in the table, and deleted with their row.
_SEARCH: Final = """
    CREATE VIRTUAL TABLE entry_words USING fts5(words, content='entry', content_rowid='id');
    CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
        INSERT INTO entry_words (rowid, words) VALUES (new.id, new.words);
    END;
    CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
        INSERT INTO entry_words (entry_words, rowid, words) VALUES ('delete', old.id, old.words);
    END;
"""


class SqliteDatabase:
    entries_matching = """(
        SELECT * FROM entry WHERE id IN (
            SELECT rowid FROM main.entry_words WHERE entry_words MATCH ?
        )
    )"""

    def __init__(self, path: str, principals: Principals) -> None:
        self._path = path
        self._locks: list[int] = []
        make_folders(Path(path).parent)
        self._principals: Principals = None
        try:
            self._db = apsw.Connection(path)
            self._db.set_busy_timeout(_PATIENCE_MS)
            self._db.create_scalar_function("principals", lambda *_: self._visible_to(), 0)
            self._db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            self._migrate()
        except apsw.Error as error:
            raise RepobookError(f"{path}: {error}") from None
        self.show_only_to(principals)

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Row]:
        try:
            return list(self._db.execute(query, tuple(values)))
        except apsw.BusyError as error:
            raise UnreachableError(f"{self._path}: {error}") from None

    def load(self, table: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
        holes = ", ".join("?" * len(columns))
        query = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({holes})"
        self._db.executemany(query, rows)

    def show_only_to(self, principals: Principals) -> None:
        if (self._principals is None) != (principals is None):
            self._restrict() if self._principals is None else self._unrestrict()
        self._principals = principals

    def words(self, terms: Sequence[str]) -> str:
        quoted = [f'"{term.replace(chr(34), "")}"' for term in terms]
        return " ".join([*quoted[:-1], f"{quoted[-1]} *"])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.rows("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(apsw.Error):
                self._db.execute("ROLLBACK")
            raise

    def try_lock(self, name: str) -> bool:
        """The system drops it with the process, however that ends."""
        lock = os.open(f"{self._path}.{name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return False
        self._locks.append(lock)
        return True

    def close(self) -> None:
        self._db.close()
        while self._locks:
            os.close(self._locks.pop())

    def _visible_to(self) -> str:
        return json.dumps([EVERYBODY, *(self._principals or ())])

    def _migrate(self) -> None:
        if self._is_migrated():
            return
        with self.transaction():
            self._db.execute(HISTORY)
            version = self._db.execute("SELECT coalesce(max(version), 0) FROM migration").get
            if version > len(MIGRATIONS):
                raise RepobookError(f"{self._path}: made by a newer repobook (schema {version})")
            for n, migration in enumerate(MIGRATIONS[version:], version + 1):
                for statement in (*migration.shared, *map(_create, migration.tables)):
                    self._db.execute(statement)
                if any(table.name == "entry" for table in migration.tables):
                    self._db.execute(_SEARCH)
                add = "INSERT INTO migration VALUES (?, ?, datetime('now'))"
                self._db.execute(add, (n, migration.about))

    def _is_migrated(self) -> bool:
        """Who only reads does not wait for whoever writes just now."""
        try:
            version = self._db.execute("SELECT max(version) FROM migration").get
        except apsw.SQLError:  # there is no such table yet
            return False
        return bool(version == len(MIGRATIONS))

    def _restrict(self) -> None:
        for name, column in _COLUMN_BY_TABLE.items():
            self._db.execute(
                f"CREATE TEMP VIEW {name} AS"
                f" SELECT * FROM main.{name} WHERE {column} IN ({_VISIBLE})"
            )
        self._db.execute("PRAGMA query_only = ON")

    def _unrestrict(self) -> None:
        self._db.execute("PRAGMA query_only = OFF")
        for name in _COLUMN_BY_TABLE:
            self._db.execute(f"DROP VIEW temp.{name}")


def _create(table: Table) -> str:
    indexes = [
        f"CREATE INDEX {table.name}_by_{'_'.join(columns)} ON {table.name} ({', '.join(columns)})"
        for columns in table.indexes
    ]
    return ";".join([f"CREATE TABLE {table.name} ({', '.join(table.columns)})", *indexes])
