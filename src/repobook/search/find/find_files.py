"""Finds files for a query: candidates from the text index, ranked by what is known of them."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from repobook.index.search.search_index import SearchIndex
from repobook.model.search.matches import FileMatch
from repobook.search.query.meaning import Meaning, any_of
from repobook.search.query.mentions import mentions
from repobook.search.query.query_terms import QueryTerms, query_terms, rarity, weigh_terms
from repobook.search.rank.ranking import (
    NO_SCORES,
    VIEWS,
    FileEvidence,
    Past,
    RankedFile,
    Scale,
    by_importance,
    ranked,
)
from repobook.text.terms import numbers_in

_MAX_CANDIDATES: Final = 200
_CANDIDATES_A_WORD: Final = 100
_MAX_PAST: Final = 1000
_MAX_BY_PAST: Final = 200
_MAX_DEFINING: Final = 100  # a name that more files define leads to none of them
_DOCS_WORDS: Final = frozenset(["doc", "docs", "documentation", "readme", "tutorial", "guide"])


class FileFinder:
    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._n_files = index.n_files()
        self._mean_terms = index.mean_terms()
        self._mean_past_terms = index.mean_past_terms()

    def find(self, meaning: Meaning, allowed: Collection[int] | None) -> list[RankedFile]:
        """Best first; without words to rank by, by importance."""
        if not meaning.terms:
            return by_importance(self._index.described(allowed or ()))
        typed = query_terms(meaning.words)
        n_by_term = self._index.n_files_by_term((*typed.terms, *typed.pairs))
        weighed = weigh_terms(typed, n_by_term, self._n_files)
        past = self._past(typed, meaning.words)
        n = most_candidates(meaning)
        matches = self._matches(any_of(weighed.terms), n, past, allowed)
        scale = Scale(weighed.worth, self._mean_terms, self._mean_past_terms)
        evidence = FileEvidence(past, self._rarity_defined(meaning))
        return ranked(meaning.words, matches, scale, evidence, _asked_roles(meaning))

    def _past(self, typed: QueryTerms, words: Iterable[str]) -> dict[int, Past]:
        """Scores of commit subjects, numbers of versions included; empty without history."""
        if not self._mean_past_terms:
            return {}
        numbers = dict.fromkeys(number for word in words for number in numbers_in(word))
        terms = (*typed.terms, *typed.pairs, *numbers)
        return self._index.past_scores(any_of(terms), _MAX_PAST)

    def _rarity_defined(self, meaning: Meaning) -> dict[int, float]:
        """By file, of the names that are asked for and that it defines.

        Not for sentences: they name what is used as often as what is meant.
        """
        rarity_by_file: dict[int, float] = {}
        for name in mentions(meaning.words).names if meaning.is_like_a_name else ():
            files = self._index.files_defining(name, _MAX_DEFINING)
            for file in files:
                rarity_by_file[file] = rarity_by_file.get(file, 0.0) + rarity(
                    len(files), self._n_files
                )
        return rarity_by_file

    def _matches(
        self, expression: str, n: int, past: Mapping[int, Past], allowed: Collection[int] | None
    ) -> list[FileMatch]:
        """The best files by their words, and the best by their past."""
        matches = self._matching(expression, n, allowed)
        more = set(list(past)[:_MAX_BY_PAST]) - {match.file for match in matches}
        if allowed is not None:
            more &= set(allowed)
        if more:
            matches += self._matching(expression, len(more), sorted(more))
            wordless = sorted(more - {match.file for match in matches})
            matches += [one._replace(scores=NO_SCORES) for one in self._index.described(wordless)]
        return matches

    def _matching(self, expression: str, n: int, within: Collection[int] | None) -> list[FileMatch]:
        return self._index.matching(expression, VIEWS, n, within) if expression else []


def most_candidates(meaning: Meaning) -> int:
    """How many files are looked at: the more words there are to weigh, the more."""
    n_words = len(meaning.words)
    return min(_MAX_CANDIDATES, _CANDIDATES_A_WORD * n_words) if n_words else _MAX_CANDIDATES


def _asked_roles(meaning: Meaning) -> set[str]:
    tests = {"test"} if meaning.wants_tests else set[str]()
    docs = any(word.lower() in _DOCS_WORDS for word in meaning.words)
    named = {one.value for one in meaning.filters if one.name == "role"}
    return tests | named | ({"docs"} if docs else set[str]())
