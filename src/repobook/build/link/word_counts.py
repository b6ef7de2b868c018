"""Counts the words that the repository names things with, and which counts a change moves."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from repobook.analyse.vocabulary import (
    NamingWords,
    WordCount,
    counted,
    naming_words,
    same_scale,
    weigh_alike,
    weights,
)
from repobook.build.read.units import ReadFile
from repobook.index.writer import IndexWriter


class Vocabulary(NamedTuple):
    weights: dict[str, float]
    changed: frozenset[str] | None
    """The words whose weight changed; None if all may have."""


class WordChange(NamedTuple):
    """What a file named things with before and after; None where there was or is no such file."""

    old: NamingWords | None
    new: NamingWords | None


def count_words(files: Iterable[ReadFile], writer: IndexWriter) -> Vocabulary:
    """From all definitions in the index."""
    names_by_file: defaultdict[int, set[str]] = defaultdict(set)
    for id, name in writer.insights.names_defined():
        names_by_file[id].add(name)
    read = [file for file in files if file.span]
    counts = counted(naming_words(file.path, names_by_file[file.id]) for file in read)
    writer.set_words(counts)
    return Vocabulary(weights(counts, len(read)), None)


def recount_words(
    changes: list[WordChange], files: Iterable[ReadFile], writer: IndexWriter
) -> Vocabulary:
    """From the counts in the index and the files that changed."""
    before = {word: WordCount(*count) for word, *count in writer.words()}
    changed = _changed_counts(changes, before)
    writer.change_words(changed)
    after = {word: count for word, count in (before | changed).items() if count.n_files}
    n_read = sum(file.span is not None for file in files)
    n_before = n_read + sum(
        (change.old is not None) - (change.new is not None) for change in changes
    )
    moved = frozenset(
        w for w, count in changed.items() if not weigh_alike(count, before.get(w, WordCount()))
    )
    return Vocabulary(weights(after, n_read), moved if same_scale(n_before, n_read) else None)


def _changed_counts(
    changes: Iterable[WordChange], before: Mapping[str, WordCount]
) -> dict[str, WordCount]:
    gained = counted(change.new for change in changes if change.new)
    lost = counted(change.old for change in changes if change.old)
    changed: dict[str, WordCount] = {}
    for word in sorted(gained.keys() | lost.keys()):
        old, plus, minus = (counts.get(word, WordCount()) for counts in (before, gained, lost))
        count = WordCount(*[o + p - m for o, p, m in zip(old, plus, minus, strict=True)])
        if count != old:
            changed[word] = count
    return changed
