"""Hands memory that is free back to the system, for the worker processes that need it next."""

import ctypes
import gc
import sys
from collections.abc import Iterator
from typing import Any, Final

_M_MMAP_THRESHOLD: Final = -3  # as in glibc's malloc.h
_LARGE: Final = 128 << 10


def let_go() -> None:
    """Between two large pieces of work: what the first remembered serves the second no more.

    It takes little, but lies scattered over all memory and keeps it from being handed back. So do
    the tuples that Python keeps for reuse, which collecting lets go of.
    """
    for function in _remembering():
        function.cache_clear()
    gc.collect()
    hand_back()


def _remembering() -> Iterator[Any]:
    """Functions of ours that remember a number of answers; one that has no limit has few."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("repobook."):
            for value in [*vars(module).values()]:
                parameters = getattr(value, "cache_parameters", None)
                if callable(parameters) and parameters()["maxsize"]:
                    yield value


def hand_back() -> None:
    """The C library keeps what was freed below the last block in use; with glibc one can ask."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def hand_back_large_blocks() -> None:
    """As soon as they are free: glibc would keep the more the larger they have been."""
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, _LARGE)
