"""Processes for one kind of work: one more when all are busy, up to a limit."""

import threading
from typing import cast

import pytest

from repobook.ask.opening.published_book import MovedOnError
from repobook.web.query_worker import EncodedAnswer, Opened
from repobook.web.query_worker_client import QueryWorker
from repobook.web.worker_lane import WorkerLane
from tests.fakes.asking import wait_for

_ANSWER = EncodedAnswer(b"", 200)


class _Worker:
    """Answers when it may."""

    def __init__(self, may_answer: threading.Event, is_moved: bool = False) -> None:
        self._may_answer, self._is_moved = may_answer, is_moved
        self.n_asked = 0
        self.is_closed = False

    def start(self, lists_pages: bool = False) -> None:
        return

    def opened(self) -> Opened:
        if self._is_moved:
            raise MovedOnError
        return Opened("commit")

    def ask(self, name: str, arguments: dict[str, object]) -> EncodedAnswer:
        self.n_asked += 1
        assert self._may_answer.wait(10)
        return _ANSWER

    def close(self) -> None:
        self.is_closed = True


def _lane(*workers: _Worker, n_at_most: int = 2) -> WorkerLane:
    waiting = list(workers)
    return WorkerLane(lambda: cast(QueryWorker, waiting.pop(0)), n_at_most)


def _ask(lane: WorkerLane, n: int) -> list[threading.Thread]:
    asking = [threading.Thread(target=lane.ask, args=("x", {})) for _ in range(n)]
    for thread in asking:
        thread.start()
    return asking


def test_another_process_starts_when_all_are_busy() -> None:
    may_answer = threading.Event()
    workers = [_Worker(may_answer) for _ in range(3)]
    lane = _lane(*workers)
    asking = _ask(lane, 1)
    wait_for(lambda: workers[0].n_asked == 1)
    asking += _ask(lane, 4)
    wait_for(lambda: workers[1].n_asked == 1)
    may_answer.set()
    for thread in asking:
        thread.join()
    assert sum(worker.n_asked for worker in workers[:2]) == 5
    lane.close()
    assert [worker.is_closed for worker in workers] == [True, True, False]


def test_a_book_that_was_replaced_is_read_by_those_that_have_opened_it() -> None:
    may_answer = threading.Event()
    first, second = _Worker(may_answer), _Worker(may_answer, is_moved=True)
    lane = _lane(first, second)
    asking = _ask(lane, 1)
    wait_for(lambda: first.n_asked == 1)
    asking += _ask(lane, 1)
    may_answer.set()
    for thread in asking:
        thread.join()
    assert (first.n_asked, second.n_asked) == (2, 0)


def test_a_book_that_was_replaced_before_any_opened_it_is_not_read() -> None:
    with pytest.raises(MovedOnError):
        _lane(_Worker(threading.Event(), is_moved=True)).ask("x", {})
