"""Shortens conditions that follow each other: what an earlier one ruled out need not be said again.

``a``, then ``not a and b``, then ``not a and not b`` become ``a``, otherwise ``b``, otherwise.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from repobook.model.facts import Guard

_INTO: Final = ": "
"""What stands behind the head of a loop or case."""
_CUT: Final = "…"
_Key = tuple[str, bool]


class Shortened(NamedTuple):
    is_otherwise: bool
    """Whether something was left out that is the opposite of an earlier condition."""
    text: str


class Chain:
    """The guards under which one function was left, in their order."""

    def __init__(self) -> None:
        self._around_by_last: defaultdict[str, list[frozenset[_Key]]] = defaultdict(list)
        self.has_any = False

    def shortened(self, guards: Sequence[Guard]) -> Shortened:
        """Exact: what is left out follows from the rest and from an earlier one not being so."""
        keys = frozenset(map(_key, guards))
        needed = [guard for guard in guards if not self._is_ruled_out(guard, keys)]
        return Shortened(len(needed) < len(guards), "".join(_texts(guards, needed)))

    def add(self, guards: Sequence[Guard]) -> None:
        """What is cut may stand for anything."""
        self.has_any = True
        *around, last = guards
        if not last.is_negated and not any(_CUT in f"{one.joint}{one.text}" for one in guards):
            self._around_by_last[_written(last)].append(frozenset(map(_key, around)))

    def _is_ruled_out(self, guard: Guard, keys: frozenset[_Key]) -> bool:
        around = self._around_by_last.get(_written(guard), ()) if guard.is_negated else ()
        return any(others <= keys for others in around)


def _written(guard: Guard) -> str:
    return guard.written or guard.text


def _key(guard: Guard) -> _Key:
    return _written(guard), guard.is_negated


def _texts(guards: Sequence[Guard], needed: Sequence[Guard]) -> Iterator[str]:
    """What is left out hands on what it was joined by; before the first may stand a cut."""
    start: str | None = guards[0].joint
    joint = ""
    for guard in guards:
        joint = guard.joint if guard.joint == _INTO or not joint else joint
        if guard in needed:
            yield f"{joint if start is None else start}{guard.text}"
            start, joint = None, ""
