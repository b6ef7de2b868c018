"""Lays a small graph out in layers from left to right, so that arrows pass between nodes.

An arrow that spans several layers holds a place of its own in each of them, as if it were a thin
node; one that leads back is laid out the other way round.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

HEIGHT: Final = 24
BETWEEN: Final = 64
_GAP: Final = 8
_THIN: Final = 10
_SWEEPS: Final = 6

Edge = tuple[str, str]


class Box(NamedTuple):
    x: int
    y: int
    width: int

    @property
    def middle(self) -> int:
        return self.y + HEIGHT // 2


class Route(NamedTuple):
    """Where an arrow passes: out of one box, across layers, into another."""

    points: tuple[tuple[int, int], ...]
    is_back: bool
    """Whether its head is at the first point."""


class Layout(NamedTuple):
    boxes: Mapping[str, Box]
    routes: Mapping[Edge, Route]
    width: int
    height: int


def layered(width_by_id: Mapping[str, int], edges: Iterable[Edge]) -> Layout:
    """Edges from a node to itself or to missing nodes are left out."""
    ids = list(width_by_id)
    inner = sorted({(a, b) for a, b in edges if a != b and a in width_by_id and b in width_by_id})
    targets: dict[str, list[str]] = {id: [] for id in ids}
    for a, b in inner:
        targets[a].append(b)
    back = _leading_back(ids, targets)
    forward = {(b, a) if (a, b) in back else (a, b) for a, b in inner}
    layer = _layers(ids, sorted(forward))
    paths = {edge: _path(edge, layer) for edge in sorted(forward)}
    columns = _columns(layer, paths)
    return _placed(_ordered(columns, paths), width_by_id, paths, back, inner)


def _leading_back(ids: Sequence[str], targets: Mapping[str, list[str]]) -> set[Edge]:
    """Edges back to a node on the current path; without them there is no cycle."""
    back: set[Edge] = set()
    done: set[str] = set()
    for root in ids:
        path = {root: iter(targets[root])} if root not in done else {}
        while path:
            here = next(reversed(path))
            there = next(path[here], None)
            if there is None:
                done.add(here)
                del path[here]
            elif there in path:
                back.add((here, there))
            elif there not in done:
                path[there] = iter(targets[there])
    return back


def _layers(ids: Sequence[str], forward: Sequence[Edge]) -> dict[str, int]:
    """The layer of a node is the length of the longest path to it."""
    layer = dict.fromkeys(ids, 0)
    for _ in ids:
        moved = [(a, b) for a, b in forward if layer[b] <= layer[a]]
        for a, b in moved:
            layer[b] = max(layer[b], layer[a] + 1)
        if not moved:
            break
    return layer


def _path(edge: Edge, layer: Mapping[str, int]) -> tuple[str, ...]:
    """The node, a thin one in each layer between, the other node."""
    a, b = edge
    between = range(layer[a] + 1, layer[b])
    return a, *(f"\0{a}\0{b}\0{n}" for n in between), b


def _columns(layer: Mapping[str, int], paths: Mapping[Edge, tuple[str, ...]]) -> list[list[str]]:
    columns: list[list[str]] = [[] for _ in range(max(layer.values(), default=0) + 1)]
    for id, n in layer.items():
        columns[n].append(id)
    for (a, _), way in paths.items():
        for n, thin in enumerate(way[1:-1], layer[a] + 1):
            columns[n].append(thin)
    return columns


def _ordered(columns: list[list[str]], paths: Mapping[Edge, tuple[str, ...]]) -> list[list[str]]:
    """Each near the middle of its neighbours, so that few arrows cross."""
    near: dict[str, list[str]] = {id: [] for column in columns for id in column}
    for way in paths.values():
        for a, b in pairwise(way):
            near[a].append(b)
            near[b].append(a)
    for _ in range(_SWEEPS):
        at = {id: n - len(column) / 2 for column in columns for n, id in enumerate(column)}
        columns = [sorted(column, key=lambda id: _middle(id, near, at)) for column in columns]
    return columns


def _middle(id: str, near: Mapping[str, list[str]], at: Mapping[str, float]) -> float:
    others = near[id]
    return sum(at[other] for other in others) / len(others) if others else at[id]


def _placed(
    columns: list[list[str]],
    width_by_id: Mapping[str, int],
    paths: Mapping[Edge, tuple[str, ...]],
    back: set[Edge],
    edges: Iterable[Edge],
) -> Layout:
    heights = [sum(_room(id, width_by_id) for id in column) for column in columns]
    height = max(heights, default=0)
    boxes: dict[str, Box] = {}
    x = 0
    for column, own in zip(columns, heights, strict=True):
        width = max((width_by_id.get(id, 0) for id in column), default=0)
        y = (height - own) // 2
        for id in column:
            shift = 0 if id in width_by_id else (_THIN - HEIGHT) // 2
            boxes[id] = Box(x, y + shift, width)
            y += _room(id, width_by_id)
        x += width + BETWEEN
    routes = {edge: _route(edge, paths, boxes, edge in back) for edge in edges}
    node_boxes = {id: boxes[id] for id in width_by_id}
    return Layout(node_boxes, routes, max(x - BETWEEN, 0), max(height - _GAP, HEIGHT))


def _room(id: str, width_by_id: Mapping[str, int]) -> int:
    return HEIGHT + _GAP if id in width_by_id else _THIN


def _route(
    edge: Edge, paths: Mapping[Edge, tuple[str, ...]], boxes: Mapping[str, Box], is_back: bool
) -> Route:
    way = paths[edge[::-1] if is_back else edge]
    points = []
    for n, id in enumerate(way):
        box = boxes[id]
        points += [(box.x, box.middle)] if n else []
        points += [(box.x + box.width, box.middle)] if n < len(way) - 1 else []
    return Route(tuple(points), is_back)
