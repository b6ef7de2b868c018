"""Dockerfiles: what is copied into an image, and the stages that build upon each other."""

from typing import Final

from repobook.languages.build_files.file_patterns import glob_link
from repobook.model.facts import Import, Reference
from repobook.model.graph import DYNAMIC, EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.homonyms import Homonyms
from repobook.resolve.paths import Paths, joined
from repobook.resolve.world import World
from repobook.text.folders import folders_around

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
        """The build context is unknown; it is taken to be the file's folder or one around it."""
        if "*" in written:
            matches = (self._paths.matching(f, written) for f in folders_around(path))
            return glob_link(next(filter(None, matches), []))
        files = self._paths.around(path, written)
        if len(files) == 1:
            return Link((files[0],), "exact")
        if files:
            return Link((files[0],), "inferred", "nearest file of that path")
        is_folder = any(joined(f, written) in self._world.folders for f in folders_around(path))
        return DYNAMIC if is_folder else UNKNOWN


def resolver(world: World) -> _Dockerfile:
    return _Dockerfile(world)
