"""Ranks files for a query: candidates from the text index, judged part by part."""

from collections.abc import Collection
from typing import Final, NamedTuple

from repobook.model.search import FileMatch
from repobook.search.query_meaning import Meaning, any_of
from repobook.store.search_index import SearchIndex

MAX_CANDIDATES: Final = 300
_ALL: Final = 1 << 30
# path, symbols, headings, documentation, comments, body
_VIEWS: Final = ((4.0, 2.0, 0.5, 0.5, 0.5, 0.25),)


class RankedFile(NamedTuple):
    path: str
    score: float
    parts: tuple[tuple[str, float], ...]


class FileFinder:
    def __init__(self, index: SearchIndex) -> None:
        self._index = index

    def find(self, meaning: Meaning, allowed: Collection[int] | None) -> list[RankedFile]:
        """Best first; without words to rank by, those that others lean on."""
        if not meaning.terms:
            return self._by_importance(allowed)
        n = MAX_CANDIDATES if allowed is None else _ALL
        matches = self._index.matching(any_of(meaning.terms), _VIEWS, n)
        return [_judged(one) for one in matches if allowed is None or one.file in allowed]

    def _by_importance(self, allowed: Collection[int] | None) -> list[RankedFile]:
        found = [
            RankedFile(one.path, one.importance, (("importance", one.importance),))
            for one in self._index.described(allowed or ())
        ]
        return sorted(found, key=lambda one: (-one.score, one.path))


def _judged(match: FileMatch) -> RankedFile:
    score = round(match.scores[0], 4)
    return RankedFile(match.path, score, (("text", score),))
