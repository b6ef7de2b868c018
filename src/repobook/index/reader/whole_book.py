"""Reads a whole book, or all of a folder, row by row: memory does not grow with the book."""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from repobook.index.reader.file.file_links import LinkedReference, decode_linked
from repobook.index.reader.open_index import open_index
from repobook.index.reader.read_only import ReadingTime
from repobook.index.reader.repository.repository_name import own_name
from repobook.index.search.search_index import SearchIndex
from repobook.model.book_layout import INDEX

_SECONDS: Final = 4 * 3_600.0  # of processor time, for all rows of the largest books
_PAST_ALL: Final = "\U0010ffff"


class FileRow(NamedTuple):
    id: int
    path: str
    language: str
    role: str
    n_lines: int
    status: str
    doc: str
    summary: str
    blob: str


class SymbolRow(NamedTuple):
    path: str
    name: str
    qualname: str
    kind: str
    line: int
    end_line: int
    col: int
    """Where the definition begins, in bytes; its name stands behind."""
    signature: str
    doc: str
    exported: bool
    overload: int

    @property
    def id(self) -> str:
        suffix = f"~{self.overload}" if self.overload > 1 else ""
        return f"{self.path}::{self.qualname}{suffix}"


class ImportRow(NamedTuple):
    line: int
    module: str
    name: str
    confidence: str
    targets: tuple[int, ...]
    alias: str
    form: str


class EdgeRow(NamedTuple):
    source: str
    target: str
    kind: str
    line: int
    confidence: str
    n: int


class FindingRow(NamedTuple):
    path: str
    line: int
    rule: str
    severity: str
    category: str
    message: str
    code: str


class OwnerRow(NamedTuple):
    path: str
    owners: str
    proof: str
    line: int


class HistoryRow(NamedTuple):
    date: str
    n_changes: int
    authors: str


