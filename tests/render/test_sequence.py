"""Calls in their order: every participant once, every call on a row of its own, only text."""

import re

from repobook.model.blocks import Arrow, Figure, Node, PageRef
from repobook.render.html.sequence import sequence
from repobook.render.markdown.mermaid import mermaid

NODES = (Node("A", "A", PageRef("file", "a.py")), Node("B", "B"), Node("C", "C"))
CALLS = (
    Arrow("A", "B", "1 run"),
    Arrow("B", "B", "1.1 again"),
    Arrow("B", "A", "1.2 back", is_sure=False),
    Arrow("A", "C", "2 over_all_of_them_and_with_a_long_name"),
)
WALK = Figure("calls", NODES, CALLS, is_sequence=True)


def _middles(svg: str) -> list[int]:
    lives = re.search(r'class=life d="([^"]*)"', svg)
    return [int(x) for x in re.findall(r"M(\d+)", lives[1])] if lives else []


def test_each_call_is_a_row_further_down_between_its_participants() -> None:
    svg = sequence(WALK, lambda ref: f"{ref.path}.html")
    a, b, c = _middles(svg)
    straight = re.findall(r'd="M(\d+) (\d+)H(\d+)m', svg)
    ends = [(int(begin), int(end)) for begin, _, end in straight]
    assert ends == [(a, b), (b, a), (a, c)]
    rows = [int(y) for _, y, _ in straight]
    assert rows == sorted(set(rows))
    assert f'd="M{b} ' in svg
    assert svg.count("class=unsure") == 1
    assert "<a href=a.py.html><rect" in svg


def test_participants_are_as_far_apart_as_their_calls_need() -> None:
    svg = sequence(WALK, lambda ref: "x")
    a, b, c = _middles(svg)
    assert a < b < c
    assert c - a >= 7 * len(CALLS[3].label)
    width = re.search(r" width=(\d+)", svg)
    assert width is not None
    assert int(width[1]) > c


def test_labels_of_calls_are_only_text() -> None:
    hostile = '</svg><script>x</script>" onload=x\n'
    svg = sequence(
        Figure(hostile, (Node("A", hostile),), (Arrow("A", "A", hostile),), is_sequence=True),
        lambda ref: "x",
    )
    assert "<script" not in svg


def test_mermaid_has_the_same_calls() -> None:
    assert mermaid(WALK).splitlines() == [
        "sequenceDiagram",
        "  participant n0 as A",
        "  participant n1 as B",
        "  participant n2 as C",
        "  n0->>n1: 1 run",
        "  n1->>n1: 1.1 again",
        "  n1-->>n0: 1.2 back",
        "  n0->>n2: 2 over_all_of_them_and_with_a_long_name",
    ]
