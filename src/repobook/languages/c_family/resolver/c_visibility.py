"""Which files a C-family file sees through its includes, as sets of bits.

A header is one bit, and what it sees is one number: five thousand files that see a thousand headers
each would otherwise cost five million steps.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from repobook.languages.c_family.resolver.c_includes import IncludeResolver
from repobook.model.graph import Unit
from repobook.resolve.world import World

# The sets of n headers may take n * n bits: beyond this many, the rest counts as unseen.
_MAX_HEADERS: Final = 30_000
_MAX_ROUNDS: Final = 64


class Visibility:
    def __init__(self, world: World, includes: IncludeResolver) -> None:
        self._world = world
        self._includes = includes
        self._paths: list[str] = []
        self._bit_by_path: dict[str, int] = {}
        self._visible_by_path: dict[str, int] = {}
        self._with_usings = 0

    def visible_from(self, unit: Unit) -> int:
        """The headers that a file sees, itself not among them unless it is included again."""
        visible = 0
        for path in self._included(unit):
            visible |= self._reach(path)
        return visible

    def is_in(self, visible: int, path: str) -> bool:
        return bool(visible & self._bit_by_path.get(path, 0))

    def usings(self, visible: int) -> Iterator[str]:
        """Those of the headers that hold ``using``, in the order of their paths."""
        return iter(sorted(self._paths_of(visible & self._with_usings)))

    def _paths_of(self, visible: int) -> Iterator[str]:
        while visible:
            lowest = visible & -visible
            yield self._paths[lowest.bit_length() - 1]
            visible ^= lowest

    def _reach(self, path: str) -> int:
        """A header with all that it sees."""
        if path not in self._visible_by_path:
            self._settle(self._unsettled(path))
        return self._visible_by_path[path]

    def _unsettled(self, path: str) -> dict[str, tuple[str, ...]]:
        """What each reachable header includes, dependencies before dependents."""
        included_by_path: dict[str, tuple[str, ...]] = {}
        entered = {path: self._included_by(path)}
        waiting = [(path, iter(entered[path]))]
        while waiting:
            current, rest = waiting[-1]
            following = next((p for p in rest if not self._is_known(p, entered)), None)
            if following is None:
                included_by_path[current] = entered[current]
                waiting.pop()
            else:
                entered[following] = self._included_by(following)
                waiting.append((following, iter(entered[following])))
        return included_by_path

    def _is_known(self, path: str, entered: dict[str, tuple[str, ...]]) -> bool:
        return path in entered or path in self._visible_by_path

    def _settle(self, included_by_path: dict[str, tuple[str, ...]]) -> None:
        """Once is enough without cycles; headers that include each other need a few rounds."""
        visible_by_path = self._visible_by_path
        visible_by_path.update((path, self._bit(path)) for path in included_by_path)
        for _ in range(_MAX_ROUNDS):
            changed = False
            for path, included in included_by_path.items():
                visible = before = visible_by_path[path]
                for other in included:
                    visible |= visible_by_path[other]
                if visible != before:
                    visible_by_path[path] = visible
                    changed = True
            if not changed:
                return

    def _bit(self, path: str) -> int:
        if path not in self._bit_by_path:
            n = len(self._paths)
            self._bit_by_path[path] = 1 << n if n < _MAX_HEADERS else 0
            self._paths.append(path)
        return self._bit_by_path[path]

    def _included_by(self, path: str) -> tuple[str, ...]:
        unit = self._world.unit(path)
        if any(imported.form == "using" for imported in unit.imports):
            self._with_usings |= self._bit(path)
        return tuple(self._included(unit))

    def _included(self, unit: Unit) -> Iterable[str]:
        for link in self._includes.links(unit):
            yield from link.targets
