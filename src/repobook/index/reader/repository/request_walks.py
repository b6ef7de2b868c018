"""Follows calls from where work enters the repository: which function calls which, in order.

A walk begins at a function that no other source calls, for a server, a user or a loop of events
does, and of these at one that reaches most. What it calls is followed where that reaches most, so
that a walk of a page shows the way of the work and not every helper.
"""

import json
from functools import cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from repobook.index.reader.rows import Rows
from repobook.model.dossiers.folder_dossier import CallStep, Place, Walk
from repobook.model.facts import unpack_position

_N_FILES: Final = 60
_N_WALKS: Final = 4
_N_STEPS: Final = 24
_N_CALLS: Final = 6
"""Of one function."""
_DEPTH: Final = 4
"""So far it is counted what a function reaches."""
_MAX_DEPTH: Final = 6
_MIN_REACH: Final = 8
_CERTAIN: Final = ("exact", "inferred")
_ASIDE: Final = frozenset(
    [
        *("benchmark", "benchmarks", "demo", "demos", "docs", "example", "examples", "samples"),
        *("scripts", "test", "testing", "tests", "tools", "utils"),
    ]
)
_HEADERS: Final = (".h", ".hh", ".hpp", ".cuh", ".pyi", ".d.ts")


class _Function(NamedTuple):
    key: int
    file: int
    path: str
    qualname: str
    line: int
    end_line: int
    complexity: int

    @property
    def place(self) -> Place:
        return Place(self.path, self.line, self.end_line)


class _Call(NamedTuple):
    line: int
    name: str
    """As it is called there."""
    function: _Function
    confidence: str


def request_walks(rows: Rows) -> tuple[Walk, ...]:
    """Of different files: each reaches most of what those before it do not."""
    calls = _Calls(rows)
    starts = {start: calls.reach(start) for start in calls.starts()}
    walks: list[Walk] = []
    reached: frozenset[int] = frozenset()
    while starts and len(walks) < _N_WALKS:
        start = min(starts, key=lambda one: (-len(starts[one] - reached), one.path, one.line))
        if len(starts[start] - reached) < _MIN_REACH:
            break
        walks.append(_walk(start, calls))
        reached |= starts[start]
        starts = {one: reach for one, reach in starts.items() if one.path != start.path}
    return tuple(walks)


class _Calls:
    """Who calls whom in own source, read file by file as it is asked for."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self.of = cache(self._of)
        self.reach = cache(self._reach)
        self._in_file = cache(self._references)
        self._function = cache(self._defined)
        self._n_callers = cache(self._count_callers)

    def starts(self) -> list[_Function]:
        found = [_Function(*row) for row in self._rows(_STARTS, (_N_FILES,))]
        return [one for one in found if _is_own_work(one.path)]

    def main_calls(self, caller: _Function) -> tuple[_Call, ...]:
        """Those that lead farthest and that few others make, in their order."""
        telling = [call for call in self.of(caller) if self._is_telling(call.function)]
        ranked = sorted(telling, key=lambda call: (-self.weight(call.function), call.line))
        kept = frozenset(call.function.key for call in ranked[:_N_CALLS])
        return tuple(call for call in telling if call.function.key in kept)

    def weight(self, function: _Function) -> float:
        return len(self.reach(function)) / (1 + self._n_callers(function.key))

    def _is_telling(self, function: _Function) -> bool:
        """What calls nothing and decides nothing is not."""
        return len(self.reach(function)) > 1 or function.complexity > 1

    def _count_callers(self, key: int) -> int:
        return int(next(iter(self._rows(_N_CALLERS, (key,))))[0])

    def _of(self, caller: _Function) -> tuple[_Call, ...]:
        """In the order of their lines, each callee once."""
        first: dict[int, _Call] = {}
        for line, name, key, confidence in self._in_file(caller.file):
            if caller.line <= line <= caller.end_line:
                callee = self._function(key)
                if callee is not None and callee.key != caller.key:
                    first.setdefault(callee.key, _Call(line, name, callee, confidence))
        return tuple(first.values())

    def _reach(self, start: _Function) -> frozenset[int]:
        """The functions that it calls, and those that they call, a few levels deep."""
        level, found = {start}, {start.key}
        for _ in range(_DEPTH):
            level = {
                call.function
                for caller in level
                for call in self.of(caller)
                if call.function.key not in found
            }
            found |= {function.key for function in level}
        return frozenset(found)

    def _references(self, file: int) -> list[tuple[int, str, int, str]]:
        """Line, name, key and confidence of calls that lead to one place, from top to bottom."""
        found = [
            (position, name, keys[0], confidence)
            for (groups,) in self._rows(_GROUPS, (file,))
            for name, _, role, positions, confidence, _, keys in json.loads(groups)
            if role == "call" and confidence in _CERTAIN and len(keys) == 1
            for position in positions
        ]
        return [(unpack_position(at)[0], *rest) for at, *rest in sorted(found)]

    def _defined(self, key: int) -> _Function | None:
        """What is declared elsewhere is followed to where it is defined."""
        found = [_Function(*row) for row in self._rows(_OF_KEY, (key,))]
        return next((function for function in found if function.complexity > 0), None)


def _is_own_work(path: str) -> bool:
    """Headers hold what others begin; examples and tools use what the rest is for."""
    return not path.endswith(_HEADERS) and _ASIDE.isdisjoint(path.split("/")[:-1])


def _walk(start: _Function, calls: _Calls) -> Walk:
    """The calls that reach most are opened first; shown in the order in which they stand."""
    queue: list[tuple[float, tuple[int, ...], _Function]] = [(0, (), start)]
    opened = {start.key}
    steps: list[CallStep] = []
    n_calls = 0
    while queue and len(steps) < _N_STEPS:
        _, number, caller = heappop(queue)
        n_calls += len(calls.of(caller))
        for n, call in enumerate(calls.main_calls(caller), 1):
            function, at = call.function, (*number, n)
            called_at = Place(caller.path, call.line)
            what = function.qualname, function.place, called_at, call.name, call.confidence
            steps.append(CallStep(at, *what))
            if function.key not in opened and len(at) < _MAX_DEPTH:
                opened.add(function.key)
                heappush(queue, (-calls.weight(function), at, function))
    return Walk(start.qualname, start.place, tuple(sorted(steps)), n_calls)


_FUNCTION: Final = "s.key, s.file, f.path, s.qualname, s.line, s.end_line, s.complexity"
_STARTS: Final = f"""
    SELECT {_FUNCTION} FROM symbol s JOIN file f ON f.id = s.file
    WHERE f.id IN (
        SELECT r.file FROM file_rank r JOIN file g ON g.id = r.file WHERE g.role = 'source'
        ORDER BY r.rank LIMIT ?
    ) AND s.complexity > 0 AND NOT EXISTS (
        SELECT 1 FROM referrer u JOIN file h ON h.id = u.file
        WHERE u.target = s.key AND u.role = 'call' AND h.role = 'source'
    )
"""
_N_CALLERS: Final = "SELECT count(*) FROM referrer WHERE target = ? AND role = 'call'"
_GROUPS: Final = "SELECT groups FROM file_references WHERE file = ?"
_OF_KEY: Final = f"""
    SELECT {_FUNCTION} FROM symbol s JOIN file f ON f.id = s.file
    WHERE f.role = 'source' AND s.key IN (
        SELECT ?1 UNION SELECT other FROM same_symbol WHERE key = ?1
    ) ORDER BY s.key = ?1 DESC, f.path, s.line
"""
