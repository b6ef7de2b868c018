"""A figure as a drawing: layers from left to right, laid out when the page is made."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.model.blocks import Arrow, Figure, Node, PageRef
from repobook.render.html_text import attribute, text
from repobook.text.visible import one_visible_line

_HEIGHT: Final = 24
_GAP: Final = 8
_ROW: Final = _HEIGHT + _GAP
_BETWEEN: Final = 72
_CHARACTER: Final = 7
_MAX_LABEL: Final = 40
_SWEEPS: Final = 4


class _Box(NamedTuple):
    node: Node
    x: int
    y: int
    width: int


def figure(block: Figure, address: Callable[[PageRef], str]) -> str:
    boxes = _boxes(block)
    width = max(box.x + box.width for box in boxes.values()) + 1
    height = max(box.y for box in boxes.values()) + _HEIGHT + 1
    arrows = [_arrow(arrow, boxes) for arrow in block.arrows if _is_drawn(arrow, boxes)]
    nodes = [_node(box, address) for box in boxes.values()]
    return (
        f'<figure><svg viewBox="-1 -1 {width + 1} {height + 1}" width={width + 1}'
        f" height={height + 1} role=group aria-label={attribute(block.caption)}>"
        f"{''.join(arrows)}{''.join(nodes)}</svg><figcaption>{text(block.caption)}</figcaption>"
        "</figure>"
    )


def _boxes(block: Figure) -> dict[str, _Box]:
    ids = [node.id for node in block.nodes]
    known = set(ids)
    targets: dict[str, list[str]] = {id: [] for id in ids}
    for arrow in block.arrows:
        if arrow.source in known and arrow.target in known and arrow.source != arrow.target:
            targets[arrow.source].append(arrow.target)
    columns = _ordered(_columns(ids, _without_circles(ids, targets)), targets)
    return _placed(columns, {node.id: node for node in block.nodes})


def _without_circles(ids: Sequence[str], targets: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Arrows that lead back to what led here are left out of the layering."""
    forward: dict[str, list[str]] = {id: [] for id in ids}
    done: set[str] = set()
    for root in ids:
        path = {root: iter(targets[root])} if root not in done else {}
        while path:
            here = next(reversed(path))
            there = next(path[here], None)
            if there is None:
                done.add(here)
                del path[here]
            elif there not in path:
                forward[here].append(there)
                if there not in done:
                    path[there] = iter(targets[there])
    return forward


def _columns(ids: Sequence[str], forward: Mapping[str, list[str]]) -> list[list[str]]:
    """Each as far to the right as the longest way to it is long."""
    layer = dict.fromkeys(ids, 0)
    for _ in ids:
        is_settled = True
        for source in ids:
            for target in forward[source]:
                if layer[target] <= layer[source]:
                    layer[target] = layer[source] + 1
                    is_settled = False
        if is_settled:
            break
    columns: list[list[str]] = [[] for _ in range(max(layer.values()) + 1)]
    for id in ids:
        columns[layer[id]].append(id)
    return [column for column in columns if column]


def _ordered(columns: list[list[str]], targets: Mapping[str, list[str]]) -> list[list[str]]:
    """Each near the middle of what it is tied to, so that few arrows cross."""
    ties: dict[str, list[str]] = {id: list(found) for id, found in targets.items()}
    for source, found in targets.items():
        for target in found:
            ties[target].append(source)
    for _ in range(_SWEEPS):
        place = {id: _at(n, column) for column in columns for n, id in enumerate(column)}
        columns = [sorted(column, key=lambda id: _middle(id, ties, place)) for column in columns]
    return columns


def _at(n: int, column: Sequence[str]) -> float:
    return n - len(column) / 2


def _middle(id: str, ties: Mapping[str, list[str]], place: Mapping[str, float]) -> float:
    near = ties[id]
    return sum(place[other] for other in near) / len(near) if near else place[id]


def _placed(columns: list[list[str]], nodes: Mapping[str, Node]) -> dict[str, _Box]:
    boxes: dict[str, _Box] = {}
    height = max(map(len, columns)) * _ROW
    x = 0
    for column in columns:
        width = max(_width(nodes[id]) for id in column)
        top = (height - len(column) * _ROW) // 2
        for n, id in enumerate(column):
            boxes[id] = _Box(nodes[id], x, top + n * _ROW, width)
        x += width + _BETWEEN
    return boxes


def _label(node: Node) -> str:
    """A long one keeps its end, which tells files apart."""
    label = one_visible_line(node.label)
    return label if len(label) <= _MAX_LABEL else f"…{label[1 - _MAX_LABEL :]}"


def _width(node: Node) -> int:
    return len(_label(node)) * _CHARACTER + 18


def _is_drawn(arrow: Arrow, boxes: Mapping[str, _Box]) -> bool:
    return arrow.source in boxes and arrow.target in boxes and arrow.source != arrow.target


def _arrow(arrow: Arrow, boxes: Mapping[str, _Box]) -> str:
    source, target = boxes[arrow.source], boxes[arrow.target]
    y, to_y = source.y + _HEIGHT // 2, target.y + _HEIGHT // 2
    is_back = target.x <= source.x
    x = source.x if is_back else source.x + source.width
    to_x = target.x + target.width if is_back else target.x
    bend = -_BETWEEN // 2 if is_back else _BETWEEN // 2
    unsure = "" if arrow.is_sure else " class=unsure"
    told = f"<title>{text(_told(arrow, boxes))}</title>"
    line = f"M{x} {y}C{x + bend} {y} {to_x - bend} {to_y} {to_x} {to_y}"
    tip = 5 if bend < 0 else -5
    head = f"M{to_x + tip} {to_y - 4}L{to_x} {to_y}L{to_x + tip} {to_y + 4}"
    return f'<path{unsure} d="{line}{head}">{told}</path>'


def _told(arrow: Arrow, boxes: Mapping[str, _Box]) -> str:
    names = f"{boxes[arrow.source].node.label} → {boxes[arrow.target].node.label}"
    return f"{names}: {arrow.label}" if arrow.label else names


def _node(box: _Box, address: Callable[[PageRef], str]) -> str:
    node = box.node
    full = f"<title>{text(node.label)}</title>" if _label(node) != node.label else ""
    drawn = (
        f"<rect x={box.x} y={box.y} width={box.width} height={_HEIGHT} rx=4 />"
        f"<text x={box.x + 9} y={box.y + 16}>{text(_label(node))}</text>{full}"
    )
    return f"<a href={address(node.page)}>{drawn}</a>" if node.page else f"<g>{drawn}</g>"
