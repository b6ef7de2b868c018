"""Work in a forked process or in a thread, while the caller does something else.

A fork needs no input, since it has the memory of its parent. It is only for work of our own that no
input can crash; if a fork fails, its work is done in the calling process.
"""

import gc
import os
import pickle
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class ForkedTask(Generic[Result]):
    """A function that runs in a fork. It may read files that it opens itself, but write nothing,
    since it can outlive its parent."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._fork = _forked(work)

    def result(self) -> Result:
        """Waits for the fork; to be called once."""
        if self._fork is None:
            return self._work()
        process, place = self._fork
        _, status = os.waitpid(process, 0)
        with open(place, "rb") as file:
            file.seek(0)
            answer: Result = self._work() if status else pickle.load(file)
        return answer


def start_in_fork(work: Callable[[], Result], n_jobs: int) -> Callable[[], Result]:
    """Starts ``work`` in a fork if there is a second core; returns the function for its result."""
    return ForkedTask(work).result if n_jobs > 1 else work


def _forked(work: Callable[[], object]) -> tuple[int, int] | None:
    """The process and the file for its result; None if the system cannot fork.

    A file takes all of the result at once, so that a fork with a large one ends, and frees its
    memory, before anybody asks for it.
    """
    try:
        place = _file_without_a_name()
    except OSError:
        return None
    try:
        process = os.fork()
    except OSError:
        os.close(place)
        return None
    if process == 0:
        _answer(work, place)
    return process, place


def _file_without_a_name() -> int:
    if sys.platform == "linux":
        return os.memfd_create("result")
    import tempfile  # takes as long to load as all else that starts a build

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _answer(work: Callable[[], object], place: int) -> None:
    """Runs in the fork, and ends it: the open files that it inherited are its parent's."""
    try:
        # Among them the lock of the book, which must be released when the parent dies.
        os.closerange(3, place)
        os.closerange(place + 1, os.sysconf("SC_OPEN_MAX"))
        gc.disable()
        with open(place, "wb") as file:
            pickle.dump(work(), file, pickle.HIGHEST_PROTOCOL)
        os._exit(0)
    finally:
        os._exit(1)


def run_in_fork(run: Callable[[], int]) -> tuple[int, bytes]:
    """The exit code of ``run``, and what it wrote to stderr. The memory that it takes ends with it,
    and what this process has loaded is at hand there."""
    read_end, write_end = os.pipe()
    process = os.fork()
    if process == 0:
        _run(run, write_end)
    os.close(write_end)
    with open(read_end, "rb") as file:
        messages = file.read()
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status), messages


def _run(run: Callable[[], int], stderr: int) -> None:
    """Runs in the fork, and ends it."""
    code = 1
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for ours, theirs in ((nowhere, 0), (nowhere, 1), (stderr, 2)):
            os.dup2(ours, theirs)
        code = run()
        sys.stderr.flush()
    finally:
        os._exit(code)


class ThreadedTask(Generic[Result]):
    """A function that runs in a thread: disk or native work that releases the interpreter lock."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._results: list[Result] = []
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # the system cannot start a thread
            self._run()

    def result(self) -> Result:
        if self._thread.is_alive():
            self._thread.join()
        if self._error is not None:
            raise self._error
        return self._results[0]

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except Exception as error:  # noqa: BLE001 - raised again by `result`
            self._error = error


def spread(work: Callable[[Item], Result], items: Sequence[Item], n_jobs: int) -> list[Result]:
    """As ``list(map(work, items))``; each of ``n_jobs`` processes takes every n-th item."""
    shares = [items[n::n_jobs] for n in range(n_jobs)]
    forks = [ForkedTask(partial(_each, work, share)) for share in shares[1:]]
    results: list[Result] = [None] * len(items)  # type: ignore[list-item]
    results[0::n_jobs] = map(work, shares[0])
    for n, fork in enumerate(forks, 1):
        results[n::n_jobs] = fork.result()
    return results


def _each(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return list(map(work, items))
