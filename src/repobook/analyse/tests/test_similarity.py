"""Similarity of tests and source files, by the words in their names and paths.

Two measures, both sparse and by inverted index: BM25 of a source's definitions over the names that
a test uses, and the likeness of the two paths. Words that are everywhere weigh little.
"""

import math
from array import array
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final, NamedTuple, Self

from repobook.text.naming.identifier_words import words_of

# BM25's usual saturation; a test's length matters less than usual, for big tests do test more.
_K1: Final = 1.2
_LENGTH: Final = 0.4
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


# The same as bytes: numbers of tests, and shares in steps.
StoredPosting = tuple[bytes, bytes]
_ID: Final = array("I")
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


class NameIndex:
    """The names that each test uses, by word."""

    def __init__(self, n_tests: int, stored: Mapping[str, StoredPosting]) -> None:
        """As ``stored`` by an earlier one."""
        self.stored = stored
        self.n_tests = n_tests
        self._postings = _Restored(stored)
        most = _most_tests(n_tests)
        rarities = [rarity(n, n_tests) for n in range(most + 1)]
        self._rarity = {t: rarities[len(tests) // _ID.itemsize] for t, (tests, _) in stored.items()}
        self.indexed_terms = _IndexedTerms(self._rarity)

    @classmethod
    def of_tests(cls, tests: Sequence[Mapping[str, Mentions]]) -> Self:
        postings = _postings([_counted(test) for test in tests])
        most = _most_tests(len(tests))
        few = {term: posting for term, posting in postings.items() if len(posting[0]) <= most}
        return cls(len(tests), {term: _stored(posting) for term, posting in few.items()})

    def query(self, path: str, definitions: Iterable[str]) -> dict[str, float]:
        """What to look for: the strongest words of a source's definitions and of its path."""
        rarity_of = self._rarity
        counted = Counter(chain.from_iterable(map(self.indexed_terms.__getitem__, definitions)))
        weighed = [(n / (n + _SATURATION) * rarity_of[t], t) for t, n in counted.items()]
        weighed.sort(reverse=True)
        query = {term: weight for weight, term in weighed[:_MAX_TERMS]}
        nearby = {word for part in path_words(path)[-_N_PATH_PARTS:] for word in part}
        for word in sorted(word for word in nearby if word in rarity_of):
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
        posting = self[term] = list(array(_ID.typecode, tests)), shares
        return posting


def _stored(posting: _Posting) -> StoredPosting:
    tests, shares = posting
    steps = array(_STEP, [int(share * _STEPS) for share in shares])
    return array(_ID.typecode, tests).tobytes(), steps.tobytes()


def _most_tests(n_tests: int) -> int:
    return max(_COMMON_LEAST, int(n_tests * _COMMON_SHARE))


def _counted(test: Mapping[str, Mentions]) -> dict[str, int]:
    """Words and pairs, each with the number of places where a name holds it."""
    n_by_term: dict[str, int] = {}
    for name, (n, _) in test.items():
        for term in terms_of(name):
            n_by_term[term] = n_by_term.get(term, 0) + n
    return n_by_term


def _postings(terms_by_test: list[dict[str, int]]) -> dict[str, _Posting]:
    lengths = [sum(terms.values()) for terms in terms_by_test]
    average = sum(lengths) / max(len(lengths), 1) or 1.0
    postings: dict[str, _Posting] = {}
    for test, (terms, length) in enumerate(zip(terms_by_test, lengths, strict=True)):
        norm = _K1 * (1 - _LENGTH + _LENGTH * length / average)
        for term, n in terms.items():
            _add(postings, term, test, n / (n + norm))
    return postings


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
        self._weight_by_word = {
            word: math.log((1 + len(self._words)) / (1 + n)) for word, n in self._n_by_word.items()
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

    def rarest_first(self, path: str) -> list[str]:
        return sorted(self._words[path], key=lambda word: (self._n_by_word[word], word))

    def words(self, path: str) -> frozenset[str]:
        return self._words[path]

    def _vector(self, path: str) -> list[tuple[str, float]]:
        """Of length 1."""
        weights = [(word, self._weight_by_word[word]) for word in sorted(self._words[path])]
        length = math.sqrt(sum(weight * weight for _, weight in weights)) or 1.0
        return [(word, weight / length) for word, weight in weights]


def _path_set(path: str) -> frozenset[str]:
    return frozenset(word for part in path_words(path) for word in part) - _TESTING_WORDS
