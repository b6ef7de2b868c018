"""Answers that build upon each other, remembered, in finite time and in any order the same.

What a name means may depend on itself: imports, bases and aliases form circles. So every question
has a limited number of levels below it, and beyond them the answer is a default. An answer that met
the limit holds only for questions asked with as many levels left: what is remembered never makes an
answer depend on what was asked before.
"""

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar, TypeVarTuple

Answer = TypeVar("Answer")
Question = TypeVarTuple("Question")

_ENDLESS: Final = 1 << 30


class Fuel:
    """How many levels are left, and how high the answers below the present question are."""

    def __init__(self, n_levels: int) -> None:
        self.left = n_levels
        self.height = 0


class Remembered(Generic[Answer, *Question]):
    """A question that asks others, with all its answers."""

    def __init__(self, fuel: Fuel, ask: Callable[[*Question], Answer], default: Answer) -> None:
        self._fuel = fuel
        self._ask = ask
        self._default = default
        self._answer_and_height: dict[Hashable, tuple[Answer, int]] = {}
        self._answer_at_limit: dict[Hashable, Answer] = {}

    def __call__(self, *question: *Question) -> Answer:
        fuel = self._fuel
        known = self._answer_and_height.get(question)
        if known is not None and known[1] <= fuel.left:
            if known[1] > fuel.height:
                fuel.height = known[1]
            return known[0]
        return self._work_out(*question)

    def _work_out(self, *question: *Question) -> Answer:
        fuel = self._fuel
        limited = (fuel.left, question)
        if fuel.left == 0 or limited in self._answer_at_limit:
            fuel.height = _ENDLESS
            return self._answer_at_limit.get(limited, self._default)
        height_beside, fuel.height = fuel.height, 0
        fuel.left -= 1
        answer = self._ask(*question)
        fuel.left += 1
        height = fuel.height + 1
        if height < _ENDLESS:
            self._answer_and_height[question] = answer, height
        else:
            self._answer_at_limit[limited] = answer
        fuel.height = max(height_beside, height)
        return answer
