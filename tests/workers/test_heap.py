"""Memory that was freed goes back to the system."""

import ctypes
import sys
from pathlib import Path

import pytest

from repobook.findings.ruff import ruff_path
from repobook.text.naming.identifier_words import words_of
from repobook.workers.heap import clear_caches, trim_heap


@pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="needs glibc"
)
def test_memory_freed_below_a_block_in_use_is_handed_back() -> None:
    many = [bytes(1_000) for _ in range(100_000)]
    last = bytes(1_000)
    many.clear()
    before = _resident()
    trim_heap()
    assert before - _resident() > 50_000
    assert last


def test_what_words_were_made_of_is_forgotten_and_what_is_found_once_is_not() -> None:
    words_of("max_pool")
    ruff_path()
    clear_caches()
    assert words_of.cache_info().currsize == 0
    assert ruff_path.cache_info().currsize == 1


def _resident() -> int:
    """In KiB."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])
