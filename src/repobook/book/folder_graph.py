"""Which children of a folder lean on which: as a matrix, a picture, and a table with examples."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final

from repobook.book.folder_pieces import child_link, cite, file_link, name_of, surely
from repobook.book.order import in_order
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
from repobook.model.folder_dossier import ChildEdge

_N_MATRIX: Final = 14
_MIN_MATRIX: Final = 3
_N_ARROWS: Final = 40
_N_EDGES: Final = 25

LinkOf = Callable[[str], Link]


def graph_blocks(edges: tuple[ChildEdge, ...], name: str) -> Iterator[Block]:
    """Nothing where no child leans on another."""
    if not edges:
        return
    link_of = cache(lambda path: child_link(path, edges))
    caption = f"What leans on what in {name}"
    children = busiest(edges)
    order = in_order(children, edges)
    if len(order) >= _MIN_MATRIX:
        n_all = len({path for edge in edges for path in edge[:2]})
        some = f": {len(order)} of {n_all:,}, those with most ties" if n_all > len(order) else ""
        yield matrix(order, edges, link_of, f"{caption}{some}")
        yield _figure(order, edges, link_of, caption)
    yield edge_table(edges, link_of)


def busiest(edges: Iterable[ChildEdge]) -> list[str]:
    ties: Counter[str] = Counter()
    for edge in edges:
        ties[edge.source] += edge.n
        ties[edge.target] += edge.n
    ordered = sorted(ties, key=lambda path: (-ties[path], path))
    return ordered[:_N_MATRIX]


def matrix(order: list[str], edges: Iterable[ChildEdge], link_of: LinkOf, caption: str) -> Matrix:
    """Rows lean on columns; most stands left of the diagonal, and what does not goes in circles."""
    place = {path: n for n, path in enumerate(order)}
    shown = [edge for edge in edges if edge.source in place and edge.target in place]
    between = {edge[:2] for edge in shown}
    cells = [
        MatrixCell(
            place[edge.source],
            place[edge.target],
            edge.n,
            cite(edge.example),
            (edge.target, edge.source) in between,
        )
        for edge in shown
    ]
    return Matrix(caption, tuple(map(link_of, order)), tuple(sorted(cells)))


def _figure(order: list[str], edges: Iterable[ChildEdge], link_of: LinkOf, caption: str) -> Figure:
    shown = set(order)
    arrows = [edge for edge in edges if edge.source in shown and edge.target in shown]
    nodes = [Node(path, name_of(path), link_of(path).page) for path in order]
    return Figure(
        caption,
        tuple(nodes),
        tuple(Arrow(edge.source, edge.target, f"{edge.n:,}") for edge in arrows[:_N_ARROWS]),
    )


def edge_table(edges: tuple[ChildEdge, ...], link_of: LinkOf, n: int = _N_EDGES) -> Table:
    rows = [
        ((link_of(edge.source),), (link_of(edge.target),), (f"{edge.n:,}",), example(edge))
        for edge in edges[:n]
    ]
    columns = ("From", "Leans on", "Pairs of files", "For example")
    return Table(columns, tuple(rows), len(edges) if len(edges) > n else 0)


def example(edge: ChildEdge) -> Content:
    return cite(edge.example), " leads to ", file_link(edge.to), *surely(edge.confidence)
