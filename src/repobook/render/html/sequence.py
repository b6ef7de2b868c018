"""Calls in their order as a drawing: who takes part side by side, one line down for every call."""

from collections.abc import Callable
from typing import Final

from repobook.model.blocks import Arrow, Figure, Node, PageRef
from repobook.render.html.html_text import attribute, text
from repobook.text.visible import one_visible_line

_CHARACTER: Final = 7
_BOX: Final = 24
_ROW: Final = 30
_LOOP: Final = 26
"""How far a call of the same participant goes out and back."""


def sequence(block: Figure, address: Callable[[PageRef], str]) -> str:
    places = _places(block)
    middles = dict(zip((node.id for node in block.nodes), places, strict=True))
    height = _BOX + _ROW * (len(block.arrows) + 1)
    lines = "".join(f"M{x} {_BOX}V{height}" for x in places)
    calls = [
        _call(arrow, middles[arrow.source], middles[arrow.target], _BOX + _ROW * n)
        for n, arrow in enumerate(block.arrows, 1)
    ]
    boxes = [_box(node, middles[node.id], address) for node in block.nodes]
    width = places[-1] + _room(block, len(places) - 1)
    return (
        f'<figure><svg viewBox="-1 -1 {width + 2} {height + 2}" width={width + 2}'
        f" height={height + 2} role=group aria-label={attribute(block.caption)}>"
        f'<path class=life d="{lines}" />{"".join(calls)}{"".join(boxes)}</svg>'
        f"<figcaption>{text(block.caption)}</figcaption></figure>"
    )


def _places(block: Figure) -> list[int]:
    """The middle of each participant, as far apart as what stands between them needs."""
    places = [_wide(block.nodes[0].label) // 2]
    for n in range(1, len(block.nodes)):
        places.append(places[-1] + _room(block, n - 1))
    return places


def _room(block: Figure, n: int) -> int:
    """To the right of the middle of a participant."""
    ids = [node.id for node in block.nodes]
    wide = [_wide(node.label) for node in block.nodes[n : n + 2]]
    room = [sum(wide) // 2 + 16]
    for arrow in block.arrows:
        ends = sorted((ids.index(arrow.source), ids.index(arrow.target)))
        if ends == [n, n]:
            room.append(_LOOP + _wide(arrow.label))
        elif ends[0] <= n < ends[1]:
            room.append(_wide(arrow.label) // (ends[1] - ends[0]) + 8)
    return max(room)


def _wide(label: str) -> int:
    return len(one_visible_line(label)) * _CHARACTER + 18


def _call(arrow: Arrow, begin: int, end: int, y: int) -> str:
    mark = "" if arrow.is_sure else " class=unsure"
    if begin == end:
        drawn = f"M{begin} {y - 8}h{_LOOP - 8}v12h{8 - _LOOP}m5-4l-5 4 5 4"
        x, base = begin + _LOOP, y + 2
    else:
        head = "m-5-4l5 4-5 4" if begin < end else "m5-4l-5 4 5 4"
        drawn = f"M{begin} {y}H{end}{head}"
        x, base = min(begin, end) + 9, y - 5
    label = text(one_visible_line(arrow.label))
    return f'<path{mark} d="{drawn}" /><text x={x} y={base}>{label}</text>'


def _box(node: Node, middle: int, address: Callable[[PageRef], str]) -> str:
    wide = _wide(node.label)
    begin = middle - wide // 2
    drawn = (
        f"<rect x={begin} y=0 width={wide} />"
        f"<text x={begin + 9} y=16>{text(one_visible_line(node.label))}</text>"
    )
    return f"<a href={address(node.page)}>{drawn}</a>" if node.page else f"<g>{drawn}</g>"
