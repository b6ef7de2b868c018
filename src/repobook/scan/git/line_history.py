"""Which commit last changed each line of the files of a commit.

The versions of a file are followed backwards, blob by blob, through the commits that were read.
What differs between two versions is asked of ``diff-tree``, which prints it without running a
filter or a viewer that the repository names: once for all commits, and what is known of two
versions is kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from repobook.model.history import Commit, FileLines, Hunks, LineChange
from repobook.scan.git.commands import OUT_OF_LIMITS, Limits, Records, feed

_LIMITS: Final = Limits(60.0, 128 << 20)
_ENDLESS: Final = 1 << 60
_MAX_SUBJECT: Final = 80
_OPTIONS: Final = (
    *("--stdin", "-r", "-p", "-U0", "--full-index", "--diff-filter=M", "--no-renames"),
    *("--no-ext-diff", "--no-textconv"),
)

Segment = tuple[int, int, int]
"""Lines that no commit has claimed yet: the first of them now, in the version looked at, and how
many they are."""


class Change(NamedTuple):
    """That a commit made one version of a file another; empty where the file was not there."""

    path: str
    old: str
    new: str


class Walked(NamedTuple):
    """A commit with what it changed against its first parent."""

    commit: Commit
    is_merge: bool
    changes: Sequence[Change]


class LinesRead(NamedTuple):
    by_path: tuple[tuple[str, FileLines], ...]
    hunks: Hunks
    """All that are used, for the next time; none where not all could be read."""
    problem: str


class _Step(NamedTuple):
    commit: Commit
    pair: str
    """Both versions; empty where the commit added the file."""


class _Chain:
    """The versions of one file, newest first. What was renamed as it is keeps its lines."""

    __slots__ = ("blob", "path", "steps")

    def __init__(self, path: str, blob: str) -> None:
        self.path = path
        self.blob = blob
        self.steps: list[_Step] = []


def read_lines(
    git_dir: str, blob_by_path: dict[str, str], walked: Sequence[Walked], known: Hunks
) -> LinesRead:
    """``walked`` are the newest commits, newest first."""
    chains = _chains(blob_by_path, walked)
    steps = [step for chain in chains for step in chain.steps if step.pair]
    needed = {step.pair for step in steps}
    hunks = {pair: known[pair] for pair in needed & known.keys()}
    missing = {step.commit.id for step in steps if step.pair not in hunks}
    problem = ""
    if missing:
        found, problem = _read_hunks(git_dir, [w for w in walked if w.commit.id in missing])
        hunks |= {pair: found[pair] for pair in needed & found.keys()}
    if problem == OUT_OF_LIMITS:
        return LinesRead((), {}, problem)
    lines = ((chain.path, _lines(chain, blob_by_path[chain.path], hunks)) for chain in chains)
    by_path = tuple(sorted((path, found) for path, found in lines if found.changes))
    return LinesRead(by_path, {} if problem else hunks, problem)


def pair_of(old: str, new: str) -> str:
    return f"{old} {new}"


def _chains(blob_by_path: dict[str, str], walked: Sequence[Walked]) -> list[_Chain]:
    """A merge counts where no commit made the version that it brings."""
    made = {(c.path, c.new) for one in walked if not one.is_merge for c in one.changes}
    chains_at: dict[str, list[_Chain]] = {}
    chains: list[_Chain] = []
    for commit, is_merge, changes in walked:
        path_by_deleted = {change.old: change.path for change in changes if not change.new}
        moved: list[tuple[str, _Chain]] = []
        for change in changes:
            path, old, new = change
            if path not in chains_at and path in blob_by_path:
                chains.append(_Chain(path, blob_by_path[path]))
                chains_at[path] = [chains[-1]]
            if not new or old == new or (is_merge and (path, new) in made):
                continue
            for chain in [one for one in chains_at.get(path, ()) if one.blob == new]:
                origin = "" if old else path_by_deleted.get(new, "")
                if origin:
                    moved.append((origin, chain))
                else:
                    chain.steps.append(_Step(commit, pair_of(old, new) if old else ""))
                    chain.blob = old
                if not old:
                    chains_at[path].remove(chain)
        for origin, chain in moved:
            chains_at.setdefault(origin, []).append(chain)
    return chains


def _read_hunks(git_dir: str, walked: Iterable[Walked]) -> tuple[dict[str, list[int]], str]:
    """Of all pairs of versions that the commits changed. The last before a problem may not be
    whole."""
    patches = _Patches()
    request = "".join(f"{asked(one)}\n" for one in walked)
    taken = Records(b"\n", patches.take)
    problem = feed(
        git_dir,
        "diff-tree",
        *_OPTIONS,
        take=taken,
        request=request.encode("ascii", "replace"),
        limits=_LIMITS,
    )
    if problem:
        patches.hunks.pop(patches.last, None)
    return patches.hunks, problem


def asked(walked: Walked) -> str:
    """A merge is compared with its first parent."""
    parents = f" {walked.commit.parent}" if walked.is_merge else ""
    return f"{walked.commit.id}{parents}"


class _Patches:
    """Lines of a text begin with a sign, so what begins with a word was said by git. Where one is
    too long to compare git says so, and nothing is known of the pair."""

    def __init__(self) -> None:
        self.hunks: dict[str, list[int]] = {}
        self.last = ""

    def take(self, lines: list[bytes]) -> None:
        for line in lines:
            if line.startswith(b"@@ "):
                self.hunks[self.last] += _hunk(line)
            elif line.startswith(b"index "):
                old, _, new = line.split(b" ")[1].decode("ascii", "replace").partition("..")
                self.last = pair_of(old, new)
                self.hunks[self.last] = []
            elif line.startswith(b"Binary files "):
                self.hunks.pop(self.last, None)


def _hunk(line: bytes) -> Iterator[int]:
    """``@@ -3,2 +4 @@``: first line and number, before and after."""
    for part in line.split(b" ", 3)[1:3]:
        first, _, n = part[1:].partition(b",")
        yield int(first)
        yield int(n or b"1")


def _lines(chain: _Chain, blob: str, hunks: Hunks) -> FileLines:
    claimed: list[tuple[int, Commit | None]] = []
    alive: list[Segment] = [(1, 1, _ENDLESS)]
    since = ""
    for commit, pair in chain.steps:
        found = hunks.get(pair) if pair else ()
        if found is None:
            break
        if not pair:
            claimed += [(first, commit) for first, _, _ in alive]
            alive, since = [], ""
            break
        alive, taken = _older(alive, found)
        claimed += [(first, commit) for first in taken]
        since = commit.date
    claimed += [(first, None) for first, _, _ in alive]
    return _joined(blob, since, sorted(claimed, key=lambda one: one[0]))


def _older(alive: list[Segment], hunks: Sequence[int]) -> tuple[list[Segment], list[int]]:
    """What is left of the lines in the version before, and where now those begin that differ."""
    left: list[Segment] = []
    taken: list[int] = []
    shift, at = 0, 0
    for first, line, n in alive:
        while n and at < len(hunks):
            _, n_old, begin, n_new = hunks[at : at + 4]
            begin += not n_new  # What was only removed stood after that line.
            if begin >= line + n:
                break
            if begin > line:
                left.append((first, line + shift, begin - line))
                first, line, n = first + begin - line, begin, n - begin + line
            if begin + n_new > line:
                taken.append(first)
                n_taken = min(n, begin + n_new - line)
                first, line, n = first + n_taken, line + n_taken, n - n_taken
            if begin + n_new <= line:
                shift += n_old - n_new
                at += 4
        if n:
            left.append((first, line + shift, n))
    return left, taken


def _joined(blob: str, since: str, claimed: list[tuple[int, Commit | None]]) -> FileLines:
    number_by_id: dict[str, int] = {}
    changes: list[LineChange] = []
    runs: list[tuple[int, int]] = []
    for first, commit in claimed:
        n = -1
        if commit is not None:
            n = number_by_id.setdefault(commit.id, len(changes))
            if n == len(changes):
                subject = commit.subject[:_MAX_SUBJECT]
                changes.append(LineChange(commit.id[:12], commit.date, subject))
        if not runs or runs[-1][1] != n:
            runs.append((first, n))
    return FileLines(blob, since, tuple(changes), tuple(runs))
