"""Whether an edit elsewhere changes what a name means: the resolver is asked before and after.

That a definition writes a changed name says only that it may mean something else. What it means is
compared; who asks for it gets the same if that is the same, and nothing that it leads to changed.
"""

from collections.abc import Callable, Set
from functools import cache
from typing import Final, NamedTuple

Place = tuple[str, str]
"""The path of a file, and the qualified name of a definition in it."""


class Meaning(NamedTuple):
    """All that others may find out of a name, without what it leads to."""

    answers: tuple[object, ...]
    leads_to: frozenset[Place]


MeaningOf = Callable[[str, str], Meaning | None]
"""Of what a file binds to a qualified name; None where it cannot be compared."""


class Meanings:
    def __init__(self, before: MeaningOf, after: MeaningOf) -> None:
        self._before = before
        self._after = after
        self.lasting = cache(self._lasting)

    def is_changed(self, place: Place, changed: Set[Place]) -> bool:
        """``changed`` are the definitions that mean something else."""
        lasting = self.lasting(*place)
        return lasting is None or not lasting.leads_to.isdisjoint(changed)

    def _lasting(self, path: str, qualname: str) -> Meaning | None:
        """What it means before and after; None where that differs."""
        after = self._after(path, qualname)
        return after if after is not None and after == self._before(path, qualname) else None


UNCOMPARED: Final = Meanings(lambda path, qualname: None, lambda path, qualname: None)
"""Any name may mean something else."""
