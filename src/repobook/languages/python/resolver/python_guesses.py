"""Attributes of what cannot be followed: guessed where few class members bear the name."""

import re
from collections.abc import Set
from typing import Final, NamedTuple

from repobook.languages.python.resolver.python_builtins import COMMON_ATTRIBUTES
from repobook.languages.python.resolver.python_modules import LANGUAGES
from repobook.model.graph import DYNAMIC, MAX_CANDIDATES, UNKNOWN, Link
from repobook.resolve.remembered import remembered
from repobook.resolve.world import World

ONLY_MEMBER: Final = "only member of that name"
ONLY_IMPORTED: Final = "only member of that name in what is imported"
_MEMBERS: Final = frozenset(["method", "field"])
# A single word is borne by things outside the repository as well.
_SEVERAL_WORDS: Final = re.compile(r"_*[A-Za-z0-9]+(?:_|(?<=[a-z])[A-Z])")


class _Bearer(NamedTuple):
    id: str
    path: str


class Guesses:
    def __init__(self, world: World) -> None:
        self._world = world

    def attribute(self, name: str, reached: Set[str]) -> Link:
        """``reached`` are the files that the asking one imports, and itself."""
        if name in COMMON_ATTRIBUTES or name.startswith("__"):
            return DYNAMIC
        bearers = self._bearers(name)
        if bearers is None:
            return DYNAMIC
        near = [bearer for bearer in bearers if bearer.path in reached]
        if len(bearers) == 1 and (near or _SEVERAL_WORDS.match(name)):
            return Link((bearers[0].id,), "inferred", ONLY_MEMBER)
        if len(near) == 1:
            return Link((near[0].id,), "inferred", ONLY_IMPORTED)
        if len(bearers) > 1:
            return Link(tuple([bearer.id for bearer in bearers]), "ambiguous")
        return DYNAMIC if bearers else UNKNOWN

    @remembered
    def _bearers(self, name: str) -> tuple[_Bearer, ...] | None:
        """Class members of that name; the parts of an overload or a property are one.

        None for a name with so many definitions, in whatever language, that none is likely.
        """
        if self._world.n_named(name) > MAX_CANDIDATES:
            return None
        bearers = {
            _Bearer(candidate.id.removeprefix(candidate.path).partition("~")[0], candidate.path)
            for candidate in self._world.named(name, LANGUAGES)
            if candidate.kind in _MEMBERS
        }
        return tuple([_Bearer(path + id, path) for id, path in sorted(bearers)])
