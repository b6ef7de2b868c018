"""The place of one attack: a home, canaries around the repository, commands run as a user would.

Everything lies below one folder that is removed afterwards. What a command must never change is
recorded before and compared after; what it must never print is looked for in every message.
"""

import contextlib
import hashlib
import os
import random
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.fakes.trees import write_tree

from repobook.model.book_layout import INDEX, MANIFEST

OUTSIDE: Final = "outside writes"
EXECUTED: Final = "executions"
LOST: Final = "lost files"
MIXED: Final = "mixed books"
DIFFERENT: Final = "differences"
TRACEBACK: Final = "tracebacks"
INTERNAL: Final = "internal errors"
HANG: Final = "hangs over 60 s"
REJECTED: Final = "honest books that verify rejects"
SECRET: Final = "secrets in a book"
UNTRUE: Final = "untrue or unclear messages"
UNSERVED: Final = "requests not served"
ESCAPE: Final = "terminal escapes printed"
BROKEN: Final = "failures of the attack itself"
KINDS: Final = (
    *(OUTSIDE, EXECUTED, LOST, MIXED, DIFFERENT, TRACEBACK, INTERNAL, HANG),
    *(REJECTED, SECRET, UNTRUE, UNSERVED, ESCAPE, BROKEN),
)

PROJECT: Final = Path(__file__).resolve().parents[2]
HANG_SECONDS: Final = 60
PUBLISHED: Final = ("book.db", "manifest.json", "markdown", "site")
UNFINISHED: Final = "unfinished"
_MEMORY_BYTES: Final = 4 << 30  # the machine outlives a build that knows no limit
_SHOWN_BYTES: Final = 400
_PATH_BYTES: Final = 4096  # longer ones cannot be opened by name
_SCRIPT: Final = "from repobook.cli import main; main()"
_GIT_FREE: Final = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"}
_CANARIES: Final[dict[str, str | bytes]] = {
    "thesis.txt": "years of work\n",
    "docs/index.html": "<p>precious</p>\n",
    "docs/chapter.md": "# Precious\n",
    "site-packages/distutils-precedence.pth": "import os\n",
    "site-packages/six.py": "x = 1\n",
    "empty/": "",
    "database.sqlite": b"SQLite format 3\0" + bytes(84),
}
_DOTFILES: Final[dict[str, str | bytes]] = {
    ".bashrc": "export A=1\n",
    ".profile": "export B=1\n",
    ".gitconfig": "[user]\n\tname = x\n",
    ".ssh/authorized_keys": "ssh-ed25519 AAAA canary\n",
    ".config/autostart/": "",
}


class Problem(NamedTuple):
    kind: str
    text: str


class Done(NamedTuple):
    code: int
    out: bytes
    err: bytes

    def first_line(self) -> str:
        lines = [line for line in self.err.split(b"\n") if line.startswith(b"repobook: ")]
        return (lines or [self.err[-_SHOWN_BYTES:]])[0].decode("utf-8", "backslashreplace")


