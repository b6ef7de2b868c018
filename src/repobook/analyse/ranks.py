"""How much a repository leans on each file, and where the file stands among the others.

Importance is PageRank: a file counts as much as the files that depend on it. Circles and layers are
those of what must be there for a file to work; what is only mentioned or tested binds nothing.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.analyse.cycles import circles, layers
from repobook.model.graph import Confidence, EdgeKind, FileEdge

_DAMPING: Final = 0.85
_ROUNDS: Final = 30
_WEIGHT_BY_KIND: Final[dict[EdgeKind, float]] = {
    "import": 1.0,
    "include": 1.0,
    "inherit": 1.0,
    "call": 0.8,
    "use": 0.5,
    "build": 0.1,
    "document": 0.1,
}
_SURENESS: Final[dict[Confidence, float]] = {"exact": 1.0, "inferred": 0.6}
_BINDING: Final[frozenset[EdgeKind]] = frozenset(["import", "include", "inherit"])

Edges = Mapping[str, Sequence[FileEdge]]
Weights = Mapping[str, Mapping[str, float]]


class FileRank(NamedTuple):
    rank: int
    """1 is the most important."""
    score: float
    """The share of all importance, times the number of files: 1 is the average."""
    fan_in: int
    """How many files depend on it."""
    fan_out: int
    layer: int
    """Steps above what depends on nothing."""
    cycle: int | None
    """The number of the circle that it is in."""
    is_entry: bool


def file_ranks(
    paths: Sequence[str], edges: Edges, entries: Collection[str] = ()
) -> dict[str, FileRank]:
    weights = {path: _weights(path, edges.get(path, ())) for path in paths}
    scores = _page_rank(weights)
    fan_in = Counter(target for targets in weights.values() for target in targets)
    bound = {path: _bound(path, edges.get(path, ())) for path in paths}
    components = circles(bound)
    layer_by_path = layers(bound, components)
    cycle_by_path = _numbered(components)
    ordered = sorted(paths, key=lambda path: (-scores[path], path))
    return {
        path: FileRank(
            rank,
            scores[path],
            fan_in[path],
            len(weights[path]),
            layer_by_path[path],
            cycle_by_path.get(path),
            path in entries,
        )
        for rank, path in enumerate(ordered, 1)
    }


def _weights(path: str, edges: Sequence[FileEdge]) -> dict[str, float]:
    """The strongest tie to each file counts; what may lead to one of several counts nothing."""
    found: dict[str, float] = {}
    for edge in edges:
        weight = _WEIGHT_BY_KIND.get(edge.kind, 0.0) * _SURENESS.get(edge.confidence, 0.0)
        if weight and edge.target != path:
            found[edge.target] = max(found.get(edge.target, 0.0), weight)
    return found


def _page_rank(weights: Weights) -> dict[str, float]:
    """A fixed number of rounds in a fixed order, so that the same graph gives the same digits."""
    number = {path: n for n, path in enumerate(weights)}
    shares = [_shares(targets, number) for targets in weights.values()]
    scores = [1.0] * len(weights)
    for _ in range(_ROUNDS if weights else 0):
        given = [0.0] * len(scores)
        kept = 0.0
        for score, (targets, parts) in zip(scores, shares, strict=True):
            if not targets:
                kept += score
            for target, part in zip(targets, parts, strict=True):
                given[target] += score * part
        base = 1 - _DAMPING + _DAMPING * kept / len(scores)
        scores = [base + _DAMPING * taken for taken in given]
    return {path: round(score, 6) for path, score in zip(weights, scores, strict=True)}


def _shares(
    targets: Mapping[str, float], number: Mapping[str, int]
) -> tuple[list[int], list[float]]:
    """Numbers of files and the part that each gets, side by side."""
    total = sum(targets.values())
    return [number[t] for t in sorted(targets)], [targets[t] / total for t in sorted(targets)]


def _bound(path: str, edges: Sequence[FileEdge]) -> list[str]:
    return sorted(
        {
            edge.target
            for edge in edges
            if edge.kind in _BINDING and edge.confidence == "exact" and edge.target != path
        }
    )


def _numbered(components: list[list[str]]) -> dict[str, int]:
    """Circles of two files or more, numbered by their first path."""
    found = sorted(component for component in components if len(component) > 1)
    return {path: n for n, component in enumerate(found, 1) for path in component}
