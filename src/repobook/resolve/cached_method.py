"""A method whose results are cached in its object, by arguments.

For objects that live as long as a world: such an object and its answers hold each other.
"""

import functools
from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

Question = ParamSpec("Question")
Answer = TypeVar("Answer")


class remembered(Generic[Question, Answer]):  # noqa: N801 (a decorator)
    def __init__(self, method: Callable[Concatenate[Any, Question], Answer]) -> None:
        self._method = method
        self.__doc__ = method.__doc__

    def __get__(self, instance: object, owner: type) -> Callable[Question, Answer]:
        """Called once for an object, which then has the cache in the place of the method."""
        asked: Any = functools.cache(functools.partial(self._method, instance))
        instance.__dict__[self._method.__name__] = asked
        return cast(Callable[Question, Answer], asked)
