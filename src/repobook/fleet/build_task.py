"""One repository of a fleet: its book is made or brought up to date, its rows replaced.

This is what a worker does, wherever it runs. Nothing of the book travels back: what the driver gets
is a line.
"""

import time
from collections.abc import Set
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from repobook.api import known_formats
from repobook.build.entry import build
from repobook.build.read.shares import Share, Shares, is_share
from repobook.build.report import BuildReport
from repobook.build.request import BuildRequest
from repobook.fleet.config import Fleet, FleetRepository, Limits
from repobook.fleet.contribution.contribution import VERSION, BookContribution
from repobook.fleet.database.database import open_database, patiently
from repobook.fleet.database.fleet_index import Contributed, FleetIndex
from repobook.fleet.fleet_answers import State
from repobook.fleet.remote_pool import Helpers, RemotePools
from repobook.fleet.share_reading import read_share
from repobook.fleet.store import Store, open_store
from repobook.scan.config import read_config
from repobook.scan.sources.source import find_source


class BuildTask(NamedTuple):
    """Plain values: a worker on another machine is given nothing else."""

    repository: FleetRepository
    store: str
    database: str
    limits: Limits
    pages: bool
    formats: tuple[str, ...]
    n_jobs: int = 1
    share: int | None = None
    """The number of the share of its files that is to be read; None to build the book."""


class Outcome(NamedTuple):
    repository: str
    state: State | Literal["read"]
    """``read`` for a share of its files."""
    reason: str
    seconds: float


def waves_of(fleet: Fleet, names: Set[str]) -> list[list[BuildTask]]:
    """Tasks by what has to be over before: a huge repository is read before its book is built."""
    shared = fleet.store, fleet.database, fleet.limits, fleet.pages, fleet.formats
    builds = [BuildTask(each, *shared) for each in fleet.repositories if each.name in names]
    shares = [
        task._replace(share=number)
        for task in builds
        if task.repository.n_shares > 1
        for number in range(task.repository.n_shares)
    ]
    small = [task for task in builds if task.repository.n_shares == 1]
    return [[*shares, *small], [task for task in builds if task.repository.n_shares > 1]]


def run_task(task: BuildTask, helpers: Helpers | None = None) -> Outcome:
    """With helpers, a book that is built in shares is resolved and described by them."""
    began = time.monotonic()
    name = task.repository.name
    store = open_store(task.store)
    if task.share is not None:
        _read_share(task, store, Share(task.share, task.repository.n_shares))
        return Outcome(name, "read", "", time.monotonic() - began)
    request = _request(task, store.place(name), _shares(task.repository, store))
    if helpers is not None and task.repository.n_shares > 1:
        machines = RemotePools(helpers, task.store, name, task.repository.n_shares)
        request = request._replace(other_machines=machines)
    report = build(request)
    state = _contribute(task, report, store.publish(name), began)
    return Outcome(name, state, "", time.monotonic() - began)


def _request(task: BuildTask, book: Path, shares: Shares | None = None) -> BuildRequest:
    spec = find_source(task.repository.source, task.repository.rev)
    formats = known_formats(task.formats) or read_config(spec).formats
    spec = spec._replace(formats=formats)
    return BuildRequest(spec, book, task.n_jobs, makes_pages=task.pages, shares=shares)


def _shares(repository: FleetRepository, store: Store) -> Shares | None:
    if repository.n_shares == 1:
        return None
    return Shares(repository.n_shares, partial(store.share, repository.name))


def _read_share(task: BuildTask, store: Store, share: Share) -> None:
    name = task.repository.name
    with TemporaryDirectory(prefix="repobook-") as folder:
        request = _request(task, Path(folder) / f"{name}.book")
        data = read_share(request, share, lambda key: is_share(store.share(name, share), key))
    if data is not None:
        store.put_share(name, share, data)


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
