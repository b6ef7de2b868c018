"""A build in a process of its own, under limits: whatever a repository does to it costs one book.

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
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from repobook.errors import RepobookError
from repobook.fleet.build_task import BuildTask, Outcome, run_task
from repobook.workers import fork_server

_PR_SET_PDEATHSIG: Final = 1
_NICENESS: Final = 10
_WARM: Final = "repobook.fleet.warm"
_starting: Final = threading.Lock()


class DiedError(RepobookError):
    """The process was killed or crashed: another try may end better."""


def run_isolated(task: BuildTask) -> Outcome:
    """Raises only if the process died."""
    began = time.monotonic()
    context = multiprocessing.get_context("forkserver")
    answers, answering = context.Pipe(duplex=False)
    process = context.Process(target=_main, args=(answering, tuple(task)))
    with _starting, answering:
        fork_server.preload(_WARM)
        fork_server.start(process)
    with answers:
        try:
            if not answers.poll(task.limits.seconds):
                reason = f"took longer than {task.limits.seconds:,} s"
                return Outcome(task.repository.name, "failed", reason, time.monotonic() - began)
            return msgspec.json.decode(answers.recv_bytes(), type=Outcome)
        except (EOFError, ConnectionError):
            process.join()
            raise DiedError(f"the process of the build {_death(process.exitcode or 0)}") from None
        finally:
            _end(process.pid)
            process.join()
            process.close()


def _end(pid: int | None) -> None:
    """With all that it started, which is in its session."""
    if pid is not None:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)  # it may not have begun its session yet


def _death(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"


def _main(answering: Connection, task: tuple[object, ...]) -> None:
    os.setsid()
    _die_with_parent()
    os.nice(_NICENESS)  # whoever asks on the same machine goes first
    decoded = msgspec.convert(task, BuildTask)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (decoded.limits.memory_bytes, hard))
    answering.send_bytes(msgspec.json.encode(run_to_the_end(decoded)))


def run_to_the_end(task: BuildTask) -> Outcome:
    """In this process; whatever goes wrong is the outcome."""
    began = time.monotonic()
    try:
        return run_task(task)
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
