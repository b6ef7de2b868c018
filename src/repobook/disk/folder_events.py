"""Waits until something in a folder changes: by inotify on Linux, by time elsewhere."""

import ctypes
import os
import select
import struct
import time
from collections.abc import Iterator, Set
from typing import Final

# Written to and closed, came, went, or has other rights.
_CHANGES: Final = 0x008 | 0x040 | 0x080 | 0x100 | 0x200 | 0x004
# Only folders, no links; nothing more of what was removed.
_ONLY: Final = 0x01000000 | 0x02000000 | 0x04000000
_EVENT: Final = struct.Struct("iIII")
"""Which folder, what happened, a number, and how long the name is that follows."""
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
        self.touched: frozenset[bytes] | None = None
        """Paths that the last wait heard of; None where more may have happened than to files
        of the folders."""

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
        self._events: list[bytes] = []
        if not self._changes_within(seconds):
            return False
        end = time.monotonic() + _MOST_SECONDS
        while self._changes_within(_SECONDS_OF_QUIET) and time.monotonic() < end:
            continue
        self.touched = self._touched()
        return True

    def _changes_within(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self._file, select.POLLIN)
        has_changed = bool(poll.poll(seconds * 1000))
        while has_changed and (events := _read(self._file)):
            self._events.append(events)
        return has_changed

    def _touched(self) -> frozenset[bytes] | None:
        folder_by_number = {number: folder for folder, number in self._number_by_folder.items()}
        parsed = [event for events in self._events for event in _parsed(events)]
        if any(number not in folder_by_number or kind & ~_CHANGES for number, kind, _ in parsed):
            return None
        return frozenset(os.path.join(folder_by_number[number], name) for number, _, name in parsed)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _parsed(events: bytes) -> Iterator[tuple[int, int, bytes]]:
    """The number of a folder, what happened, and the name of what it happened to."""
    at = 0
    while at < len(events):
        number, kind, _, length = _EVENT.unpack_from(events, at)
        at += _EVENT.size + length
        yield number, kind, events[at - length : at].rstrip(b"\0")


def _read(file: int) -> bytes:
    try:
        return os.read(file, 1 << 16)
    except BlockingIOError:
        return b""
