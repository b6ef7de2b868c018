"""The individual tests of a file that use something, each with its line and its command."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from repobook.analyse.tests.case_commands import Case, case_command, is_case, is_marked
from repobook.analyse.tests.test_commands import project_of, run_command
from repobook.ask.impact.using_places import UsingPlace, innermost_around, places_in
from repobook.ask.references.operator_calls import calls_by_key
from repobook.index.ids import symbol_key
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file_briefs import FileBrief, briefs_by_path
from repobook.index.reader.symbol_decorators import decorators_in
from repobook.model.answers import SymbolLine
from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.model.language import language_by_name
from repobook.text.folders import below, folders_around
from repobook.text.naming.identifier_words import words_of

MAX_CASES: Final = 5
_FUNCTIONS: Final = ("function", "method")


class UsingTest(NamedTuple):
    """One test of a file."""

    id: str
    """A symbol id: the path and the qualified name."""
    line: int
    """The first line that uses it."""
    n_places: int
    command: str
    """What runs this one alone; empty where only its file can be run."""

    @property
    def path(self) -> str:
        return self.id.partition("::")[0]

    @property
    def name(self) -> str:
        return self.id.partition("::")[2]


class Cases(NamedTuple):
    """The most telling ones first."""

    first: tuple[UsingTest, ...] = ()
    n_all: int = 0
    places: tuple[UsingPlace, ...] = ()
    """Every place of the file that uses it, imports too."""


def cases_using(
    reader: BookReader, test: str, keys: Collection[int], names: Iterable[str], file_command: str
) -> Cases:
    """Of a test file those that use one of the keys themselves or by a helper of the same file.

    A test that is called like what it uses is about it; then those that use it most.
    """
    file = briefs_by_path(reader.rows, [test])[test]
    places = tuple(places_in(reader, file, keys, calls_by_key(reader, keys)))
    if not places:
        return Cases()
    tests = _cases_in(reader, test, only_marked=file.role != "test")
    found = _cases_around(tests, places)
    helpers = _helpers(tests, places)
    if helpers:
        found += _cases_around(tests, tuple(places_in(reader, file, helpers)))
    wanted = {word for name in names for word in words_of(name)}
    n_by_id = Counter(symbol.id for symbol, _ in found)
    first_line = {symbol.id: line for symbol, line in reversed(found)}
    by_id = {symbol.id: symbol for symbol, _ in found}
    ordered = sorted(
        by_id.values(),
        key=lambda symbol: (-_likeness(wanted, symbol.name), -n_by_id[symbol.id], symbol.line),
    )
    listed = [
        UsingTest(s.id, first_line[s.id], n_by_id[s.id], _command(s, file_command))
        for s in ordered[:MAX_CASES]
    ]
    return Cases(tuple(listed), len(ordered), places)


def cases_among(
    reader: BookReader, test: str, symbols: Iterable[SymbolLine], file_command: str
) -> Cases:
    """Those of a test file's tests that are among some symbols, in the order of their lines."""
    ids = {symbol.id for symbol in symbols}
    found = [s for s in _cases_in(reader, test) if s.id in ids]
    listed = [UsingTest(s.id, s.line, 1, _command(s, file_command)) for s in found[:MAX_CASES]]
    return Cases(tuple(listed), len(found))


def command_of_own_tests(reader: BookReader, path: str) -> str:
    """What runs the tests in a file that is no test file; empty where nothing shows it."""
    file = briefs_by_path(reader.rows, [path])[path]
    names = language_by_name()[file.language].test_settings
    settings = [below(folder, name) for folder in folders_around(path) for name in names]
    around = briefs_by_path(reader.rows, settings).values()
    project = project_of(_unit(reader, one) for one in around)
    command = run_command(_unit(reader, file), project)
    return command.text if command else ""


def _unit(reader: BookReader, file: FileBrief) -> Unit:
    decorators = decorators_in(reader.rows, file.path)
    definitions = [_definition(symbol, decorators) for symbol in reader.symbols_in(file.path)]
    return Unit(file.path, file.language, file.role, tuple(definitions))


@lru_cache(maxsize=64)
def _cases_in(
    reader: BookReader, path: str, *, only_marked: bool = False
) -> tuple[SymbolLine, ...]:
    """A suite is no case of its own, nor is what a test calls while it runs."""
    decorators = decorators_in(reader.rows, path)
    symbols = reader.symbols_in(path)
    functions = {symbol.qualname for symbol in symbols if symbol.kind in _FUNCTIONS}
    is_test = is_marked if only_marked else _is_case_of(reader, path)
    # Where tests have titles, a function that is called like one is none of them.
    has_titles = any(symbol.kind == "test" for symbol in symbols)
    tests = [
        symbol
        for symbol in symbols
        if symbol.qualname.rpartition(".")[0] not in functions
        and is_test(_definition(symbol, decorators))
        and (symbol.kind == "test" or not has_titles)
    ]
    tests.sort(key=lambda symbol: (symbol.line, -symbol.end_line))
    behind = [*tests[1:], None][: len(tests)]
    return tuple(s for s, other in zip(tests, behind, strict=True) if not _is_around(s, other))


def _is_case_of(reader: BookReader, path: str) -> Callable[[Definition], bool]:
    language = briefs_by_path(reader.rows, [path])[path].language
    return partial(is_case, names=language_by_name()[language].test_names)


def _is_around(symbol: SymbolLine, other: SymbolLine | None) -> bool:
    """A block of tests may be titled in any way; its lines tell."""
    if other is None or not symbol.kind == "test" == other.kind:
        return False
    return symbol.line <= other.line and other.end_line <= symbol.end_line


def _definition(symbol: SymbolLine, decorators: dict[str, tuple[str, ...]]) -> Definition:
    marks = decorators.get(symbol.id, ())
    place = (symbol.line, symbol.end_line, 0, -1)
    name = (symbol.kind, symbol.name, symbol.qualname)
    return Definition(*name, *place, symbol.signature, "", marks, False)


def _cases_around(
    tests: Sequence[SymbolLine], places: Sequence[UsingPlace]
) -> list[tuple[SymbolLine, int]]:
    around = innermost_around(tests, (place.line for place in places))
    return [(test, at.line) for test, at in zip(around, places, strict=True) if test]


def _helpers(tests: Sequence[SymbolLine], places: Sequence[UsingPlace]) -> set[int]:
    """What stands around a use and is no test: tests that call it use it, too."""
    around = innermost_around(tests, (place.line for place in places))
    untested = [at.within for test, at in zip(around, places, strict=True) if not test]
    return {symbol_key(symbol.id) for symbol in untested if symbol}


def _likeness(wanted: Collection[str], name: str) -> float:
    words = set(words_of(name)) - {"test"}
    return len(words & set(wanted)) / len(words | set(wanted)) if words else 0.0


def _command(symbol: SymbolLine, file_command: str) -> str:
    if not file_command:
        return ""
    case = Case(symbol.path, symbol.qualname, symbol.name, symbol.kind, symbol.signature)
    return case_command(file_command, case)
