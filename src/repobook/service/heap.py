"""Hands memory that is free back to the system, for the worker processes that need it next."""

import ctypes
import sys


def hand_back() -> None:
    """The C library keeps what was freed below the last block in use; with glibc one can ask."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
