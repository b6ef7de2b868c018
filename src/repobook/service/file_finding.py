"""Finds files for a query: candidates from the text index, ranked by what is known of them."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from repobook.model.search import FileMatch
from repobook.search.mentions import mentions
from repobook.search.query_meaning import Meaning, any_of
from repobook.search.ranking import (
    NO_SCORES,
    VIEWS,
    Known,
    Past,
    RankedFile,
    Scale,
    by_importance,
    ranked,
)
from repobook.search.wording import Wording, rarity, telling, wording
from repobook.store.search_index import SearchIndex
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
        """Best first; without words to rank by, those that others lean on."""
        if not meaning.terms:
            return by_importance(self._index.described(allowed or ()))
        asked = wording(meaning.words)
        n_by_term = self._index.n_files_by_term((*asked.terms, *asked.pairs))
        told = telling(asked, n_by_term, self._n_files)
        past = self._past(asked, meaning.words)
        n = most_candidates(meaning)
        matches = self._matches(any_of(told.terms), n, past, allowed)
        scale = Scale(told.worth, self._mean_terms, self._mean_past_terms)
        known = Known(past, self._rarity_defined(meaning))
        return ranked(meaning.words, matches, scale, known, _asked_roles(meaning))

    def _past(self, asked: Wording, words: Iterable[str]) -> dict[int, Past]:
        """Commits tell versions by their numbers; of a repository without history nothing."""
        if not self._mean_past_terms:
            return {}
        numbers = dict.fromkeys(number for word in words for number in numbers_in(word))
        terms = (*asked.terms, *asked.pairs, *numbers)
        return self._index.past_scores(any_of(terms), _MAX_PAST)

    def _rarity_defined(self, meaning: Meaning) -> dict[int, float]:
        """By file, of the names that are asked for and that it defines.

        Whoever writes a sentence names what is used as often as what is meant.
        """
        found: dict[int, float] = {}
        for name in mentions(meaning.words).names if meaning.is_like_a_name else ():
            files = self._index.files_defining(name, _MAX_DEFINING)
            for file in files:
                found[file] = found.get(file, 0.0) + rarity(len(files), self._n_files)
        return found

    def _matches(
        self, expression: str, n: int, past: Mapping[int, Past], allowed: Collection[int] | None
    ) -> list[FileMatch]:
        """The best by their words, and those that their past speaks for before all others."""
        found = self._matching(expression, n, allowed)
        more = set(list(past)[:_MAX_BY_PAST]) - {match.file for match in found}
        if allowed is not None:
            more &= set(allowed)
        if more:
            found += self._matching(expression, len(more), sorted(more))
            wordless = sorted(more - {match.file for match in found})
            found += [one._replace(scores=NO_SCORES) for one in self._index.described(wordless)]
        return found

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
