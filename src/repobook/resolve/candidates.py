"""Guesses what a name means if the type of its receiver is unknown.

Only one definition of a distinctive name makes it likely; a name that the standard library gives to
its own members says nothing.
"""

import re
from collections.abc import Iterable
from typing import Final

from repobook.model.graph import BUILTIN, DYNAMIC, MAX_CANDIDATES, Link
from repobook.resolve.cached_method import remembered
from repobook.resolve.world import World

ONLY_ONE: Final = "only definition of that name"
_DISTINCTIVE: Final = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]")
_MIN_LENGTH: Final = 6


class Candidates:
    def __init__(
        self,
        world: World,
        languages: frozenset[str],
        kinds: frozenset[str],
        standard: frozenset[str],
        unknown: Link,
    ) -> None:
        self._world = world
        self._languages = languages
        self._kinds = kinds
        self._standard = standard
        self._unknown = unknown

    @remembered
    def link(self, name: str) -> Link:
        named = self._world.named(name, self._languages)
        candidates = [candidate for candidate in named if candidate.kind in self._kinds]
        if not candidates:
            return BUILTIN if name in self._standard else self._unknown
        if name in self._standard or self._world.n_named(name) > MAX_CANDIDATES:
            return DYNAMIC
        targets = tuple(sorted(candidate.id for candidate in candidates))
        if len(targets) > 1:
            return Link(targets, "ambiguous")
        is_distinctive = len(name) >= _MIN_LENGTH and _DISTINCTIVE.search(name)
        return Link(targets, "inferred", ONLY_ONE) if is_distinctive else DYNAMIC


def candidates_link(targets: Iterable[str]) -> Link:
    """An exact link to the only candidate, or an ambiguous one to all of them."""
    distinct = tuple(sorted(set(targets)))
    if len(distinct) == 1:
        return Link(distinct, "exact")
    return Link(distinct, "ambiguous") if 1 < len(distinct) <= MAX_CANDIDATES else DYNAMIC
