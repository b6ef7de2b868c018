"""Layers from left to right: every node once, arrows between the nodes, whatever they do."""

from hypothesis import given
from hypothesis import strategies as st

from repobook.render.html.layers import HEIGHT, Layout, layered


def _layout(nodes: str, ties: str) -> Layout:
    """Nodes are letters, ties pairs of them."""
    return layered(dict.fromkeys(nodes, 40), [(tie[0], tie[1]) for tie in ties.split()])


def test_arrows_lead_to_the_right() -> None:
    boxes = _layout("abcd", "ab bc ac cd").boxes
    assert boxes["a"].x < boxes["b"].x < boxes["c"].x < boxes["d"].x


def test_a_long_arrow_passes_what_stands_between() -> None:
    layout = _layout("abc", "ab bc ac")
    start, *between, end = layout.routes["a", "c"].points
    assert len(between) == 2
    assert all(y != layout.boxes["b"].middle for _, y in between)
    assert (start[0], end[0]) == (40, layout.boxes["c"].x)


def test_a_circle_has_one_arrow_back() -> None:
    layout = _layout("abc", "ab bc ca")
    assert [tie for tie, route in layout.routes.items() if route.is_back] == [("c", "a")]


def test_what_is_not_there_is_left_out() -> None:
    assert set(_layout("ab", "ab aa az zb").routes) == {("a", "b")}
    assert _layout("", "ab").boxes == {}


_LETTERS = st.text("abcdefghij", min_size=1, max_size=10).map(
    lambda found: "".join(sorted(set(found)))
)
_TIES = st.lists(st.tuples(st.sampled_from("abcdefghij"), st.sampled_from("abcdefghij")))


@given(_LETTERS, _TIES)
def test_no_two_boxes_meet_and_nothing_leaves_the_drawing(
    nodes: str, ties: list[tuple[str, str]]
) -> None:
    layout = layered({node: 20 + 10 * n for n, node in enumerate(sorted(nodes))}, ties)
    boxes = sorted(layout.boxes.values())
    assert len(boxes) == len(nodes)
    for n, box in enumerate(boxes):
        assert all(other.x != box.x or abs(other.y - box.y) >= HEIGHT for other in boxes[n + 1 :])
        assert 0 <= box.y <= layout.height - HEIGHT
        assert box.x + box.width <= layout.width
    assert all(len(route.points) % 2 == 0 for route in layout.routes.values())
