"""Follows calls from where work enters the repository: which function goes on to which, in order.

A walk begins at a function that a server, a user, a test or a loop of events calls rather than
other source, and of these at one that reaches most and that tests and documents name. It goes on
where most is reached and where the way always leads, so that a walk of a page shows the way of the
work and not every helper.
"""

import math
import re
from bisect import insort
from collections.abc import Iterator
from heapq import heappop, heappush
from operator import itemgetter
from typing import Final, NamedTuple

from repobook.index.ids import name_key
from repobook.index.reader.repository.walks.call_graph import FUNCTION, CallGraph, Function
from repobook.index.reader.repository.walks.function_steps import Call, CloseReading, LinesOf
from repobook.index.reader.rows import Rows
from repobook.model.dossiers.folder_dossier import CallStep, Place, Walk

_N_FILES: Final = 60
_MAX_WALKS: Final = 8
_N_STEPS: Final = 48
_MIN_STEPS: Final = 2
_OWN_STEPS: Final = 2
"""A function shows as much of its own, whatever it reaches."""
_MIN_REACH: Final = 12
"""Of a walk that goes on where another ended."""
_N_CONTINUED: Final = 2
_N_TABLED: Final = 4
_N_CALLS: Final = 6
"""Of one function."""
_N_OPEN: Final = 2
"""Of one function, where it is open what is called."""
_SHARE_BELOW: Final = 0.85
"""So much less matters what is called one level deeper."""
_MAX_NEW: Final = 30
"""More than this a walk cannot show."""
_LEAST_SHARE: Final = 0.15
"""Of the worth of the first walk."""
_UNKNOWN: Final = 0.5
_MAX_FILES_WITH_OWN_NAMES: Final = 1_000
"""In a larger repository the name of a method is anyone's."""
_DOOR: Final = 8
_HANDED_OVER: Final = 2
_TABLED: Final = 0.1
# Programs, and what servers call: WSGI, ASGI, Go, Express.
_DOORS: Final = frozenset(["main", "ServeHTTP"])
_REQUEST: Final = re.compile(
    r"\benviron\b.*\bstart_response\b|\bscope\b.*\breceive\b.*\bsend\b|\(\s*req\w*,\s*res\w*\b"
)
_ASIDE: Final = frozenset(
    [
        *("benchmark", "benchmarks", "demo", "demos", "docs", "example", "examples", "samples"),
        *("scripts", "test", "testing", "tests", "tools", "utils"),
    ]
)
_HEADERS: Final = (".h", ".hh", ".hpp", ".cuh", ".pyi", ".d.ts")


class _Start(NamedTuple):
    function: Function
    known: float
    """How well tests and documents know it."""
    weight: float
    """By how it is called."""
    is_sure: bool
    """Whether the weight was looked up in the text."""


def request_walks(rows: Rows, lines_of: LinesOf, n_files: int) -> tuple[Walk, ...]:
    """Each shows most of what those before it do not; more of them for a larger repository."""
    graph = CallGraph(rows)
    reading = CloseReading(graph, lines_of)
    walks: list[Walk] = []
    opened: set[int] = set()
    reached: set[int] = set()
    least = 0.0
    candidates = _Candidates(graph, reached)
    for one in _starts(rows, n_files):
        if _is_own_work(one.function.path):
            candidates.add(one)
    while len(walks) < min(1 + 2 * len(str(n_files)), _MAX_WALKS):
        worth, start = candidates.pop_best()
        if start is None or worth <= least:
            break
        if start.function.key in opened:
            continue
        if not start.is_sure:
            weight = _weight_of(start, graph, reading)
            candidates.add(start._replace(weight=weight, is_sure=True))
            continue
        walked = _Walked(start.function, graph, reading)
        n_repeated = sum(function.key in opened for function in walked.opened)
        if len(walked.steps) < _MIN_STEPS or 2 * n_repeated > len(walked.opened):
            continue
        for walk in (walked, *([] if walks else walked.continued())):
            walks.append(walk.walk())
            opened |= {function.key for function in walk.opened}
            reached |= opened
        reached |= graph.reach(start.function)
        least = least or worth * _LEAST_SHARE
    return tuple(walks)


