"""The history of a repository: what each commit changed."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

Hunks = Mapping[str, Sequence[int]]
"""By two versions of a file what differs: four numbers each time, of the first line and how many
before, and the same after."""


class Commit(NamedTuple):
    id: str
    date: str
    """The day it was committed, as the committer's calendar had it; empty where it says none."""
    author: str
    paths: tuple[str, ...]
    """File ids, relative to the folder that was asked for."""
    subject: str = ""
    """The first line of what it says."""
    parent: str = ""
    """The first; empty of the first commit of all."""


class LineChange(NamedTuple):
    commit: str
    date: str
    subject: str


class FileLines(NamedTuple):
    """Which commit changed each line of one version of a file last."""

    blob: str
    since: str
    """The day of the oldest commit looked at, where some lines are older."""
    changes: tuple[LineChange, ...]
    runs: tuple[tuple[int, int], ...]
    """The first line of each run and the number of its change, -1 of lines that are older. The last
    run may begin behind the last line."""


class History(NamedTuple):
    commits: tuple[Commit, ...] = ()
    """Newest first, merges left out: what they bring in is counted where it was made."""
    notice: str = ""
    """What the reader should know: where it was cut, or why there is none."""
    lines: tuple[tuple[str, FileLines], ...] = ()
    """By path, of the files as the last commit has them."""
    hunks: Hunks = MappingProxyType({})
    """What the lines were found by, to be kept for the next time."""
