"""History of each file: its last change, its main authors, the files that change with it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from repobook.model.history import Commit
from repobook.text.naming.identifier_words import words_of
from repobook.text.stop_words import STOP_WORDS

_N_AUTHORS: Final = 3
_N_TOGETHER: Final = 10
_N_WORDS: Final = 80
# A commit that touches more files than this is a sweep and does not count as co-change.
_MAX_FILES: Final = 50

Counts = tuple[tuple[str, int], ...]


class FileHistory(NamedTuple):
    commit: str
    """The last that changed it."""
    date: str
    n_changes: int
    authors: Counts
    """Who changed it most, with the number of commits."""
    months: Counts
    """In which months how many commits changed it, oldest first; those without a date are left
    out."""
    words: Counts
    """What the subjects of its commits say most, with their number; sweeps do not count."""


def file_histories(commits: Iterable[Commit], paths: Collection[str]) -> dict[str, FileHistory]:
    """Of the files that the commits (newest first) touch; files that are no more are left out."""
    last: dict[str, Commit] = {}
    authors_by_path: dict[str, Counter[str]] = {}
    months_by_path: dict[str, Counter[str]] = {}
    words_by_path: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for commit in commits:
        words = _telling(commit.subject) if len(commit.paths) <= _MAX_FILES else ()
        for path in commit.paths:
            if path in paths:
                last.setdefault(path, commit)
                authors_by_path.setdefault(path, Counter())[commit.author] += 1
                months_by_path.setdefault(path, Counter())[commit.date[:7]] += 1
                words_by_path[path].update(words)
    return {
        path: FileHistory(
            last[path].id,
            last[path].date,
            authors_by_path[path].total(),
            _most(authors_by_path[path], _N_AUTHORS),
            tuple(sorted((month, n) for month, n in months_by_path[path].items() if month)),
            _most(words_by_path[path], _N_WORDS),
        )
        for path in sorted(last)
    }


def _telling(subject: str) -> frozenset[str]:
    return frozenset(word for word in words_of(subject) if len(word) > 1) - STOP_WORDS


def changed_together(commits: Iterable[Commit], paths: Collection[str]) -> dict[str, Counts]:
    """By file, the files that share most of its commits, with the number of commits."""
    counts = shared_commits(commits, paths)
    return {path: _most(counts[path], _N_TOGETHER) for path in sorted(counts)}


def shared_commits(commits: Iterable[Commit], paths: Collection[str]) -> Mapping[str, Counter[str]]:
    """For every pair of files how many commits changed both; sweeps do not count."""
    counts: dict[str, Counter[str]] = {}
    for commit in commits:
        if len(commit.paths) <= _MAX_FILES:
            present = [path for path in commit.paths if path in paths]
            for one, other in combinations(present, 2):
                counts.setdefault(one, Counter())[other] += 1
                counts.setdefault(other, Counter())[one] += 1
    return counts


def subjects_by_path(commits: Iterable[Commit], paths: Collection[str]) -> dict[str, str]:
    """The subjects of each file's commits, one a line, newest first; sweeps do not count."""
    subjects_by_path: dict[str, list[str]] = {}
    for commit in commits:
        if len(commit.paths) <= _MAX_FILES:
            for path in commit.paths:
                if path in paths:
                    subjects_by_path.setdefault(path, []).append(commit.subject)
    return {path: "\n".join(subjects) for path, subjects in sorted(subjects_by_path.items())}


def _most(counts: Counter[str], n: int) -> Counts:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:n])
