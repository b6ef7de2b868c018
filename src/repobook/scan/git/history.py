"""Reads a repository's past up to one commit: who changed which files when, newest first.

Only trees are compared, so no blob is opened and no filter or viewer that a repository names can
run. What git prints is read as it comes, under limits. Where it prints too much, or cannot read on,
the commits that were whole before are kept: these are the same each time. Where it runs out of time
or memory none are, because how far it came by then depends on the machine.
"""

import os
import re
import time
from itertools import takewhile
from typing import Final

from repobook.model.history import Commit, History
from repobook.scan.git.commands import OUT_OF_LIMITS, RECORD_BYTES, Limits, Records, feed, find_git
from repobook.scan.sources.path_names import display

DEFAULT_COMMITS: Final = 5000

_SECONDS: Final = 60.0
_BYTES: Final = 128 << 20
_MAX_AUTHOR: Final = 100
_MAX_SUBJECT: Final = 500
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def read_history(
    git_dir: str, commit: str, folder: bytes = b"", limit: int = DEFAULT_COMMITS
) -> History:
    """The newest ``limit`` commits up to and including ``commit``, never one after it."""
    if not find_git():
        return History((), "no history: git is not installed")
    deadline = time.monotonic() + _SECONDS
    heads, problem = _list_commits(git_dir, commit, limit)
    if not heads:
        return History((), f"no history: {problem}" if problem else "")
    if _lacks_trees(git_dir, commit, limit):
        return History((), "no history: the git directory holds only part of it")
    commits, met = _with_paths(git_dir, heads, folder, deadline)
    problem = met or problem
    if problem == OUT_OF_LIMITS:
        return History((), f"no history: {problem}")
    if problem:
        return History(commits, f"history cut after {len(commits):,} commits: {problem}")
    return History(commits, _cut(len(commits), limit))


def _cut(n_commits: int, limit: int) -> str:
    return f"history: the newest {limit:,} commits" if n_commits == limit else ""


def _list_commits(git_dir: str, commit: str, limit: int) -> tuple[list[Commit], str]:
    """Without their paths. Neither a name, a date nor a subject can hold a line break or a NUL."""
    heads = _Heads()
    problem = feed(
        git_dir,
        "rev-list",
        f"--max-count={limit}",
        "--no-merges",
        "--encoding=UTF-8",
        "--format=%cs %an%x00%s",
        "--end-of-options",
        commit,
        take=Records(b"\n", heads.take),
        limits=Limits(_SECONDS, _BYTES),
    )
    return heads.commits, problem


class _Heads:
    """Two lines make a commit: its name, and who said what when."""

    def __init__(self) -> None:
        self.commits: list[Commit] = []
        self._id = ""

    def take(self, lines: list[bytes]) -> None:
        for line in lines:
            if self._id:
                self.commits.append(_commit(self._id, line.decode("utf-8", "replace")))
                self._id = ""
            else:
                self._id = line.decode("ascii", "replace").removeprefix("commit ")


def _commit(id: str, line: str) -> Commit:
    date, _, rest = line.partition(" ")
    author, _, subject = rest.partition("\0")
    day = date if _DAY.fullmatch(date) else ""
    return Commit(id, day, author.strip()[:_MAX_AUTHOR], (), subject.strip()[:_MAX_SUBJECT])


def _lacks_trees(git_dir: str, commit: str, limit: int) -> bool:
    """A partial clone may lack the trees to compare; git would go and fetch them."""
    if not _is_partial(git_dir):
        return False
    options = (f"--max-count={limit}", "--objects", "--no-object-names", "--missing=print")

    def take(lines: list[bytes]) -> str:
        return "missing" if any(line.startswith(b"?") for line in lines) else ""

    problem = feed(
        git_dir,
        "rev-list",
        *(*options, "--filter=blob:none", "--end-of-options", commit),
        take=Records(b"\n", take),
        limits=Limits(_SECONDS, _BYTES),
    )
    return bool(problem)


def _is_partial(git_dir: str) -> bool:
    try:
        names = os.listdir(os.path.join(git_dir, "objects", "pack"))
    except OSError:
        return False
    return any(name.endswith(".promisor") for name in names)


def _with_paths(
    git_dir: str, heads: list[Commit], folder: bytes, deadline: float
) -> tuple[tuple[Commit, ...], str]:
    """As many of the commits as could be compared with what was before them, and why no more."""
    changes = _Changes(folder.rstrip(b"/") + b"/" if folder else b"")
    # The oldest commit of a shallow clone has lost its parents: not all it holds was changed by it.
    is_shallow = os.path.lexists(os.path.join(git_dir, "shallow"))
    problem = feed(
        git_dir,
        "diff-tree",
        *("--stdin", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", "--no-textconv"),
        *(() if is_shallow else ("--root",)),
        take=Records(b"\0", changes.take, f"a path is longer than {RECORD_BYTES:,} bytes"),
        request="".join(f"{head.id}\n" for head in heads).encode("ascii", "replace"),
        limits=Limits(max(deadline - time.monotonic(), 0.0), _BYTES),
    )
    # The last that was printed before a problem may not be whole.
    last = changes.last or heads[0].id
    whole = takewhile(lambda head: head.id != last, heads) if problem else heads
    return tuple(map(changes.add_to, whole)), problem


class _Changes:
    """A path follows what was done to it, which begins with a colon; all else is a commit."""

    def __init__(self, prefix: bytes) -> None:
        self.last = ""
        self._prefix = prefix
        self._is_path = False
        self._paths_by_commit: dict[str, list[str]] = {}
        self._paths: dict[bytes, str] = {}

    def take(self, records: list[bytes]) -> None:
        for record in records:
            if self._is_path:
                self._is_path = False
                if record.startswith(self._prefix):
                    self._paths_by_commit[self.last].append(self._display(record))
            elif record.startswith(b":"):
                self._is_path = True
            else:
                self.last = record.decode("ascii", "replace").strip()
                self._paths_by_commit.setdefault(self.last, [])

    def _display(self, path: bytes) -> str:
        """The same text for every commit that changed the path."""
        text = self._paths.get(path)
        if text is None:
            text = self._paths[path] = display(path[len(self._prefix) :])
        return text

    def add_to(self, commit: Commit) -> Commit:
        return commit._replace(paths=tuple(self._paths_by_commit.pop(commit.id, ())))