class _Candidates:
    """Starts by their worth, which only ever falls as more is reached: it is worked out again for
    the best alone."""

    def __init__(self, graph: CallGraph, reached: set[int]) -> None:
        self._graph, self._reached = graph, reached
        self._ordered: list[tuple[tuple[float, str, int], _Start]] = []

    def add(self, start: _Start) -> None:
        insort(self._ordered, (_worth(start, self._graph, self._reached), start), key=itemgetter(0))

    def pop_best(self) -> tuple[float, _Start | None]:
        while self._ordered:
            before, start = self._ordered.pop()
            worth = _worth(start, self._graph, self._reached)
            if worth == before or not self._ordered or worth >= self._ordered[-1][0]:
                return worth[0], start
            insort(self._ordered, (worth, start), key=itemgetter(0))
        return 0.0, None


def _starts(rows: Rows, n_files: int) -> list[_Start]:
    """A name that is not called is looked up before it counts as a callback."""
    starts: list[_Start] = []
    for *row, n_tests, n_documents, n_values in rows(_STARTS, (_N_FILES,)):
        function = Function(*row)
        if n_files < _MAX_FILES_WITH_OWN_NAMES:
            ((n_named,),) = rows(_N_NAMED, (name_key(function.name),))
            n_tests = max(n_tests, n_named)
        known = _UNKNOWN + math.log2(1 + n_tests) + math.log2(1 + n_documents)
        weight = _DOOR if _is_door(function) else 1 + bool(n_values)
        starts.append(_Start(function, known, weight, weight != _HANDED_OVER))
    return starts


def _is_door(function: Function) -> bool:
    """Whether the world calls it, by a convention."""
    return function.name in _DOORS or _REQUEST.search(function.signature) is not None


def _weight_of(start: _Start, graph: CallGraph, reading: CloseReading) -> float:
    """What other code hands over is called when something happens. What only a table holds is one
    of many, unless tests or documents know it."""
    function = start.function
    is_tabled = False
    for file, path, line, is_inside in graph.rows(_VALUES, (function.key,)):
        if path == function.path and function.line <= line <= function.end_line:
            continue
        is_tabled |= not is_inside
        for reference in graph.references(file) if is_inside else ():
            is_it = reference.key == function.key and reference.line == line
            if is_it and reading.is_handed_over(path, reference):
                return _HANDED_OVER
    return _TABLED if is_tabled and start.known == _UNKNOWN else 1


def _worth(start: _Start, graph: CallGraph, reached: set[int]) -> tuple[float, str, int]:
    n_new = min(len(graph.reach(start.function) - reached), _MAX_NEW)
    worth = start.known * (_OWN_STEPS + start.weight * n_new)
    return worth, start.function.path, -start.function.line


def _is_own_work(path: str) -> bool:
    """Headers hold what others begin; examples and tools use what the rest is for."""
    return not path.endswith(_HEADERS) and _ASIDE.isdisjoint(path.split("/")[:-1])


class _Walked:
    """The calls that reach most are opened first; shown in the order in which they stand."""

    def __init__(self, start: Function, graph: CallGraph, reading: CloseReading) -> None:
        self._start, self._graph, self._reading = start, graph, reading
        self._queue: list[tuple[float, tuple[int, ...], Function, float, int | None]] = [
            (0, (), start, 1, None)
        ]
        self._n_calls = 0
        self.steps: list[CallStep] = []
        self.opened: list[Function] = []
        met = {start.key}
        while self._queue and len(self.steps) < _N_STEPS:
            _, number, caller, _, n_arguments = heappop(self._queue)
            self.opened.append(caller)
            found = reading.reached(caller, n_arguments)
            self._n_calls += len(found)
            for n, call in enumerate(_main_calls(found, graph, met), 1):
                function, at = call.function, (*number, n)
                self.steps.append(_step(at, caller, call))
                if function and function.key not in met:
                    met.add(function.key)
                    order = -_weight(call, graph) * _SHARE_BELOW ** len(at)
                    heappush(self._queue, (order, at, function, call.share, call.n_arguments))

    def continued(
        self, n: int = _N_CONTINUED, above: frozenset[int] = frozenset()
    ) -> "Iterator[_Walked]":
        """From the function at which the way was cut short and from where it leads farthest; and
        so on, since what the work is for may be the last that happens."""
        opened = above | {function.key for function in self.opened}
        ends = [
            (share * len(self._graph.reach(function) - opened), function)
            for _, _, function, share, _ in self._queue
        ]
        n_new, end = max(ends, default=(0, self._start))
        if n and n_new >= _MIN_REACH:
            walked = _Walked(end, self._graph, self._reading)
            yield walked
            yield from walked.continued(n - 1, opened)

    def walk(self) -> Walk:
        steps = tuple(sorted(self.steps))
        return Walk(self._start.qualname, self._start.place, steps, self._n_calls)


