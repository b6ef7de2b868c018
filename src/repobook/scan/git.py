"""Asks git about a git directory without ever giving the directory a chance to run anything.

A hostile configuration turns many git commands into code execution, so only ``rev-parse``,
``ls-tree``, ``cat-file --batch``, ``rev-list`` and ``diff-tree --raw`` (which compares trees and
never opens a file) are used, git itself is found by absolute path, runs outside the tree with a
bare environment, and is stopped at a time and an output limit.
"""

import contextlib
import functools
import os
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from typing import Final, Literal, NamedTuple

Command = Literal["rev-parse", "ls-tree", "cat-file", "rev-list", "diff-tree"]

_MESSAGE_BYTES: Final = 2000
_SYSTEM_FOLDERS: Final = ("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin")
_ENVIRONMENT: Final = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "HOME": "/nonexistent",
    "LC_ALL": "C",
    "PATH": "/usr/bin:/bin",
}
_SAFE_OPTIONS: Final = (
    "--no-optional-locks",
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "safe.bareRepository=explicit",
    "-c",
    "log.showSignature=false",
)


class Limits(NamedTuple):
    """What git may take before it is stopped."""

    seconds: float = 120.0
    n_bytes: int = 1 << 30


_LIMITS: Final = Limits()


class Answer(NamedTuple):
    """What git printed; ``problem`` is empty when all went well."""

    output: bytes
    problem: str


class TreeItem(NamedTuple):
    """One line of ``ls-tree``."""

    mode: str
    blob: str
    raw_path: bytes


class TreeListing(NamedTuple):
    items: tuple[TreeItem, ...]
    problem: str


def resolve_commit(git_dir: str, revision: str) -> Answer:
    """The full hash of the commit a revision names; a revision is never taken for an option."""
    if "\0" in revision:
        return Answer(b"", "a revision cannot hold a NUL character")
    wanted = f"{revision}^{{commit}}"
    answer = ask(git_dir, "rev-parse", "--verify", "--end-of-options", wanted)
    return answer._replace(output=answer.output.strip())


def list_tree(git_dir: str, tree: str) -> TreeListing:
    """Every file below a commit or ``commit:folder``."""
    answer = ask(git_dir, "ls-tree", "-r", "-z", "--full-tree", tree)
    lines = answer.output.split(b"\0")
    return TreeListing(tuple(_tree_item(line) for line in lines if line), answer.problem)


def _tree_item(line: bytes) -> TreeItem:
    head, _, raw_path = line.partition(b"\t")
    mode, _, blob = head.decode("ascii").split(" ", 2)
    return TreeItem(mode, blob, raw_path)


def missing_objects(git_dir: str, commit: str) -> frozenset[str]:
    """Objects a commit needs and the directory lacks: the one command that never fetches them."""
    options = ("--objects", "--no-object-names", "--missing=print", "--no-walk")
    answer = ask(git_dir, "rev-list", *options, commit)
    lines = answer.output.split(b"\n")
    return frozenset(line[1:].decode("ascii") for line in lines if line.startswith(b"?"))


def blob_sizes(git_dir: str, blobs: list[str]) -> dict[str, int]:
    """Sizes of the blobs that are there."""
    request = "".join(f"{blob}\n" for blob in blobs).encode("ascii")
    answer = ask(git_dir, "cat-file", "--batch-check", request=request)
    rows = (line.split(b" ") for line in answer.output.split(b"\n"))
    return {row[0].decode("ascii"): int(row[2]) for row in rows if len(row) == 3}


def ask(
    git_dir: str,
    command: Command,
    *arguments: str,
    request: bytes = b"",
    limits: Limits | None = None,
) -> Answer:
    """Runs one harmless git command to its end."""
    executable = find_git()
    if not executable:
        return Answer(b"", "git is not installed")
    with tempfile.TemporaryFile() as stdin:
        stdin.write(request)
        stdin.seek(0)
        try:
            process = start(executable, git_dir, command, *arguments, stdin=stdin.fileno())
        except OSError as error:
            return Answer(b"", f"git cannot be started: {error.strerror}")
    with process:
        return _collect(process, limits or _LIMITS)


def start(
    executable: str, git_dir: str, command: Command, *arguments: str, stdin: int
) -> subprocess.Popen[bytes]:
    """Starts git in a session of its own, so that stopping it stops whatever it started."""
    return subprocess.Popen(
        [executable, f"--git-dir={git_dir}", *_SAFE_OPTIONS, command, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if stdin != subprocess.PIPE else subprocess.DEVNULL,
        cwd="/",
        env=_ENVIRONMENT,
        start_new_session=True,
    )


def stop(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@functools.cache
def find_git() -> str:
    """Git's absolute path, or nothing; a relative entry of PATH could lie inside the tree."""
    folders = [folder for folder in os.environ.get("PATH", "").split(":") if os.path.isabs(folder)]
    found = shutil.which("git", path=":".join([*folders, *_SYSTEM_FOLDERS]))
    return os.path.realpath(found) if found else ""


def _collect(process: subprocess.Popen[bytes], limits: Limits) -> Answer:
    assert process.stdout is not None
    assert process.stderr is not None
    output: list[bytes] = []
    errors: list[bytes] = []
    chunks_by_fd = {process.stdout.fileno(): output, process.stderr.fileno(): errors}
    stopped = _drain(chunks_by_fd, limits)
    if stopped:
        stop(process)
        return Answer(b"", stopped)
    code = process.wait()
    message = b"".join(errors)[:_MESSAGE_BYTES].decode("utf-8", "replace").strip()
    problem = "" if code == 0 else message.split("\n")[0] or f"git ended with status {code}"
    return Answer(b"".join(output), problem.removeprefix("fatal: "))


def _drain(chunks_by_fd: dict[int, list[bytes]], limits: Limits) -> str:
    """Reads all streams to their end; says why when a limit was met first."""
    deadline = time.monotonic() + limits.seconds
    n_left = limits.n_bytes
    with selectors.DefaultSelector() as selector:
        for fd in chunks_by_fd:
            selector.register(fd, selectors.EVENT_READ)
        while selector.get_map():
            ready = selector.select(max(0.0, deadline - time.monotonic()))
            # One that prints without a pause is always ready.
            if not ready or time.monotonic() >= deadline:
                return f"git took longer than {limits.seconds:.0f} seconds"
            for key, _ in ready:
                chunk = os.read(key.fd, 1 << 20)
                if not chunk:
                    selector.unregister(key.fd)
                chunks_by_fd[key.fd].append(chunk)
                n_left -= len(chunk)
            if n_left < 0:
                return f"git printed more than {limits.n_bytes >> 20:,} MiB"
    return ""
