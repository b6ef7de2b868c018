"""A mapping whose values are worked out when they are asked for, and kept."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class OnDemand(Mapping[str, Value]):
    """Every key has a value; over which keys there are it says nothing."""

    def __init__(self, work: Callable[[str], Value]) -> None:
        self._work = work
        self._values: dict[str, Value] = {}

    def __getitem__(self, key: str) -> Value:
        if key not in self._values:
            self._values[key] = self._work(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)
