"""Makefiles: included files, files and targets that a target needs, scripts that a recipe names."""

from typing import Final

from repobook.model.facts import Import, Reference
from repobook.model.graph import DYNAMIC, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.homonyms import Homonyms
from repobook.resolve.paths import Paths, one_of
from repobook.resolve.world import World
from repobook.text.folders import folder_of

_TARGET: Final = frozenset(["target"])


class _Makefile:
    def __init__(self, world: World) -> None:
        self._paths = Paths(world)
        self._names = Homonyms(world, frozenset(["Makefile"]))

    def __call__(self, unit: Unit) -> FileLinks:
        return FileLinks(
            tuple([self._needed(reference, unit) for reference in unit.references]),
            tuple([self._import(imported, unit.path) for imported in unit.imports]),
        )

    def _needed(self, reference: Reference, unit: Unit) -> Link:
        """A rule that makes it comes before a file that is there."""
        link = self._names.among([unit.path], reference.name, _TARGET)
        if link.targets:
            return link
        file = self._paths.file(folder_of(unit.path), reference.name)
        return Link((file,), "exact") if file else UNKNOWN

    def _import(self, imported: Import, path: str) -> Link:
        if "$" in imported.module or "*" in imported.module:
            return DYNAMIC
        sibling = self._paths.file(folder_of(path), imported.module)
        if sibling:
            return Link((sibling,), "exact")
        return one_of(self._paths.around(path, imported.module), "path from a folder around")


def resolver(world: World) -> _Makefile:
    return _Makefile(world)
