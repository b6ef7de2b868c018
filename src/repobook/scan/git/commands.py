"""Asks git about a git directory without ever giving the directory a chance to run anything.

A hostile configuration turns many git commands into code execution, so only ``rev-parse``,
``ls-tree``, ``cat-file --batch``, ``rev-list`` and ``diff-tree`` (which reads objects alone, and
starts no viewer when it is forbidden to) are used, git itself is found by absolute path, runs
outside the tree with a bare environment, and is stopped at limits of time, memory and output. What
it prints is read as it comes, so that a directory made to explode costs no more than the limits
allow.
"""

import contextlib
import functools
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from typing import Final, Literal, NamedTuple

from repobook.scan.git.child_process import prepare_child

Command = Literal["rev-parse", "ls-tree", "cat-file", "rev-list", "diff-tree"]

_MESSAGE_BYTES: Final = 2000
RECORD_BYTES: Final = 1 << 20
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
    # What is larger is not compared line by line.
    "-c",
    "core.bigFileThreshold=2m",
)


class Limits(NamedTuple):
    """What git may take before it is stopped."""

    seconds: float = 60.0
    n_bytes: int = 64 << 20
    silent_seconds: float = 10.0
    """Without printing a byte. This is what stops a git that hangs; a long answer is printed as it
    is found, so a busy machine does not meet it."""


class ListingCaps(NamedTuple):
    """What a tree may list: a dozen objects that name each other list more than any disk holds."""

    n_items: int = 2_000_000
    """Files and folders."""
    n_bytes: int = 256 << 20


OUT_OF_LIMITS: Final = "git needed more time or memory than it may have"
"""One text for both: which of the two runs out first is the machine's doing, and books of one tree
are the same on all machines."""
_LIMITS: Final = Limits()
_CAPS: Final = ListingCaps()

Take = Callable[[bytes], str | None]
"""Takes what git has just printed; a text says why no more is wanted."""


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


def list_tree(git_dir: str, tree: str, caps: ListingCaps | None = None) -> TreeListing:
    """Every file below a commit or ``commit:folder``; none where there is a problem."""
    caps = caps or _CAPS
    printed = _CountedLines(caps.n_items)
    # Folders are listed too (-t), because whoever works with the paths holds each of them as well.
    problem = feed(
        git_dir,
        "ls-tree",
        *("-r", "-t", "-z", "--full-tree", tree),
        take=printed.take,
        limits=_LIMITS._replace(n_bytes=caps.n_bytes),
    )
    return TreeListing((), problem) if problem else _tree_items(printed.chunks)


class _CountedLines:
    """Counts while git prints: a tree that explodes is refused before anything is made of it."""

    def __init__(self, cap: int) -> None:
        self.chunks: list[bytes] = []
        self._cap = cap
        self._n_lines = 0

    def take(self, chunk: bytes) -> str:
        self.chunks.append(chunk)
        self._n_lines += chunk.count(b"\0")
        is_over = self._n_lines > self._cap
        return f"the tree lists more than {self._cap:,} files and folders" if is_over else ""


def _tree_items(chunks: list[bytes]) -> TreeListing:
    items: list[TreeItem] = []

    def take(lines: list[bytes]) -> None:
        for line in lines:
            head, _, raw_path = line.partition(b"\t")
            mode, kind, blob = head.decode("ascii").split(" ", 2)
            if kind != "tree":
                items.append(TreeItem(sys.intern(mode), blob, raw_path))

    cut = Records(b"\0", take, f"the tree has a path longer than {RECORD_BYTES:,} bytes")
    problem = next(filter(None, map(cut, chunks)), "")
    return TreeListing(() if problem else tuple(items), problem)


def missing_objects(git_dir: str, commit: str, wanted: Collection[str]) -> set[str]:
    """Which of the wanted objects of a commit the directory lacks: the one command that never
    fetches them."""
    missing: set[str] = set()

    def take(lines: list[bytes]) -> None:
        names = (line[1:].decode("ascii") for line in lines if line.startswith(b"?"))
        missing.update(name for name in names if name in wanted)

    options = ("--objects", "--no-object-names", "--missing=print", "--no-walk")
    limits = _LIMITS._replace(n_bytes=_CAPS.n_bytes)
    feed(git_dir, "rev-list", *options, commit, take=Records(b"\n", take), limits=limits)
    return missing


def blob_sizes(git_dir: str, blobs: list[str]) -> dict[str, int]:
    """Sizes of the blobs that are there."""
    sizes: dict[str, int] = {}

    def take(lines: list[bytes]) -> None:
        rows = (line.split(b" ") for line in lines)
        sizes.update((row[0].decode("ascii"), int(row[2])) for row in rows if len(row) == 3)

    request = "".join(f"{blob}\n" for blob in blobs).encode("ascii")
    limits = _LIMITS._replace(n_bytes=_CAPS.n_bytes)
    taken = Records(b"\n", take)
    options = ("--batch-check", "--buffer")
    feed(git_dir, "cat-file", *options, request=request, take=taken, limits=limits)
    return sizes


