"""How much a repository depends on each file, and where the file stands among the others.

Importance is PageRank: a file counts as much as the files that depend on it. Cycles and layers take
only edges that a file needs to work: mentions and tests do not count.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.analyse.cycles import layers, strong_components
from repobook.model.graph import DEPENDENCY_KINDS, LIKELY, Confidence, EdgeKind, FileEdge

_DAMPING: Final = 0.85
_ROUNDS: Final = 30
_WEIGHT_BY_KIND: Final[dict[EdgeKind, float]] = {
    "import": 1.0,
    "deferred": 1.0,
    "type-only": 1.0,
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
    """Steps above files without dependencies."""
    cycle: int | None
    """The number of its import cycle."""
    is_entry: bool


def file_ranks(
    paths: Sequence[str], edges: Edges, entries: Collection[str] = ()
) -> dict[str, FileRank]:
    weights = {path: _weights(path, edges.get(path, ())) for path in paths}
    scores = _page_rank(weights)
    used = {path: _used(path, edges.get(path, ())) for path in paths}
    fan_in = Counter(target for targets in used.values() for target in targets)
    bound = {path: _bound(path, edges.get(path, ())) for path in paths}
    components = strong_components(bound)
    layer_by_path = layers(bound, components)
    cycle_by_path = _numbered(components)
    ordered = sorted(paths, key=lambda path: (-scores[path], path))
    return {
        path: FileRank(
            rank,
            scores[path],
            fan_in[path],
            len(used[path]),
            layer_by_path[path],
            cycle_by_path.get(path),
            path in entries,
        )
        for rank, path in enumerate(ordered, 1)
    }


def _weights(path: str, edges: Sequence[FileEdge]) -> dict[str, float]:
    """The strongest edge to each file counts; ambiguous edges do not."""
    weight_by_target: dict[str, float] = {}
    for edge in edges:
        weight = _WEIGHT_BY_KIND.get(edge.kind, 0.0) * _SURENESS.get(edge.confidence, 0.0)
        if weight and edge.target != path:
            weight_by_target[edge.target] = max(weight_by_target.get(edge.target, 0.0), weight)
    return weight_by_target


def _used(path: str, edges: Sequence[FileEdge]) -> set[str]:
    return {
        edge.target
        for edge in edges
        if edge.kind in DEPENDENCY_KINDS and edge.confidence in LIKELY and edge.target != path
    }


def _page_rank(weights: Weights) -> dict[str, float]:
    """A fixed number of rounds in a fixed order, so that the same graph gives the same digits."""
    number = {path: n for n, path in enumerate(weights)}
    shares = [_shares(targets, number) for targets in weights.values()]
    scores = [1.0] * len(weights)
    for _ in range(_ROUNDS if weights else 0):
        received = [0.0] * len(scores)
        dangling = 0.0
        for score, (targets, parts) in zip(scores, shares, strict=True):
            if not targets:
                dangling += score
            for target, part in zip(targets, parts, strict=True):
                received[target] += score * part
        base = 1 - _DAMPING + _DAMPING * dangling / len(scores)
        scores = [base + _DAMPING * score for score in received]
    return {path: round(score, 6) for path, score in zip(weights, scores, strict=True)}


def _shares(
    targets: Mapping[str, float], number: Mapping[str, int]
) -> tuple[list[int], list[float]]:
    """Numbers of files and, parallel to them, the share that each gets."""
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
    """Cycles of two files or more, numbered by their first path."""
    cycles = sorted(component for component in components if len(component) > 1)
    return {path: n for n, component in enumerate(cycles, 1) for path in component}