class WholeBook:
    """``folder`` leaves out all that lies elsewhere; empty for the whole repository."""

    def __init__(self, book: Path, folder: str = "") -> None:
        self.path = book
        self.folder = folder.strip().removeprefix("./").rstrip("/")
        self._below = (f"{self.folder}/", f"{self.folder}0") if self.folder else ("", _PAST_ALL)
        self._allowed = ReadingTime(book, _SECONDS)
        self._db = open_index(book, self._allowed)
        self._texts: SearchIndex | None = None
        self.meta = {str(key): str(value) for key, value in self._rows(_META)}
        self.name = own_name(book / INDEX)
        self.symbol_by_key = lru_cache(maxsize=1 << 17)(self._symbol_by_key)
        self.path_by_id = lru_cache(maxsize=1 << 15)(self._path_by_id)

    def files(self) -> Iterator[FileRow]:
        """By path."""
        return (FileRow(*row) for row in self._rows(_FILES, self._below))

    def symbols(self) -> Iterator[SymbolRow]:
        """By name, then by path and line, as bytes compare."""
        return (_symbol(row) for row in self._rows(_SYMBOLS, self._below))

    def symbols_of(self, file: int) -> Iterator[SymbolRow]:
        """In the order of the file."""
        return (_symbol(row) for row in self._rows(_SYMBOLS_OF, (file,)))

    def keyed_symbols_of(self, file: int) -> Iterator[tuple[int, SymbolRow]]:
        """The same with their keys, by which references lead to them."""
        return ((key, _symbol(row)) for key, *row in self._rows(_KEYED_SYMBOLS_OF, (file,)))

    def n_users_by_key(self) -> dict[int, int]:
        """In how many files each symbol is used."""
        return dict(self._rows(_N_USERS))

    def references_of(self, file: int) -> Iterator[LinkedReference]:
        for (groups,) in self._rows(_GROUPS, (file,)):
            yield from decode_linked(groups)

    def imports_of(self, file: int) -> Iterator[ImportRow]:
        for line, module, name, confidence, targets, *written in self._rows(_IMPORTS, (file,)):
            yield ImportRow(line, module, name, confidence, tuple(json.loads(targets)), *written)

    def edges(self) -> Iterator[EdgeRow]:
        """Between files of the folder, by path of both."""
        return (EdgeRow(*row) for row in self._rows(_EDGES, (*self._below, *self._below)))

    def findings(self) -> Iterator[FindingRow]:
        """By path and line."""
        return (FindingRow(*row) for row in self._rows(_FINDINGS, self._below))

    def rules_found(self) -> list[tuple[str, str, str]]:
        """Rules with a finding, their severity and category."""
        return [(rule, severity, kind) for rule, severity, kind in self._rows(_RULES, self._below)]

    def owners_of(self, path: str) -> list[OwnerRow]:
        return [OwnerRow(*row) for row in self._rows(_OWNERS, (path,))]

    def history_of(self, file: int) -> HistoryRow | None:
        row = next(self._rows(_HISTORY, (file,)), None)
        return HistoryRow(*row) if row else None

    def view(self, name: str, columns: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        """All rows of a public view; both are names of ours."""
        return self._rows(f"SELECT {', '.join(columns)} FROM {name}")

    def text(self, file: int) -> str:
        """Empty for a file without one."""
        self._texts = self._texts or SearchIndex(self.path, self._allowed)
        return self._texts.text(file).decode("utf-8", "replace")

    def close(self) -> None:
        self.symbol_by_key.cache_clear()
        self.path_by_id.cache_clear()
        if self._texts:
            self._texts.close()
        self._db.close()

    def _symbol_by_key(self, key: int) -> SymbolRow | None:
        row = next(self._rows(_SYMBOL_BY_KEY, (key,)), None)
        return _symbol(row) if row else None

    def _path_by_id(self, id: int) -> str:
        row = next(self._rows("SELECT path FROM file WHERE id = ?", (id,)), None)
        return str(row[0]) if row else ""

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        return iter(self._db.execute(query, values))


def _symbol(row: Iterable[Any]) -> SymbolRow:
    symbol = SymbolRow(*row)
    return symbol._replace(exported=bool(symbol.exported))


_META: Final = "SELECT key, value FROM meta"
_FILES: Final = """
    SELECT id, path, language, role, lines, status, doc, summary, blob FROM file
    WHERE path >= ? AND path < ? ORDER BY path
"""
_SYMBOL_COLUMNS: Final = """
    f.path, s.name, s.qualname, s.kind, s.line, s.end_line, s.col, s.signature, s.doc, s.exported,
    s.overload
"""
_SYMBOLS: Final = f"""
    SELECT {_SYMBOL_COLUMNS} FROM symbol s JOIN file f ON f.id = s.file
    WHERE f.path >= ? AND f.path < ? ORDER BY s.name, f.path, s.line, s.n
"""
_SYMBOLS_OF: Final = f"""
    SELECT {_SYMBOL_COLUMNS} FROM symbol s JOIN file f ON f.id = s.file
    WHERE s.file = ? ORDER BY s.n
"""
_KEYED_SYMBOLS_OF: Final = _SYMBOLS_OF.replace("SELECT", "SELECT s.key,")
_N_USERS: Final = "SELECT target, count(DISTINCT file) FROM referrer GROUP BY target"
_SYMBOL_BY_KEY: Final = f"""
    SELECT {_SYMBOL_COLUMNS} FROM symbol s JOIN file f ON f.id = s.file WHERE s.key = ?
"""
_GROUPS: Final = "SELECT groups FROM file_references WHERE file = ?"
_IMPORTS: Final = """
    SELECT line, module, name, confidence, targets, alias, form FROM import WHERE file = ?
    ORDER BY n
"""
_EDGES: Final = """
    SELECT source, target, kind, line, confidence, n FROM file_edges
    WHERE source >= ? AND source < ? AND target >= ? AND target < ? ORDER BY source, target, kind
"""
_FINDINGS: Final = """
    SELECT path, line, rule, severity, category, message, code FROM findings
    WHERE path >= ? AND path < ? ORDER BY path, line, rule
"""
_RULES: Final = """
    SELECT rule, min(severity), min(category) FROM findings WHERE path >= ? AND path < ?
    GROUP BY rule ORDER BY rule
"""
_OWNERS: Final = "SELECT path, owners, proof, line FROM owners WHERE path = ? ORDER BY proof, line"
_HISTORY: Final = "SELECT date, n_changes, authors FROM file_history WHERE file = ?"
