"""Answers do not depend on which question came first, and every chain of questions ends."""

from repobook.resolve.memory import Memory


def _walk(graph: dict[str, list[str]], memory: Memory, node: str) -> tuple[str, ...]:
    """The leaves that a node leads to."""

    def work_out() -> tuple[str, ...]:
        if node not in graph:
            return (node,)
        return tuple(
            sorted({leaf for after in graph[node] for leaf in _walk(graph, memory, after)})
        )

    return memory.recall(node, work_out)


def test_answers_in_a_circle_are_the_same_in_any_order() -> None:
    graph = {"a": ["b"], "b": ["a", "c", "leaf"], "c": ["a"]}
    forwards, backwards = Memory(), Memory()
    first = {node: _walk(graph, forwards, node) for node in "abc"}
    second = {node: _walk(graph, backwards, node) for node in "cba"}
    assert first == second == {"a": ("leaf",), "b": ("leaf",), "c": ("leaf",)}


def test_a_chain_too_long_has_no_answer_in_any_order() -> None:
    graph = {str(n): [str(n + 1)] for n in range(1000)}
    forwards, backwards = Memory(), Memory()
    first = [_walk(graph, forwards, str(n)) for n in range(1000)]
    second = [_walk(graph, backwards, str(n)) for n in reversed(range(1000))][::-1]
    assert first == second
    assert first[0] == ()
    assert first[990] == ("1000",)


def test_everything_leading_to_everything_ends() -> None:
    graph = {str(n): [str(m) for m in range(60)] for n in range(60)}
    assert _walk(graph, Memory(), "0") == ()
