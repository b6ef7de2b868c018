"""Lists of files and symbols, part by part, for whoever walks through all of a book."""

from typing import Any, Final, NamedTuple

from repobook.service.answers import FileLine, SymbolLine
from repobook.service.reader import FILE_COLUMNS, SYMBOL_COLUMNS, BookReader, symbol_line


class Part(NamedTuple):
    """Which part of a list is meant."""

    first: int
    n: int


class FilesAnswer(NamedTuple):
    files: tuple[FileLine, ...]
    """By path."""
    first: int
    n_all: int

    @property
    def is_cut(self) -> bool:
        return self.first + len(self.files) < self.n_all


class SymbolsAnswer(NamedTuple):
    symbols: tuple[SymbolLine, ...]
    """By path, then as they stand in the file."""
    first: int
    has_more: bool

    @property
    def is_cut(self) -> bool:
        return self.has_more


class WantedFiles(NamedTuple):
    """An empty choice is no restriction."""

    folder: str = ""
    language: str = ""
    role: str = ""
    status: str = ""


class WantedSymbols(NamedTuple):
    """An empty choice is no restriction."""

    path: str = ""
    """A file, or a folder and all below it."""
    name: str = ""
    kind: str = ""


def files_in(reader: BookReader, wanted: WantedFiles, part: Part) -> FilesAnswer:
    condition, values = _condition(
        _below(wanted.folder),
        *_equal(language=wanted.language, role=wanted.role, status=wanted.status),
    )
    rows = reader.rows(
        f"SELECT {FILE_COLUMNS} FROM files WHERE {condition} LIMIT ? OFFSET ?",
        (*values, part.n, part.first),
    )
    n_all = reader.number(f"SELECT count(*) FROM file WHERE {condition}", values)
    return FilesAnswer(tuple(FileLine(*row) for row in rows), part.first, n_all)


def symbols_in(reader: BookReader, wanted: WantedSymbols, part: Part) -> SymbolsAnswer:
    condition, values = _condition(_below(wanted.path), *_equal(name=wanted.name, kind=wanted.kind))
    rows = reader.rows(_SYMBOLS.format(condition), (*values, part.n + 1, part.first))
    symbols = tuple(symbol_line(row) for row in rows[: part.n])
    return SymbolsAnswer(symbols, part.first, len(rows) > part.n)


_Condition = tuple[str, tuple[str, ...]]


def _below(path: str) -> _Condition:
    """The file itself, or what lies between ``path/`` and what sorts next after it."""
    place = path.strip().removeprefix("./").rstrip("/")
    if place in ("", "."):
        return "1", ()
    return "(path = ? OR (path >= ? AND path < ?))", (place, f"{place}/", f"{place}0")


def _equal(**choices: str) -> list[_Condition]:
    return [(f"{column} = ?", (choice,)) for column, choice in choices.items() if choice]


def _condition(*conditions: _Condition) -> tuple[str, tuple[Any, ...]]:
    joined = " AND ".join(condition for condition, _ in conditions)
    return joined, tuple(value for _, values in conditions for value in values)


_SYMBOLS: Final = f"""
    SELECT {SYMBOL_COLUMNS} FROM symbols WHERE {{}} ORDER BY path, n LIMIT ? OFFSET ?
"""
