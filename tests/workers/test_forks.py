"""Forks: the same answers in the same order, whatever becomes of a process."""

import errno
import os
import signal
import threading

import pytest

from repobook.workers.forks import ForkedTask, ThreadedTask, spread, start_in_fork


@pytest.mark.parametrize("n_jobs", [1, 2, 3, 9])
@pytest.mark.parametrize("n_items", [0, 1, 7])
def test_spread_work_gives_what_a_plain_loop_gives(n_jobs: int, n_items: int) -> None:
    assert spread(str, range(n_items), n_jobs) == list(map(str, range(n_items)))


def test_work_aside_is_done_in_another_process() -> None:
    assert ForkedTask(os.getpid).result() != os.getpid()


def test_what_a_killed_process_leaves_is_done_here() -> None:
    here = os.getpid()

    def work() -> str:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return "done"

    assert ForkedTask(work).result() == "done"


def test_a_fork_with_a_large_result_ends_before_it_is_asked_for() -> None:
    task = ForkedTask(lambda: b"x" * (1 << 22))
    os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
    assert len(task.result()) == 1 << 22


def test_what_fails_aside_fails_here() -> None:
    with pytest.raises(ZeroDivisionError):
        ForkedTask(lambda: 1 // 0).result()


@pytest.mark.parametrize("call", ["memfd_create", "fork"])
def test_where_no_process_can_be_started_all_is_done_here(
    monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    monkeypatch.setattr(os, call, _refused)
    assert spread(str, range(3), 2) == ["0", "1", "2"]


def test_where_no_thread_can_be_started_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", _no_thread)
    assert ThreadedTask(lambda: 3).result() == 3


def _refused(*_: object) -> None:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def _no_thread(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_no_fork_keeps_a_lock_of_its_parent() -> None:
    descriptor = os.open(os.devnull, os.O_RDONLY)

    def is_open() -> bool:
        try:
            os.fstat(descriptor)
        except OSError:
            return False
        return True

    assert not ForkedTask(is_open).result()
    os.close(descriptor)


def test_work_goes_on_beside_only_where_there_is_another_core() -> None:
    assert start_in_fork(os.getpid, 1)() == os.getpid()
    assert start_in_fork(os.getpid, 2)() != os.getpid()


def test_what_goes_on_meanwhile_is_met_by_whoever_asks() -> None:
    assert ThreadedTask(lambda: 3).result() == 3
    failed = ThreadedTask(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        failed.result()
