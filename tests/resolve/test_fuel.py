"""Questions that ask themselves come to an end, and the order of asking changes no answer."""

from repobook.resolve.fuel import Fuel, Remembered


class _Chain:
    """A number stands for the next one, the last for ``end``; ``None`` is not known."""

    def __init__(self, next_of: dict[int, int], n_levels: int) -> None:
        self._next_of = next_of
        self.n_asked = 0
        self.value = Remembered(Fuel(n_levels), self._value, "limit")

    def _value(self, number: int) -> str:
        self.n_asked += 1
        following = self._next_of.get(number)
        return "end" if following is None else self.value(following)


def test_an_answer_is_worked_out_once() -> None:
    chain = _Chain({1: 2, 2: 3}, 10)
    assert [chain.value(1), chain.value(1), chain.value(3)] == ["end"] * 3
    assert chain.n_asked == 3


def test_a_circle_gives_the_default() -> None:
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


def test_many_circles_through_one_another_stay_cheap() -> None:
    n_asked = 0

    def ask(number: int) -> str:
        nonlocal n_asked
        n_asked += 1
        return max(answer(other) for other in range(20) if other != number)

    answer = Remembered(Fuel(40), ask, "limit")
    assert answer(0) == "limit"
    assert n_asked <= 20 * 40
