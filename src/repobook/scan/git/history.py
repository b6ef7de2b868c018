"""Reads a repository's past up to one commit: who changed which files when, newest first.

Trees are compared, then the versions of their files (``line_history.py``); no filter or viewer that
a repository names can run. What git prints is read as it comes, under limits. Where it prints too
much, or cannot read on, the commits that were whole before are kept: these are the same each time.
Where it runs out of time or memory none are, because how far it came by then depends on the
machine.
"""

import os
import re
import time
from itertools import accumulate, takewhile
from types import MappingProxyType
from typing import Final

from repobook.model.history import Commit, History, Hunks
from repobook.scan.git.commands import (
    OUT_OF_LIMITS,
    RECORD_BYTES,
    Limits,
    Records,
    feed,
    find_git,
    list_tree,
)
from repobook.scan.git.line_history import Change, Walked, asked, read_lines
from repobook.scan.sources.path_names import display

DEFAULT_COMMITS: Final = 5000

_SECONDS: Final = 60.0
_BYTES: Final = 128 << 20
_MAX_AUTHOR: Final = 100
_MAX_SUBJECT: Final = 500
_NOTHING_KNOWN: Final[Hunks] = MappingProxyType({})
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")


def read_history(
    git_dir: str,
    commit: str,
    folder: bytes = b"",
    limit: int = DEFAULT_COMMITS,
    known: Hunks = _NOTHING_KNOWN,
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
    walked, met = _with_paths(git_dir, heads, folder, deadline)
    problem = met or problem
    if problem == OUT_OF_LIMITS:
        return History((), f"no history: {problem}")
    commits = tuple(_with_its_paths(one) for one in walked if not one.is_merge)
    notice = _cut(len(commits), limit, problem)
    if _is_partial(git_dir):  # which lacks old versions of files, and git would fetch them
        return History(commits, _joined(notice, "no dates of lines: a partial clone"))
    lines = read_lines(git_dir, _blobs(git_dir, commit, folder), walked, known)
    if lines.problem:
        notice = _joined(notice, f"dates of lines cut: {lines.problem}")
    return History(commits, notice, lines.by_path, lines.hunks)


def _cut(n_commits: int, limit: int, problem: str) -> str:
    if problem:
        return f"history cut after {n_commits:,} commits: {problem}"
    return f"history: the newest {limit:,} commits" if n_commits == limit else ""


def _with_its_paths(walked: Walked) -> Commit:
    return walked.commit._replace(paths=tuple(change.path for change in walked.changes))


def _blobs(git_dir: str, commit: str, folder: bytes) -> dict[str, str]:
    """The version of each file that the commit has."""
    tree = f"{commit}:{os.fsdecode(folder.strip(b'/'))}" if folder else commit
    items = list_tree(git_dir, tree).items
    return {display(item.raw_path): item.blob for item in items if item.mode.startswith("100")}


def _list_commits(git_dir: str, commit: str, limit: int) -> tuple[list[Walked], str]:
    """Without their paths, merges among them. Neither a name, a date nor a subject can hold a line
    break or a NUL."""
    heads = _Heads()
    problem = feed(
        git_dir,
        "rev-list",
        f"--max-count={2 * limit}",
        "--encoding=UTF-8",
        "--format=%P%x00%cs %an%x00%s",
        "--end-of-options",
        commit,
        take=Records(b"\n", heads.take),
        limits=Limits(_SECONDS, _BYTES),
    )
    return heads.newest(limit), problem


class _Heads:
    """Two lines make a commit: its name, and who said what when, with its parents before it."""

    def __init__(self) -> None:
        self._heads: list[Walked] = []
        self._id = ""

    def take(self, lines: list[bytes]) -> None:
        for line in lines:
            if self._id:
                self._heads.append(_head(self._id, line.decode("utf-8", "replace")))
                self._id = ""
            else:
                self._id = line.decode("ascii", "replace").removeprefix("commit ")

    def newest(self, limit: int) -> list[Walked]:
        """So many, with the merges between them."""
        n_before = accumulate((not head.is_merge for head in self._heads), initial=0)
        return [head for head, n in zip(self._heads, n_before, strict=False) if n < limit]


def _head(id: str, line: str) -> Walked:
    parents, _, rest = line.partition("\0")
    date, _, rest = rest.partition(" ")
    author, _, subject = rest.partition("\0")
    day = date if _DAY.fullmatch(date) else ""
    said = (author.strip()[:_MAX_AUTHOR], (), subject.strip()[:_MAX_SUBJECT])
    first, *others = parents.split(" ")
    return Walked(Commit(id, day, *said, first), bool(others), ())


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


def _joined(*notices: str) -> str:
    return "; ".join(filter(None, notices))


def _is_partial(git_dir: str) -> bool:
    try:
        names = os.listdir(os.path.join(git_dir, "objects", "pack"))
    except OSError:
        return False
    return any(name.endswith(".promisor") for name in names)


def _with_paths(
    git_dir: str, heads: list[Walked], folder: bytes, deadline: float
) -> tuple[list[Walked], str]:
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
        request="".join(f"{asked(head)}\n" for head in heads).encode("ascii", "replace"),
        limits=Limits(max(deadline - time.monotonic(), 0.0), _BYTES),
    )
    # The last that was printed before a problem may not be whole.
    last = changes.last or heads[0].commit.id
    whole = takewhile(lambda head: head.commit.id != last, heads) if problem else heads
    return [changes.add_to(head) for head in whole], problem


class _Changes:
    """A path follows what was done to it, which begins with a colon; all else is a commit."""

    def __init__(self, prefix: bytes) -> None:
        self.last = ""
        self._prefix = prefix
        self._versions: list[str] = []
        self._changes_by_commit: dict[str, list[Change]] = {}
        self._paths: dict[bytes, str] = {}

    def take(self, records: list[bytes]) -> None:
        for record in records:
            if self._versions:
                if record.startswith(self._prefix):
                    change = Change(self._display(record), *self._versions)
                    self._changes_by_commit[self.last].append(change)
                self._versions = []
            elif record.startswith(b":"):
                self._versions = [_version(blob) for blob in record.split(b" ")[2:4]]
            else:
                self.last = record.decode("ascii", "replace").strip()
                self._changes_by_commit.setdefault(self.last, [])

    def _display(self, path: bytes) -> str:
        """The same text for every commit that changed the path."""
        text = self._paths.get(path)
        if text is None:
            text = self._paths[path] = display(path[len(self._prefix) :])
        return text

    def add_to(self, head: Walked) -> Walked:
        return head._replace(changes=self._changes_by_commit.pop(head.commit.id, ()))


def _version(blob: bytes) -> str:
    """Empty where there is none."""
    return "" if not blob.strip(b"0") else blob.decode("ascii", "replace")
