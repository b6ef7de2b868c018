"""Similarity of tests and source files, by the words in their names and paths.

Two measures, both sparse and by inverted index: BM25 of a source's definitions over the names that
a test uses, and the likeness of the two paths. Words that are everywhere weigh little.
"""

import math
import operator
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise, repeat
from typing import Final, NamedTuple, Self

from repobook.text.naming.identifier_words import words_of

# BM25's usual saturation; a test's length matters less than usual, for big tests do test more.
_K1: Final = 1.2
_LENGTH: Final = 0.4
# Lengths, and numbers of paths, count in steps of a quarter, so that an edit of one test leaves the
# others as they are.
_LENGTHS: Final = list(accumulate(repeat(1.25, 100), operator.mul, initial=1.0))
# How often a word must occur in a source's definitions to count half.
_SATURATION: Final = 3.0
# The words of a source's name and of the folders around it count as one that is in all names.
_N_PATH_PARTS: Final = 3
_MAX_TERMS: Final = 48
# A word that more tests than this use says nothing about any of them.
_COMMON_SHARE: Final = 0.1
_COMMON_LEAST: Final = 20
_TESTING_WORDS: Final = frozenset(["test", "testing", "tester", "spec", "unittest", "gtest"])

# One for each test, in their order.
Scores = list[float]


# Which tests hold a term, and how much; side by side, for that is read fastest.
_Posting = tuple[list[int], list[float]]


# The same as bytes: numbers of tests in their order, and shares in steps.
StoredPosting = tuple[bytes, bytes]
_NOBODY: Final[StoredPosting] = (b"", b"")
_ID: Final = "I"
_ID_BYTES: Final = array(_ID).itemsize
_STEP: Final = "H"
# Shares are rounded to these, so that millions of them stay few objects.
_STEPS: Final = 256
_SHARES: Final = [step / _STEPS for step in range(_STEPS + 1)]


class Mentions(NamedTuple):
    """A name in a test: how often, and where first."""

    n: int
    line: int


def rarity(n_with: int, n_all: int) -> float:
    """How telling it is to be among ``n_with`` of ``n_all``: the idf of BM25, never negative."""
    return math.log(1 + (n_all - n_with + 0.5) / (n_with + 0.5))


@lru_cache(maxsize=1 << 17)
def terms_of(name: str) -> tuple[str, ...]:
    """The words of a name and the pairs of neighbours among them."""
    words = words_of(name)
    return (*words, *[f"{one} {other}" for one, other in pairwise(words)])


def path_words(path: str) -> list[tuple[str, ...]]:
    """Of each folder, and last of the name without its ending."""
    *folders, name = path.split("/")
    return [words_of(part) for part in [*folders, name.partition(".")[0]]]


class _IndexedTerms(dict[str, tuple[str, ...]]):
    """By name: its terms that some tests hold, and not too many."""

    def __init__(self, terms: Container[str]) -> None:
        self._terms = terms

    def __missing__(self, name: str) -> tuple[str, ...]:
        terms = self[name] = tuple([term for term in terms_of(name) if term in self._terms])
        return terms


class TermChanges(NamedTuple):
    """What an edit of a test changed."""

    terms: set[str]
    """Those that more or fewer tests hold, and those that this one holds more of."""
    lowered: set[str]
    """Those that it only holds less of."""


