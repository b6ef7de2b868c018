"""Work that goes on beside the caller's: over what this process holds in memory, or on the disk.

A fork is handed nothing, since it has all that its parent has. It is only for work of our own that
no input can kill, and what it does not answer is done here.
"""

import gc
import os
import pickle
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Aside(Generic[Result]):
    """In a fork: work that uses memory, reads what it opens itself, and writes nothing, since it
    may outlive this process and then nobody knows of it."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._fork = _forked(work)

    def result(self) -> Result:
        """To be asked for once."""
        if self._fork is None:
            return self._work()
        process, pipe = self._fork
        with open(pipe, "rb") as file:
            data = file.read()
        _, status = os.waitpid(process, 0)
        answer: Result = self._work() if status else pickle.loads(data)
        return answer


def beside(work: Callable[[], Result], n_jobs: int) -> Callable[[], Result]:
    """Begun at once where there is another core for it; to be asked for once."""
    return Aside(work).result if n_jobs > 1 else work


def _forked(work: Callable[[], object]) -> tuple[int, int] | None:
    """The process and where its answer will be; None where the system has no room for another."""
    try:
        ours, theirs = os.pipe()
    except OSError:
        return None
    try:
        process = os.fork()
    except OSError:
        os.close(ours)
        os.close(theirs)
        return None
    if process == 0:
        _answer(work, theirs)
    os.close(theirs)
    return process, ours


def _answer(work: Callable[[], object], pipe: int) -> None:
    """In the fork, which ends here whatever happens: all that it inherited is its parent's."""
    try:
        # The book's lock among them, which has to die with the parent.
        os.closerange(3, pipe)
        os.closerange(pipe + 1, os.sysconf("SC_OPEN_MAX"))
        gc.disable()
        with open(pipe, "wb") as file:
            pickle.dump(work(), file, pickle.HIGHEST_PROTOCOL)
        os._exit(0)
    finally:
        os._exit(1)


class Meanwhile(Generic[Result]):
    """In a thread: work that is the disk's or native code's, while the interpreter is ours."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._found: list[Result] = []
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # the system has no room for another
            self._run()

    def result(self) -> Result:
        if self._thread.is_alive():
            self._thread.join()
        if self._error is not None:
            raise self._error
        return self._found[0]

    def _run(self) -> None:
        try:
            self._found.append(self._work())
        except Exception as error:  # noqa: BLE001 - whoever asks for the result meets it
            self._error = error


def spread(work: Callable[[Item], Result], items: Sequence[Item], n_jobs: int) -> list[Result]:
    """As ``list(map(work, items))``, each process taking every n-th item."""
    shares = [items[n::n_jobs] for n in range(n_jobs)]
    aside = [Aside(partial(_each, work, share)) for share in shares[1:]]
    found: list[Result] = [None] * len(items)  # type: ignore[list-item]
    found[0::n_jobs] = map(work, shares[0])
    for n, others in enumerate(aside, 1):
        found[n::n_jobs] = others.result()
    return found


def _each(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return list(map(work, items))
