"""A figure as a drawing: layers from left to right, laid out when the page is made."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from repobook.model.blocks import Arrow, Figure, Node, PageRef
from repobook.render.html.html_text import text
from repobook.render.html.layers import BETWEEN, Box, Route, layered
from repobook.text.visible import one_visible_line

_CHARACTER: Final = 7
_MAX_LABEL: Final = 40


def figure(block: Figure, address: Callable[[PageRef, str], str]) -> str:
    width_by_id = {node.id: len(_label(node)) * _CHARACTER + 18 for node in block.nodes}
    layout = layered(width_by_id, ((arrow.source, arrow.target) for arrow in block.arrows))
    routes = [
        (arrow, layout.routes[arrow.source, arrow.target])
        for arrow in block.arrows
        if (arrow.source, arrow.target) in layout.routes
    ]
    arrows = _star(routes) if block.is_star else [_arrow(*routed) for routed in routes]
    middle = block.nodes[0].id if block.is_star else ""
    nodes = [
        _node(node, layout.boxes[node.id], address, has_box=middle in ("", node.id))
        for node in block.nodes
    ]
    width, height = layout.width + 2, layout.height + 2
    return (
        f'<figure><svg viewBox="-1 -1 {width} {height}" width={width} height={height}'
        " role=group>"
        f"{''.join(arrows)}{''.join(nodes)}</svg><figcaption>{text(block.caption)}</figcaption>"
        "</figure>"
    )


def _label(node: Node) -> str:
    """A long one keeps its end, which distinguishes files."""
    label = one_visible_line(node.label)
    return label if len(label) <= _MAX_LABEL else f"…{label[1 - _MAX_LABEL :]}"


def _star(routes: Iterable[tuple[Arrow, Route]]) -> Iterator[str]:
    """Such a picture is on most pages, its arrows say nothing that its nodes do not, and none of
    them has to stand out: all of a kind are one line, and only the middle has a box."""
    lines_by_mark: defaultdict[str, list[str]] = defaultdict(list)
    for arrow, route in routes:
        lines_by_mark[_mark(arrow)].append(_line(route))
    for mark, lines in lines_by_mark.items():
        yield f'<path{mark} d="{"".join(lines)}" />'


def _arrow(arrow: Arrow, route: Route) -> str:
    """A line between two nodes, with the kind of edge as its tooltip."""
    title = f"<title>{text(arrow.label)}</title>" if arrow.label else ""
    return f'<path{_mark(arrow)} d="{_line(route)}">{title}</path>'


def _mark(arrow: Arrow) -> str:
    width = f" class=w{_width(arrow.weight)}" if arrow.weight > 1 else ""
    return width if arrow.is_sure else " class=unsure"


def _width(weight: int) -> int:
    """In steps of doubling, from 2 to 6."""
    return min(weight.bit_length(), 6)


def _line(route: Route) -> str:
    """Bent between layers, straight across them, with a head at one end. Offsets are shorter than
    places, and there are a hundred thousand of them."""
    (x, y), *others = route.points
    parts = [f"M{x} {y}"]
    bend = BETWEEN // 2
    for n, (to_x, to_y) in enumerate(others):
        if n % 2:
            parts.append(f"h{to_x - x}")
        else:
            right, down = to_x - x, to_y - y
            parts.append(f"c{_offsets(bend, 0, right - bend, down, right, down)}")
        x, y = to_x, to_y
    x, y = route.points[0]
    parts.append(f"M{x} {y}m5-4-5 4 5 4" if route.is_back else "m-5-4 5 4-5 4")
    return "".join(parts)


def _offsets(*numbers: int) -> str:
    """A sign separates, too."""
    return " ".join(map(str, numbers)).replace(" -", "-")


def _node(node: Node, box: Box, address: Callable[[PageRef, str], str], has_box: bool) -> str:
    label = _label(node)
    full = f"<title>{text(node.label)}</title>" if label != node.label else ""
    around = f"<rect x={box.x} y={box.y} width={box.width} />" if has_box else ""
    drawn = f"{around}<text x={box.x + 9} y={box.y + 16}>{text(label)}</text>{full}"
    return (
        f"<a href={address(node.page, node.anchor)}>{drawn}</a>" if node.page else f"<g>{drawn}</g>"
    )
