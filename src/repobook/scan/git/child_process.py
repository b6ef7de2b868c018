"""What a new process does before it becomes git, so that git neither outgrows nor outlives us."""

import contextlib
import ctypes
import functools
import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import Final

# Data only: packs are mapped read-only and may be larger than any limit.
_DATA_BYTES: Final = 1 << 30
_PR_SET_PDEATHSIG: Final = 1


def prepare_child() -> Callable[[], None]:
    """To be called in the new process. It has one thread of ours and maybe locks of others, so all
    that it needs is looked up here, and it only makes system calls."""
    asker = os.getpid()
    data = _lowered(resource.RLIMIT_DATA, _DATA_BYTES)
    no_core = _lowered(resource.RLIMIT_CORE, 0)
    set_process_option = _process_options()

    def prepare() -> None:
        with contextlib.suppress(OSError):
            resource.setrlimit(resource.RLIMIT_DATA, data)
            resource.setrlimit(resource.RLIMIT_CORE, no_core)
        if set_process_option is not None:
            set_process_option(_PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != asker:  # which ended before the kernel knew
                os._exit(1)

    return prepare


def _lowered(limit: int, n: int) -> tuple[int, int]:
    """A limit that is there already is never raised."""
    values = [value for value in resource.getrlimit(limit) if value != resource.RLIM_INFINITY]
    lowest = min([n, *values])
    return lowest, lowest


@functools.cache
def _process_options() -> Callable[[int, int], int] | None:
    """Linux alone ends a process with its parent. Elsewhere git ends when it reads or writes next,
    for its pipes are closed."""
    if sys.platform != "linux":
        return None
    # PyDLL, because a lock of the interpreter that is let go might not come back after a fork.
    prctl: Callable[[int, int], int] | None = getattr(ctypes.PyDLL(None), "prctl", None)
    return prctl
