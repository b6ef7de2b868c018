"""Protocol Buffers: imported files, and the messages that fields and calls are made of."""

from collections.abc import Iterator
from typing import Final

from repobook.model.facts import Reference
from repobook.model.graph import EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.homonyms import Homonyms, files_read
from repobook.resolve.paths import Paths
from repobook.resolve.world import World

_TYPES: Final = frozenset(["message", "enum"])


class _ProtocolBuffer:
    def __init__(self, world: World) -> None:
        self._world = world
        self._paths = Paths(world)
        self._names = Homonyms(world, frozenset(["Protocol Buffer"]))

    def __call__(self, unit: Unit) -> FileLinks:
        imports = tuple([self._file(imported.module, unit.path) for imported in unit.imports])
        seen = files_read(unit.path, self._imported)
        is_all_seen = all(link.targets for link in imports)
        references = [self._type(reference, seen, is_all_seen) for reference in unit.references]
        return FileLinks(tuple(references), imports)

    def _imported(self, path: str) -> Iterator[str]:
        unit = self._world.unit(path)
        for imported in unit.imports if unit else ():
            yield from self._file(imported.module, path).targets[:1]

    def _file(self, written: str, path: str) -> Link:
        """Where the compiler begins to look is not told: it is a folder around, as a rule."""
        found = self._paths.around(path, written)
        if len(found) == 1:
            return Link((found[0],), "exact")
        link = Link(tuple(found[:1]), "inferred", "nearest file of that path")
        link = link if found else self._paths.ending_with(written)
        return link if link.targets else EXTERNAL

    def _type(self, reference: Reference, seen: list[str], is_all_seen: bool) -> Link:
        link = self._names.among(seen, reference.name, _TYPES)
        if link.targets:
            return link
        return UNKNOWN if is_all_seen else EXTERNAL


def resolver(world: World) -> _ProtocolBuffer:
    return _ProtocolBuffer(world)
