"""Dockerfiles: what is copied into an image, and the stages that build upon each other."""

from typing import Final

from repobook.model.facts import Import, Reference
from repobook.model.graph import DYNAMIC, EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.build_files import glob_link
from repobook.resolve.homonyms import Homonyms
from repobook.resolve.paths import Paths, folders_around, joined
from repobook.resolve.world import World

_STAGE: Final = frozenset(["stage"])


class _Dockerfile:
    def __init__(self, world: World) -> None:
        self._world = world
        self._paths = Paths(world)
        self._names = Homonyms(world, frozenset(["Dockerfile"]))

    def __call__(self, unit: Unit) -> FileLinks:
        return FileLinks(
            tuple([self._stage(reference, unit) for reference in unit.references]),
            tuple([self._import(imported, unit.path) for imported in unit.imports]),
            kind="build",
        )

    def _stage(self, reference: Reference, unit: Unit) -> Link:
        link = self._names.among([unit.path], reference.name, _STAGE)
        return link if link.targets else EXTERNAL

    def _import(self, imported: Import, path: str) -> Link:
        written = imported.module
        if "$" in written:
            return DYNAMIC
        if imported.form == "from" or "://" in written:
            return EXTERNAL
        return self._copied(written.lstrip("/"), path)

    def _copied(self, written: str, path: str) -> Link:
        """The folder that an image is built in is not told; it is the file's own or one around."""
        if "*" in written:
            matches = (self._paths.matching(f, written) for f in folders_around(path))
            return glob_link(next(filter(None, matches), []))
        found = self._paths.around(path, written)
        if len(found) == 1:
            return Link((found[0],), "exact")
        if found:
            return Link((found[0],), "inferred", "nearest file of that path")
        is_folder = any(joined(f, written) in self._world.folders for f in folders_around(path))
        return DYNAMIC if is_folder else UNKNOWN


def resolver(world: World) -> _Dockerfile:
    return _Dockerfile(world)
