"""Complexity of each function and how deep its decisions lie, from captures alone.

``@branch``    a decision or a loop, the whole of it: counts, and what lies inside is nested in it
``@decision``  counts without nesting: ``elif``, ``case``, ``catch``, ``&&``, a ternary
``@nesting``   nests without counting: a ``switch``, whose cases count

A decision belongs to the innermost function around it; what no definition names, such as a lambda,
belongs to the function that it is written in.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tree_sitter import Node

_DECISION: Final = 1
_BRANCH: Final = 2
_NESTING: Final = 3
_MARKS: Final = (("decision", _DECISION), ("branch", _BRANCH), ("nesting", _NESTING))
_LENGTH_OF_GAP: Final = 40


class Measure(NamedTuple):
    complexity: int
    nesting: int


class Function(NamedTuple):
    """Where a function with a body lies; ``n`` is its place among the definitions."""

    start: int
    end: int
    n: int


class _Open:
    """A function whose end is still ahead."""

    __slots__ = ("_ends", "end", "n", "n_decisions", "nesting")

    def __init__(self, end: int, n: int) -> None:
        self.end = end
        self.n = n
        self.n_decisions = 0
        self.nesting = 0
        self._ends: list[int] = []

    def nest(self, start: int, end: int) -> None:
        ends = self._ends
        while ends and ends[-1] <= start:
            ends.pop()
        ends.append(end)
        if len(ends) > self.nesting:
            self.nesting = len(ends)


def measure(
    functions: list[Function], captures: dict[str, list[Node]], data: bytes
) -> dict[int, Measure]:
    """By the place of each function among the definitions."""
    measures: dict[int, Measure] = {}
    open_functions: list[_Open] = []
    for start, minus_end, mark in _in_order(functions, captures):
        while open_functions and open_functions[-1].end <= start:
            _close(open_functions, measures)
        if mark <= 0:
            open_functions.append(_Open(-minus_end, -mark))
        elif open_functions:
            innermost = open_functions[-1]
            innermost.n_decisions += mark != _NESTING
            if mark == _NESTING or (mark == _BRANCH and not _follows_else(data, start)):
                innermost.nest(start, -minus_end)
    while open_functions:
        _close(open_functions, measures)
    return measures


def _in_order(
    functions: list[Function], captures: dict[str, list[Node]]
) -> Iterable[tuple[int, int, int]]:
    """Functions and marks, outer before inner; minus the place of a function is below any mark."""
    spans = [(start, -end, -n) for start, end, n in functions]
    for name, mark in _MARKS:
        spans += [(node.start_byte, -node.end_byte, mark) for node in captures.pop(name, ())]
    spans.sort()
    return spans


def _close(open_functions: list[_Open], measures: dict[int, Measure]) -> None:
    done = open_functions.pop()
    measures[done.n] = Measure(1 + done.n_decisions, done.nesting)


def _follows_else(data: bytes, start: int) -> bool:
    """``else if`` goes on with a decision rather than nesting another."""
    return data[max(0, start - _LENGTH_OF_GAP) : start].rstrip().endswith(b"else")
