"""Routes, commands, tasks, signals, tables of databases and variables of the environment, for the
tables of a book."""

from typing import Any, Final

from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.book_reader import SYMBOL_COLUMNS, symbol_line
from repobook.index.reader.folder.folder_tables import Tables
from repobook.index.reader.route_reader import RouteLine, RouteReader
from repobook.index.reader.rows import Rows
from repobook.model.answers import SymbolLine
from repobook.model.dossiers.folder_dossier import (
    EnvironmentVariable,
    OfferedName,
    OfferedTarget,
    Place,
)
from repobook.model.kinds import DATABASE_TABLE, SIGNAL, TASK, VARIABLE_OF_ENVIRONMENT
from repobook.text.environment_names import variable_name

# What names of each begin with, by which the index of names finds them.
_PREFIXES: Final = {TASK: "task", SIGNAL: "signal", DATABASE_TABLE: "table"}
_CALLED: Final = "name >= ? AND name < ? AND kind = ?"
# What binds each to its code.
_STAGES: Final = {TASK: "task", SIGNAL: "receiver", DATABASE_TABLE: "model"}


def offered_names(tables: Tables, kind: str) -> tuple[OfferedName, ...]:
    """By path or name."""
    rows = IndexRows(tables.execute)
    bindings = BindingReader(rows)
    lines = RouteReader(rows, bindings).all(kind)
    tests = _test_paths(tables) if lines else set()
    return tuple(_offered(bindings, line, line.symbol.path in tests) for line in lines)


def declared_names(tables: Tables, kind: str) -> tuple[OfferedName, ...]:
    """Tasks, receivers of signals or tables, by name."""
    rows = IndexRows(tables.execute)
    bindings = BindingReader(rows)
    first = f"{_PREFIXES[kind]}:"
    symbols = rows.symbol_lines(_CALLED, (first, first.replace(":", ";"), kind))
    tests = _test_paths(tables) if symbols else set()
    lines = (
        RouteLine(symbol.name.partition(":")[2], symbol, (), _code(bindings, symbol))
        for symbol in sorted(symbols, key=lambda one: (one.name, one.path, one.line))
    )
    return tuple(_offered(bindings, line, line.symbol.path in tests) for line in lines)


def _code(bindings: BindingReader, symbol: SymbolLine) -> tuple[BoundPlace, ...]:
    places = bindings.places_about(symbol)
    return tuple(place for place in places if place.binding.stage == _STAGES[symbol.kind])


def environment_variables(tables: Tables) -> tuple[EnvironmentVariable, ...]:
    """By name; files of the repository's own before tests."""
    condition = f"kind = '{VARIABLE_OF_ENVIRONMENT}'"  # as its index has it
    symbols = IndexRows(tables.execute).symbol_lines(condition, ())
    tests = _test_paths(tables) if symbols else set()
    places: dict[str, list[Place]] = {}
    for symbol in sorted(symbols, key=lambda one: (one.name, one.path in tests)):
        name = symbol.name.removeprefix(variable_name(""))
        places.setdefault(name, []).append(Place(symbol.path, symbol.line))
    return tuple(
        EnvironmentVariable(name, tuple(found), all(place.path in tests for place in found))
        for name, found in places.items()
    )


def _test_paths(tables: Tables) -> set[str]:
    return {row.line.path for row in tables.rows if row.line.role == "test"}


class IndexRows:
    """An open index as a reader of bindings asks it."""

    def __init__(self, execute: Rows) -> None:
        self._execute = execute

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return list(self._execute(query, values))

    def symbol_lines(self, condition: str, values: tuple[str | int, ...]) -> list[SymbolLine]:
        query = f"SELECT {SYMBOL_COLUMNS} FROM symbols WHERE {condition} ORDER BY path, line, n"
        return [symbol_line(row) for row in self.rows(query, values)]


def _offered(bindings: BindingReader, line: RouteLine, is_test: bool) -> OfferedName:
    symbol = line.symbol
    targets = [target for place in line.handlers for target in _targets(bindings, place)]
    mounts = [Place(mount.path, mount.line) for mount in line.mounts]
    place = Place(symbol.path, symbol.line, symbol.end_line)
    return OfferedName(line.name, place, is_test, tuple(dict.fromkeys(targets)), tuple(mounts))


def _targets(bindings: BindingReader, place: BoundPlace) -> list[OfferedTarget]:
    symbols = bindings.symbols_of(place.targets)
    if symbols:
        return [OfferedTarget(s.name, Place(s.path, s.line)) for s in symbols.values()]
    paths = [path for key in place.targets if (path := bindings.path_of(key))]
    files = [OfferedTarget(path, Place(path, 1), is_file=True) for path in paths]
    return files or [OfferedTarget(place.name)]
