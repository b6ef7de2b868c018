"""Reads blobs out of a git directory through one ``cat-file --batch`` process that stays."""

import contextlib
import fcntl
import os
import select
import subprocess
import time
from typing import Final

from repobook.errors import UnreadableError
from repobook.scan.git.commands import find_git, start, stop
from repobook.scan.skip_reasons import GIT_FAILED, too_large

_TIME_LIMIT_SECONDS: Final = 60.0
_SILENT_SECONDS: Final = 10.0
_MAX_STALLS: Final = 3
_HEADER_BYTES: Final = 512
MISSING: Final = "blob missing from the git directory"


class BlobReader:
    """Asks for one blob at a time; a process that fails is replaced at the next question, unless
    several were waited for in vain: then git is not asked again."""

    def __init__(self, git_dir: str) -> None:
        self._git_dir = git_dir
        self._process: subprocess.Popen[bytes] | None = None
        self._poll = select.poll()
        self._buffer = bytearray()
        self._n_stalls = 0

    def read(self, blob: str, limit: int) -> bytes:
        """The content; raises `UnreadableError` when it is missing, broken or beyond the limit."""
        if self._n_stalls == _MAX_STALLS:
            raise UnreadableError(GIT_FAILED)
        try:
            return self._request(blob, limit)
        except (OSError, ValueError, EOFError) as error:
            self._n_stalls += isinstance(error, TimeoutError)
            self.close()
            raise UnreadableError(GIT_FAILED) from None

    def _request(self, blob: str, limit: int) -> bytes:
        process = self._running()
        assert process.stdin is not None
        deadline = time.monotonic() + _TIME_LIMIT_SECONDS
        os.write(process.stdin.fileno(), blob.encode("ascii") + b"\n")
        header = self._header(deadline)
        if header[-1] == b"missing":
            raise UnreadableError(MISSING)
        _, kind, size = header
        if kind != b"blob" or int(size) > limit:
            # Restarting git is cheaper than reading the rest of a blob that is not wanted.
            self.close()
            raise UnreadableError(too_large(limit) if kind == b"blob" else GIT_FAILED)
        return self._content(int(size), deadline)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = start(find_git(), self._git_dir, "cat-file", "--batch", stdin=pipe)
            assert self._process.stdout is not None
            fd = self._process.stdout.fileno()
            self._poll = select.poll()
            self._poll.register(fd, select.POLLIN)
            # A wider pipe saves most of the switching between git and us; it may be refused.
            with contextlib.suppress(OSError, AttributeError):
                fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, 1 << 20)
        return self._process

    def _header(self, deadline: float) -> list[bytes]:
        while (end := self._buffer.find(b"\n")) < 0:
            if len(self._buffer) > _HEADER_BYTES:
                raise ValueError
            self._fill(deadline, 1 << 16)
        header = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return header.split(b" ")

    def _content(self, size: int, deadline: float) -> bytes:
        while len(self._buffer) <= size:
            self._fill(deadline, max(1 << 16, size + 1 - len(self._buffer)))
        content = bytes(memoryview(self._buffer)[:size])
        del self._buffer[: size + 1]
        return content

    def _fill(self, deadline: float, n_bytes: int) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        patience = max(0.0, min(_SILENT_SECONDS, deadline - time.monotonic()))
        if not self._poll.poll(patience * 1000):
            raise TimeoutError
        chunk = os.read(self._process.stdout.fileno(), min(n_bytes, 1 << 20))
        if not chunk:
            raise EOFError
        self._buffer += chunk

    def close(self) -> None:
        self._buffer.clear()
        if self._process is None:
            return
        stop(self._process)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._process = None
