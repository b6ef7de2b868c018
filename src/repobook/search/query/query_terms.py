"""The terms of a query that files are ranked by: informative words, and pairs of words.

Two words that follow each other are also asked for as one: ``flex attention`` finds
``flex_attention`` and ``FlexAttention`` first, for a name written as one word is rarer than either.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nsmallest
from typing import Final, NamedTuple

from repobook.text.stop_words import STOP_WORDS
from repobook.text.terms import pairs_in, terms_in

MAX_TERMS: Final = 48

# They say what is done to code, not to which: bug reports and commits begin with them.
_CHANGES: Final = """
add allow avoid better bug change clean cleanup correct deprecate disable enable ensure expose
extend fix handle implement improve introduce issue make missing move properly refactor remove
rename replace revert simplify support unused update wrong
"""
_OF_CHANGES: Final = frozenset(_CHANGES.split())
# They ask for a place and say nothing of it.
_QUESTIONS: Final = "code decide decided decides happen happened happens place work works"
WORDS_OF_QUESTIONS: Final = frozenset(_QUESTIONS.split())
_OF_QUESTIONS: Final = _OF_CHANGES | WORDS_OF_QUESTIONS
_MIN_LEFT: Final = 2

# At most so many places are read: beyond them common words cost more time than they are worth. A
# name by itself is found by its rarest parts, and a search runs at every letter typed.
_MAX_PLACES: Final = 9000
_MAX_PLACES_A_WORD: Final = 1500


_MAX_TELLING: Final = 60  # further ones cost time and change nothing


class QueryTerms(NamedTuple):
    terms: tuple[str, ...]
    """Words and the parts of names, each once."""
    pairs: tuple[str, ...]
    """Words that follow each other, as one."""
    n_typed: int


class WeighedTerms(NamedTuple):
    """The terms of a query that the index has."""

    terms: tuple[str, ...]
    """The terms to search for, pairs included."""
    worth: float
    """How rare the words are, added up: as much as a file that has all of them can earn."""


def query_terms(words: Sequence[str], *, is_question: bool = False) -> QueryTerms:
    """Of the words as they were typed. Stop words count only if there are no others."""
    empty = _OF_QUESTIONS if is_question else _OF_CHANGES
    typed = [[term for term in terms_in(word) if term] for word in words]
    terms = [*dict.fromkeys(term for word_terms in typed for term in word_terms)][:MAX_TERMS]
    informative = [term for term in terms if term not in STOP_WORDS] or terms
    of_code = [term for term in informative if term not in empty]
    chosen = of_code if len(of_code) >= _MIN_LEFT else informative
    pairs = pairs_in(" ".join(words))
    return QueryTerms(tuple(chosen), tuple(dict.fromkeys(pairs))[:MAX_TERMS], len(words))


def telling_terms(
    words: Sequence[str],
    n_files_by_term: Callable[[Iterable[str]], Mapping[str, int]],
    n_files: int,
) -> QueryTerms:
    """Of a long text: those that it repeats and that few files have."""
    n_by_term = Counter(term for word in words for term in terms_in(word))
    for term in (STOP_WORDS | _OF_CHANGES) & n_by_term.keys():
        del n_by_term[term]
    worth = {
        term: (1 + math.log(n_by_term[term])) * rarity(n_with, n_files)
        for term, n_with in n_files_by_term(n_by_term).items()
    }
    best = nsmallest(_MAX_TELLING, worth, lambda term: (-worth[term], term))
    pairs = dict.fromkeys(pairs_in(" ".join(words)))
    return QueryTerms(tuple(best), tuple(pairs)[:MAX_TERMS], len(words))


def weigh_terms(
    typed: QueryTerms, n_files_by_term: Mapping[str, int], n_files: int
) -> WeighedTerms:
    """Without words that no file has, and in a large repository without those that most have."""
    present = [term for term in typed.terms if n_files_by_term.get(term)]
    most = min(_MAX_PLACES, typed.n_typed * _MAX_PLACES_A_WORD)
    rarest = _rarest(present, n_files_by_term, most)
    terms = [term for term in present if term in rarest]
    pairs = [pair for pair in typed.pairs if n_files_by_term.get(pair) and pair not in rarest]
    worth = sum(rarity(n_files_by_term[term], n_files) for term in terms)
    return WeighedTerms((*terms, *pairs), worth)


def _rarest(terms: Iterable[str], n_files_by_term: Mapping[str, int], most: int) -> set[str]:
    """As many as may be looked up, and one at least."""
    rarest: set[str] = set()
    n_places = 0
    for term in sorted(terms, key=lambda term: (n_files_by_term[term], term)):
        n_places += n_files_by_term[term]
        if rarest and n_places > most:
            break
        rarest.add(term)
    return rarest


def rarity(n_with: int, n_files: int) -> float:
    """As the engine weighs a term."""
    return max(1e-6, math.log((n_files - n_with + 0.5) / (n_with + 0.5)))
