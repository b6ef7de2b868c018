"""A process may die of an item in any way: one answer for each item, and nothing else is lost."""

import ctypes
import multiprocessing
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from pathlib import Path

import pytest

from repobook.errors import RepobookError
from repobook.workers import fork_server
from repobook.workers.forks import run_in_fork
from repobook.workers.pool import Answer, Limits, Work, WorkerPool, _Task
from tests.fakes.asking import wait_for
from tests.fakes.books import environment
from tests.fakes.processes import SECONDS_OF_A_HANG, is_alive

LIMITS = Limits(0.4, 0.4, memory_bytes=400 << 20)


def make_work() -> Work:
    return _work


def _work(item: str) -> bytes:
    kind, _, argument = item.partition(" ")
    if kind == "segfault":
        ctypes.string_at(0)
    elif kind == "loop":
        if argument:
            Path(argument).touch()
        while True:
            pass
    elif kind == "eat":
        # In one request: touching memory piece by piece takes processor time, which is limited too.
        bytearray(2 * LIMITS.memory_bytes)
    elif kind == "raise":
        raise ValueError(argument)
    elif kind == "exit":
        sys.exit(3)
    elif kind == "leave":
        os._exit(4)
    elif kind == "abort":
        os.abort()
    elif kind == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif kind == "once":
        _die_the_first_time(Path(argument))
    elif kind == "niceness":
        return str(os.nice(0)).encode()
    elif kind == "big":
        return b"x" * int(argument)
    return item.encode()


def _die_the_first_time(mark: Path) -> None:
    if not mark.exists():
        mark.touch()
        os._exit(1)


def _run(items: list[str], n_workers: int = 2, weight: int = 1) -> dict[str, Answer[str]]:
    pool: WorkerPool[str] = WorkerPool(make_work, n_workers, LIMITS)
    try:
        answers = list(pool.run([(item, weight) for item in items]))
    finally:
        pool.close()
    assert Counter(answer.item for answer in answers) == Counter(items)
    return {answer.item: answer for answer in answers}


DEATHS = {
    "segfault": "crashed (SIGSEGV)",
    "loop": "took too long",
    "eat": "failed (MemoryError: )",
    "raise x": "failed (ValueError: x)",
    "exit": "ended with exit code 3",
    "leave": "ended with exit code 4",
    "abort": "crashed (SIGABRT)",
    "killed": "was killed: out of memory, or no answer",
}


@pytest.mark.parametrize(("item", "death"), DEATHS.items())
def test_death_costs_one_item_and_is_named(item: str, death: str) -> None:
    others = [f"item {n}" for n in range(100)]
    answers = _run([*others[:50], item, *others[50:]])
    assert answers[item] == Answer(item, b"", death)
    assert all(answers[other] == Answer(other, other.encode(), "") for other in others)


@pytest.mark.parametrize("n_workers", [1, 3])
def test_all_deaths_at_once(n_workers: int) -> None:
    others = [f"item {n}" for n in range(30)]
    items = [item for pair in zip(others, [*DEATHS] * 4, strict=False) for item in pair]
    answers = _run(sorted(set(items) | set(others)), n_workers)
    assert {item: answers[item].death for item in DEATHS} == DEATHS
    assert all(answers[other].result == other.encode() for other in others)


def test_second_try_counts(tmp_path: Path) -> None:
    item = f"once {tmp_path / 'mark'}"
    assert _run([item, "other"])[item] == Answer(item, item.encode(), "")


@pytest.mark.parametrize("n_workers", [1, 2])
def test_large_results_while_long_items_wait(n_workers: int) -> None:
    """Neither side may be sending while the other does too."""
    items = [f"big {8 << 20} {n}" for n in range(3)] + [f"big 9 {n}{'y' * 10**6}" for n in range(4)]
    pool: WorkerPool[str] = WorkerPool(_make_sender, n_workers, LIMITS)
    signal.alarm(SECONDS_OF_A_HANG)
    try:
        answers = list(pool.run([(item, 1 << 20) for item in items]))
    finally:
        signal.alarm(0)
        pool.close()
    assert sorted(len(answer.result) for answer in answers) == [9] * 4 + [8 << 20] * 3


def _make_sender() -> Work:
    return _send


def _send(item: str) -> bytes:
    return b"x" * int(item.split()[1])


def test_many_small_items_go_in_batches() -> None:
    items = [f"item {n}" for n in range(5000)]
    assert {answer.death for answer in _run(items).values()} == {""}


def test_heaviest_items_go_first() -> None:
    pool: WorkerPool[str] = WorkerPool(make_work, 1)
    try:
        answers = [a.item for a in pool.run([("light", 1), ("heavy", 10**9), ("middle", 10**6)])]
    finally:
        pool.close()
    assert answers == ["heavy", "middle", "light"]


def test_pool_can_run_again_after_deaths() -> None:
    pool: WorkerPool[str] = WorkerPool(make_work, 2, LIMITS)
    try:
        for _ in range(3):
            answers = list(pool.run([("abort", 1), ("fine", 1)]))
            assert sorted((a.item, a.result) for a in answers) == [
                ("abort", b""),
                ("fine", b"fine"),
            ]
    finally:
        pool.close()


def test_items_that_come_later_go_next_and_have_their_own_limits() -> None:
    pool: WorkerPool[str] = WorkerPool(make_work, 1, LIMITS)
    try:
        pool.add("loop", 0, LIMITS._replace(seconds=0.1))
        order = []
        for answer in pool.run([(f"item {n}", 1) for n in range(300)]):
            order.append(answer.item)
            if answer.item in ("item 5", "item 299"):
                pool.add(f"after {answer.item}", 1)
    finally:
        pool.close()
    assert order[0] == "loop"
    assert order[-1] == "after item 299"
    assert order.index("after item 5") < order.index("item 299")
    assert len(order) == 303