class Lab:
    """``work`` holds the repository, ``outside`` and ``home`` the canaries."""

    def __init__(self, place: Path, draw: random.Random) -> None:
        self.place, self.draw = place, draw
        self.work = place / "work"
        self.outside = write_tree(place / "outside", _CANARIES)
        self.home = write_tree(place / "home", _DOTFILES)
        self.mark = place / "EXECUTED"
        self.bait = place / "bait"
        self.bait.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{self.mark}'\n")
        self.bait.chmod(0o755)
        self.about = ""
        """What is going on, for the report."""
        self.problems: list[Problem] = []
        self.counts: Counter[str] = Counter()
        for name in ("work", "state", "attacker", "tmp"):
            (place / name).mkdir()

    def report(self, kind: str, text: str) -> None:
        told = f"{self.about}: {text}" if self.about else text
        self.problems.append(Problem(kind, told.replace(str(self.place), "LAB")))

    def environment(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        """Of the user; ``extra`` makes somebody else of him."""
        return {
            **_GIT_FREE,
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
            "HOME": str(self.home),
            "XDG_STATE_HOME": str(self.place / "state"),
            "TMPDIR": str(self.place / "tmp"),
            "PYTHONPATH": str(PROJECT / "src"),
            **(extra or {}),
        }

    def somebody_else(self, name: str) -> dict[str, str]:
        """Another user: neither the home nor the state of the first."""
        home = self.place / name
        home.mkdir(exist_ok=True)
        return {"HOME": str(home), "XDG_STATE_HOME": str(home / "state")}

    def start(
        self,
        *arguments: str | Path,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
    ) -> "Run":
        return Run(self, arguments, cwd, self.environment(env), before)

    def run(
        self,
        *arguments: str | Path,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        before: Callable[[], None] | None = None,
        seconds: float = HANG_SECONDS,
    ) -> Done:
        return self.start(*arguments, cwd=cwd, env=env, before=before).wait(seconds)


class Run:
    """A command in a session of its own, so that whatever it leaves behind is found."""

    def __init__(
        self,
        lab: Lab,
        arguments: tuple[str | Path, ...],
        cwd: Path,
        env: dict[str, str],
        before: Callable[[], None] | None,
    ) -> None:
        self._lab, self._arguments = lab, arguments
        n = lab.counts["commands"]
        lab.counts["commands"] += 1
        self.out, self.err = lab.place / f"out-{n}", lab.place / f"err-{n}"
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", _SCRIPT, *map(str, arguments)],
                cwd=cwd,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
                preexec_fn=before or _limit_memory,
            )

    def wait(self, seconds: float = HANG_SECONDS) -> Done:
        began = time.monotonic()
        queued: dict[int, float] = {}
        while self.process.poll() is None and time.monotonic() < began + seconds:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
            waits = {pid: seconds_in_queue(pid) for pid in session_of(self.process.pid)}
            seconds += sum(wait - queued.get(pid, 0.0) for pid, wait in waits.items())
            queued |= waits
        if self.process.poll() is None:
            took = time.monotonic() - began
            self._lab.report(HANG, f"{self.shown} had not ended after {took:.0f} s")
            self._lab.counts["commands that hung"] += 1
        self._end_all()
        self.process.wait()
        return self.done()

    def stop(self) -> Done:
        """As Ctrl-C does; it has the time of a hang to end."""
        self.process.send_signal(signal.SIGINT)
        return self.wait()

    def kill(self, is_whole_session: bool) -> bool:
        """Whether it was alive; what it started has the time of a hang to end by itself."""
        is_alive = self.process.poll() is None
        if is_whole_session:
            self._end_all()
        self.process.kill()
        self.process.wait()
        deadline = time.monotonic() + HANG_SECONDS
        while (left := self._left()) and time.monotonic() < deadline:
            time.sleep(0.02)
        if left:
            commands = ", ".join(map(command_of, left))
            self._lab.report(HANG, f"{self.shown} was killed and left behind: {commands}")
            self._end_all()
        return is_alive

    def _left(self) -> list[int]:
        return processes_of(self._lab.place, self.process.pid)

    def _end_all(self) -> None:
        for pid in self._left():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def done(self) -> Done:
        """Of a build that was killed, what its workers say of that is nobody's message."""
        done = Done(self.process.returncode, self.out.read_bytes(), self.err.read_bytes())
        self.out.unlink()
        self.err.unlink()
        self._look_at(done)
        return done

    @property
    def shown(self) -> str:
        return "repobook " + " ".join(map(str, self._arguments))

    def _look_at(self, done: Done) -> None:
        if done.code == -signal.SIGKILL:
            self._lab.counts["tracebacks of workers whose build was killed"] += (
                b"Traceback" in done.err
            )
            return
        for kind, sign in ((TRACEBACK, b"Traceback (most recent"), (INTERNAL, b"internal error")):
            if sign in done.err:
                at = done.err.index(sign)
                self._lab.report(kind, f"{self.shown}: {shown(done.err[at:])}")
        if b"\x1b" in done.out + done.err:
            self._lab.report(ESCAPE, self.shown)
        if done.code < 0:
            self._lab.report(TRACEBACK, f"{self.shown} died of signal {-done.code}")


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))


def shown(text: bytes, n_bytes: int = _SHOWN_BYTES) -> str:
    """The end of a traceback says more than its beginning."""
    half = n_bytes // 2
    cut = text if len(text) <= 2 * half else text[:half] + b" ... " + text[-half:]
    return cut.decode("utf-8", "backslashreplace").strip().replace("\n", " | ")


# Processes --------------------------------------------------------------------------------------


