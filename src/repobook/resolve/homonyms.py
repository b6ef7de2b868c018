"""Names in languages where a definition is visible once its file was loaded.

A name is looked up in the file itself, then in the files that it reads, then everywhere.
"""

from collections.abc import Callable, Iterable, Set
from typing import Final

from repobook.model.graph import DYNAMIC, MAX_CANDIDATES, MAX_HOMONYMS, UNKNOWN, Link
from repobook.resolve.cached_method import remembered
from repobook.resolve.candidates import ONLY_ONE
from repobook.resolve.paths import one_of
from repobook.resolve.world import World

_MAX_READ: Final = 500

Symbols = dict[str, list[tuple[str, str]]]


class Homonyms:
    def __init__(self, world: World, languages: Set[str]) -> None:
        self._world = world
        self._languages = languages

    def among(self, paths: Iterable[str], name: str, kinds: Set[str]) -> Link:
        """Exact in the first of the files that defines the name, once; unknown in none."""
        for path in paths:
            ids = [id for id, kind in self.symbols(path).get(name, ()) if kind in kinds]
            if len(ids) == 1:
                return Link((ids[0],), "exact")
            if ids:
                return Link(tuple(ids[:MAX_CANDIDATES]), "ambiguous")
        return UNKNOWN

    @remembered
    def anywhere(self, name: str, kinds: Set[str]) -> Link:
        if self._world.n_named(name) > MAX_HOMONYMS:
            return DYNAMIC
        candidates = self._world.named(name, self._languages)
        fitting = [c.id for c in candidates if c.kind in kinds]
        return one_of(fitting, ONLY_ONE)

    @remembered
    def symbols(self, path: str) -> Symbols:
        """Ids and kinds by name, of one file."""
        symbols: Symbols = {}
        for id, definition in self._world.unit(path).symbols():
            symbols.setdefault(definition.name, []).append((id, definition.kind))
        return symbols


def files_read(path: str, reads: Callable[[str], Iterable[str]]) -> list[str]:
    """A file and those that it reads, directly or through others, the nearest first; bounded."""
    reached = {path: None}
    waiting = [path]
    while waiting and len(reached) < _MAX_READ:
        following: list[str] = []
        for reader in waiting:
            for read in reads(reader):
                if read not in reached and len(reached) < _MAX_READ:
                    reached[read] = None
                    following.append(read)
        waiting = following
    return list(reached)
