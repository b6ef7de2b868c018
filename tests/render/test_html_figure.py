"""Drawings: layers from left to right, every node once, whatever the arrows do."""

import re

from repobook.model.blocks import Arrow, Figure, Node, PageRef
from repobook.render.html_figure import figure


def _drawn(nodes: str, arrows: str) -> dict[str, tuple[int, int]]:
    """Where each node of a letter stands; arrows are pairs of letters."""
    block = Figure("c", tuple(Node(n, n) for n in nodes), tuple(map(_arrow, arrows.split())))
    html = figure(block, lambda ref: "x")
    found = re.findall(r"<rect x=(\d+) y=(\d+)[^>]*/><text[^>]*>(\w)<", html)
    assert html.count("<path") == len([a for a in arrows.split() if set(a) <= set(nodes)])
    return {name: (int(x), int(y)) for x, y, name in found}


def _arrow(pair: str) -> Arrow:
    return Arrow(pair[0], pair[1])


def test_arrows_lead_to_the_right() -> None:
    at = _drawn("abcd", "ab bc ac cd")
    assert at["a"][0] < at["b"][0] < at["c"][0] < at["d"][0]


def test_a_circle_is_drawn_with_one_arrow_back() -> None:
    at = _drawn("abc", "ab bc ca")
    assert at["a"][0] < at["b"][0] < at["c"][0]


def test_no_two_nodes_stand_in_one_place() -> None:
    nodes = "abcdefghij"
    at = _drawn(nodes, " ".join(f"a{n}" for n in nodes[1:]) + " ba zz")
    assert len(set(at.values())) == len(at) == len(nodes)


def test_a_node_leads_to_its_page_and_a_long_label_keeps_its_end() -> None:
    nodes = (Node("a", "x" * 60 + "/end.py", PageRef("file", "end.py")),)
    html = figure(Figure("c", nodes, ()), lambda ref: f"{ref.path}.html")
    assert "<a href=end.py.html>" in html
    assert "x/end.py</text>" in html
    assert "x" * 60 in html


def test_labels_are_only_text() -> None:
    hostile = '</svg><script>x</script>" onload=x'
    nodes = (Node(hostile, hostile), Node("b", "b"))
    block = Figure(hostile, nodes, (Arrow(hostile, "b", hostile),))
    html = figure(block, lambda ref: "x")
    assert "<script" not in html
    assert 'aria-label="&lt;/svg&gt;&lt;script&gt;x&lt;/script&gt;&quot; onload=x">' in html
