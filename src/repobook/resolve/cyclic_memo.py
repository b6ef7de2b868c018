"""A cache for recursive queries that may be cyclic: bounded, and independent of their order.

What a name means may depend on itself: imports, bases and aliases form cycles. So every question
has a limited number of levels below it, and beyond them the answer is a default. An answer that met
the limit holds only for questions asked with as many levels left: what is cached never makes an
answer depend on what was asked before.
"""

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar, TypeVarTuple

Answer = TypeVar("Answer")
Question = TypeVarTuple("Question")

_ENDLESS: Final = 1 << 30


class Levels:
    """How many levels are left, and how high the answers below the present question are.

    Memos whose questions lead to each other share one.
    """

    def __init__(self, n_levels: int) -> None:
        self.left = n_levels
        self.height = 0

    def measured(self, ask: Callable[[], Answer]) -> tuple[Answer, int]:
        """An answer, and how many levels it took: more than there are where the limit was met."""
        self.height = 0
        return ask(), self.height


class CyclicMemo(Generic[Answer, *Question]):
    """A function that may call itself through others, with its cached answers."""

    def __init__(self, levels: Levels, ask: Callable[[*Question], Answer], default: Answer) -> None:
        self._levels = levels
        self._ask = ask
        self._default = default
        self._answer_and_height: dict[Hashable, tuple[Answer, int]] = {}
        self._answer_at_limit: dict[Hashable, Answer] = {}

    def __call__(self, *question: *Question) -> Answer:
        levels = self._levels
        cached = self._answer_and_height.get(question)
        if cached is not None and cached[1] <= levels.left:
            if cached[1] > levels.height:
                levels.height = cached[1]
            return cached[0]
        return self._work_out(*question)

    def _work_out(self, *question: *Question) -> Answer:
        levels = self._levels
        limited = (levels.left, question)
        if levels.left == 0 or limited in self._answer_at_limit:
            levels.height = _ENDLESS
            return self._answer_at_limit.get(limited, self._default)
        sibling_height, levels.height = levels.height, 0
        levels.left -= 1
        answer = self._ask(*question)
        levels.left += 1
        height = levels.height + 1
        if height < _ENDLESS:
            self._answer_and_height[question] = answer, height
        else:
            self._answer_at_limit[limited] = answer
        levels.height = max(sibling_height, height)
        return answer
