"""The terms of a query that files are ranked by: those that tell, and words that belong together.

Two words that follow each other are also asked for as one: ``flex attention`` finds
``flex_attention`` and ``FlexAttention`` first, for a name written as one word is rarer than either.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.text.stop_words import STOP_WORDS
from repobook.text.terms import pairs_in, terms_in

MAX_TERMS: Final = 48

# They tell what is done to code, not which: sentences of bug reports and commits begin with them.
_CHANGES: Final = """
add allow avoid better bug change clean cleanup correct deprecate disable enable ensure expose
extend fix handle implement improve introduce issue make missing move properly refactor remove
rename replace revert simplify support unused update wrong
"""
_OF_CHANGES: Final = frozenset(_CHANGES.split())
_MIN_LEFT: Final = 2

# So many places are looked at: beyond them the words of most files cost more than they tell. A name
# by itself is found by its rarest parts, and whoever types it waits for every letter.
_MAX_PLACES: Final = 9000
_MAX_PLACES_A_WORD: Final = 1500


class Wording(NamedTuple):
    terms: tuple[str, ...]
    """Words and the parts of names, each once."""
    pairs: tuple[str, ...]
    """Words that follow each other, as one."""
    n_typed: int


class Telling(NamedTuple):
    """What of a wording the index can answer."""

    terms: tuple[str, ...]
    """What to ask for, pairs included."""
    worth: float
    """How rare the words are, added up: as much as a file that has all of them can earn."""


def wording(words: Sequence[str]) -> Wording:
    """Of the words as they were typed. Those that say nothing count where there are no others."""
    typed = [[term for term in terms_in(word) if term] for word in words]
    terms = [*dict.fromkeys(term for found in typed for term in found)][:MAX_TERMS]
    telling = [term for term in terms if term not in STOP_WORDS] or terms
    of_code = [term for term in telling if term not in _OF_CHANGES]
    kept = of_code if len(of_code) >= _MIN_LEFT else telling
    pairs = pairs_in(" ".join(words))
    return Wording(tuple(kept), tuple(dict.fromkeys(pairs))[:MAX_TERMS], len(words))


def telling(asked: Wording, n_files_by_term: Mapping[str, int], n_files: int) -> Telling:
    """Without words that no file has, and in a large repository without those that most have."""
    known = [term for term in asked.terms if n_files_by_term.get(term)]
    most = min(_MAX_PLACES, asked.n_typed * _MAX_PLACES_A_WORD)
    kept = _rarest(known, n_files_by_term, most)
    terms = [term for term in known if term in kept]
    pairs = [pair for pair in asked.pairs if n_files_by_term.get(pair) and pair not in kept]
    worth = sum(rarity(n_files_by_term[term], n_files) for term in terms)
    return Telling((*terms, *pairs), worth)


def _rarest(terms: Iterable[str], n_files_by_term: Mapping[str, int], most: int) -> set[str]:
    """As many as may be looked up, and one at least."""
    kept: set[str] = set()
    n_places = 0
    for term in sorted(terms, key=lambda term: (n_files_by_term[term], term)):
        n_places += n_files_by_term[term]
        if kept and n_places > most:
            break
        kept.add(term)
    return kept


def rarity(n_with: int, n_files: int) -> float:
    """As the engine weighs a term."""
    return max(1e-6, math.log((n_files - n_with + 0.5) / (n_with + 0.5)))
