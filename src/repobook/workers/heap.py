"""Returns freed memory to the system, for the worker processes that need it next."""

import ctypes
import gc
import sys
from collections.abc import Iterator
from typing import Any, Final

_M_MMAP_THRESHOLD: Final = -3  # as in glibc's malloc.h
_LARGE: Final = 128 << 10


def clear_caches() -> None:
    """Clears our ``lru_cache`` functions between two stages, and trims the heap.

    Cached values are small, but lie scattered over the heap and keep it from being trimmed. So do
    the tuples that Python keeps for reuse, which a garbage collection frees.
    """
    for function in _cached_functions():
        function.cache_clear()
    gc.collect()
    trim_heap()


def _cached_functions() -> Iterator[Any]:
    """Functions of ours with a bounded cache; those without a bound hold few values."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("repobook."):
            for value in [*vars(module).values()]:
                parameters = getattr(value, "cache_parameters", None)
                if callable(parameters) and parameters()["maxsize"]:
                    yield value


def trim_heap() -> None:
    """Asks glibc to return freed memory, which it keeps below the last block in use."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def release_large_blocks() -> None:
    """Makes glibc return large blocks when they are freed; its own threshold grows with use."""
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(_M_MMAP_THRESHOLD, _LARGE)
