"""Which tests to run for a file or a symbol, why, and how: the answers of ``tests``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

from repobook.ask.dependencies_answer import find_module, others_called
from repobook.ask.impact.using_places import Caller, callers_of, files_using, keys_with_same
from repobook.ask.tests.single_tests import Cases, UsingTest, cases_using, command_of_own_tests
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_links import CoveringTest as RankedTest
from repobook.index.reader.file.file_links import tests_of_file
from repobook.index.reader.file_briefs import briefs_by_path
from repobook.model.answers import Matches, Nothing, Others, SymbolLine, others_of
from repobook.text.naming.identifier_words import words_of
from repobook.text.naming.subjects import subject_words, telling_words

_MAX_USING: Final = 50
# What a use is worth that leads there by so many steps, for certain or not.
_NEARNESS: Final = {
    (1, "exact"): 5.0,
    (1, "inferred"): 4.0,
    (2, "exact"): 3.0,
    (2, "inferred"): 2.0,
    (3, "exact"): 1.0,
    (3, "inferred"): 0.5,
}

# Of one that is only called like it.
_CALLED_LIKE: Final = 1.5


class CoveringTest(NamedTuple):
    """A test file with its reasons, and those of its tests that use what was asked for."""

    path: str
    rank: int
    score: float
    reasons: tuple[str, ...]
    command: str
    """What runs the whole file, typed at the root of the repository; empty if unknown."""
    cases: tuple[UsingTest, ...] = ()
    n_cases: int = 0
    """How many of its tests use it; more than are named when the list was cut."""


class CoveringTests(NamedTuple):
    """The tests of a file, best first; of a symbol those that use it come before the others."""

    path: str
    symbol: str
    """The id of the symbol that was asked for; empty for a file."""
    role: str
    command: str
    """What runs the file itself, where it is a test."""
    tests: tuple[CoveringTest, ...]
    n_all: int
    """How many tests there are; more than are listed when the list was cut."""
    first: int
    n_test_files: int
    n_unparsed: int
    others: Others = Others()

    @property
    def is_cut(self) -> bool:
        return self.first + len(self.tests) < self.n_all

    @property
    def is_any(self) -> bool:
        return self.n_all > 0 or self.role == "test"


def best_tests(
    reader: BookReader, target: str, n: int, first: int = 0
) -> CoveringTests | Matches | Nothing:
    """``n`` tests, after the ``first`` ones; a file by its path or the end of it, else a symbol."""
    file = find_module(reader, target)
    if isinstance(file, str):
        others = others_called(reader, target, "")
        return _tests_for(reader, file, None, n, first)._replace(others=others)
    symbols = reader.symbols_called(target)
    if not symbols:
        return file if isinstance(file, Matches) else reader.nothing(target)
    answer = _tests_for(reader, symbols[0].path, symbols[0], n, first)
    return answer._replace(others=others_of(symbols))


def _tests_for(
    reader: BookReader, path: str, symbol: SymbolLine | None, n: int, first: int
) -> CoveringTests:
    file = briefs_by_path(reader.rows, [path])[path]
    commands = reader.command_by_test
    ranked = (
        ranked_for_symbol(reader, symbol, commands) if symbol else ranked_for_file(reader, path)
    )
    symbols = [symbol] if symbol else reader.symbols_in(path)
    if file.role != "test":
        own = own_tests(reader, path, symbols, ranked)
        ranked = [t._replace(rank=n) for n, t in enumerate([*own, *ranked], 1)] if own else ranked
    listed = with_cases(reader, ranked[first : first + n], symbols)
    return CoveringTests(
        path,
        symbol.id if symbol else "",
        file.role,
        commands.get(path, ""),
        tuple(listed),
        len(ranked),
        first,
        reader.n_test_files,
        reader.n_unparsed,
    )


def own_tests(
    reader: BookReader, path: str, symbols: Sequence[SymbolLine], ranked: Sequence[CoveringTest]
) -> list[CoveringTest]:
    """The file itself before all others, where it holds tests, as those of Rust often do."""
    best = max((test.score for test in ranked), default=0.0)
    own = CoveringTest(path, 1, round(best + 1, 4), ("has tests of its own",), "")
    if not any(test.cases for test in with_cases(reader, [own], symbols)):
        return []
    return [own._replace(command=command_of_own_tests(reader, path))]


def ranked_for_file(reader: BookReader, path: str) -> list[CoveringTest]:
    return [CoveringTest(*test) for test in tests_of_file(reader.rows, path)]


def ranked_for_symbol(
    reader: BookReader, symbol: SymbolLine, commands: Mapping[str, str]
) -> list[CoveringTest]:
    """Tests that use the symbol, then those that use what uses it, then others of its file."""
    of_file = {test.path: test for test in tests_of_file(reader.rows, symbol.path)}
    callers = callers_of(reader, keys_with_same(reader, [symbol])).found
    users = using_tests(callers, of_file, commands, symbol.name)
    users += _called_like(symbol, commands, {test.path for test in users})
    named = {test.path for test in users}
    users += [
        CoveringTest(path, 0, _of_file(test), (f"a test of {symbol.path}",), test.command)
        for path, test in of_file.items()
        if path not in named
    ]
    users.sort(key=lambda test: (-test.score, test.path))
    return [test._replace(rank=rank) for rank, test in enumerate(users, 1)]


def _called_like(
    symbol: SymbolLine, commands: Mapping[str, str], known: Set[str]
) -> list[CoveringTest]:
    """``test/res.json.js`` for ``res.json``, where no use of it could be followed."""
    wanted = {telling_words(symbol.name), telling_words(symbol.qualname)}
    wanted = {words for words in wanted if len(words) > 1}
    return [
        CoveringTest(path, 0, _CALLED_LIKE, ("has the same name",), command)
        for path, command in commands.items()
        if path not in known and subject_words(path) in wanted
    ]


def using_tests(
    callers: Iterable[Caller],
    of_file: Mapping[str, RankedTest],
    commands: Mapping[str, str],
    name: str = "",
) -> list[CoveringTest]:
    """The test files among callers, which come with the nearest first; the best of them.

    What nearly every test uses is tested by those that are called like it.
    """
    nearest: dict[str, list[Caller]] = {}
    for caller in callers:
        if caller.is_test and (caller.distance, caller.confidence) in _NEARNESS:
            nearest.setdefault(caller.path, []).append(caller)
    users = []
    for path, uses in nearest.items():
        first = uses[0]
        n = sum(use.distance == first.distance for use in uses)
        n_named = sum(_is_called_like(name, use) for use in uses) if name else 0
        likely = n / (n + 3) + n_named / (n_named + 1) + _of_file(of_file.get(path), 2)
        score = _NEARNESS[first.distance, first.confidence] + 0.33 * likely
        users.append(CoveringTest(path, 0, round(score, 4), (_why(first),), commands.get(path, "")))
    return sorted(users, key=lambda test: (-test.score, test.path))[:_MAX_USING]


def _is_called_like(name: str, use: Caller) -> bool:
    """``test_linear_bias`` and ``LinearTest.test_bias`` for ``Linear``."""
    words = words_of(name)
    return bool(words) and set(words) <= set(words_of(use.within))


def _why(first: Caller) -> str:
    sure = "" if first.confidence == "exact" else f", {first.confidence}"
    where = f"(line {first.line}{sure})"
    if first.distance == 1:
        return f"uses it {where}"
    between = "" if first.distance == 2 else "by another "
    return f"uses `{first.via}` {where}, which uses it {between}".rstrip()


def _of_file(test: RankedTest | None, half: float = 10) -> float:
    """Below 1, and by itself less than any use of the symbol."""
    return test.score / (test.score + half) if test else 0.0


def with_cases(
    reader: BookReader, tests: Iterable[CoveringTest], symbols: Iterable[SymbolLine]
) -> Iterator[CoveringTest]:
    """Each with those of its tests that use one of the symbols."""
    symbols = list(symbols)
    keys = keys_with_same(reader, symbols)
    names = [symbols[0].name] if len(symbols) == 1 else []
    using = files_using(reader, keys)
    for test in tests:
        is_using = test.path in using
        cases = cases_using(reader, test.path, keys, names, test.command) if is_using else Cases()
        yield test._replace(cases=cases.first, n_cases=cases.n_all)
