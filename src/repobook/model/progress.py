"""Progress of a build; the command line decides how to show it."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Progress(Protocol):
    def begin(self, phase: str, total: int | None) -> None:
        """A phase starts; ``total`` is in a unit of its own, None where nobody can tell."""

    def advance(self, amount: int) -> None:
        """So much more of the phase is done."""

    def end(self) -> None:
        """The phase is over."""


class Silent:
    """Tells nobody."""

    def begin(self, phase: str, total: int | None) -> None: ...

    def advance(self, amount: int) -> None: ...

    def end(self) -> None: ...


class Phases:
    """Times each phase and passes it on."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self.seconds: dict[str, float] = {}
        self.n_done: Counter[str] = Counter()

    @contextmanager
    def phase(self, name: str, total: int | None = None) -> Iterator[Progress]:
        started = time.perf_counter()
        self._progress.begin(name, total)
        try:
            yield self._progress
        finally:
            self._progress.end()
            self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - started
