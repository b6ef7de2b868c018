"""Packages of Java and Kotlin: which files belong to one, and which of several files is meant.

Folders mirror packages, so a package's files are looked for where folders end in its name; what
lies elsewhere is found by the name of the class.
"""

from collections import defaultdict
from typing import Final, NamedTuple

from repobook.model.facts import Definition, Import
from repobook.model.graph import Unit
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import TYPES, Place, Places
from repobook.resolve.linking import MembersByOwner, members_by_owner
from repobook.resolve.world import World
from repobook.text.folders import folder_of, n_shared

_MAX_ELSEWHERE: Final = 20


class SourceTable(NamedTuple):
    """A file by its names."""

    package: str
    definitions: tuple[Definition, ...]
    names: list[str]
    """Qualified, parallel to the definitions."""
    nth_by_name: dict[str, int]
    types: dict[str, list[int]]
    """At any depth, by their simple names."""
    members: MembersByOwner
    """By the qualified name of the owner, which is empty at the top."""
    imported: dict[str, Import]
    stars: tuple[str, ...]


class Packages:
    def __init__(self, world: World, languages: frozenset[str]) -> None:
        self._world = world
        self._languages = languages
        self._folders_by_last: defaultdict[str, list[str]] = defaultdict(list)
        self._paths_by_folder: defaultdict[str, list[str]] = defaultdict(list)
        for path, kind in sorted(world.files.items()):
            if kind.language in languages:
                self._paths_by_folder[folder_of(path)].append(path)
        for folder in self._paths_by_folder:
            self._folders_by_last[folder.rpartition("/")[2]].append(folder)

    @remembered
    def table(self, path: str) -> SourceTable:
        return _table(self._world.unit(path))

    def files(self, package: str) -> list[str]:
        """Those whose folder and whose first line both name the package."""
        end = package.replace(".", "/")
        last = end.rpartition("/")[2]
        folders = [
            folder
            for folder in self._folders_by_last.get(last, ())
            if folder == end or folder.endswith(f"/{end}")
        ]
        paths = [path for folder in folders for path in self._paths_by_folder[folder]]
        return [path for path in paths if self.table(path).package == package]

    def nearest(self, path: str, package: str, name: str) -> Places:
        """What a package holds by a name; of several, those that share most folders with a file."""
        places = self._held(package, path).get(name) or self._in_other_folders(package, name)
        if len(places) < 2:
            return tuple(places)
        shared = [n_shared(path, place.path) for place in places]
        return tuple([place for place, n in zip(places, shared, strict=True) if n == max(shared)])

    def _held(self, package: str, path: str) -> dict[str, list[Place]]:
        return self._of_package(package) if package else _places(self._beside(path), self)

    @remembered
    def _of_package(self, package: str) -> dict[str, list[Place]]:
        return _places(self.files(package), self)

    def _beside(self, path: str) -> list[str]:
        """Without a package, the folder is one."""
        paths = self._paths_by_folder.get(folder_of(path), [])
        return [each for each in paths if not self.table(each).package]

    @remembered
    def _in_other_folders(self, package: str, name: str) -> list[Place]:
        candidates = self._world.named(name, self._languages)[:_MAX_ELSEWHERE]
        paths = sorted({each.path for each in candidates})
        there = [path for path in paths if package and self.table(path).package == package]
        return _places(there, self).get(name, [])


def _places(paths: list[str], packages: Packages) -> dict[str, list[Place]]:
    places_by_name: dict[str, list[Place]] = {}
    for path in paths:
        for name, several in packages.table(path).members[""].items():
            places_by_name.setdefault(name, []).extend(Place(path, nth) for nth in several)
    return places_by_name


def _table(unit: Unit) -> SourceTable:
    package = ""
    types: dict[str, list[int]] = {}
    names = [definition.qualname for definition in unit.definitions]
    for nth, definition in enumerate(unit.definitions):
        if definition.kind == "package":
            package = definition.name
        elif definition.kind in TYPES:
            types.setdefault(definition.name, []).append(nth)
    named = [each for each in unit.imports if each.name != "*"]
    return SourceTable(
        package,
        unit.definitions,
        names,
        {name: nth for nth, name in reversed(list(enumerate(names)))},
        types,
        members_by_owner(unit.definitions, names, {"package"}),
        {each.alias or each.name: each for each in named},
        tuple([each.module for each in unit.imports if each.name == "*"]),
    )