class TestTerms(NamedTuple):
    """The terms in the names of all tests."""

    lengths: list[int]
    """In how many places each test holds any term."""
    average: float
    postings: dict[str, StoredPosting]

    @classmethod
    def of_tests(cls, tests: Sequence[Mapping[str, Mentions]]) -> Self:
        terms_by_test = [_counted(test) for test in tests]
        lengths = [sum(terms.values()) for terms in terms_by_test]
        average = _average(lengths)
        postings: dict[str, tuple[array[int], array[int]]] = {}
        for number, terms in enumerate(terms_by_test):
            for term, step in _steps(terms, average).items():
                posting = postings.get(term)
                if posting is None:
                    posting = postings[term] = array(_ID), array(_STEP)
                posting[0].append(number)
                posting[1].append(step)
        stored = {term: (t.tobytes(), s.tobytes()) for term, (t, s) in postings.items()}
        return cls(lengths, average, stored)

    def replace(self, number: int, test: Mapping[str, Mentions]) -> TermChanges | None:
        """Puts what a test holds now in place of what it held. Terms that are too common, before
        and after, to find a test by are no change.

        None where the tests are of another length on average: then all have to be read.
        """
        terms = _counted(test)
        self.lengths[number] = sum(terms.values())
        if _average(self.lengths) != self.average:
            return None
        before, after = self._held_by(number), _steps(terms, self.average)
        changed = {t for t in before.keys() | after.keys() if before.get(t) != after.get(t)}
        found_by = set(filter(self._is_found_by, changed))
        for term in changed:
            self._put(term, number, after.get(term))
        found_by.update(filter(self._is_found_by, changed))
        kept = found_by & before.keys() & after.keys()
        lowered = {term for term in kept if after[term] < before[term]}
        return TermChanges(found_by - lowered, lowered)

    def _is_found_by(self, term: str) -> bool:
        tests, _ = self.postings.get(term, _NOBODY)
        return len(tests) // _ID_BYTES <= _most_tests(len(self.lengths))

    def _held_by(self, number: int) -> dict[str, int]:
        mark = number.to_bytes(_ID_BYTES, sys.byteorder)
        found = {}
        for term, (tests, steps) in self.postings.items():
            if mark in tests:
                numbers = array(_ID, tests)
                at = bisect_left(numbers, number)
                if at < len(numbers) and numbers[at] == number:
                    found[term] = array(_STEP, steps)[at]
        return found

    def _put(self, term: str, number: int, step: int | None) -> None:
        tests, steps = self.postings.pop(term, _NOBODY)
        shares = dict(zip(array(_ID, tests), array(_STEP, steps), strict=True))
        shares.pop(number, None)
        if step is not None:
            shares[number] = step
        if shares:
            numbers = sorted(shares)
            in_steps = array(_STEP, [shares[number] for number in numbers])
            self.postings[term] = array(_ID, numbers).tobytes(), in_steps.tobytes()


