"""The files around a file: the edges to and from each, joined and weighed.

Calls and names say most of why two files belong together; a document that mentions a file least.
"""

from collections import defaultdict
from collections.abc import Iterable, Set
from functools import lru_cache
from typing import Final, NamedTuple

from repobook.book.shown import there
from repobook.model.blocks import Cite, Content
from repobook.model.dossier import Edge, FileDossier

_WEIGHT_BY_KIND: Final = {
    "inherit": 8,
    "call": 5,
    "import": 4,
    "include": 4,
    "use": 3,
    "test": 2,
    "build": 2,
    "document": 1,
}
_SURENESS: Final = {"exact": 2, "inferred": 1}
TAKING: Final = frozenset(["import", "include"])
# Code that needs a file; a build file or a document only speaks of it.
LEANING: Final = TAKING | {"call", "use", "inherit"}


class Tie(NamedTuple):
    """Another file and every edge to it, or from it; the strongest edge first."""

    path: str
    edges: tuple[Edge, ...]
    weight: int

    @property
    def is_sure(self) -> bool:
        return "exact" in [edge.confidence for edge in self.edges]


def ties(edges: Iterable[Edge], left_out: str) -> list[Tie]:
    """The strongest first, then by path; what may as well lead elsewhere is no tie."""
    by_path: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.path != left_out and edge.confidence in _SURENESS:
            by_path[edge.path].append(edge)
    found = [_tie(path, group) for path, group in by_path.items()]
    return sorted(found, key=lambda tie: (-tie.weight, tie.path))


def ties_of(edges: tuple[Edge, ...], kinds: Set[str]) -> list[Tie]:
    """Made of edges of these kinds alone."""
    return list(_ties_of(edges, frozenset(kinds)))


@lru_cache(maxsize=16)
def _ties_of(edges: tuple[Edge, ...], kinds: frozenset[str]) -> tuple[Tie, ...]:
    """Remembered: several sections of a page ask for the same."""
    return tuple(ties([edge for edge in edges if edge.kind in kinds], ""))


def tied(edges: Iterable[Edge], kinds: Set[str]) -> set[str]:
    """The files that ``ties_of`` would tell."""
    return {edge.path for edge in edges if edge.kind in kinds and edge.confidence in _SURENESS}


def how(tie: Tie) -> str:
    """``call ×12, import``: each way once, with the number of places where there are several."""
    return ", ".join(edge.kind if edge.n == 1 else f"{edge.kind} ×{edge.n:,}" for edge in tie.edges)


def proof(dossier: FileDossier, tie: Tie, leads_out: bool) -> Content:
    """The first line of the strongest edge, in the file that it leads from."""
    line = tie.edges[0].line
    if not line:
        return ()
    return (Cite(dossier.path, line, is_here=True) if leads_out else Cite(tie.path, line),)


def proof_beside(dossier: FileDossier, tie: Tie, leads_out: bool) -> Content:
    """The same in a row that names the other file: which of the two the line is of is told."""
    line = tie.edges[0].line
    if not line:
        return ()
    return ("here ", there(dossier.path, line)) if leads_out else ("there ", there(tie.path, line))


def _tie(path: str, edges: list[Edge]) -> Tie:
    """That a test uses a file is told as the use that it is."""
    telling = [edge for edge in edges if edge.kind != "test"] or edges
    if len(telling) == 1:
        return Tie(path, (telling[0],), _weight(telling[0]))
    weighed = sorted([(-_weight(edge), edge.kind, edge) for edge in telling])
    weights = [-weight for weight, _, _ in weighed]
    return Tie(path, tuple([edge for _, _, edge in weighed]), sum(weights))


def _weight(edge: Edge) -> int:
    """The number of places counts by its order of magnitude."""
    kind = _WEIGHT_BY_KIND.get(edge.kind, 1)
    return kind * _SURENESS[edge.confidence] * (1 + min(edge.n, 64).bit_length())
