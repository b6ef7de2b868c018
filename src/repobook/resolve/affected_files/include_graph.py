"""What a file sees through its includes, before an edit and after it."""

from collections.abc import Callable, Iterable, Set

Included = Callable[[str], Set[str]]


class IncludeGraph:
    """The files that each file includes itself."""

    def __init__(self, before: Included, after: Included) -> None:
        self._before = before
        self._after = after
        bit_by_path: dict[str, int] = {}
        self._sight_before = _Sight(before, bit_by_path)
        self._sight_after = _Sight(after, bit_by_path)

    def changed_visibility(self, path: str) -> set[str]:
        """The files that it sees only before or only after; may be too many, never too few.

        Whoever includes the file sees no others otherwise, unless by another file that changed.
        """
        before, after = self._before(path), self._after(path)
        return _reached(before | after, self._either) - _reached(before & after, self._both)

    def sees_otherwise(self, path: str) -> bool:
        return self._sight_before.seen_from(path) != self._sight_after.seen_from(path)

    def _either(self, path: str) -> Set[str]:
        return self._before(path) | self._after(path)

    def _both(self, path: str) -> Set[str]:
        return self._before(path) & self._after(path)


class _Sight:
    """All that files see as sets of bits, worked out once for each, however many include it."""

    def __init__(self, included: Included, bit_by_path: dict[str, int]) -> None:
        self._included = included
        self._bit_by_path = bit_by_path
        self._seen_by_path: dict[str, int] = {}

    def seen_from(self, path: str) -> int:
        if path not in self._seen_by_path:
            self._settle(path)
        return self._seen_by_path[path]

    def _settle(self, start: str) -> None:
        """Once is enough without cycles: what a file includes comes before it."""
        order = self._unsettled(start)
        seen_by_path = self._seen_by_path
        seen_by_path.update(dict.fromkeys(order, 0))
        is_settled = False
        while not is_settled:
            is_settled = True
            for path in order:
                seen = seen_by_path[path]
                for other in self._included(path):
                    seen |= seen_by_path[other] | self._bit(other)
                if seen != seen_by_path[path]:
                    seen_by_path[path], is_settled = seen, False

    def _unsettled(self, start: str) -> list[str]:
        order: list[str] = []
        entered = {start}
        waiting = [(start, iter(self._included(start)))]
        while waiting:
            path, rest = waiting[-1]
            following = next(
                (p for p in rest if p not in entered and p not in self._seen_by_path), None
            )
            if following is None:
                order.append(path)
                waiting.pop()
            else:
                entered.add(following)
                waiting.append((following, iter(self._included(following))))
        return order

    def _bit(self, path: str) -> int:
        return 1 << self._bit_by_path.setdefault(path, len(self._bit_by_path))


def _reached(paths: Iterable[str], included: Included) -> set[str]:
    seen: set[str] = set()
    waiting = set(paths)
    while waiting:
        path = waiting.pop()
        seen.add(path)
        waiting |= included(path) - seen
    return seen
