"""Fills ``book.db``: from nothing, or from the last one by replacing the rows of changed files.

Both ways give the same bytes: ``write_compact`` writes the rows in key order, which depends on the
rows alone.
"""

import errno
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import apsw

from repobook.disk.writing import discard, patch
from repobook.errors import RepobookError
from repobook.index import schema
from repobook.index.ids import symbol_key
from repobook.index.insight_tables import InsightTables
from repobook.index.purpose_tables import PurposeTables
from repobook.index.record import FactsRecord, LinkRows
from repobook.index.stale.changes import ChangeLog, Changes
from repobook.model.facts import Definition, Import, Summary
from repobook.model.files import Role, SkippedPath, Status
from repobook.model.finding import Finding, reported
from repobook.model.graph import symbol_id

_TABLES_OF_FACTS: Final = ("symbol", "note", "diagnostic", "finding", "remark", "description")
_TABLES_OF_LINKS: Final = (
    *("file_references", "referrer", "import", "edge", "outcome", "file_names", "same_symbol"),
    *(
        "entry_point",
        "header_owner",
        "named_file",
        "pattern",
        "registration",
        "file_keywords",
        "own_purpose",
    ),
)
# Of the change counter, the schema cookie and the version-valid-for number (SQLite file format).
_COUNTER_OFFSETS: Final = (24, 40, 92)
_FIRST_LATER_FINDING: Final = 1 << 20
_FRESH_CACHE: Final = 32 << 10  # eight times as much brings nothing that shows
_EDIT_CACHE: Final = 8 << 10
_PAGE_BYTES: Final = 16384  # compacting the index costs half of what it does with 4,096
FILE_COLUMNS: Final = (
    "id, path, language, role, role_reason, bytes, blob, status, reason, tracked, facts"
)
_COLUMNS_OF_FACTS: Final = "lines, doc, summary, summary_line, summary_end_line"

_SYMBOLS_NAMED: Final = """
    SELECT s.id, s.path, f.language, s.kind, s.n FROM symbols s JOIN file f ON f.path = s.path
    WHERE s.name = ? ORDER BY s.path, s.n
"""


@contextmanager
def translate_sqlite_errors() -> Iterator[None]:
    """Errors of SQLite are faults of the machine, not defects: raises them as ours."""
    try:
        yield
    except apsw.FullError:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
    except apsw.Error as error:
        raise RepobookError(f"the index cannot be written: {error}") from None


class FileKey(NamedTuple):
    """One row of the account, and what decides a file's other rows; equal keys mean equal rows."""

    id: int
    path: str
    language: str
    role: Role
    role_reason: str
    """How the role was recognised, in words."""
    size: int
    blob: str
    status: Status
    reason: str
    """Why it is listed and not documented."""
    tracked: int | None
    facts: bytes


