"""Finds the git directory that belongs to a folder and what it knows of the folder's files.

Nothing here trusts the folder: a ``.git`` that points elsewhere is followed only when the place it
points to points back, as the work trees of git do; everything else costs the history, with a
notice, and never the files.
"""

import os
import stat
from collections.abc import Mapping
from typing import Final, NamedTuple

from repobook.scan.git.commands import find_git, list_tree, resolve_commit
from repobook.scan.git.directory_check import read_small, refusal

_POINTER_BYTES: Final = 4096
_HEX: Final = frozenset("0123456789abcdef")


class Repository(NamedTuple):
    git_dir: str
    """Absolute; empty where there is none that can be used."""
    top: str
    """The folder whose ``.git`` it is."""
    notices: tuple[str, ...] = ()


class Tracked(NamedTuple):
    """What git tracks below a folder at HEAD; None where git cannot say."""

    commit: str
    paths: frozenset[bytes] | None
    submodules: Mapping[bytes, str]
    """The commit that each submodule is at."""
    notices: tuple[str, ...]


def is_git_directory(path: str) -> bool:
    """Whether a folder is a git directory itself, judged by what git writes there."""
    head = _read_line(os.path.join(path, "HEAD"))
    looks_like_head = head.startswith("ref: ") or (len(head) in (40, 64) and _HEX.issuperset(head))
    return looks_like_head and all(
        os.path.isdir(os.path.join(path, name)) for name in ("objects", "refs")
    )


def git_dir_notices(git_dir: str) -> tuple[str, ...]:
    """What the reader should know of a git directory before trusting what it says."""
    notices = []
    if os.path.lexists(os.path.join(git_dir, "objects", "info", "alternates")):
        notices.append("git borrows objects from another repository")
    if os.path.lexists(os.path.join(git_dir, "shallow")):
        notices.append("the git history is shallow")
    return tuple(notices)


def find_repository(folder: str) -> Repository:
    """The repository around a folder: its own, or the nearest further up."""
    top = folder
    while True:
        dot_git = os.path.join(top, ".git")
        if os.path.lexists(dot_git):
            return _open_dot_git(dot_git, top)
        parent = os.path.dirname(top)
        if parent == top:
            return Repository("", "")
        top = parent


def _open_dot_git(dot_git: str, top: str) -> Repository:
    mode = os.lstat(dot_git).st_mode
    is_file = stat.S_ISREG(mode)
    git_dir = dot_git if stat.S_ISDIR(mode) else _linked_work_tree(dot_git) if is_file else ""
    problem = refusal(git_dir) if git_dir else ".git points to another place"
    if problem:
        return Repository("", "", (f"{problem}, so git is not asked which files are tracked",))
    return Repository(git_dir, top, git_dir_notices(git_dir))


def _linked_work_tree(dot_git: str) -> str:
    """Where a ``.git`` file points, if that place names this very file in return."""
    target = _read_line(dot_git).removeprefix("gitdir: ")
    git_dir = os.path.normpath(os.path.join(os.path.dirname(dot_git), target))
    back = _read_line(os.path.join(git_dir, "gitdir"))
    return git_dir if back and os.path.realpath(back) == os.path.realpath(dot_git) else ""


def _read_line(path: str) -> str:
    """The first line of a small regular file, or nothing."""
    content = read_small(path, _POINTER_BYTES) or b""
    return os.fsdecode(content.split(b"\n")[0].strip())


def tracked_below(folder: str, repository: Repository) -> Tracked:
    """Asks HEAD for the files below a folder, paths relative to the folder."""
    if not repository.git_dir:
        return Tracked("", None, {}, repository.notices)
    if not find_git():
        return _unknown(repository, "git is not installed")
    commit = resolve_commit(repository.git_dir, "HEAD")
    if commit.problem:
        return _unknown(repository, f"HEAD names no commit: {commit.problem}")
    return _tracked_at(commit.output.decode("ascii"), folder, repository)


def _tracked_at(commit: str, folder: str, repository: Repository) -> Tracked:
    prefix = os.path.relpath(folder, repository.top)
    listing = list_tree(repository.git_dir, commit)
    if listing.problem:
        return _unknown(repository, f"the tree of HEAD cannot be read: {listing.problem}", commit)
    start = b"" if prefix == "." else os.fsencode(prefix) + b"/"
    inside = [item for item in listing.items if item.raw_path.startswith(start)]
    cut = len(start)
    paths = frozenset(item.raw_path[cut:] for item in inside)
    submodules = {item.raw_path[cut:]: item.blob for item in inside if item.mode == "160000"}
    return Tracked(commit, paths, submodules, repository.notices)


def _unknown(repository: Repository, problem: str, commit: str = "") -> Tracked:
    notice = f"git cannot say which files are tracked: {problem}"
    return Tracked(commit, None, {}, (*repository.notices, notice))
