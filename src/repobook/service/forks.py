"""Work on several cores over what this process holds in memory already: a fork is handed nothing.

Only for work of our own that no input can kill. What a fork does not answer is done here.
"""

import gc
import os
import pickle
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Aside(Generic[Result]):
    """Work that goes on beside the caller's; it uses memory alone, no file and no index."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._answer, theirs = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            _answer(work, theirs)
        os.close(theirs)

    def result(self) -> Result:
        """To be asked for once."""
        with open(self._answer, "rb") as file:
            data = file.read()
        _, status = os.waitpid(self._process, 0)
        answer: Result = self._work() if status else pickle.loads(data)
        return answer


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
