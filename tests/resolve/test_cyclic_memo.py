"""Questions that lead to themselves come to an end, and the order of asking changes no answer."""

from repobook.resolve.cyclic_memo import CyclicMemo, Levels


class _Chain:
    """A number stands for the next one, the last for ``end``; ``None`` is not known."""

    def __init__(self, next_of: dict[int, int], n_levels: int) -> None:
        self._next_of = next_of
        self.n_asked = 0
        self.value = CyclicMemo(Levels(n_levels), self._value, "limit")

    def _value(self, number: int) -> str:
        self.n_asked += 1
        following = self._next_of.get(number)
        return "end" if following is None else self.value(following)


class _Graph:
    """What the leaves are that a node leads to."""

    def __init__(self, graph: dict[str, list[str]]) -> None:
        self._graph = graph
        nothing: tuple[str, ...] = ()
        self.leaves = CyclicMemo(Levels(40), self._leaves, nothing)

    def _leaves(self, node: str) -> tuple[str, ...]:
        if node not in self._graph:
            return (node,)
        return tuple(sorted({leaf for after in self._graph[node] for leaf in self.leaves(after)}))


def test_an_answer_is_worked_out_once() -> None:
    chain = _Chain({1: 2, 2: 3}, 10)
    assert [chain.value(1), chain.value(1), chain.value(3)] == ["end"] * 3
    assert chain.n_asked == 3


def test_a_cycle_gives_the_default() -> None:
    chain = _Chain({1: 2, 2: 1}, 10)
    assert chain.value(1) == "limit"
    assert chain.value(2) == "limit"


def test_a_chain_longer_than_the_limit_is_cut_whatever_was_asked_before() -> None:
    numbers = {n: n + 1 for n in range(30)}
    forwards, backwards = _Chain(numbers, 10), _Chain(numbers, 10)
    there = [forwards.value(n) for n in range(31)]
    back = [backwards.value(n) for n in range(30, -1, -1)][::-1]
    assert there == back
    assert there == ["limit"] * 21 + ["end"] * 10


def test_many_cycles_through_one_another_stay_cheap() -> None:
    n_asked = 0

    def ask(number: int) -> str:
        nonlocal n_asked
        n_asked += 1
        return max(answer(other) for other in range(20) if other != number)

    answer = CyclicMemo(Levels(40), ask, "limit")
    assert answer(0) == "limit"
    assert n_asked <= 20 * 40


def test_answers_in_a_cycle_are_the_same_in_any_order() -> None:
    graph = {"a": ["b"], "b": ["a", "c", "leaf"], "c": ["a"]}
    forwards, backwards = _Graph(graph), _Graph(graph)
    first = {node: forwards.leaves(node) for node in "abc"}
    second = {node: backwards.leaves(node) for node in "cba"}
    assert first == second == {"a": ("leaf",), "b": ("leaf",), "c": ("leaf",)}


def test_a_leaf_beside_a_chain_that_is_too_long_is_found_in_any_order() -> None:
    graph = {str(n): [str(n + 1), f"leaf {n}"] for n in range(60)}
    forwards, backwards = _Graph(graph), _Graph(graph)
    first = [forwards.leaves(str(n)) for n in range(60)]
    second = [backwards.leaves(str(n)) for n in reversed(range(60))][::-1]
    assert first == second
    assert "leaf 0" in first[0]
    assert "leaf 59" not in first[0]


def test_a_chain_too_long_has_no_answer_in_any_order() -> None:
    graph = {str(n): [str(n + 1)] for n in range(1000)}
    forwards, backwards = _Graph(graph), _Graph(graph)
    first = [forwards.leaves(str(n)) for n in range(1000)]
    second = [backwards.leaves(str(n)) for n in reversed(range(1000))][::-1]
    assert first == second
    assert first[0] == ()
    assert first[990] == ("1000",)


def test_everything_leading_to_everything_ends() -> None:
    graph = {str(n): [str(m) for m in range(60)] for n in range(60)}
    assert _Graph(graph).leaves("0") == ()
