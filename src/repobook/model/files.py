"""Files of a repository: what the scan finds and what becomes of each."""

from typing import Literal, NamedTuple

Role = Literal[
    "source",
    "test",
    "docs",
    "build",
    "config",
    "generated",
    "vendored",
    "data",
    "binary",
    "marker",
]
Status = Literal["documented", "listed"]
EntryKind = Literal["file", "symlink", "submodule", "special", "unreadable"]


class Entry(NamedTuple):
    """A path that the scan found, before its content was read."""

    path: str
    """The file id: repository-relative POSIX path. Bytes that are not UTF-8 show as ``\\xNN``."""
    raw_path: bytes
    """The path as the file system or git spells it; what is opened."""
    kind: EntryKind
    size: int
    """Bytes, or -1 where only reading tells."""
    blob: str
    """Git blob hash where the source knows it without reading, else empty."""
    tracked: bool | None
    """Whether git tracks it at HEAD; None where there is no git to ask."""
    executable: bool = False
    reason: str = ""
    """For kinds that are never read: what it is, in words for a reader (``symlink to ../x``)."""
    stamp: str = ""
    """As long as it is the same the content is; empty where only reading tells."""


class SkippedPath(NamedTuple):
    """A path excluded from the scan, with the rule that excludes it; a folder ends in ``/``."""

    path: str
    rule: str


class LeftOut(NamedTuple):
    """Source files that a reader would expect in the book, below a path that was left out."""

    path: str
    rule: str
    n_sources: int
    is_cut: bool
    """Whether there was too much to look at all of it."""


class Listing(NamedTuple):
    """All that a scan found: entries sorted by path, what was left out, and the commit if any."""

    entries: tuple[Entry, ...]
    skipped: tuple[SkippedPath, ...]
    commit: str
    notices: tuple[str, ...] = ()
    """What the reader should know: ignore file too large, git unusable …"""
    books: tuple[bytes, ...] = ()
    """Folders among the sources that are books of ours, and that git tracks something of."""
    left_out: tuple[LeftOut, ...] = ()
    tracks_output: bool = False
    """Whether git tracks anything where the book is to be written."""
