"""The interface of a build runner: every task gives exactly one outcome, in any order."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from repobook.fleet.build_task import BuildTask, Outcome


class Runner(Protocol):
    n_workers: int

    def run(self, tasks: Iterable[BuildTask]) -> Iterator[Outcome]: ...

    def close(self) -> None: ...
