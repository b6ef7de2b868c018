"""Reads a repository's past up to one commit: who changed which files when, newest first.

Only trees are compared, so no blob is opened and no filter or viewer that a repository names can
run. Commits are taken in batches, each under a limit: what was read before one was met is kept.
"""

import os
import re
import time
from collections.abc import Iterator
from typing import Final

from repobook.model.history import Commit, History
from repobook.scan.git import Limits, ask, find_git
from repobook.scan.names import display

DEFAULT_COMMITS: Final = 5000

_BATCH: Final = 500
_SECONDS: Final = 60.0
_BATCH_BYTES: Final = 64 << 20
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
    if problem:
        return History((), f"no history: {problem}")
    if _lacks_trees(git_dir, commit, limit):
        return History((), "no history: the git directory holds only part of it")
    commits: list[Commit] = []
    prefix = folder.rstrip(b"/") + b"/" if folder else b""
    for start in range(0, len(heads), _BATCH):
        batch = heads[start : start + _BATCH]
        paths_by_commit, problem = _changed_paths(git_dir, batch, prefix, deadline)
        if problem:
            return History(tuple(commits), f"history cut after {start:,} commits: {problem}")
        commits += [head._replace(paths=paths_by_commit.get(head.id, ())) for head in batch]
    return History(tuple(commits), _cut(len(commits), limit))


def _cut(n_commits: int, limit: int) -> str:
    return f"history: the newest {limit:,} commits" if n_commits == limit else ""


def _list_commits(git_dir: str, commit: str, limit: int) -> tuple[list[Commit], str]:
    """Without their paths. Neither a name, a date nor a subject can hold a line break or a NUL."""
    answer = ask(
        git_dir,
        "rev-list",
        f"--max-count={limit}",
        "--no-merges",
        "--encoding=UTF-8",
        "--format=%cs %an%x00%s",
        "--end-of-options",
        commit,
        limits=Limits(_SECONDS, _BATCH_BYTES),
    )
    lines = answer.output.decode("utf-8", "replace").split("\n")
    return [_commit(head, said) for head, said in _pairs(lines)], answer.problem


def _pairs(lines: list[str]) -> Iterator[tuple[str, str]]:
    return zip(lines[0::2], lines[1::2], strict=False)


def _commit(head: str, said: str) -> Commit:
    date, _, rest = said.partition(" ")
    author, _, subject = rest.partition("\0")
    day = date if _DAY.fullmatch(date) else ""
    id, who = head.removeprefix("commit "), author.strip()[:_MAX_AUTHOR]
    return Commit(id, day, who, (), subject.strip()[:_MAX_SUBJECT])


def _lacks_trees(git_dir: str, commit: str, limit: int) -> bool:
    """A partial clone may lack the trees to compare; git would go and fetch them."""
    if not _is_partial(git_dir):
        return False
    options = (f"--max-count={limit}", "--objects", "--no-object-names", "--missing=print")
    answer = ask(git_dir, "rev-list", *options, "--filter=blob:none", "--end-of-options", commit)
    return bool(answer.problem) or b"\n?" in answer.output or answer.output.startswith(b"?")


def _is_partial(git_dir: str) -> bool:
    try:
        names = os.listdir(os.path.join(git_dir, "objects", "pack"))
    except OSError:
        return False
    return any(name.endswith(".promisor") for name in names)


def _changed_paths(
    git_dir: str, batch: list[Commit], prefix: bytes, deadline: float
) -> tuple[dict[str, tuple[str, ...]], str]:
    # The oldest commit of a shallow clone has lost its parents: not all it holds was changed by it.
    is_shallow = os.path.lexists(os.path.join(git_dir, "shallow"))
    answer = ask(
        git_dir,
        "diff-tree",
        *("--stdin", "-r", "-z", "--raw", "--no-renames", "--no-ext-diff", "--no-textconv"),
        *(() if is_shallow else ("--root",)),
        request="".join(f"{commit.id}\n" for commit in batch).encode("ascii", "replace"),
        limits=Limits(max(deadline - time.monotonic(), 0.0), _BATCH_BYTES),
    )
    return ({} if answer.problem else _by_commit(answer.output, prefix)), answer.problem


def _by_commit(output: bytes, prefix: bytes) -> dict[str, tuple[str, ...]]:
    """A path follows what was done to it, which begins with a colon; all else is a commit."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    records = iter(output.split(b"\0"))
    for record in records:
        if not record.startswith(b":"):
            current = found.setdefault(record.decode("ascii", "replace").strip(), [])
            continue
        path = next(records, b"")
        if path.startswith(prefix):
            current.append(display(path[len(prefix) :]))
    return {commit: tuple(paths) for commit, paths in found.items()}
