"""Whether work grows with its input and not with its square, measured against itself.

There is no limit in seconds: a slow machine is slow with the small input too. Processor time is
compared, and of eight times the input; what is linear takes eight times as much, the square 64.
What earlier tests left in memory is kept out of it: a collection of garbage that only the large
input sets off would visit all of that too.
"""

import gc
import time
from collections.abc import Callable
from typing import Final, TypeVar

_Input = TypeVar("_Input")
_FACTOR: Final = 8
_MAX_RATIO: Final = 24
_N_TRIES: Final = 5
# Below this, caches and page faults weigh more than the work; the square of a size lies far above.
_SECONDS_TO_MEASURE: Final = 0.05


def assert_linear(
    work: Callable[[_Input], object], input_of: Callable[[int], _Input], size: int
) -> None:
    """``input_of`` makes an input of about a size; the largest is ``size``."""
    work(input_of(size // _FACTOR))  # what is made once, like a compiled expression, is made here
    _keep_others_out_of_garbage_collection()
    _assert_linear(work, input_of, size)


def _assert_linear(
    work: Callable[[_Input], object], input_of: Callable[[int], _Input], size: int
) -> None:
    ratios: list[float] = []
    while (large := _seconds(work, input_of(size))) > _SECONDS_TO_MEASURE:
        # Others may slow one measure, never speed it up: the smallest is the nearest to the truth.
        small = min(_seconds(work, input_of(size // _FACTOR)) for _ in range(3))
        ratios.append(large / small)
        if ratios[-1] <= _MAX_RATIO:
            break
        assert len(ratios) < _N_TRIES, f"{_FACTOR} times the input takes {ratios} times as long"


def _keep_others_out_of_garbage_collection() -> None:
    """For good: what is frozen once costs the next test nothing."""
    gc.collect()
    gc.freeze()


def _seconds(work: Callable[[_Input], object], given: _Input) -> float:
    started = time.process_time()
    work(given)
    return time.process_time() - started
