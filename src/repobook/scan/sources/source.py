"""Where the files come from: a folder on disk, or a git directory at a revision.

A `SourceSpec` is plain values, so that worker processes open the same source for themselves.
"""

import os
from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

from repobook.errors import RepobookError
from repobook.model.files import Entry, Listing
from repobook.scan.git.commands import find_git, resolve_commit
from repobook.scan.git.directory_check import refusal
from repobook.scan.git.repository import find_repository, is_git_directory
from repobook.scan.skip_reasons import unreadable
from repobook.scan.sources.folder import FolderSource
from repobook.scan.sources.git_directory import GitSource
from repobook.scan.sources.path_names import display

SourceKind = Literal["folder", "git"]


class Source(Protocol):
    def describe(self) -> str:
        """The source in words for a reader."""

    def list(self) -> Listing:
        """Every file, what was left out, and the commit."""

    def read(self, entry: Entry, limit: int) -> bytes:
        """One file's bytes; raises `UnreadableError` with a reason for the reader."""

    def close(self) -> None:
        """Gives back descriptors and processes."""


class SourceSpec(NamedTuple):
    kind: SourceKind
    root: str
    """Absolute: the folder, or the git directory."""
    rev: str
    """The full commit hash for a git directory, else empty."""
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    patterns_from: str = ""
    """The file of the repository that has the patterns; empty where they are options."""
    output: str = ""
    """Where the book is written, which is no source of it; empty where that is not known."""
    formats: tuple[str, ...] = ()
    """Of the book; empty for all."""

    @property
    def identity(self) -> str:
        """What caches are bound to."""
        return f"{self.kind} {self.root}"


def open_source(spec: SourceSpec) -> Source:
    if spec.kind == "git":
        return GitSource(spec.root, spec.rev, spec.include, spec.exclude, spec.patterns_from)
    try:
        patterns = spec.include, spec.exclude, spec.patterns_from
        return FolderSource(spec.root, *patterns, output=spec.output)
    except OSError as error:
        raise RepobookError(f"cannot read {_shown(spec.root)}: {unreadable(error)}") from None


def find_source(
    path: str, rev: str, include: Iterable[str] = (), exclude: Iterable[str] = ()
) -> SourceSpec:
    """What a path given by the user stands for; one clear line when it stands for nothing."""
    root = _existing_folder(path)
    options = tuple(include), tuple(exclude)
    if is_git_directory(root):
        if problem := refusal(root):
            raise RepobookError(f"cannot read {_shown(path)}: {problem}, so git is not asked")
        return SourceSpec("git", root, _commit(root, rev or "HEAD", path), *options)
    if not rev:
        return SourceSpec("folder", root, "", *options)
    git_dir = _own_git_dir(root, path, rev)
    return SourceSpec("git", git_dir, _commit(git_dir, rev, path), *options)


def _existing_folder(path: str) -> str:
    if not path or "\0" in path or not os.path.lexists(path):
        raise RepobookError(f"no such path: {_shown(path)}")
    root = os.path.realpath(path)
    if not os.path.isdir(root):
        raise RepobookError(f"not a directory: {_shown(path)}")
    try:
        with os.scandir(root):
            return root
    except OSError as error:
        raise RepobookError(f"cannot read {_shown(path)}: {unreadable(error)}") from None


def _own_git_dir(root: str, path: str, rev: str) -> str:
    repository = find_repository(root)
    if repository.top == root:
        return repository.git_dir
    if repository.notices and not repository.git_dir:
        raise RepobookError(f"cannot read {_shown(path)} at {_shown(rev)}: {repository.notices[0]}")
    problem = (
        f"{_shown(path)} has no git directory of its own, so --rev {_shown(rev)} means nothing"
    )
    hint = f"give the top folder, {_shown(repository.top)}" if repository.top else ""
    raise RepobookError(problem, hint)


def _commit(git_dir: str, rev: str, path: str) -> str:
    if not find_git():
        raise RepobookError(
            f"reading {_shown(path)} at a revision needs git, which is not installed"
        )
    answer = resolve_commit(git_dir, rev)
    if answer.problem:
        raise RepobookError(f"bad revision {_shown(rev)} in {_shown(path)}: {answer.problem}")
    return answer.output.decode("ascii")


def _shown(text: str) -> str:
    """A path or a revision for a message: its bytes as they are, undecodable ones escaped."""
    return display(text.encode("utf-8", "surrogateescape"))
