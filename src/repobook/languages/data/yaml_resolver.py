"""YAML: workflows that use others, files that are included, scripts that a command names."""

from typing import Final

from repobook.model.facts import Import
from repobook.model.graph import EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.paths import Paths, one_of
from repobook.resolve.world import World
from repobook.text.folders import folder_of

# An action is named by its folder; what runs is one of these in it.
_IN_FOLDER: Final = ("", "/action.yml", "/action.yaml")


class _Yaml:
    def __init__(self, world: World) -> None:
        self._paths = Paths(world)

    def __call__(self, unit: Unit) -> FileLinks:
        links = tuple([self._import(imported, unit.path) for imported in unit.imports])
        return FileLinks((UNKNOWN,) * len(unit.references), links, kind="build")

    def _import(self, imported: Import, path: str) -> Link:
        written = imported.module.partition("#")[0]
        if imported.form == "uses":
            return self._action(written)
        if imported.form == "$ref" and not written:
            return Link((path,), "exact")
        if "://" in written:
            return EXTERNAL
        if imported.form == "file":
            return self._file(written, path)
        file = self._paths.file(folder_of(path), written) or self._paths.file("", written)
        return Link((file,), "exact") if file else UNKNOWN

    def _action(self, written: str) -> Link:
        """``./`` counts from the root; anything else is of another repository."""
        if not written.startswith("./"):
            return EXTERNAL
        files = (self._paths.file("", written + ending) for ending in _IN_FOLDER)
        path = next(filter(None, files), "")
        return Link((path,), "exact") if path else UNKNOWN

    def _file(self, written: str, path: str) -> Link:
        from_root = self._paths.file("", written)
        if from_root and "/" in written.removeprefix("./"):
            return Link((from_root,), "exact")
        return one_of(self._paths.around(path, written), "path from a folder around")


def resolver(world: World) -> _Yaml:
    return _Yaml(world)
