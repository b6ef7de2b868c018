"""Areas in a rectangle: they fill it, do not overlap, and keep their proportions."""

from hypothesis import given
from hypothesis import strategies as st

from repobook.render.html.treemap import laid_out

SIZES = st.lists(st.integers(1, 10**9), min_size=1, max_size=45).map(lambda s: sorted(s)[::-1])


@given(SIZES)
def test_every_size_has_an_area_inside(sizes: list[int]) -> None:
    areas = laid_out(sizes, 900, 320)
    assert len(areas) == len(sizes)
    for area in areas:
        assert area.width >= 1
        assert area.height >= 1
        assert 0 <= area.x <= 900
        assert area.x + area.width <= 901
        assert 0 <= area.y <= 320
        assert area.y + area.height <= 321


def test_areas_keep_their_proportions_and_meet() -> None:
    assert laid_out([2, 1, 1], 400, 200) == [
        (0, 0, 200, 200),
        (200, 0, 200, 100),
        (200, 100, 200, 100),
    ]


def test_one_size_fills_all() -> None:
    assert laid_out([7], 30, 20) == [(0, 0, 30, 20)]
