"""Which children of a folder depend on which: as a matrix, a picture, and a table with examples."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final

from repobook.book.folder.folder_inline import child_link, cite, file_link, name_of, surely
from repobook.book.shared.graph.folder_order import in_order
from repobook.model.blocks import (
    Arrow,
    Block,
    Content,
    Figure,
    Link,
    Matrix,
    MatrixCell,
    Node,
    Table,
)
from repobook.model.dossiers.folder_dossier import ChildEdge

_N_MATRIX: Final = 14
_MIN_MATRIX: Final = 3
_N_EDGES: Final = 25

LinkOf = Callable[[str], Link]


def graph_blocks(edges: tuple[ChildEdge, ...], name: str) -> Iterator[Block]:
    """Nothing where no child depends on another."""
    if not edges:
        return
    link_of = cache(lambda path: child_link(path, edges))
    caption = f"Dependencies in {name}"
    children = busiest(edges)
    order = in_order(children, edges)
    if len(order) >= _MIN_MATRIX:
        n_all = len({path for edge in edges for path in edge[:2]})
        some = (
            f": {len(order)} of {n_all:,}, those with the most dependencies"
            if n_all > len(order)
            else ""
        )
        yield matrix(order, edges, link_of, f"{caption}{some}")
        if figure := _figure(order, edges, link_of, caption):
            yield figure
    yield edge_table(edges, link_of)


def busiest(edges: Iterable[ChildEdge]) -> list[str]:
    n_pairs: Counter[str] = Counter()
    for edge in edges:
        n_pairs[edge.source] += edge.n
        n_pairs[edge.target] += edge.n
    ordered = sorted(n_pairs, key=lambda path: (-n_pairs[path], path))
    return ordered[:_N_MATRIX]


def matrix(order: list[str], edges: Iterable[ChildEdge], link_of: LinkOf, caption: str) -> Matrix:
    """Rows depend on columns; numbers right of the diagonal belong to cycles."""
    place = {path: n for n, path in enumerate(order)}
    inner_edges = [edge for edge in edges if edge.source in place and edge.target in place]
    between = {edge[:2] for edge in inner_edges}
    cells = [
        MatrixCell(
            place[edge.source],
            place[edge.target],
            edge.n,
            cite(edge.example),
            (edge.target, edge.source) in between,
        )
        for edge in inner_edges
    ]
    return Matrix(caption, tuple(map(link_of, order)), tuple(sorted(cells)))


def _figure(
    order: list[str], edges: Iterable[ChildEdge], link_of: LinkOf, caption: str
) -> Figure | None:
    """Its layers: only what follows from nothing else in it is drawn, and nothing that goes against
    the order. The matrix above has every dependency."""
    place = {path: n for n, path in enumerate(order)}
    inner = [edge for edge in edges if edge.source in place and edge.target in place]
    drawn = _direct([edge for edge in inner if place[edge.target] < place[edge.source]], order)
    if not drawn:
        return None
    arrows = [_arrow(edge) for edge in drawn]
    rest = f", {len(drawn):,} of {len(inner):,} shown" if len(drawn) < len(inner) else ""
    nodes = [Node(path, name_of(path), link_of(path).page) for path in order]
    return Figure(f"{caption}, in layers{rest}", tuple(nodes), tuple(arrows))


def _arrow(edge: ChildEdge) -> Arrow:
    """A single pair of files needs no number."""
    label = f"{edge.n:,}" if edge.n > 1 else ""
    return Arrow(edge.source, edge.target, label, weight=edge.n)


def _direct(edges: Iterable[ChildEdge], order: Iterable[str]) -> list[ChildEdge]:
    """Without those whose target is reached by way of another. ``order``: targets first."""
    edges_by_source: dict[str, list[ChildEdge]] = {path: [] for path in order}
    for edge in edges:
        edges_by_source[edge.source].append(edge)
    reached: dict[str, set[str]] = {}
    direct = []
    for source, leading in edges_by_source.items():
        beyond = set().union(*(reached[edge.target] for edge in leading))
        direct += [edge for edge in leading if edge.target not in beyond]
        reached[source] = beyond | {edge.target for edge in leading}
    return direct


def edge_table(edges: tuple[ChildEdge, ...], link_of: LinkOf, n: int = _N_EDGES) -> Table:
    rows = [
        ((link_of(edge.source),), (link_of(edge.target),), (f"{edge.n:,}",), example(edge))
        for edge in edges[:n]
    ]
    columns = ("From", "Depends on", "Pairs of files", "For example")
    return Table(columns, tuple(rows), len(edges) if len(edges) > n else 0)


def example(edge: ChildEdge) -> Content:
    return cite(edge.example), " uses ", file_link(edge.to), *surely(edge.confidence)
