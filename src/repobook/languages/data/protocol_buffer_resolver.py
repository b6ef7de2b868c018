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
        visible = files_read(unit.path, self._imported)
        are_all_found = all(link.targets for link in imports)
        references = [
            self._type(reference, visible, are_all_found) for reference in unit.references
        ]
        return FileLinks(tuple(references), imports)

    def _imported(self, path: str) -> Iterator[str]:
        for imported in self._world.unit(path).imports:
            yield from self._file(imported.module, path).targets[:1]

    def _file(self, written: str, path: str) -> Link:
        """The import root is unknown: it is taken to be a folder around the file."""
        files = self._paths.around(path, written)
        if len(files) == 1:
            return Link((files[0],), "exact")
        link = Link(tuple(files[:1]), "inferred", "nearest file of that path")
        link = link if files else self._paths.ending_with(written)
        return link if link.targets else EXTERNAL

    def _type(self, reference: Reference, visible: list[str], are_all_found: bool) -> Link:
        link = self._names.among(visible, reference.name, _TYPES)
        if link.targets:
            return link
        return UNKNOWN if are_all_found else EXTERNAL


def resolver(world: World) -> _ProtocolBuffer:
    return _ProtocolBuffer(world)
