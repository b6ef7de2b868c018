"""A build in a separate process with limits: a failure costs only one book.

The process is forked from one that has imported everything, which for most repositories takes as
long as building their books.
"""

import ctypes
import multiprocessing
import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from repobook.errors import RepobookError
from repobook.fleet.build_task import BuildTask, Outcome, run_task
from repobook.fleet.remote_pool import Helpers
from repobook.workers import fork_server

_PR_SET_PDEATHSIG: Final = 1
_NICENESS: Final = 10
_WARM: Final = "repobook.fleet.preloaded_modules"
_SHARED: Final = b"?"
"""Begins what a build shares out; an outcome is an object or a list of JSON."""
_WORK: Final = msgspec.msgpack.Decoder(tuple[bytes, list[bytes]])
_ANSWER: Final = msgspec.msgpack.Decoder(tuple[int, bytes | None])
_starting: Final = threading.Lock()

ShareOut = Callable[[bytes, list[bytes]], Iterator[tuple[int, bytes | None]]]


class DiedError(RepobookError):
    """The process was killed or crashed: another try may end better."""


def run_isolated(task: BuildTask, share_out: ShareOut | None = None) -> Outcome:
    """Raises only if the process died. Work that it shares out is given to ``share_out``."""
    context = multiprocessing.get_context("forkserver")
    ours, theirs = context.Pipe()
    process = context.Process(target=_main, args=(theirs, tuple(task), share_out is not None))
    with _starting, theirs:
        fork_server.preload(_WARM)
        fork_server.start(process)
    with ours:
        try:
            return _outcome(ours, task, share_out)
        except (EOFError, ConnectionError):
            process.join()
            raise DiedError(f"the process of the build {_death(process.exitcode or 0)}") from None
        finally:
            _end(process.pid)
            process.join()
            process.close()


def _outcome(connection: Connection, task: BuildTask, share_out: ShareOut | None) -> Outcome:
    began = time.monotonic()
    while connection.poll(max(0.0, began + task.limits.seconds - time.monotonic())):
        message = connection.recv_bytes()
        if share_out is None or message[:1] != _SHARED:
            return msgspec.json.decode(message, type=Outcome)
        for answer in share_out(*_WORK.decode(message[1:])):
            connection.send_bytes(msgspec.msgpack.encode(answer))
    reason = f"took longer than {task.limits.seconds:,} s"
    return Outcome(task.repository.name, "failed", reason, time.monotonic() - began)


class _ParentHelpers:
    """Whoever waits for this process has other machines at hand."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def run(self, work: bytes, shares: list[bytes]) -> Iterator[tuple[int, bytes | None]]:
        self._connection.send_bytes(_SHARED + msgspec.msgpack.encode((work, shares)))
        for _ in shares:
            yield _ANSWER.decode(self._connection.recv_bytes())


def _end(pid: int | None) -> None:
    """With all that it started, which is in its session."""
    if pid is not None:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)  # it may not have begun its session yet


def _death(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"


def _main(connection: Connection, task: tuple[object, ...], is_helped: bool) -> None:
    os.setsid()
    _die_with_parent()
    os.nice(_NICENESS)  # whoever asks on the same machine goes first
    decoded = msgspec.convert(task, BuildTask)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (decoded.limits.memory_bytes, hard))
    helpers = _ParentHelpers(connection) if is_helped else None
    connection.send_bytes(msgspec.json.encode(run_to_the_end(decoded, helpers)))


def run_to_the_end(task: BuildTask, helpers: Helpers | None = None) -> Outcome:
    """In this process; whatever goes wrong is the outcome."""
    began = time.monotonic()
    try:
        return run_task(task, helpers)
    except RepobookError as error:
        reason = error.message
    except (MemoryError, SystemError):
        # The interpreter raises the second where it has no room left even for the first.
        reason = "not enough memory"
    except Exception as error:  # noqa: BLE001 - a defect of ours costs one book, not the fleet
        reason = f"internal error: {type(error).__name__}: {error}"
    return Outcome(task.repository.name, "failed", reason, time.monotonic() - began)


def _die_with_parent() -> None:
    """A worker that is killed must not leave a build behind: what it forks from ends with it."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
