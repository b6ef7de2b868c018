"""Answers that are worked out once, though questions may lead to each other and in circles.

An answer must not depend on which question was asked first. So an answer that a circle or the limit
of depth cut short is kept only for the question that was asked from outside, and one that would be
too deep from here is none, even where it is known.
"""

from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple

_MAX_DEPTH: Final = 40
_MAX_QUESTIONS: Final = 5_000
_NEVER: Final = _MAX_DEPTH + 1
_TOO_DEEP: Final = -1


class _Answer(NamedTuple):
    found: tuple[Any, ...]
    height: int
    """How many questions led to each other on the longest way to it."""


_NOTHING: Final = _Answer((), 0)


class Memory:
    def __init__(self) -> None:
        self._answers: dict[Hashable, _Answer] = {}
        self._depth_by_open: dict[Hashable, int] = {}
        self._height = 0
        self._cut_at = _NEVER
        """The least deep of the open questions that a circle came back to."""
        self._n_questions = 0

    def recall(
        self, question: Hashable, work_out: Callable[[], tuple[Any, ...]]
    ) -> tuple[Any, ...]:
        answer = self._answers.get(question) or self._work_out(question, work_out)
        if len(self._depth_by_open) + answer.height > _MAX_DEPTH:
            self._cut_at = _TOO_DEEP
            return ()
        self._height = max(self._height, answer.height)
        return answer.found

    def _work_out(self, question: Hashable, work_out: Callable[[], tuple[Any, ...]]) -> _Answer:
        depth = len(self._depth_by_open)
        self._n_questions = self._n_questions + 1 if depth else 0
        if question in self._depth_by_open:
            self._cut_at = min(self._cut_at, self._depth_by_open[question])
            return _NOTHING
        if depth >= _MAX_DEPTH or self._n_questions > _MAX_QUESTIONS:
            self._cut_at = _TOO_DEEP
            return _NOTHING
        outer_height, outer_cut = self._height, self._cut_at
        self._height, self._cut_at = 0, _NEVER
        self._depth_by_open[question] = depth
        answer = _Answer(work_out(), self._height + 1)
        del self._depth_by_open[question]
        if depth == 0 or self._cut_at >= depth:
            self._answers[question] = answer
            self._cut_at = _NEVER
        self._height, self._cut_at = outer_height, min(outer_cut, self._cut_at)
        return answer
