"""One repository of a fleet: its book is made or brought up to date, its rows replaced.

This is what a worker does, wherever it runs. Nothing of the book travels back: what the driver gets
is a line.
"""

import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from repobook.api import build_book
from repobook.build.report import BuildReport
from repobook.fleet.config import Fleet, FleetRepository, Limits
from repobook.fleet.contribution.contribution import VERSION, BookContribution
from repobook.fleet.database.database import open_database, patiently
from repobook.fleet.database.fleet_index import Contributed, FleetIndex
from repobook.fleet.fleet_answers import State
from repobook.fleet.store import open_store


class BuildTask(NamedTuple):
    """Plain values: a worker on another machine is given nothing else."""

    repository: FleetRepository
    store: str
    database: str
    limits: Limits
    pages: bool
    formats: tuple[str, ...]
    n_jobs: int = 1


class Outcome(NamedTuple):
    repository: str
    state: State
    reason: str
    seconds: float


def tasks_of(fleet: Fleet, n_jobs: int = 1) -> list[BuildTask]:
    shared = fleet.store, fleet.database, fleet.limits, fleet.pages, fleet.formats, n_jobs
    return [BuildTask(repository, *shared) for repository in fleet.repositories]


def run_task(task: BuildTask) -> Outcome:
    began = time.monotonic()
    name = task.repository.name
    store = open_store(task.store)
    report = build_book(
        task.repository.source,
        store.place(name),
        rev=task.repository.rev,
        n_jobs=task.n_jobs,
        makes_pages=task.pages,
        formats=task.formats,
    )
    state = _contribute(task, report, store.publish(name), began)
    return Outcome(name, state, "", time.monotonic() - began)


def _contribute(task: BuildTask, report: BuildReport, address: str, began: float) -> State:
    """Once more from the start if the database goes away: rows are replaced as a whole."""

    def contribute() -> State:
        with closing(FleetIndex(open_database(task.database))) as index:
            return _replace(index, task.repository.name, report, address, began)

    return patiently(contribute)


def _replace(
    index: FleetIndex, name: str, report: BuildReport, address: str, began: float
) -> State:
    meta = report.meta
    contribution = f"{VERSION} {meta['identity']}"
    is_known = index.contribution_of(name) == contribution
    contributed = Contributed(
        "unchanged" if is_known and not report.changed else "built",
        meta["commit"],
        meta["identity"],
        contribution,
        address,
        int(meta["n_documented"]),
        int(meta["n_listed"]),
        int(meta["n_symbols"]),
        time.monotonic() - began,
    )
    if is_known:
        index.record(name, contributed)
    else:
        _write_rows(index, name, contributed, report.book)
    return contributed.state


def _write_rows(index: FleetIndex, name: str, contributed: Contributed, book: Path) -> None:
    with closing(BookContribution(book)) as rows:
        index.replace(
            name,
            contributed,
            {
                "package": rows.packages(),
                "offered_name": rows.offered(),
                "used_name": rows.used(),
                "entry": rows.entries(),
                "finding": rows.findings(),
            },
        )
