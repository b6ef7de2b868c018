"""Builds a fleet: enrols its repositories, has each built, and accounts for every one.

The index is the memory. A driver that dies loses nothing: what was built is unchanged when the next
one looks at it, and what was not is still waiting.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import chain

from repobook.errors import RepobookError
from repobook.fleet.build_task import Outcome, waves_of
from repobook.fleet.config import Fleet
from repobook.fleet.database.database import UnreachableError, open_database, patiently
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.fleet_answers import FleetStatus
from repobook.fleet.fleet_questions import status
from repobook.fleet.runners.runner import Runner

OnOutcome = Callable[[Outcome, int, int], None]
"""Called with each outcome, how many have ended and how many there are."""


def build_fleet(
    fleet: Fleet,
    runner: Runner,
    only: Sequence[str] = (),
    on_outcome: OnOutcome = lambda outcome, n_ended, n_all: None,
) -> FleetStatus:
    """One driver at a time; ``only`` names the repositories that are looked at."""
    driver = _Driver(fleet)
    try:
        driver.index.enrol(fleet.repositories)
        names = _known(fleet, only)
        driver.index.await_builds(names)
        waves = waves_of(fleet, names)
        outcomes = chain.from_iterable(map(runner.run, waves))
        for n_ended, outcome in enumerate(outcomes, 1):
            if outcome.state == "failed":
                driver.record_failure(outcome)
            on_outcome(outcome, n_ended, sum(map(len, waves)))
        return driver.status()
    finally:
        driver.close()


def _known(fleet: Fleet, only: Sequence[str]) -> frozenset[str]:
    names = frozenset(repository.name for repository in fleet.repositories)
    for name in only:
        if name not in names:
            raise RepobookError(f"the fleet {fleet.name} has no repository {name}")
    return frozenset(only) or names


class _Driver:
    """The one process that builds a fleet: it holds the lock while the index can be reached."""

    def __init__(self, fleet: Fleet) -> None:
        self._fleet = fleet
        self.index = self._locked()

    def record_failure(self, outcome: Outcome) -> None:
        """An index that went away is waited for; if another driver has it then, this one ends."""
        patiently(lambda: self._record(outcome))

    def status(self) -> FleetStatus:
        with closing(FleetIndex(open_database(self._fleet.database))) as index:
            index.optimise()
            return status(index, self._fleet.name)

    def close(self) -> None:
        self.index.close()

    def _record(self, outcome: Outcome) -> None:
        try:
            self.index.record_failure(outcome.repository, outcome.reason, outcome.seconds)
        except UnreachableError:
            self.index.close()
            self.index = self._locked()
            raise

    def _locked(self) -> FleetIndex:
        index = FleetIndex(open_database(self._fleet.database))
        if not index.try_lock(f"fleet-{self._fleet.name}"):
            index.close()
            raise RepobookError(f"another driver is building the fleet {self._fleet.name}")
        return index
