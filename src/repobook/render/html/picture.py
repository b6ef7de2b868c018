"""Pictures drawn when the page is made, without scripts; each has a text alternative."""

import math
from collections.abc import Callable
from typing import Final

from repobook.model.blocks import (
    Bar,
    Cite,
    Link,
    Matrix,
    MatrixCell,
    PageRef,
    Tile,
    Timeline,
    Treemap,
)
from repobook.render.html.html_text import attribute, text
from repobook.render.html.treemap import Area, laid_out
from repobook.render.timelines import timeline_text
from repobook.text.visible import one_visible_line

_BAR: Final = 1000
_MAP: Final = (900, 320)
_CHARACTER: Final = 7
_MIN_LABEL: Final = 5
_LINE: Final = 18
_SHADES: Final = 4
_PERIOD: Final = 8
_HIGHEST: Final = 30
_EMPTY: Final = "<td>"
_ITSELF: Final = "<td>·"


def matrix(block: Matrix, link: Callable[[Link], str], address: Callable[[Cite], str]) -> str:
    """A table, for a table can be read aloud; what goes both ways is bold as well as marked."""
    size = len(block.heads)
    cells = {(n, n): _ITSELF for n in range(size)}
    cells |= {(cell.row, cell.column): _cell(cell, address(cell.cite)) for cell in block.cells}
    head = "".join([f"<th scope=col>{n + 1}" for n in range(size)])
    rows = [
        f"<tr><th scope=row>{n + 1} {link(block.heads[n])}"
        + "".join([cells.get((n, column), _EMPTY) for column in range(size)])
        for n in range(size)
    ]
    return (
        f"<table class=matrix><caption>{text(block.caption)}</caption>"
        f"<thead><tr><td>{head}<tbody>{''.join(rows)}</table>"
    )


def _cell(cell: MatrixCell, address: str) -> str:
    if cell.is_mutual:
        return f"<td class=o><a href={address}><b>{cell.n:,}</b></a>"
    return f"<td><a href={address}>{cell.n:,}</a>"


def bar(block: Bar) -> str:
    total = sum(n for _, n in block.parts)
    at, drawn, legend = 0, [], []
    for place, (label, n) in enumerate(block.parts, 1):
        end = at + n
        left, right = at * _BAR // total, end * _BAR // total
        drawn.append(f"<rect class=s{place} x={left} width={right - left} height=12 />")
        legend.append(f"<li><i class=s{place}></i>{text(label)} {n / total:.1%}")
        at = end
    return (
        f'<figure class=bar><svg viewBox="0 0 {_BAR} 12" preserveAspectRatio=none role=img'
        f" aria-label={attribute(block.caption)}>{''.join(drawn)}</svg>"
        f"<figcaption>{text(block.caption)}<ul>{''.join(legend)}</ul></figcaption></figure>"
    )


def treemap(block: Treemap, address: Callable[[PageRef], str]) -> str:
    width, height = _MAP
    hottest = max([1, *(tile.heat for tile in block.tiles)])
    areas = laid_out([tile.size for tile in block.tiles], width, height)
    drawn = [
        f"<a href={address(tile.page)}>{_tile(tile, area, hottest)}"
        f"<title>{text(_numbers(tile, block))}</title></a>"
        for tile, area in zip(block.tiles, areas, strict=True)
    ]
    return (
        f'<figure class=map><svg viewBox="0 0 {width} {height}" role=group'
        f" aria-label={attribute(block.caption)}>{''.join(drawn)}</svg>"
        f"<figcaption>{text(block.caption)}</figcaption></figure>"
    )


def _tile(tile: Tile, area: Area, hottest: int) -> str:
    """The root of the heat, so that few very hot ones do not leave all others pale."""
    shade = math.isqrt(tile.heat * _SHADES**2 // hottest)
    x, y, width, height = area
    rect = f"<rect class=h{shade} x={x} y={y} width={width} height={height} />"
    label = _fitting(one_visible_line(tile.label), width) if height >= _LINE else ""
    return f"{rect}<text x={x + 5} y={y + 14}>{text(label)}</text>" if label else rect


def _fitting(label: str, width: int) -> str:
    room = (width - 8) // _CHARACTER
    if len(label) <= room:
        return label
    return f"{label[: room - 1]}…" if room >= _MIN_LABEL else ""


def _numbers(tile: Tile, block: Treemap) -> str:
    return f"{tile.label}: {tile.size:,} {block.size_of}, {tile.heat:,} {block.heat_of}"


def timeline(block: Timeline) -> str:
    """A stroke for each period; the caption has the numbers."""
    most = max([1, *(n for _, n in block.periods)])
    strokes = [
        f"M{place * _PERIOD + _PERIOD // 2} {_HIGHEST}v-{max(n * _HIGHEST // most, 1)}"
        for place, (_, n) in enumerate(block.periods)
        if n
    ]
    width = len(block.periods) * _PERIOD
    return (
        f'<figure class=past><svg viewBox="0 0 {width} {_HIGHEST}" width={width}'
        f" height={_HIGHEST} role=img aria-label={attribute(block.caption)}>"
        f'<path d="{"".join(strokes)}" /></svg>'
        f"<figcaption>{text(timeline_text(block))}</figcaption></figure>"
    )
