"""Finds files for a query: candidates from the text index, ranked by what is known of them."""

from collections.abc import Collection, Mapping
from typing import Final

from repobook.model.search import FileMatch
from repobook.search.query_meaning import Meaning, any_of
from repobook.search.ranking import VIEWS, Past, RankedFile, Scale, by_importance, ranked
from repobook.search.wording import telling, wording
from repobook.store.search_index import SearchIndex

MAX_CANDIDATES: Final = 300
_MAX_PAST: Final = 1000
_MAX_BY_PAST: Final = 100
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
        if not told.terms:
            return []
        expression = any_of(told.terms)
        past = self._past(expression)
        matches = self._matches(expression, past, allowed)
        scale = Scale(told.worth, self._mean_terms, self._mean_past_terms)
        return ranked(meaning.words, matches, scale, past, _asked_roles(meaning))

    def _past(self, expression: str) -> dict[int, Past]:
        """Of a repository without history nothing."""
        if not self._mean_past_terms:
            return {}
        return self._index.past_scores(expression, _MAX_PAST)

    def _matches(
        self, expression: str, past: Mapping[int, Past], allowed: Collection[int] | None
    ) -> list[FileMatch]:
        """The best by their words, and those that their past speaks for before all others."""
        found = self._index.matching(expression, VIEWS, MAX_CANDIDATES, allowed)
        more = set(list(past)[:_MAX_BY_PAST]) - {match.file for match in found}
        if allowed is not None:
            more &= set(allowed)
        if not more:
            return found
        return found + self._index.matching(expression, VIEWS, len(more), sorted(more))


def _asked_roles(meaning: Meaning) -> set[str]:
    tests = {"test"} if meaning.wants_tests else set[str]()
    docs = any(word.lower() in _DOCS_WORDS for word in meaning.words)
    named = {one.value for one in meaning.filters if one.name == "role"}
    return tests | named | ({"docs"} if docs else set[str]())
