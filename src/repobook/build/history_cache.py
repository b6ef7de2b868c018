"""The repository's past for one build, remembered by the commit that it leads up to."""

import contextlib
import os
from typing import Final, NamedTuple

import msgspec

from repobook.index.publish.book_folder import BookFolder
from repobook.model.history import History, Hunks
from repobook.scan.git.history import read_history
from repobook.scan.git.repository import find_repository
from repobook.scan.sources.source import SourceSpec

_NAME: Final = "history"
_VERSION: Final = 3


class _Remembered(NamedTuple):
    key: tuple[int, str, str, int]
    history: History


_DECODER: Final = msgspec.msgpack.Decoder(_Remembered)


def past_of(spec: SourceSpec, commit: str, limit: int, book: BookFolder) -> History:
    """The newest ``limit`` commits up to ``commit``; empty without a git repository."""
    git_dir, folder = _place(spec)
    if not (git_dir and commit and limit):
        return History()
    key = (_VERSION, commit, os.fsdecode(folder), limit)
    known: Hunks = {}
    with contextlib.suppress(msgspec.DecodeError):
        remembered = _DECODER.decode(book.recalled(_NAME) or b"")
        if remembered.key == key:
            return remembered.history
        known = remembered.history.hunks
    history = read_history(git_dir, commit, folder, limit, known)
    # A failure of git may be temporary and is not cached; a full disk costs only time.
    if not history.commits and history.notice:
        return history
    with contextlib.suppress(OSError):
        kept = history._replace(hunks=dict(history.hunks))
        book.remember(_NAME, msgspec.msgpack.encode(_Remembered(key, kept)))
    return history


def _place(spec: SourceSpec) -> tuple[str, bytes]:
    """The git directory, and where in its tree the files lie."""
    if spec.kind == "git":
        return spec.root, b""
    repository = find_repository(spec.root)
    if not repository.git_dir:
        return "", b""
    folder = os.path.relpath(spec.root, repository.top)
    return repository.git_dir, b"" if folder == "." else os.fsencode(folder)
