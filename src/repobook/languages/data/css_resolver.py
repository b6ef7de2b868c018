"""CSS: imported sheets and the files that they load."""

from repobook.model.facts import Import
from repobook.model.graph import EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.paths import Paths
from repobook.resolve.world import World
from repobook.text.folders import folder_of


class _Css:
    def __init__(self, world: World) -> None:
        self._paths = Paths(world)

    def __call__(self, unit: Unit) -> FileLinks:
        links = tuple([self._import(imported, unit.path) for imported in unit.imports])
        return FileLinks((UNKNOWN,) * len(unit.references), links, kind="import")

    def _import(self, imported: Import, path: str) -> Link:
        written = imported.module.partition("?")[0].partition("#")[0]
        if ":" in written or written.startswith("//"):
            return EXTERNAL
        file = self._paths.file(folder_of(path), written)
        return Link((file,), "exact") if file and not written.startswith("/") else UNKNOWN


def resolver(world: World) -> _Css:
    return _Css(world)
