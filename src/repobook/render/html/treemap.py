"""Lays out areas in a rectangle so that each is nearly as wide as high (squarified treemaps)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Area(NamedTuple):
    x: int
    y: int
    width: int
    height: int


class _Free(NamedTuple):
    x: float
    y: float
    width: float
    height: float


def laid_out(sizes: Sequence[int], width: int, height: int) -> list[Area]:
    """Of positive sizes, largest first; side by side with them."""
    total = sum(sizes)
    areas = [size * width * height / total for size in sizes]
    free = _Free(0, 0, width, height)
    placed: list[Area] = []
    while areas:
        side = min(free.width, free.height) or 1
        n = _row(areas, side)
        placed += _placed(areas[:n], free)
        free = _left(free, sum(areas[:n]))
        areas = areas[n:]
    return placed


def _row(areas: Sequence[float], side: float) -> int:
    """How many belong into the next row: one more as long as the worst of them gets no thinner."""
    n, worst = 1, _worst(areas[:1], side)
    while n < len(areas) and (next_worst := _worst(areas[: n + 1], side)) <= worst:
        n, worst = n + 1, next_worst
    return n


def _worst(row: Sequence[float], side: float) -> float:
    thickness = sum(row) / side
    return max(max(thickness**2 / area, area / thickness**2) for area in row)


def _placed(row: Sequence[float], free: _Free) -> Iterator[Area]:
    """Along the shorter side."""
    is_column = free.width >= free.height
    side = (free.height if is_column else free.width) or 1
    thickness, at = sum(row) / side, 0.0
    for area in row:
        length = area / thickness if thickness else 0.0
        if is_column:
            yield _rounded(free.x, free.y + at, thickness, length)
        else:
            yield _rounded(free.x + at, free.y, length, thickness)
        at += length


def _rounded(x: float, y: float, width: float, height: float) -> Area:
    """Edges are rounded, not sizes: neighbours meet."""
    left, top = round(x), round(y)
    return Area(left, top, max(round(x + width) - left, 1), max(round(y + height) - top, 1))


def _left(free: _Free, area: float) -> _Free:
    if free.width >= free.height:
        thickness = area / (free.height or 1)
        return _Free(free.x + thickness, free.y, max(free.width - thickness, 0), free.height)
    thickness = area / (free.width or 1)
    return _Free(free.x, free.y + thickness, free.width, max(free.height - thickness, 0))
