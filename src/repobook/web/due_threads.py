"""Threads that wait for processes: they run a few tasks at a time, in the order in which these are
due."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from queue import PriorityQueue
from typing import Any, TypeVar

Result = TypeVar("Result")


class DueThreads:
    def __init__(self, n: int) -> None:
        self._pool = ThreadPoolExecutor(n)
        self._waiting: PriorityQueue[tuple[float, int, Callable[[], Any], Future[Any]]]
        self._waiting = PriorityQueue()
        self._numbers = count()

    @property
    def n_waiting(self) -> int:
        return self._waiting.qsize()

    async def run(self, patience: float, task: Callable[[], Result]) -> Result:
        """Whoever comes within ``patience`` seconds and has none goes first."""
        answer = Future[Result]()
        self._waiting.put((time.monotonic() + patience, next(self._numbers), task, answer))
        self._pool.submit(self._run_due)
        return await asyncio.wrap_future(answer)

    def _run_due(self) -> None:
        _, _, task, answer = self._waiting.get()
        if not answer.set_running_or_notify_cancel():  # who asked has gone
            return
        try:
            answer.set_result(task())
        except Exception as error:  # noqa: BLE001 - raised where it is waited for
            answer.set_exception(error)
