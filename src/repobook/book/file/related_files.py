"""Files related to a file: the edges to and from each, joined and weighed.

Calls and names weigh most; a document that mentions a file weighs least.
"""

from collections import defaultdict
from collections.abc import Iterable, Set
from functools import lru_cache
from typing import Final, NamedTuple

from repobook.book.shared.citations import there
from repobook.model.blocks import Cite, Content
from repobook.model.dossiers.dossier import Edge, FileDossier
from repobook.model.graph import LIKELY

_WEIGHT_BY_KIND: Final = {
    "inherit": 8,
    "call": 5,
    "import": 4,
    "deferred": 4,
    "type-only": 3,
    "include": 4,
    "use": 3,
    "test": 2,
    "build": 2,
    "document": 1,
}
_SURENESS: Final = {"exact": 2, "inferred": 1}


class RelatedFile(NamedTuple):
    """Another file and every edge to it, or from it; the strongest edge first."""

    path: str
    edges: tuple[Edge, ...]
    weight: int

    @property
    def is_sure(self) -> bool:
        return "exact" in [edge.confidence for edge in self.edges]


def related_files(edges: Iterable[Edge], left_out: str) -> list[RelatedFile]:
    """The strongest first, then by path; ambiguous edges do not count."""
    by_path: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.path != left_out and edge.confidence in _SURENESS:
            by_path[edge.path].append(edge)
    files = [_related_file(path, group) for path, group in by_path.items()]
    return sorted(files, key=lambda file: (-file.weight, file.path))


def related_by(edges: tuple[Edge, ...], kinds: Set[str]) -> list[RelatedFile]:
    """Made of edges of these kinds alone."""
    return list(_related_by(edges, frozenset(kinds)))


@lru_cache(maxsize=16)
def _related_by(edges: tuple[Edge, ...], kinds: frozenset[str]) -> tuple[RelatedFile, ...]:
    """Cached: several sections of a page need the same."""
    return tuple(related_files([edge for edge in edges if edge.kind in kinds], ""))


def paths_related_by(edges: Iterable[Edge], kinds: Set[str]) -> set[str]:
    """The paths of ``related_by``."""
    return {edge.path for edge in edges if edge.kind in kinds and edge.confidence in LIKELY}


def how(file: RelatedFile) -> str:
    """``call ×12, import``: each way once, with the number of places where there are several."""
    return ", ".join(
        edge.kind if edge.n == 1 else f"{edge.kind} ×{edge.n:,}" for edge in file.edges
    )


def proof(dossier: FileDossier, file: RelatedFile, leads_out: bool) -> Content:
    """The first line of the strongest edge, in the file that it leads from."""
    line = file.edges[0].line
    if not line:
        return ()
    return (Cite(dossier.path, line, is_here=True) if leads_out else Cite(file.path, line),)


def proof_in_row(dossier: FileDossier, file: RelatedFile, leads_out: bool) -> Content:
    """The same in a row that names the other file, marked ``here`` or ``there``."""
    line = file.edges[0].line
    if not line:
        return ()
    return ("here ", there(dossier.path, line)) if leads_out else ("there ", there(file.path, line))


def _related_file(path: str, edges: list[Edge]) -> RelatedFile:
    """An edge of kind ``test`` counts only without another: the use says more."""
    counted = [edge for edge in edges if edge.kind != "test"] or edges
    if len(counted) == 1:
        return RelatedFile(path, (counted[0],), _weight(counted[0]))
    weighed = sorted([(-_weight(edge), edge.kind, edge) for edge in counted])
    weights = [-weight for weight, _, _ in weighed]
    return RelatedFile(path, tuple([edge for _, _, edge in weighed]), sum(weights))


def _weight(edge: Edge) -> int:
    """The number of places counts by its order of magnitude."""
    kind = _WEIGHT_BY_KIND.get(edge.kind, 1)
    return kind * _SURENESS[edge.confidence] * (1 + min(edge.n, 64).bit_length())
