"""A repository's past: what each commit changed."""

from typing import NamedTuple


class Commit(NamedTuple):
    id: str
    date: str
    """The day it was committed, as the committer's calendar had it; empty where it says none."""
    author: str
    paths: tuple[str, ...]
    """File ids, relative to the folder that was asked for."""
    subject: str = ""
    """The first line of what it says."""


class History(NamedTuple):
    commits: tuple[Commit, ...] = ()
    """Newest first, merges left out: what they bring in is counted where it was made."""
    notice: str = ""
    """What the reader should know: where it was cut, or why there is none."""
