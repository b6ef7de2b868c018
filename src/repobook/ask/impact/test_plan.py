"""Which tests to run for a change, the cheapest that are enough first.

Enough means: of every changed symbol that any test uses, one test that uses it runs. What a test
costs is judged by its lines. All others follow, best first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from repobook.ask.impact.changed_symbols import Changed
from repobook.ask.impact.using_places import Caller, files_using, keys_with_same
from repobook.ask.tests.single_tests import Cases, UsingTest, cases_among, cases_using
from repobook.ask.tests.tests_answer import (
    CoveringTest,
    own_tests,
    ranked_for_file,
    ranked_for_symbol,
    using_tests,
)
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file_briefs import briefs_by_path

_CHANGED: Final = "changed itself"
_MAX_NAMES: Final = 5
_MAX_WITH_CASES: Final = 30


class PlannedTest(NamedTuple):
    path: str
    is_enough: bool
    """Whether it belongs to the cheapest tests that use all that is used by any."""
    score: float
    reasons: tuple[str, ...]
    command: str
    """What runs those of its tests that matter, or all of them; empty if unknown."""
    cases: tuple[UsingTest, ...]
    n_cases: int
    n_covered: int
    """How many of the changed symbols it uses itself."""


class _Candidate(NamedTuple):
    test: PlannedTest
    covered: frozenset[int]
    """Keys of the changed symbols that it uses itself."""
    cost: int


def planned_tests(
    reader: BookReader, changed: Changed, callers: Sequence[Caller], n: int
) -> tuple[tuple[PlannedTest, ...], int]:
    """The first ``n``, and how many there are; a test that is changed itself is always run."""
    own = list(_changed_tests(reader, changed))
    enough = {candidate.test.path for candidate in own}
    ranked = [test for test in _ranked(reader, changed, callers) if test.path not in enough]
    inside = _tests_inside(reader, changed, ranked)
    candidates = [*own, *_candidates(reader, changed, [*inside, *ranked])]
    enough |= _cheapest(candidates)
    first = [c.test._replace(is_enough=True) for c in candidates if c.test.path in enough]
    rest = [c.test for c in candidates if c.test.path not in enough]
    return tuple([*first, *rest][:n]), len(candidates)


def _changed_tests(reader: BookReader, changed: Changed) -> Iterator[_Candidate]:
    briefs = briefs_by_path(reader.rows, changed.files)
    tests = [path for path in changed.files if briefs[path].role == "test"]
    commands = reader.command_by_test if tests else {}
    for path in tests:
        command = commands.get(path, "")
        if not command:
            continue
        cases = Cases() if changed.is_whole else cases_among(reader, path, changed.symbols, command)
        runs = _command(command, cases)
        test = PlannedTest(path, True, 1.0, (_CHANGED,), runs, cases.first, cases.n_all, 0)
        yield _Candidate(test, frozenset(), max(1, reader.n_lines(path)))


def _tests_inside(
    reader: BookReader, changed: Changed, ranked: Sequence[CoveringTest]
) -> Iterator[CoveringTest]:
    """Changed sources that hold tests of what is changed, as those of Rust often do."""
    briefs = briefs_by_path(reader.rows, changed.files)
    for path in changed.files:
        if briefs[path].role != "test":
            symbols = [symbol for symbol in changed.symbols if symbol.path == path]
            yield from own_tests(reader, path, symbols, ranked)


def _ranked(reader: BookReader, changed: Changed, callers: Sequence[Caller]) -> list[CoveringTest]:
    """Of one file or symbol as ``tests`` has them, else what all files say of their tests, and who
    uses a changed symbol; each list is worth the same."""
    commands = reader.command_by_test
    if len(changed.symbols) == len(changed.files) == 1 and not changed.is_whole:
        return ranked_for_symbol(reader, changed.symbols[0], commands)
    if len(changed.files) == 1 and changed.is_whole:
        return ranked_for_file(reader, changed.files[0])
    lists = [ranked_for_file(reader, path) for path in changed.files]
    if not changed.is_whole:
        lists.append(using_tests(callers, {}, commands))
    return _merged(lists, commands)


def _merged(lists: Iterable[list[CoveringTest]], commands: dict[str, str]) -> list[CoveringTest]:
    scores: defaultdict[str, float] = defaultdict(float)
    reasons: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for tests in lists:
        best = max((test.score for test in tests), default=0.0) or 1.0
        for test in tests:
            scores[test.path] += test.score / best
            reasons[test.path].update(dict.fromkeys(test.reasons))
    ordered = sorted(scores, key=lambda path: (-scores[path], path))
    return [
        CoveringTest(path, n, round(scores[path], 4), tuple(reasons[path]), commands.get(path, ""))
        for n, path in enumerate(ordered, 1)
    ]


def _candidates(
    reader: BookReader, changed: Changed, ranked: Sequence[CoveringTest]
) -> Iterator[_Candidate]:
    """The individual tests of the best ones are looked for."""
    keys = keys_with_same(reader, changed.symbols)
    names = [symbol.name for symbol in changed.symbols[:_MAX_NAMES]]
    names = names if not changed.is_whole else []
    using = files_using(reader, keys)
    for n, test in enumerate(ranked):
        cases = Cases()
        if test.path in using and n < _MAX_WITH_CASES:
            cases = cases_using(reader, test.path, keys, names, test.command)
        covered = frozenset(place.target for place in cases.places if place.role != "import")
        planned = PlannedTest(
            test.path,
            False,
            test.score,
            test.reasons,
            _command(test.command, cases),
            cases.first,
            cases.n_all,
            len(covered),
        )
        yield _Candidate(planned, covered, max(1, reader.n_lines(test.path)))


def _command(file_command: str, cases: Cases) -> str:
    """Of the one test that matters, where there is only one; else of the whole file."""
    alone = cases.first[0].command if cases.n_all == 1 else ""
    return alone or file_command


def _cheapest(candidates: Sequence[_Candidate]) -> set[str]:
    """Greedily those that use most of what is not yet used, a line; in vain for the very best, but
    never far from it."""
    left = set[int]().union(*(candidate.covered for candidate in candidates))
    chosen: set[str] = set()
    while left:
        best = max(candidates, key=lambda c: (len(c.covered & left) / c.cost, c.test.score))
        chosen.add(best.test.path)
        left -= best.covered
    return chosen