class IndexWriter:
    """A working index: a new one, or a copy of the last one."""

    def __init__(
        self, working: Path, *, is_copy: bool, ignored_rules: Set[str] = frozenset()
    ) -> None:
        self._working = working
        self._ignored_rules = ignored_rules
        # Without a name SQLite keeps the database in memory and spills what the cache cannot hold.
        self._db = apsw.Connection(str(working) if is_copy else "")
        self._execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        self._execute(f"PRAGMA locking_mode = EXCLUSIVE; PRAGMA page_size = {_PAGE_BYTES}")
        # An edit touches few pages, and the copy that publishing makes takes as large a cache. Its
        # size is set in pages: set before the page size it would be four times as large.
        self._execute(f"PRAGMA cache_size = -{_EDIT_CACHE if is_copy else _FRESH_CACHE}")
        self._execute("BEGIN")
        if not is_copy:
            self._execute(f"PRAGMA user_version = {schema.VERSION}; {schema.TABLES}")
        self._log = ChangeLog(self._db) if is_copy else None
        self._is_indexed = self._has_indexed_links = is_copy

    def index_facts(self) -> None:
        """Indexing after filling costs half; lookups of symbols come after this."""
        if not self._is_indexed:
            self._execute(schema.INDEXES_OF_FACTS + schema.VIEWS)
            self._is_indexed = True

    def index_links(self) -> None:
        """As ``index_facts``; who asks where links lead to comes after this."""
        self.index_facts()
        if not self._has_indexed_links:
            self._execute(schema.INDEXES_OF_LINKS)
            self._has_indexed_links = True

    @property
    def insights(self) -> InsightTables:
        return InsightTables(self._db)

    @property
    def purposes(self) -> PurposeTables:
        return PurposeTables(self._db)

    def remove(self, ids: Iterable[int]) -> None:
        """What stands in the files; their links stay until ``remove_links``."""
        keys = [(id,) for id in ids]
        self._db.executemany("DELETE FROM file WHERE id = ?", keys)
        for table in _TABLES_OF_FACTS:
            self._db.executemany(f"DELETE FROM {table} WHERE file = ?", keys)

    def remove_links(self, ids: Iterable[int]) -> None:
        for id in ids:
            self.put_links(id, {})

    def put_links(self, id: int, links: LinkRows) -> None:
        """In place of those that the file has. Most files that are resolved again lead where they
        led, and rows are read sooner than written: a table with the same rows is not touched."""
        for table in _TABLES_OF_LINKS:
            where = f"FROM {table} WHERE {'source' if table == 'edge' else 'file'} = ?"
            rows = [(id, *row) for row in links.get(table, ())]
            before = list(self._db.execute(f"SELECT * {where}", (id,)))
            if Counter(before) != Counter(rows):
                self._db.execute(f"DELETE {where}", (id,))
                self._insert(table, rows)

    def add(self, key: FileKey, facts: FactsRecord | None) -> None:
        n_lines, doc = (facts.n_lines, facts.doc) if facts else (0, "")
        summary = facts.summary if facts else Summary()
        self._db.execute(
            f"INSERT INTO file ({FILE_COLUMNS}, {_COLUMNS_OF_FACTS}) VALUES ({_marks(16)})",
            (*key, n_lines, doc, *summary),
        )
        if facts is not None:
            self._add_facts(key, facts)

    def set_findings(self, key: FileKey, findings: Iterable[Finding]) -> None:
        """Findings of another program, numbered after those of the file's own facts."""
        for table in ("finding", "remark"):
            self._db.execute(
                f"DELETE FROM {table} WHERE file = ? AND n >= ?", (key.id, _FIRST_LATER_FINDING)
            )
        self._add_findings(key, findings, _FIRST_LATER_FINDING)

    def add_links(self, id: int, links: LinkRows) -> None:
        """Of a file that has none yet."""
        for table, rows in links.items():
            self._insert(table, [(id, *row) for row in rows])

    def names_by_file(self) -> list[tuple[int, bytes]]:
        return list(self._db.execute("SELECT file, names FROM file_names"))

    def includes(self) -> Iterator[tuple[int, int]]:
        """Each file with one that it includes."""
        return self._db.execute("SELECT source, target FROM edge WHERE kind = 'include'")

    def names_defined(self, ids: Iterable[int]) -> set[str]:
        query = "SELECT DISTINCT name FROM symbol WHERE file = ?"
        return {name for id in ids for (name,) in self._db.execute(query, (id,))}

    def imports_of(self, ids: Iterable[int]) -> list[Import]:
        """Those that the last build linked."""
        query = "SELECT module, name, alias, form, line FROM import WHERE file = ?"
        return [Import(*row) for id in ids for row in self._db.execute(query, (id,))]

    def with_patterns(self) -> set[int]:
        """Files that take in others by a pattern of their names: any that comes or goes may fit."""
        query = "SELECT DISTINCT file FROM import WHERE module LIKE '%*%' OR module LIKE '%?%'"
        return {file for (file,) in self._db.execute(query)}

    def words_by_file(self) -> list[tuple[int, bytes]]:
        return list(self._db.execute("SELECT file, words FROM file_keywords"))

    def words(self) -> Iterator[tuple[str, int, int]]:
        """Each word that names something, in how many files and in how many of their paths."""
        return self._db.execute("SELECT word, n_files, n_paths FROM naming_word")

    def set_words(self, counts: Mapping[str, tuple[int, int]]) -> None:
        self._execute("DELETE FROM naming_word")
        self.change_words(counts)

    def change_words(self, counts: Mapping[str, tuple[int, int]]) -> None:
        """A word that no file bears any more is forgotten."""
        rows = [(word, *count) for word, count in sorted(counts.items())]
        self._db.executemany("INSERT OR REPLACE INTO naming_word VALUES (?, ?, ?)", rows)
        self._execute("DELETE FROM naming_word WHERE n_files = 0")

    def definitions_by_name(self) -> Iterator[tuple[str, int, int]]:
        """Name, file and number of every definition, in the order of names."""
        return self._db.execute("SELECT name, file, n FROM symbol ORDER BY name")

    def symbols_named(self, name: str) -> list[tuple[str, str, str, str, int]]:
        """Id, path, language, kind of each, and its place among the definitions of its file."""
        return list(self._db.execute(_SYMBOLS_NAMED, (name,)))

    def n_symbols_named(self, name: str) -> int:
        return int(self._db.execute("SELECT count(*) FROM symbol WHERE name = ?", (name,)).get)

    def set_skipped(self, skipped: Iterable[SkippedPath]) -> None:
        self._replace_all("skipped_path", skipped, 2)

    def set_marker_folders(self, folders: Iterable[tuple[str, int, str]]) -> None:
        self._replace_all("marker_folder", folders, 3)

    def set_meta(self, meta: Mapping[str, str]) -> None:
        self._replace_all("meta_entry", sorted(meta.items()), 2)

    def counts(self) -> dict[str, int]:
        tables = {"files": "file", "symbols": "symbol", "imports": "import", "notes": "note"}
        counts = {
            f"n_{name}": self._number(f"SELECT count(*) FROM {table}")
            for name, table in tables.items()
        }
        for status in ("documented", "listed"):
            counts[f"n_{status}"] = self._number(
                f"SELECT count(*) FROM file WHERE status = '{status}'"
            )
        counts["n_unparsed"] = self._number("SELECT count(DISTINCT file) FROM diagnostic")
        return counts

    def changes(self) -> Changes | None:
        """What is not as in the last index; None where there was none to start from."""
        return self._log.changes() if self._log is not None else None

    def write_compact(self, target: Path) -> None:
        """The same rows give the same bytes, whatever the working file went through."""
        self.index_links()
        self._execute("COMMIT")
        try:
            self._db.execute("VACUUM INTO ?", (str(target),))
            self.close()
            _set_header(target)
        except BaseException:
            discard(target)  # a part of it would only take room on a full disk
            raise

    def close(self) -> None:
        if self._log is not None:
            self._log.close()
        self._db.close()
        discard(self._working)

    def _add_facts(self, key: FileKey, facts: FactsRecord) -> None:
        id, insert = key.id, self._db.executemany
        if facts.definitions:
            rows = _symbol_rows(id, key.path, facts.definitions)
            insert(f"INSERT INTO symbol VALUES ({_marks(17)})", rows)
        if facts.notes:
            insert(f"INSERT INTO note VALUES ({_marks(5)})", _numbered(id, facts.notes))
        if facts.descriptions:
            insert(
                f"INSERT INTO description VALUES ({_marks(8)})", _numbered(id, facts.descriptions)
            )
        if facts.diagnostics:
            insert(f"INSERT INTO diagnostic VALUES ({_marks(4)})", _numbered(id, facts.diagnostics))
        if facts.findings:
            self._add_findings(key, facts.findings, 0)

    def _add_findings(self, key: FileKey, findings: Iterable[Finding], first: int) -> None:
        """What someone should act on, and apart from it what asks nothing of anyone."""
        rows_by_table: dict[str, list[tuple[object, ...]]] = {"finding": [], "remark": []}
        for finding in reported(key.role, findings, self._ignored_rules):
            rows = rows_by_table["finding" if finding.asks_to_act else "remark"]
            rows.append((key.id, first + len(rows), *finding))
        for table, rows in rows_by_table.items():
            if rows:
                self._db.executemany(f"INSERT INTO {table} VALUES ({_marks(8)})", rows)

    def _replace_all(self, table: str, rows: Iterable[tuple[object, ...]], n_columns: int) -> None:
        self._execute(f"DELETE FROM {table}")
        self._db.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({_marks(n_columns)})", rows)

    def _insert(self, table: str, rows: Sequence[tuple[object, ...]]) -> None:
        if rows:
            self._db.executemany(f"INSERT INTO {table} VALUES ({_marks(len(rows[0]))})", rows)

    def _number(self, query: str) -> int:
        return int(self._db.execute(query).get)

    def _execute(self, statements: str) -> None:
        for _ in self._db.execute(statements):
            pass


def _symbol_rows(
    id: int, path: str, definitions: tuple[Definition, ...]
) -> list[tuple[object, ...]]:
    n_by_qualname: dict[str, int] = {}
    rows: list[tuple[object, ...]] = []
    for n, d in enumerate(definitions):
        overload = n_by_qualname[d.qualname] = n_by_qualname.get(d.qualname, 0) + 1
        rows.append(
            (
                id,
                n,
                d.parent if d.parent >= 0 else None,
                overload,
                d.kind,
                d.name,
                d.qualname,
                d.line,
                d.end_line,
                d.column,
                d.signature,
                d.doc,
                json.dumps(d.decorators) if d.decorators else "[]",
                d.exported,
                d.complexity,
                d.nesting,
                symbol_key(symbol_id(path, d.qualname, overload)),
            )
        )
    return rows


def _numbered(id: int, rows: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return [(id, n, *row) for n, row in enumerate(rows)]


def _marks(n: int) -> str:
    return ", ".join("?" * n)


def _set_header(path: Path) -> None:
    """Fixes the change counters in the header, which depend on how often it was written."""
    patch(path, {offset: schema.VERSION.to_bytes(4, "big") for offset in _COUNTER_OFFSETS})