def processes_of(place: Path, leader: int) -> list[int]:
    """Of a session, and those that left it but speak of the place; an attack runs one command."""
    return [pid for pid in _all() if _session(pid) == leader or _speaks_of(pid, bytes(place))]


def session_of(leader: int) -> list[int]:
    return [pid for pid in _all() if _session(pid) == leader]


def seconds_in_queue(pid: int) -> float:
    """How long it was ready to run while others ran: no fault of its own."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_bytes().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _all() -> Iterator[int]:
    return (int(name) for name in os.listdir("/proc") if name.isdigit())


def _speaks_of(pid: int, place: bytes) -> bool:
    """In its arguments or its environment; this process does in neither."""
    try:
        return any(place in Path(f"/proc/{pid}/{name}").read_bytes() for name in _SPOKEN)
    except OSError:
        return False


_SPOKEN: Final = ("cmdline", "environ")


def _session(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return -1
    return -1 if fields[0] == b"Z" else int(fields[3])


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()[:120]
    except (OSError, UnicodeDecodeError):
        return str(pid)


# What lies on the disk --------------------------------------------------------------------------


def snapshot(*folders: Path, without: Path | None = None) -> dict[str, str]:
    """Every entry with its mode, size, time and content; nothing is followed or waited for."""
    left_out = os.fsencode(without) if without else b""
    return {
        os.fsdecode(path): _described(path)
        for folder in folders
        for path in walk(os.fsencode(folder))
        if not left_out or (path != left_out and not path.startswith(left_out + b"/"))
    }


def walk(folder: bytes) -> Iterator[bytes]:
    """Without recursion; what lies deeper than a path may be long is left to the book's account."""
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as found:
                entries = list(found)
        except OSError:
            continue
        for entry in entries:
            if len(entry.path) >= _PATH_BYTES:
                continue
            yield entry.path
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)


def _described(path: bytes) -> str:
    try:
        found = os.lstat(path)
        mode = found.st_mode
        if stat.S_ISLNK(mode):
            return f"link to {os.fsdecode(os.readlink(path))}"
        if not stat.S_ISREG(mode):
            return f"{mode:o}"
        content = hash_of(path) if found.st_size < 64 << 20 else "large"
        return f"{mode:o} {found.st_size} {found.st_mtime_ns} {content}"
    except OSError as error:
        return f"unreadable: {error.strerror}"


def hash_of(path: bytes | Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:32]


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    names = sorted(set(before) | set(after))
    return [
        f"{name}: {before.get(name, 'nothing')} -> {after.get(name, 'nothing')}"
        for name in names
        if before.get(name) != after.get(name)
    ]


def published(book: Path) -> dict[str, str]:
    """What a reader of the book gets: names with the hash of their bytes."""
    paths = [book / name for name in PUBLISHED]
    below = [Path(os.fsdecode(path)) for top in paths for path in walk(os.fsencode(top))]
    return {
        str(path.relative_to(book)): _content(path)
        for path in (*paths, *below)
        if os.path.lexists(path) and (path.is_symlink() or not path.is_dir())
    }


def _content(path: Path) -> str:
    """Never what a link leads to, and never a pipe that nobody writes to."""
    mode = path.lstat().st_mode
    return hash_of(path) if stat.S_ISREG(mode) else f"not a file: {mode:o}"


def difference(one: Mapping[str, str], other: Mapping[str, str]) -> str:
    names = [name for name in sorted({*one, *other}) if one.get(name) != other.get(name)]
    return f"{len(names)} of {len({*one, *other})}: {', '.join(names[:6])}"


def has_no_pages_yet(found: Mapping[str, str], new: Mapping[str, str]) -> bool:
    """The index of a first book is published before its pages are made."""
    names = {MANIFEST, INDEX}
    return set(found) <= names and found.get(INDEX, new[INDEX]) == new[INDEX]


def rows(book: Path, query: str) -> list[tuple[str, ...]]:
    """Of a book of our own making."""
    db = sqlite3.connect(f"{(book / 'book.db').as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        return db.execute(query).fetchall()
    finally:
        db.close()


def remove(path: Path) -> None:
    """Deeper than Python's own tool can."""
    subprocess.run(["rm", "-rf", str(path)], check=True)


def copy(source: Path, target: Path) -> None:
    """With times, links, holes and everything that is no file."""
    subprocess.run(["cp", "-a", "--sparse=always", str(source), str(target)], check=True)
