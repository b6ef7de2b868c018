"""Definitions by their full names, in languages that spread a namespace, or a class, over files.

A full name has dots, whatever the language writes: ``App.Models.User``. What is declared in several
places is one thing, and each of its declarations may hold members.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.model.facts import Definition
from repobook.model.graph import Unit
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import NOT_HERE, Follower, Place, Places
from repobook.resolve.linking import members_by_owner, places_in
from repobook.resolve.world import World

_MAX_DECLARED: Final = 300

PlacesByName = dict[str, list[Place]]


class FileNames(NamedTuple):
    """A file by its names."""

    definitions: tuple[Definition, ...]
    full_names: list[str]
    """Side by side with the definitions."""
    members: dict[str, dict[str, list[int]]]
    """By the full name of what holds them, which is empty at the very top."""
    nth_by_name: dict[str, int]
    """The first of each name, as it is nested in the file."""
    namespaces: tuple[str, ...]
    """Those that the file is in, or holds."""


class QualifiedNames:
    def __init__(self, world: World, languages: frozenset[str]) -> None:
        self._world = world
        self._languages = languages

    @remembered
    def file(self, path: str) -> FileNames:
        return _file_names(self._world.unit(path))

    def full_name(self, place: Place) -> str:
        return self.file(place.path).full_names[place.nth]

    @remembered
    def declared(self, full_name: str) -> Places:
        """Every declaration of that name, in the order of paths; a namespace is none."""
        last = full_name.rpartition(".")[2]
        candidates = self._world.named(last, self._languages)[:_MAX_DECLARED]
        places = [Place(c.path, c.nth) for c in candidates if c.kind != "namespace"]
        return tuple(sorted([place for place in places if self.full_name(place) == full_name]))

    def main(self, full_name: str) -> Places:
        """Of several declarations those that say what it inherits, or whose file bears its name."""
        found = self.declared(full_name)
        if len(found) < 2:
            return found
        found = tuple([p for p in found if self._definition(p).bases]) or found
        return tuple([p for p in found if _is_named_for(p.path, full_name)]) or found

    def held(self, place: Place, name: str) -> Places:
        """What any declaration of the same thing holds by a name."""
        full_name = self.full_name(place)
        files = {each.path for each in self.declared(full_name)}
        here = () if place.path in files else (place.path,)
        return tuple(self._joined(full_name, here).get(name, ()))

    def inherited(self, place: Place, name: str, follower: Follower) -> Places:
        """What any declaration of the same thing holds or inherits."""
        others = self.main(self.full_name(place))
        for each in dict.fromkeys((place, *others)):
            found = follower.member(each, name)
            if found and found[0] not in NOT_HERE:
                return found
        return follower.member(place, name)

    def top(self, path: str, name: str) -> Places:
        """What a file defines by a name outside of everything else."""
        held = self.file(path).members.get("", {}).get(name, ())
        return places_in(path, held)

    @remembered
    def _joined(self, full_name: str, here: tuple[str, ...]) -> PlacesByName:
        joined: PlacesByName = {}
        for path in sorted({*here, *[each.path for each in self.declared(full_name)]}):
            for name, several in self.file(path).members.get(full_name, {}).items():
                joined.setdefault(name, []).extend([Place(path, nth) for nth in several])
        return joined

    def _definition(self, place: Place) -> Definition:
        return self.file(place.path).definitions[place.nth]


def _file_names(unit: Unit) -> FileNames:
    full_names = list(_full_names(unit.definitions))
    pairs = zip(unit.definitions, full_names, strict=True)
    return FileNames(
        unit.definitions,
        full_names,
        members_by_owner(unit.definitions, full_names, {"namespace"}),
        {_dotted(unit.definitions[nth]): nth for nth in reversed(range(len(full_names)))},
        tuple(dict.fromkeys([name for d, name in pairs if d.kind == "namespace"])),
    )


def _full_names(definitions: tuple[Definition, ...]) -> Iterable[str]:
    """A namespace without a body goes on to the next."""
    with_body = {definition.parent for definition in definitions}
    prefix = ""
    for nth, definition in enumerate(definitions):
        name = _dotted(definition)
        if definition.kind == "namespace" and nth not in with_body:
            prefix = f"{name}."
            yield name
        else:
            yield prefix + name


def _dotted(definition: Definition) -> str:
    return definition.qualname.replace("\\", ".")


def _is_named_for(path: str, full_name: str) -> bool:
    stem = path.rpartition("/")[2].partition(".")[0].replace("_", "").lower()
    return stem == full_name.rpartition(".")[2].replace("_", "").lower()
