"""A build in a process of its own, under limits: whatever a repository does to it costs one book.

As a module it is that process: it reads its task from its input and answers with one line.
"""

import ctypes
import os
import resource
import signal
import subprocess
import sys
import time
from typing import Final

import msgspec

from repobook.errors import RepobookError
from repobook.fleet.build_task import BuildTask, Outcome, run_task

_PR_SET_PDEATHSIG: Final = 1
_NICENESS: Final = 10


class DiedError(RepobookError):
    """The process was killed or crashed: another try may end better."""


def run_isolated(task: BuildTask) -> Outcome:
    """Raises only if the process died."""
    began = time.monotonic()
    # A session of its own: when time is over, what it started ends with it.
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "repobook.fleet.isolated"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            answer, _ = process.communicate(msgspec.json.encode(task), task.limits.seconds)
        except subprocess.TimeoutExpired:
            reason = f"took longer than {task.limits.seconds:,} s"
            return Outcome(task.repository.name, "failed", reason, time.monotonic() - began)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode:
        raise DiedError(f"the process of the build {_death(process.returncode)}")
    return msgspec.json.decode(answer, type=Outcome)


def _death(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"


def _main() -> None:
    _die_with_parent()
    os.nice(_NICENESS)  # whoever asks on the same machine goes first
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=BuildTask)
    # Nothing that is printed on the way may pass for the answer.
    out = os.dup(1)
    os.dup2(2, 1)
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (task.limits.memory_bytes, hard))
    os.write(out, msgspec.json.encode(run_to_the_end(task)))


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
    """A worker that is killed must not leave a build behind."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    _main()
