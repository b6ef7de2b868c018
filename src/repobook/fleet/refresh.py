"""Which repositories have changed since they were built, and what brings them up to date.

A repository is looked at by what its commit is, which costs milliseconds; a folder without git is
built again when somebody says that it has changed.
"""

from contextlib import closing

from repobook.errors import RepobookError
from repobook.fleet.config import Fleet
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.driver import OnOutcome, build_fleet
from repobook.fleet.runners.runner import Runner
from repobook.scan.sources.source import find_source


class Changes:
    """What each repository was when it was last looked at by this process."""

    def __init__(self) -> None:
        self.commit_by_name: dict[str, str] = {}


def refresh(
    fleet: Fleet, runner: Runner, changes: Changes, on_outcome: OnOutcome
) -> tuple[str, ...]:
    """Builds what has changed or was queued; a repository that fails waits for its next change."""
    with closing(FleetIndex(open_database(fleet.database))) as index:
        queued = index.changed()
        known = {line.name: line.commit for line in index.repositories()}
    moved = []
    for repository in fleet.repositories:
        commit = _commit(repository.source, repository.rev)
        seen = changes.commit_by_name.setdefault(repository.name, known.get(repository.name, ""))
        if commit != seen or repository.name not in known:
            changes.commit_by_name[repository.name] = commit
            moved.append(repository.name)
    names = tuple(dict.fromkeys([*queued, *moved]))
    if names:
        build_fleet(fleet, runner, names, on_outcome)
    with closing(FleetIndex(open_database(fleet.database))) as index:
        for name, since in queued.items():
            index.dequeue(name, since)
    return names


def _commit(source: str, rev: str) -> str:
    """Empty where there is none, or none that can be read: its build says why."""
    try:
        return find_source(source, rev or "HEAD").rev
    except RepobookError:
        return ""
