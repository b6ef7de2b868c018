"""Hands memory that is free back to the system, for the worker processes that need it next."""

import ctypes
import sys
from typing import Final

_M_MMAP_THRESHOLD: Final = -3  # as in glibc's malloc.h
_LARGE: Final = 128 << 10


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