def _step(at: tuple[int, ...], caller: Function, call: Call) -> CallStep:
    function, head = call.function, call.condition
    return CallStep(
        number=at,
        qualname=function.qualname if function else call.holder,
        place=function.place if function else call.held_at,
        call=Place(caller.path, call.line),
        name=call.name,
        confidence=call.confidence,
        how=call.how,
        condition=head.code if head else "",
        condition_at=Place(caller.path, head.line, head.end_line) if head else None,
        tabled=tuple((one.name, one.place) for one in call.tabled[:_N_TABLED]),
        n_tabled=len(call.tabled),
    )


def _main_calls(found: list[Call], graph: CallGraph, met: set[int]) -> list[Call]:
    """Those that lead farthest, that few others make and that are always made, in their order."""
    telling = [call for call in found if _is_telling(call, graph, met)]
    telling.sort(key=lambda call: (-_weight(call, graph), call.line))
    unknown = [call for call in found if call.function is None]
    kept = {*telling[:_N_CALLS], *unknown[:_N_OPEN]}
    return [call for call in found if call in kept]


def _weight(call: Call, graph: CallGraph) -> float:
    return call.share * graph.importance(call.function) if call.function else 0


def _is_telling(call: Call, graph: CallGraph, met: set[int]) -> bool:
    """A helper of many is not, nor what neither calls nor decides, nor what leads nowhere again."""
    function = call.function
    if function is None or (call.how == "call" and graph.is_helper(function)):
        return False
    if len(graph.reach(function)) > 1:
        return True
    return function.key not in met and (function.complexity > 1 or call.how != "call")


# Called by no other source, by far more tests than sources, or named without being called.
_STARTS: Final = f"""
    SELECT {FUNCTION},
        count(DISTINCT iif(u.role = 'call' AND h.role = 'test', h.id, NULL)) AS n_tests,
        count(DISTINCT iif(h.role = 'docs', h.id, NULL)) AS n_documents,
        count(DISTINCT iif(u.role IN ('mention', 'attribute') AND h.role IN ('source', 'generated'),
            h.id, NULL)) AS n_values
    FROM symbol s JOIN file f ON f.id = s.file
        LEFT JOIN referrer u ON u.target = s.key LEFT JOIN file h ON h.id = u.file
    WHERE s.complexity > 0 AND s.file IN (
        SELECT r.file FROM file_rank r JOIN file g ON g.id = r.file WHERE g.role = 'source'
        ORDER BY r.rank LIMIT ?
    )
    GROUP BY s.file, s.n
    HAVING n_values > 0 OR n_tests >= 4 * count(
        DISTINCT iif(u.role = 'call' AND h.role = 'source', h.id, NULL)
    )
"""
_N_NAMED: Final = """
    SELECT count(DISTINCT u.file) FROM referrer u JOIN file h ON h.id = u.file
    WHERE u.target = ? AND u.role = 'call' AND h.role = 'test'
"""
_VALUES: Final = """
    SELECT u.file, h.path, u.line, EXISTS (
        SELECT 1 FROM symbol s WHERE s.file = u.file AND s.complexity > 0
            AND s.line < u.line AND s.end_line >= u.line
    ) FROM referrer u JOIN file h ON h.id = u.file
    WHERE u.target = ? AND u.role IN ('mention', 'attribute') AND h.role IN ('source', 'generated')
    ORDER BY h.path, u.line
"""
