"""Which files lean on which: the edges of a file, one neighbour at a time."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.book.pieces import folder_of
from repobook.model.dossier import Edge

TAKING: Final = frozenset(["import", "include"])
# Code that needs the file; a build file or a document only speaks of it.
LEANING: Final = TAKING | {"call", "use", "inherit"}
_SURENESS: Final = {"exact": 0, "inferred": 1, "ambiguous": 2}


class Neighbour(NamedTuple):
    path: str
    n: int
    """In how many places."""
    edge: Edge
    """The surest of its edges, and of those the first."""


class NeighbourFolder(NamedTuple):
    path: str
    files: tuple[Neighbour, ...]


def neighbours(edges: Iterable[Edge], kinds: frozenset[str]) -> list[Neighbour]:
    """Those with the most places first; what may as well be another file is left out."""
    found: dict[str, Neighbour] = {}
    for edge in edges:
        if edge.kind not in kinds or edge.confidence == "ambiguous":
            continue
        known = found.get(edge.path)
        if known is None:
            found[edge.path] = Neighbour(edge.path, edge.n, edge)
        else:
            best = min(known.edge, edge, key=_sureness)
            found[edge.path] = Neighbour(edge.path, known.n + edge.n, best)
    return sorted(found.values(), key=lambda neighbour: (-neighbour.n, neighbour.path))


def by_folder(files: Iterable[Neighbour]) -> list[NeighbourFolder]:
    """Folders with the most files first."""
    found: dict[str, list[Neighbour]] = {}
    for neighbour in files:
        found.setdefault(folder_of(neighbour.path), []).append(neighbour)
    folders = [NeighbourFolder(path, tuple(members)) for path, members in found.items()]
    return sorted(folders, key=lambda folder: (-len(folder.files), folder.path))


def _sureness(edge: Edge) -> tuple[int, int]:
    return _SURENESS.get(edge.confidence, len(_SURENESS)), edge.line