def test_deadly_items_of_one_batch_are_shared_by_all_workers() -> None:
    """After the first death nobody waits behind another culprit of the same batch."""
    pool: WorkerPool[str] = WorkerPool(make_work, 2, LIMITS)
    batches: list[int] = []
    send = pool._next_batch
    pool._next_batch = lambda is_last: _noted(send(is_last), batches)  # type: ignore[method-assign]
    try:
        answers = list(pool.run([(f"exit {n}", 1) for n in range(12)]))
    finally:
        pool.close()
    assert len(answers) == 12
    assert batches[0] == 12
    assert set(batches[1:]) == {1}


def _noted(batch: deque[_Task[str]], sizes: list[int]) -> deque[_Task[str]]:
    sizes.append(len(batch))
    return batch


def test_workers_are_as_polite_as_who_works_with_them() -> None:
    assert _run(["niceness"])["niceness"].result == str(os.nice(0)).encode()

    def run_politely() -> int:
        os.nice(3)
        fork_server.inherit()
        os.write(2, _run(["niceness"])["niceness"].result)
        return 0

    assert run_in_fork(run_politely) == (0, str(os.nice(0) + 3).encode())


def test_nothing_to_do() -> None:
    assert _run([]) == {}


def test_worker_that_cannot_start_ends_the_build_and_not_one_file_after_another() -> None:
    pool: WorkerPool[str] = WorkerPool(_fail, 2)
    try:
        with pytest.raises(RepobookError, match="no worker process can be started"):
            list(pool.run([(f"item {n}", 1) for n in range(1000)]))
    finally:
        pool.close()


def _fail() -> Work:
    raise RuntimeError


class _SilenceSelector(selectors.DefaultSelector):
    """Time is up when a worker has fallen asleep, however long the others take to start."""

    def __init__(self, mark: Path) -> None:
        super().__init__()
        self._mark = mark

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        while not (ready := super().select(0.01)):
            if self._mark.exists():
                self._mark.unlink()
                break
        return ready


def test_silent_worker_is_given_up(tmp_path: Path) -> None:
    """One that waits for ever uses no processor time, so the clock has to tell."""
    item = f"sleep {tmp_path / 'mark'}"
    pool: WorkerPool[str] = WorkerPool(_make_sleeper, 1)
    pool._selector = _SilenceSelector(tmp_path / "mark")
    try:
        answers = {answer.item: answer.death for answer in pool.run([(item, 1), ("fine", 1)])}
    finally:
        pool.close()
    assert answers == {item: "was killed: out of memory, or no answer", "fine": ""}


def _make_sleeper() -> Work:
    return _sleep


def _sleep(item: str) -> bytes:
    kind, _, mark = item.partition(" ")
    if kind == "sleep":
        Path(mark).touch()
        time.sleep(2 * SECONDS_OF_A_HANG)
    return b"fine"


def test_closing_in_the_middle_leaves_no_process() -> None:
    others = set(multiprocessing.active_children())
    pool: WorkerPool[str] = WorkerPool(make_work, 3, LIMITS)
    answers = pool.run([(f"item {n}", 1) for n in range(500)])
    next(answers)
    pids = [worker.process.pid for worker in pool._workers]
    pool.close()
    assert others.issuperset(multiprocessing.active_children())
    assert not any(pid and is_alive(pid) for pid in pids)


INTERRUPTED = """
import sys
from tests.workers.test_pool import make_work, LIMITS
from repobook.workers.pool import WorkerPool
if __name__ == "__main__":
    pool = WorkerPool(make_work, 2, LIMITS._replace(seconds=60))
    try:
        list(pool.run([(f"loop {sys.argv[1]}", 1), ("item", 1)]))
    finally:
        pool.close()
"""


def test_interrupt_in_the_middle_leaves_no_process(tmp_path: Path) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED)
    env = environment({"PYTHONPATH": f"{Path(__file__).parents[2]}:{environment()['PYTHONPATH']}"})
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, script, tmp_path / "mark"],
        env=env,
        stdout=pipe,
        stderr=pipe,
        start_new_session=True,
    )
    wait_for((tmp_path / "mark").exists)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=SECONDS_OF_A_HANG)
    assert errors.count(b"Traceback") == 1, errors
    wait_for(lambda: not _is_group_alive(process.pid))


def _is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_families_beyond_the_second_stand_in_the_middle() -> None:
    pool: WorkerPool[str] = WorkerPool(make_work, 2, families=lambda item: int(item[0]))
    items = [("0a", 1), ("2a", 9), ("1a", 1), ("0b", 2), ("1b", 2), ("2b", 3)]
    assert [item for item, _ in pool._in_order(items)] == ["0b", "0a", "2b", "2a", "1a", "1b"]


def test_families_are_worked_on_from_both_ends() -> None:
    items = [(f"item {n}", n) for n in range(40)]
    pool: WorkerPool[str] = WorkerPool(make_work, 2, families=lambda item: int(item.split()[1]) % 2)
    try:
        answers = [answer.item for answer in pool.run(items)]
    finally:
        pool.close()
    assert sorted(answers) == sorted(item for item, _ in items)
    assert [item for item, _ in pool._in_order(items)] == [
        *(f"item {n}" for n in range(38, -1, -2)),
        *(f"item {n}" for n in range(1, 40, 2)),
    ]
