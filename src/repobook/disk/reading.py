"""Opens files and folders below a root so that no symlink can lead outside, at any depth.

Folders are opened one component at a time, each relative to its parent and never through a link;
the most recently used stay open. A component swapped for a link between two steps fails to open.
"""

import os
import stat
from collections import OrderedDict
from typing import Final

_FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK a FIFO put in a file's place would wait for a writer for ever.
_FILE_FLAGS: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_NOCTTY | os.O_CLOEXEC
_MAX_OPEN: Final = 128


class NotAFileError(OSError):
    """The name is no regular file (any more)."""


class TooLargeError(OSError):
    """The content goes beyond the limit."""


class Folders:
    """Descriptors of folders below a root. One is valid until the next call of `open`."""

    def __init__(self, root: str) -> None:
        # The root itself may be a link: it is what the user asked for.
        self._root = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._open_by_path: OrderedDict[bytes, int] = OrderedDict()

    def open(self, folder: bytes) -> int:
        """The descriptor of a folder given by its raw path; the root is the empty path."""
        if not folder:
            return self._root
        descriptor = self._open_by_path.get(folder)
        if descriptor is not None:
            self._open_by_path.move_to_end(folder)
            return descriptor
        return self._open_below(folder)

    def _open_below(self, folder: bytes) -> int:
        start = self._nearest_open(folder)
        fd = self._open_by_path[start] if start else self._root
        at = len(start) + 1 if start else 0
        while at <= len(folder):
            end = folder.find(b"/", at)
            end = len(folder) if end < 0 else end
            fd = os.open(folder[at:end], _FOLDER_FLAGS, dir_fd=fd)
            self._keep(folder[:end], fd)
            at = end + 1
        return fd

    def _nearest_open(self, folder: bytes) -> bytes:
        while folder and folder not in self._open_by_path:
            folder = folder.rpartition(b"/")[0]
        return folder

    def _keep(self, folder: bytes, fd: int) -> None:
        self._open_by_path[folder] = fd
        if len(self._open_by_path) > _MAX_OPEN:
            os.close(self._open_by_path.popitem(last=False)[1])

    def close(self) -> None:
        for fd in self._open_by_path.values():
            os.close(fd)
        self._open_by_path.clear()
        if self._root >= 0:
            os.close(self._root)
            self._root = -1


def open_regular(root_fd: int, path: bytes) -> int:
    """A regular file below a folder, for reading; no link on the way, and nothing above it."""
    *folders, name = path.split(b"/")
    if not {b"", b".", b".."}.isdisjoint((*folders, name)):
        raise NotAFileError
    at = os.dup(root_fd)
    try:
        for folder in folders:
            below = os.open(folder, _FOLDER_FLAGS, dir_fd=at)
            os.close(at)
            at = below
        return _open_regular(at, name)
    finally:
        os.close(at)


def read_regular(folder_fd: int, name: bytes, limit: int) -> bytes:
    """The content of a regular file; raises once more than ``limit`` bytes are there."""
    content = read_head(folder_fd, name, limit + 1, limit)
    if len(content) > limit:
        raise TooLargeError
    return content


def read_head(folder_fd: int, name: bytes, n_bytes: int, max_size: int = -1) -> bytes:
    """At most the first bytes of a regular file; one beyond ``max_size`` raises instead."""
    fd = _open_regular(folder_fd, name)
    try:
        status = os.fstat(fd)
        if 0 <= max_size < status.st_size:
            raise TooLargeError
        return _read_up_to(fd, n_bytes, status.st_size)
    finally:
        os.close(fd)


def _open_regular(folder_fd: int, name: bytes) -> int:
    fd = os.open(name, _FILE_FLAGS, dir_fd=folder_fd)
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise NotAFileError


def _read_up_to(fd: int, n_bytes: int, expected: int) -> bytes:
    chunk = os.read(fd, min(n_bytes, expected + 1))
    if len(chunk) <= expected < n_bytes or not chunk:
        # As much as the size promised and less than was asked for: the end of the file.
        return chunk
    chunks = [chunk]
    n_left = n_bytes - len(chunk)
    while n_left > 0 and (chunk := os.read(fd, min(n_left, 1 << 20))):
        chunks.append(chunk)
        n_left -= len(chunk)
    return b"".join(chunks)