class NameIndex:
    """The names that each test uses, by word."""

    def __init__(self, n_tests: int, stored: Mapping[str, StoredPosting]) -> None:
        self.n_tests = n_tests
        self._postings = _Restored(stored)
        most = _most_tests(n_tests)
        rarities = [rarity(n, n_tests) for n in range(most + 1)]
        n_by_term = ((term, len(tests) // _ID_BYTES) for term, (tests, _) in stored.items())
        self._rarity = {term: rarities[n] for term, n in n_by_term if n <= most}
        self.indexed_terms = _IndexedTerms(self._rarity)

    def query(self, path: str, definitions: Iterable[str]) -> dict[str, float]:
        """What to look for: the strongest words of a source's definitions and of its path."""
        rarity_of = self._rarity
        counted = Counter(chain.from_iterable(map(self.indexed_terms.__getitem__, definitions)))
        weighed = [(n / (n + _SATURATION) * rarity_of[t], t) for t, n in counted.items()]
        weighed.sort(reverse=True)
        query = {term: weight for weight, term in weighed[:_MAX_TERMS]}
        for word in sorted(word for word in _nearby(path) if word in rarity_of):
            query[word] = query.get(word, 0.0) + rarity_of[word]
        return query

    def scores(self, query: Mapping[str, float]) -> Scores:
        total = [0.0] * self.n_tests
        for term, weight in query.items():
            tests, shares = self._postings[term]
            for test, share in zip(tests, shares, strict=True):
                total[test] += weight * share
        return total


class _Restored(dict[str, _Posting]):
    """Postings of the terms that were asked for."""

    def __init__(self, stored: Mapping[str, StoredPosting]) -> None:
        self._stored = stored

    def __missing__(self, term: str) -> _Posting:
        tests, steps = self._stored[term]
        shares = [_SHARES[step] for step in array(_STEP, steps)]
        posting = self[term] = list(array(_ID, tests)), shares
        return posting


def _most_tests(n_tests: int) -> int:
    return max(_COMMON_LEAST, int(n_tests * _COMMON_SHARE))


def _counted(test: Mapping[str, Mentions]) -> dict[str, int]:
    """Words and pairs, each with the number of places where a name holds it."""
    n_by_term: dict[str, int] = {}
    for name, (n, _) in test.items():
        for term in terms_of(name):
            n_by_term[term] = n_by_term.get(term, 0) + n
    return n_by_term


def _steps(n_by_term: Mapping[str, int], average: float) -> dict[str, int]:
    """How much a test holds each term."""
    norm = _K1 * (1 - _LENGTH + _LENGTH * _in_steps(sum(n_by_term.values())) / average)
    return {term: round(n / (n + norm) * _STEPS) for term, n in n_by_term.items()}


def _average(lengths: Sequence[int]) -> float:
    return _in_steps(sum(lengths) / max(len(lengths), 1))


def _in_steps(length: float) -> float:
    return _LENGTHS[max(bisect_right(_LENGTHS, length) - 1, 0)]


def source_terms(path: str, definitions: Iterable[str]) -> set[str]:
    """All terms that a source may be looked for by."""
    return _nearby(path).union(*map(terms_of, definitions))


def _nearby(path: str) -> set[str]:
    return {word for part in path_words(path)[-_N_PATH_PARTS:] for word in part}


def _add(postings: dict[str, _Posting], term: str, test: int, share: float) -> None:
    posting = postings.get(term)
    if posting is None:
        posting = postings[term] = [], []
    posting[0].append(test)
    posting[1].append(_SHARES[round(share * _STEPS)])


class PathIndex:
    """Tests by the words of their paths."""

    def __init__(self, tests: Sequence[str], paths: Iterable[str]) -> None:
        self._words = {path: _path_set(path) for path in paths}
        self._n_by_word = Counter(word for words in self._words.values() for word in words)
        n_paths = len(self._words)
        self._weight_by_word = {
            word: _path_weight(n, n_paths) for word, n in self._n_by_word.items()
        }
        self._postings: dict[str, _Posting] = {}
        for test, path in enumerate(tests):
            for word, share in self._vector(path):
                _add(self._postings, word, test, share)

    def add_scores(self, path: str, weight: float, total: Scores) -> None:
        """The cosine of the paths' words, each as heavy as it is rare among all paths."""
        for word, share in self._vector(path):
            if word in self._postings:
                worth = weight * share
                tests, shares = self._postings[word]
                for test, other_share in zip(tests, shares, strict=True):
                    total[test] += worth * other_share

    def likeness(self, path: str, other: str) -> float:
        """The cosine of two paths."""
        shares = dict(self._vector(other))
        return sum(share * shares.get(word, 0.0) for word, share in self._vector(path))

    def rarest_first(self, path: str) -> list[str]:
        return sorted(self._words[path], key=lambda word: (-self._weight_by_word[word], word))

    def words(self, path: str) -> frozenset[str]:
        return self._words[path]

    def words_with_other_weight(
        self, added: Collection[str], removed: Collection[str]
    ) -> frozenset[str] | None:
        """The words that weigh otherwise after these paths were added and removed; None for all."""
        n_before = len(self._words) - len(added) + len(removed)
        if _in_steps(1 + n_before) != _in_steps(1 + len(self._words)):
            return None
        more = Counter(word for path in added for word in _path_set(path))
        more.subtract(Counter(word for path in removed for word in _path_set(path)))
        n_by_word = self._n_by_word
        return frozenset(
            word
            for word, n in more.items()
            if _in_steps(1 + n_by_word[word]) != _in_steps(1 + n_by_word[word] - n)
        )

    def is_any_in_tests(self, words: Iterable[str]) -> bool:
        return not self._postings.keys().isdisjoint(words)

    def _vector(self, path: str) -> list[tuple[str, float]]:
        """Of length 1."""
        weights = [(word, self._weight_by_word[word]) for word in sorted(self._words[path])]
        length = math.sqrt(sum(weight * weight for _, weight in weights)) or 1.0
        return [(word, weight / length) for word, weight in weights]


@lru_cache(maxsize=1)
def path_index(tests: tuple[str, ...], paths: tuple[str, ...]) -> PathIndex:
    """That of a process that builds again and again, and seldom finds other paths."""
    return PathIndex(tests, paths)


def _path_weight(n_with: int, n_paths: int) -> float:
    return math.log(_in_steps(1 + n_paths) / _in_steps(1 + n_with))


def _path_set(path: str) -> frozenset[str]:
    return frozenset(word for part in path_words(path) for word in part) - _TESTING_WORDS
