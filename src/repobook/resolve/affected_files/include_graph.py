"""What a file sees through its includes, before an edit and after it."""

from collections.abc import Callable, Iterable, Set
from typing import NamedTuple

Included = Callable[[str], Set[str]]


class IncludeGraph(NamedTuple):
    """The files that each file includes itself."""

    before: Included
    after: Included

    def changed_visibility(self, path: str) -> set[str]:
        """The files that it sees only before or only after; may be too many, never too few.

        Whoever includes the file sees no others otherwise, unless by another file that changed.
        """
        before, after = self.before(path), self.after(path)
        return _reached(before | after, self._either) - _reached(before & after, self._both)

    def _either(self, path: str) -> Set[str]:
        return self.before(path) | self.after(path)

    def _both(self, path: str) -> Set[str]:
        return self.before(path) & self.after(path)


def _reached(paths: Iterable[str], included: Included) -> set[str]:
    seen: set[str] = set()
    waiting = set(paths)
    while waiting:
        path = waiting.pop()
        seen.add(path)
        waiting |= included(path) - seen
    return seen
