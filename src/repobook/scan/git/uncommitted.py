"""What differs between the files of a folder and the commit that it stands at.

Git lists the commit and gives the content of what differs; which files do is found out by reading
them, since git itself may run what a repository tells it to as soon as it looks at a work tree.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from repobook.disk.reading import open_regular
from repobook.errors import RepobookError, UnreadableError
from repobook.scan.git.blob_reader import BlobReader
from repobook.scan.git.blobs import blob_hash
from repobook.scan.git.commands import TreeItem, find_git, list_tree, resolve_commit
from repobook.scan.git.repository import find_repository
from repobook.scan.sources.folder import FolderSource
from repobook.scan.sources.path_names import display

_MAX_BYTES: Final = 8 << 20
_REGULAR: Final = frozenset(["100644", "100755"])


class Uncommitted(NamedTuple):
    path: str
    old: bytes | None
    """As it was committed; None where it is new."""
    new: bytes | None
    """None where it is gone."""


def uncommitted_files(folder: str) -> list[Uncommitted]:
    """Of the repository around a folder: the tracked files, then others that are not ignored."""
    repository = find_repository(os.path.realpath(folder))
    if not repository.git_dir or not find_git():
        reason = "; ".join(repository.notices) or "no repository of git around this folder"
        raise RepobookError(reason, "give a symbol, a file or a patch")
    commit = resolve_commit(repository.git_dir, "HEAD")
    listing = (
        list_tree(repository.git_dir, commit.output.decode("ascii")) if commit.output else None
    )
    if listing is None or listing.problem:
        problem = commit.problem if listing is None else listing.problem
        raise RepobookError(f"the last commit cannot be read: {problem}")
    items = [item for item in listing.items if item.mode in _REGULAR]
    reader = BlobReader(repository.git_dir)
    root = os.open(repository.top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        return [*_differing(reader, root, items), *_untracked(repository.top)]
    finally:
        os.close(root)
        reader.close()


def _differing(reader: BlobReader, root: int, items: list[TreeItem]) -> Iterator[Uncommitted]:
    for item in items:
        new = _content(root, item.raw_path)
        if new is not None and (len(new) > _MAX_BYTES or blob_hash(new) == item.blob):
            continue
        try:
            yield Uncommitted(display(item.raw_path), reader.read(item.blob, _MAX_BYTES), new)
        except UnreadableError:
            continue


def _untracked(top: str) -> Iterator[Uncommitted]:
    source = FolderSource(top, (), ())
    try:
        entries = [e for e in source.list().entries if e.kind == "file" and e.tracked is False]
        for entry in sorted(entries):
            with suppress(UnreadableError):
                yield Uncommitted(entry.path, None, source.read(entry, _MAX_BYTES))
    finally:
        source.close()


def _content(root: int, raw_path: bytes) -> bytes | None:
    """One byte more than is compared shows that a file is too large; None where there is none."""
    try:
        with open(open_regular(root, raw_path), "rb") as file:
            return file.read(_MAX_BYTES + 1)
    except OSError:
        return None
