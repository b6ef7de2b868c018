"""Builds in processes of this machine, a few at a time."""

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed

from repobook.fleet.build_task import BuildTask, Outcome
from repobook.fleet.isolated import DiedError, ShareOut, run_isolated


class LocalRunner:
    def __init__(self, n_workers: int) -> None:
        self.n_workers = n_workers
        self._threads = ThreadPoolExecutor(n_workers)

    def run(self, tasks: Iterable[BuildTask]) -> Iterator[Outcome]:
        futures = [self._threads.submit(run_with_retries, task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)


def run_with_retries(task: BuildTask, share_out: ShareOut | None = None) -> Outcome:
    """A process that dies may have been unlucky; one that says why it failed was not."""
    began = time.monotonic()
    reason = ""
    for _ in range(task.limits.n_tries):
        try:
            return run_isolated(task, share_out)
        except DiedError as error:
            reason = f"{error.message}, {task.limits.n_tries} times"
    return Outcome(task.repository.name, "failed", reason, time.monotonic() - began)
