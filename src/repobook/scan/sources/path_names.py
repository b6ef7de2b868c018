"""Path names as bytes and as ids: every byte string gets one readable, unique id."""

import posixpath
from collections.abc import Iterable

from repobook.model.files import Entry


def display(raw: bytes) -> str:
    """UTF-8 as it is; any other byte shows as ``\\xNN``."""
    return raw.decode("utf-8", "backslashreplace")


def ancestors(paths: Iterable[bytes]) -> frozenset[bytes]:
    """Every folder that one of these paths lies in; the root is the empty path."""
    folders = {b""}
    for path in paths:
        while (path := path.rpartition(b"/")[0]) not in folders:
            folders.add(path)
    return frozenset(folders)


def link_reason(raw_path: bytes, target: bytes, root: bytes = b"") -> str:
    """What a symlink is, in words; judged by its text alone, for it is never followed."""
    outside = " (outside the repository)" if _leaves(raw_path, target, root) else ""
    return f"symlink to {display(target)}{outside}"


def _leaves(raw_path: bytes, target: bytes, root: bytes) -> bool:
    if target.startswith(b"/"):
        inside = posixpath.normpath(target)
        return not root or not (inside == root or inside.startswith(root.rstrip(b"/") + b"/"))
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(raw_path), target))
    return joined == b".." or joined.startswith(b"../")


def with_unique_ids(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Sorted by path; where two raw paths read the same, the later in byte order is set aside."""
    ordered = sorted(entries, key=lambda entry: (entry.path, entry.raw_path))
    taken = {entry.path for entry in ordered}
    if len(taken) == len(ordered):
        return tuple(ordered)
    return tuple(sorted(_set_aside(ordered, taken), key=lambda entry: (entry.path, entry.raw_path)))


def _set_aside(ordered: list[Entry], taken: set[str]) -> Iterable[Entry]:
    previous = ""
    for entry in ordered:
        if entry.path != previous:
            previous = entry.path
            yield entry
            continue
        path = _free_id(entry.path, taken)
        taken.add(path)
        reason = "its name collides with another file's"
        yield entry._replace(path=path, kind="unreadable", reason=reason)


def _free_id(path: str, taken: set[str]) -> str:
    n = 2
    while f"{path}~{n}" in taken:
        n += 1
    return f"{path}~{n}"
