"""Processes that do one kind of work for a book; there are as many as are needed, up to a limit."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, LifoQueue

from repobook.ask.opening.published_book import MovedOnError
from repobook.errors import RepobookError
from repobook.web.api.parameters import Arguments
from repobook.web.query_worker import EncodedAnswer, Opened
from repobook.web.query_worker_client import QueryWorker


class WorkerLane:
    def __init__(self, new_worker: Callable[[], QueryWorker], n_at_most: int) -> None:
        self._new_worker, self._n_at_most = new_worker, n_at_most
        self._workers: list[QueryWorker] = []
        self._idle: LifoQueue[QueryWorker] = LifoQueue()
        self._growing = threading.Lock()
        self._is_closed = False

    def grow(self, *, lists_pages: bool = False) -> Opened | None:
        """Another process, unless there are enough; raises if another book was published."""
        with self._growing:
            if len(self._workers) >= self._n_at_most:
                return None
            worker = self._new_worker()
            worker.start(lists_pages)
            opened = worker.opened()
            self._workers.append(worker)
            if self._is_closed:  # while it started
                worker.close()
        self._idle.put(worker)
        return opened

    def ask(self, name: str, arguments: Arguments) -> EncodedAnswer:
        with self._borrow() as worker:
            return worker.ask(name, arguments)

    @contextmanager
    def _borrow(self) -> Iterator[QueryWorker]:
        """Waits for a process that has nothing to do."""
        try:
            worker = self._idle.get_nowait()
        except Empty:
            self._begin_to_grow()
            worker = self._idle.get()
        try:
            yield worker
        finally:
            self._idle.put(worker)

    def _begin_to_grow(self) -> None:
        """Another process may be idle sooner than a new one has opened the book."""
        if not self._workers:
            self.grow()
        elif len(self._workers) < self._n_at_most and not self._growing.locked():
            threading.Thread(target=self._grow_if_possible, daemon=True).start()

    def _grow_if_possible(self) -> None:
        try:
            self.grow()
        except (RepobookError, OSError, MovedOnError):
            self._n_at_most = len(self._workers)

    def close(self) -> None:
        self._is_closed = True
        for worker in self._workers:
            worker.close()
