"""Builds on a Ray cluster: one task a repository, scheduled, retried and moved by Ray itself.

A task runs its build in a process of its own as anywhere else, so that what a repository does to it
never costs a worker of the cluster. Books and rows are written by the worker; what comes back is a
line. No more tasks are handed over than the cluster can soon begin. What the build of a huge
repository shares out are tasks of its task.
"""

import logging
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from typing import Any, Final

from repobook.errors import RepobookError
from repobook.fleet.build_task import BuildTask, Outcome
from repobook.fleet.remote_pool import work_on_share
from repobook.fleet.runners.local import run_with_retries

try:
    import ray
    from ray.exceptions import RayError
except ImportError:
    raise RepobookError(
        "building on Ray needs the fleet extra", "pip install 'repobook[fleet]'"
    ) from None

_TASKS_A_WORKER: Final = 2
_BATCH: Final = 64
_SHARE_RETRIES: Final = 3


class RayRunner:
    """With an address it joins that cluster; without one it starts its own on this machine."""

    def __init__(self, address: str, n_workers: int | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        # Ray prints what happens to its nodes where the driver prints; only answers belong there.
        self._elsewhere = redirect_stdout(sys.stderr)
        self._elsewhere.__enter__()
        try:
            ray.init(
                address=address or "local",
                num_cpus=None if address else n_workers,
                include_dashboard=None if address else False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, RayError, RuntimeError) as error:
            first = f"{error}".partition("\n")[0]
            raise RepobookError(f"no Ray cluster at {address or 'this machine'}: {first}") from None
        self.n_workers = n_workers or _n_cores()

    def run(self, tasks: Iterable[BuildTask]) -> Iterator[Outcome]:
        waiting = iter(tasks)
        running: dict[Any, BuildTask] = {}
        run = ray.remote(_run)  # once: Ray sends every such function to all nodes
        while True:
            for task in waiting:
                running[_submit(run, task)] = task
                if len(running) >= self.n_workers * _TASKS_A_WORKER:
                    break
            if not running:
                return
            ended, _ = ray.wait([*running], num_returns=1)
            more, _ = ray.wait([*running], num_returns=min(_BATCH, len(running)), timeout=0)
            for reference in {*ended, *more}:
                yield _outcome(reference, running.pop(reference))

    def close(self) -> None:
        ray.shutdown()
        self._elsewhere.__exit__(None, None, None)


def _n_cores() -> int:
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return int(resources.get("CPU", 1))


def _submit(run: Any, task: BuildTask) -> Any:
    """Ray tries again when a worker or its node dies; a build that dies by itself is ours."""
    options = {"num_cpus": task.n_jobs, "max_retries": task.limits.n_tries, "name": "repobook"}
    return run.options(**options).remote(tuple(task))


def _run(task: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(run_with_retries(BuildTask(*task), _share_out))


def _share_out(work: bytes, shares: list[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """By tasks of a task: while it waits for them, its core is theirs."""
    shared = ray.put(work)
    options = {"num_cpus": 1, "max_retries": _SHARE_RETRIES, "name": "repobook share"}
    work_on = ray.remote(work_on_share).options(**options)
    number_by_reference = {work_on.remote(shared, share): n for n, share in enumerate(shares)}
    while number_by_reference:
        (ended,), _ = ray.wait([*number_by_reference], num_returns=1)
        number = number_by_reference.pop(ended)
        try:
            yield number, ray.get(ended)
        except RayError:
            yield number, None


def _outcome(reference: Any, task: BuildTask) -> Outcome:
    try:
        return Outcome(*ray.get(reference))
    except RayError as error:
        first = f"{error}".partition("\n")[0]
        return Outcome(task.repository.name, "failed", f"{type(error).__name__}: {first}", 0.0)
