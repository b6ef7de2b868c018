"""Waits until something in a folder changes: by inotify on Linux, by time elsewhere."""

import ctypes
import os
import select
import time
from collections.abc import Set
from typing import Final

# Written to and closed, came, went, or has other rights.
_CHANGES: Final = 0x008 | 0x040 | 0x080 | 0x100 | 0x200 | 0x004
# Only folders, no links; nothing more of what was removed.
_ONLY: Final = 0x01000000 | 0x02000000 | 0x04000000
_SECONDS_OF_QUIET: Final = 0.05
_MOST_SECONDS: Final = 2.0
_MAX_FOLDERS: Final = 20_000
"""The system keeps about a kilobyte for each, of memory that all its users share."""


class FolderEvents:
    def __init__(self) -> None:
        self._library = ctypes.CDLL(None, use_errno=True)
        start = getattr(self._library, "inotify_init1", None)
        self._file: int = start(os.O_CLOEXEC | os.O_NONBLOCK) if start else -1
        self._number_by_folder: dict[bytes, int] = {}

    def watch(self, folders: Set[bytes]) -> None:
        """These and no others; where there are too many of them, none."""
        if self._file < 0:
            return
        wanted = folders if len(folders) <= _MAX_FOLDERS else frozenset()
        for folder in self._number_by_folder.keys() - wanted:
            self._library.inotify_rm_watch(self._file, self._number_by_folder.pop(folder))
        for folder in wanted - self._number_by_folder.keys():
            number = self._library.inotify_add_watch(self._file, folder, _CHANGES | _ONLY)
            if number >= 0:
                self._number_by_folder[folder] = number

    def wait(self, seconds: float) -> bool:
        """For so long, or until something has changed and nothing does any more; whether it has."""
        if not self._number_by_folder:
            time.sleep(seconds)
            return False
        if not self._changes_within(seconds):
            return False
        end = time.monotonic() + _MOST_SECONDS
        while self._changes_within(_SECONDS_OF_QUIET) and time.monotonic() < end:
            continue
        return True

    def _changes_within(self, seconds: float) -> bool:
        """What it was is not asked: whoever waits looks for himself."""
        poll = select.poll()
        poll.register(self._file, select.POLLIN)
        has_changed = bool(poll.poll(seconds * 1000))
        while has_changed and _read(self._file):
            continue
        return has_changed

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _read(file: int) -> bytes:
    try:
        return os.read(file, 1 << 16)
    except BlockingIOError:
        return b""