def ask(
    git_dir: str,
    command: Command,
    *arguments: str,
    request: bytes = b"",
    limits: Limits | None = None,
) -> Answer:
    """Runs one harmless git command to its end and holds all that it prints."""
    chunks: list[bytes] = []
    problem = feed(git_dir, command, *arguments, request=request, limits=limits, take=chunks.append)
    return Answer(b"" if problem else b"".join(chunks), problem)


class Records:
    """Cuts chunks into records that end with the same byte. Of one that is too long only the head
    is passed on, or none where that is a problem."""

    def __init__(
        self, end: bytes, take: Callable[[list[bytes]], str | None], too_long: str = ""
    ) -> None:
        self._end = end
        self._take = take
        self._too_long = too_long
        self._rest = b""

    def __call__(self, chunk: bytes) -> str | None:
        if len(self._rest) >= RECORD_BYTES:
            if self._too_long:
                return self._too_long
            _, end, after = chunk.partition(self._end)
            chunk = end + after
        *records, self._rest = (self._rest + chunk).split(self._end)
        return self._take(records)


def feed(
    git_dir: str,
    command: Command,
    *arguments: str,
    take: Take,
    request: bytes = b"",
    limits: Limits | None = None,
) -> str:
    """Runs one harmless git command and passes on what it prints as it comes. Says what the problem
    was: git's own, a limit, or what ``take`` answered."""
    executable = find_git()
    if not executable:
        return "git is not installed"
    with tempfile.TemporaryFile() as stdin:
        stdin.write(request)
        stdin.seek(0)
        try:
            process = start(executable, git_dir, command, *arguments, stdin=stdin.fileno())
        except OSError as error:
            return f"git cannot be started: {error.strerror}"
    with process:
        try:
            return _follow(process, take, limits or _LIMITS)
        finally:
            stop(process)


def start(
    executable: str, git_dir: str, command: Command, *arguments: str, stdin: int
) -> subprocess.Popen[bytes]:
    """Starts git in a session of its own, so that stopping it stops whatever it started.

    It ends with the thread that starts it, at the latest.
    """
    return subprocess.Popen(
        [executable, f"--git-dir={git_dir}", *_SAFE_OPTIONS, command, *arguments],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if stdin != subprocess.PIPE else subprocess.DEVNULL,
        cwd="/",
        env=_ENVIRONMENT,
        start_new_session=True,
        preexec_fn=prepare_child(),
    )


def stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@functools.cache
def find_git() -> str:
    """Git's absolute path, or nothing; a relative entry of PATH could lie inside the tree."""
    folders = [folder for folder in os.environ.get("PATH", "").split(":") if os.path.isabs(folder)]
    git = shutil.which("git", path=":".join([*folders, *_SYSTEM_FOLDERS]))
    return os.path.realpath(git) if git else ""


def _follow(process: subprocess.Popen[bytes], take: Take, limits: Limits) -> str:
    """Reads both streams to their end, unless a limit is met first or no more is wanted."""
    assert process.stdout is not None
    assert process.stderr is not None
    printed, errors = _Printed(take, limits.n_bytes), _Errors()
    deadline = time.monotonic() + limits.seconds
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, printed.take)
        selector.register(process.stderr, selectors.EVENT_READ, errors.take)
        while selector.get_map():
            patience = max(0.0, min(limits.silent_seconds, deadline - time.monotonic()))
            ready = selector.select(patience)
            # One that prints without a pause is always ready.
            if not ready or time.monotonic() >= deadline:
                return OUT_OF_LIMITS
            for key, _ in ready:
                chunk = os.read(key.fd, 1 << 20)
                if not chunk:
                    selector.unregister(key.fd)
                elif stopped := key.data(chunk):
                    return str(stopped)
    return errors.problem(process.wait())


class _Printed:
    """Passes on what git prints, exactly up to the limit: the cut is the same every time."""

    def __init__(self, take: Take, n_bytes: int) -> None:
        self._take = take
        self._n_bytes = self._n_left = n_bytes

    def take(self, chunk: bytes) -> str | None:
        stopped = self._take(chunk[: self._n_left])
        self._n_left -= len(chunk)
        if self._n_left < 0:
            return stopped or f"git printed more than {self._n_bytes >> 20:,} MiB"
        return stopped


class _Errors:
    """The first of what git complains about; the rest may be without end."""

    def __init__(self) -> None:
        self._head = b""

    def take(self, chunk: bytes) -> None:
        self._head += chunk[: _MESSAGE_BYTES - len(self._head)]

    def problem(self, code: int) -> str:
        if code == 0:
            return ""
        head = self._head.decode("utf-8", "replace").strip().split("\n")[0]
        message = head.removeprefix("fatal: ")
        if code == -signal.SIGKILL or "out of memory" in message.lower():
            return OUT_OF_LIMITS
        return message or f"git ended with status {code}"
