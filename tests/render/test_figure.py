"""Drawings of figures: all that they hold, and nothing but text."""

import re

from repobook.model.blocks import Arrow, Figure, Node, PageRef
from repobook.render.html.figure import figure


def test_every_arrow_and_node_is_drawn_once() -> None:
    nodes = tuple(Node(name, name) for name in "abc")
    arrows = (
        Arrow("a", "b", "import", is_sure=False),
        Arrow("b", "a"),
        Arrow("a", "z"),
        Arrow("b", "c", "2 files", weight=2),
    )
    html = figure(Figure("c", nodes, arrows), lambda ref, anchor: "x")
    assert re.findall(r"<path[^>]*>(?:<title>([^<]*))?", html) == ["import", "", "2 files"]
    assert html.count("class=unsure") == 1
    assert re.findall(r"<text[^>]*>(\w)<", html) == ["a", "b", "c"]


def test_arrows_around_one_node_are_one_line_a_kind() -> None:
    nodes = tuple(Node(name, name) for name in "abcd")
    arrows = (Arrow("a", "b", "call"), Arrow("a", "c", "use"), Arrow("d", "a", is_sure=False))
    html = figure(Figure("c", nodes, arrows, is_star=True), lambda ref, anchor: "x")
    sure, unsure = re.findall(r'<path([^>]*) d="([^"]*)" />', html)
    assert (sure[0], sure[1].count("M"), sure[1].count("m-5-4 5 4-5 4")) == ("", 2, 2)
    assert (unsure[0], unsure[1].count("M")) == (" class=unsure", 1)


def test_a_node_leads_to_its_page_and_a_long_label_keeps_its_end() -> None:
    nodes = (Node("a", "x" * 60 + "/end.py", PageRef("file", "end.py")),)
    html = figure(Figure("c", nodes, ()), lambda ref, anchor: f"{ref.path}.html")
    assert "<a href=end.py.html>" in html
    assert "x/end.py</text>" in html
    assert "x" * 60 in html


def test_labels_are_only_text() -> None:
    hostile = '</svg><script>x</script>" onload=x'
    nodes = (Node(hostile, hostile), Node("b", "b"))
    block = Figure(hostile, nodes, (Arrow(hostile, "b", hostile),))
    html = figure(block, lambda ref, anchor: "x")
    assert "<script" not in html
    assert "<figcaption>&lt;/svg>&lt;script>x&lt;/script>" in html
