"""Importance, cycles and layers over small graphs that one can follow by hand."""

import random

from repobook.analyse.cycles import layers, strong_components
from repobook.analyse.entry_points import entry_line
from repobook.analyse.ranks import file_ranks
from repobook.model.facts import Definition, Reference, pack_position
from repobook.model.graph import EdgeKind, FileEdge


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


def test_cycle_is_numbered_and_is_one_layer() -> None:
    edges = {"a": [_import("b")], "b": [_import("a"), _import("c")], "d": [_import("a")]}
    ranks = file_ranks(["a", "b", "c", "d"], edges)
    assert (ranks["a"].cycle, ranks["b"].cycle, ranks["c"].cycle) == (1, 1, None)
    assert [ranks[path].layer for path in "abcd"] == [1, 1, 0, 2]


def test_calls_make_no_cycle() -> None:
    edges = {"a": [_import("b")], "b": [_import("a", kind="call")]}
    assert file_ranks(["a", "b"], edges)["a"].cycle is None


def test_file_that_depends_on_itself_is_no_cycle() -> None:
    assert file_ranks(["a"], {"a": [_import("a")]})["a"].cycle is None


def test_chain_longer_than_the_stack_is_walked() -> None:
    n = 50_000
    graph = {str(i): [str(i + 1)] for i in range(n)} | {str(n): ["0"]}
    (component,) = strong_components(graph)
    assert len(component) == n + 1
    open_chain = {str(i): [str(i + 1)] for i in range(n)} | {str(n): []}
    components = strong_components(open_chain)
    assert layers(open_chain, components)["0"] == n


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
    in_class = main._replace(kind="method", name="Main", qualname="Program.Main")
    assert entry_line("a.cs", "C#", [main, in_class._replace(line=3)], []) == 3
    compared = Reference("$0", "", "mention", (pack_position(12, 15),))
    assert entry_line("a.rb", "Ruby", [], [guard, compared]) == 12
    tag = Reference("php", "", "mention", (pack_position(2, 2),))
    assert entry_line("a.php", "PHP", [], [tag]) == 2
    assert entry_line("a.md", "Markdown", [], [tag, guard]) == 0


def test_imports_that_do_not_run_with_a_file_close_no_cycle() -> None:
    def cycles(kind: EdgeKind) -> set[int | None]:
        edges = {
            "a.py": [FileEdge("b.py", "import", 1, "exact")],
            "b.py": [FileEdge("a.py", kind, 1, "exact")],
        }
        return {rank.cycle for rank in file_ranks(["a.py", "b.py"], edges).values()}

    assert cycles("import") == {1}
    assert cycles("type-only") == cycles("deferred") == {None}
