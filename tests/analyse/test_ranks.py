"""Importance, circles and layers over small graphs that one can follow by hand."""

import random

from repobook.analyse.cycles import circles, layers
from repobook.analyse.entries import entry_line
from repobook.analyse.ranks import file_ranks
from repobook.model.facts import Definition, Reference, pack_position
from repobook.model.graph import FileEdge


def _import(target: str, confidence: str = "exact", kind: str = "import") -> FileEdge:
    return FileEdge(target, kind, 1, confidence)  # type: ignore[arg-type]


def test_what_many_depend_on_ranks_first() -> None:
    edges = {"a": [_import("core")], "b": [_import("core")], "c": [_import("a")]}
    ranks = file_ranks(["a", "b", "c", "core"], edges)
    assert min(ranks, key=lambda path: ranks[path].rank) == "core"
    assert (ranks["core"].fan_in, ranks["core"].fan_out) == (2, 0)
    assert (ranks["c"].fan_in, ranks["c"].fan_out) == (0, 1)


def test_scores_are_shares_of_the_whole() -> None:
    edges = {"a": [_import("b")], "b": [_import("c"), _import("a")], "c": []}
    ranks = file_ranks(["a", "b", "c"], edges)
    assert abs(sum(rank.score for rank in ranks.values()) - 3) < 1e-4


def test_ambiguous_and_test_edges_count_nothing() -> None:
    edges = {"a": [_import("b", "ambiguous")], "t": [_import("b", kind="test")]}
    assert file_ranks(["a", "b", "t"], edges)["b"].fan_in == 0


def test_order_of_edges_does_not_show() -> None:
    names = [f"f{n}" for n in range(60)]
    chooser = random.Random(7)
    edges = {name: [_import(chooser.choice(names)) for _ in range(5)] for name in names}
    shuffled = {name: chooser.sample(found, len(found)) for name, found in edges.items()}
    assert file_ranks(names, edges) == file_ranks(names, shuffled)


def test_layers_rise_from_what_depends_on_nothing() -> None:
    ranks = file_ranks(["a", "b", "c"], {"a": [_import("b")], "b": [_import("c")]})
    assert [ranks[path].layer for path in "abc"] == [2, 1, 0]


def test_circle_is_numbered_and_is_one_layer() -> None:
    edges = {"a": [_import("b")], "b": [_import("a"), _import("c")], "d": [_import("a")]}
    ranks = file_ranks(["a", "b", "c", "d"], edges)
    assert (ranks["a"].cycle, ranks["b"].cycle, ranks["c"].cycle) == (1, 1, None)
    assert [ranks[path].layer for path in "abcd"] == [1, 1, 0, 2]


def test_calls_make_no_circle() -> None:
    edges = {"a": [_import("b")], "b": [_import("a", kind="call")]}
    assert file_ranks(["a", "b"], edges)["a"].cycle is None


def test_file_that_depends_on_itself_is_no_circle() -> None:
    assert file_ranks(["a"], {"a": [_import("a")]})["a"].cycle is None


def test_chain_longer_than_the_stack_is_walked() -> None:
    n = 50_000
    graph = {str(i): [str(i + 1)] for i in range(n)} | {str(n): ["0"]}
    (component,) = circles(graph)
    assert len(component) == n + 1
    open_chain = {str(i): [str(i + 1)] for i in range(n)} | {str(n): []}
    found = circles(open_chain)
    assert layers(open_chain, found)["0"] == n


def test_program_begins_at_main_or_its_guard() -> None:
    main = Definition("function", "main", "main", 7, 9, 0, -1, "int main()", "", (), True)
    guard = Reference("__main__", "", "mention", (pack_position(40, 15),))
    assert entry_line("a.c", "C", [main], []) == 7
    assert entry_line("a.py", "Python", [main], []) == 0
    assert entry_line("a.py", "Python", [], [guard]) == 40
    module = Reference("__main__", "@24=", "mention", (pack_position(5, 0),))
    assert entry_line("a.py", "Python", [], [module]) == 0
    called = Reference("main", "", "call", (pack_position(3, 0),))
    assert entry_line("pkg/__main__.py", "Python", [], [called]) == 1
    assert entry_line("pkg/__main__.py", "Python", [], []) == 0
