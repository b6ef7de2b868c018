"""Attributes of what cannot be followed: guessed where the name is borne by few class members."""

from typing import Final

from repobook.model.graph import DYNAMIC, MAX_CANDIDATES, UNKNOWN, Link
from repobook.resolve.python_names import COMMON_ATTRIBUTES
from repobook.resolve.world import World

RULE: Final = "only member of that name"
_MEMBERS: Final = frozenset(["method", "field"])


class Guesses:
    """One answer a name, whoever asks."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._link_by_name: dict[str, Link] = {}

    def attribute(self, name: str) -> Link:
        if name not in self._link_by_name:
            self._link_by_name[name] = self._guess(name)
        return self._link_by_name[name]

    def _guess(self, name: str) -> Link:
        if name in COMMON_ATTRIBUTES or name.startswith("__"):
            return DYNAMIC
        bearers = self._bearers(name)
        if not bearers:
            return UNKNOWN
        if len(bearers) > MAX_CANDIDATES:
            return DYNAMIC
        if len(bearers) == 1:
            return Link(bearers, "inferred", RULE)
        return Link(bearers, "ambiguous")

    def _bearers(self, name: str) -> tuple[str, ...]:
        """Class members of that name; the parts of an overload or a property are one."""
        found = {
            candidate.id.partition("~")[0]
            for candidate in self._world.named(name)
            if candidate.language == "Python" and candidate.kind in _MEMBERS
        }
        return tuple(sorted(found))
