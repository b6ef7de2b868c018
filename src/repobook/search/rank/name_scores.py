"""Which of the names that were found answers a query best, part by part.

The relation decides. Among names of one relation those come first that a user most likely had in
mind: defined often, used a lot, and with few words besides those that were asked for.
"""

from collections.abc import Iterable, Sequence
from math import comb, log10
from typing import Final, NamedTuple

from repobook.model.kinds import CLASSES, HOLDERS
from repobook.model.search.matches import NamedSymbol, NameRelation, NameRow
from repobook.search.query.name_query import NameQuery, n_whole_words, relation
from repobook.text.naming.identifier_words import natural_words, words_of
from repobook.text.naming.name_forms import said_besides

# Further apart than all other parts together.
_POINTS: Final[dict[NameRelation, float]] = {
    "exact": 100,
    "letters": 90,
    "prefix": 70,
    "words": 60,
    "initials": 50,
    "slip": 40,
}
_CAPITALS: Final = 80  # of initials that are typed as such
_ELSEWHERE: Final = -30  # a name that is not where the query says
# A query of some words of a name means any name, not the most important one.
_IMPORTANCE: Final[dict[NameRelation, float]] = {"words": 0.25}
_MAX_COVERAGE: Final = 3
_MAX_DEFINITIONS: Final = 3
_LABELS: Final[dict[NameRelation, str]] = {
    "exact": "exact name",
    "letters": "same letters",
    "prefix": "beginning of the name",
    "words": "words of the name",
    "initials": "initials",
    "slip": "one slip",
}
MAX_GAIN: Final = 3.0
"""How much a name can win over its promise, as a rule."""


class Promising(NamedTuple):
    """A name in some relation to the query, before anything is known of its definitions."""

    relation: NameRelation
    row: NameRow
    promise: float
    """As much as it will score, but for what its definitions add."""


def promising(query: NameQuery, rows: Iterable[NameRow]) -> list[Promising]:
    """Best first; names in no relation are left out."""
    related = [(relation(query, row.name), row) for row in {row.name: row for row in rows}.values()]
    candidates = [promised(query, how, row) for how, row in related if how is not None]
    return sorted(candidates, key=lambda one: (-one.promise, len(one.row.name), one.row.name))


def promised(query: NameQuery, how: NameRelation, row: NameRow) -> Promising:
    points = _points(query, how) + _coverage(query, how, row.name) + _commonness(row.n_files)
    return Promising(how, row, points)


def name_parts(
    query: NameQuery, how: NameRelation, best: NamedSymbol, n_definitions: int, *, is_there: bool
) -> tuple[tuple[str, float], ...]:
    """What the score of a group is made of; ``is_there``: it stands where the query says."""
    parts = [
        (_LABELS[how], _points(query, how)),
        ("elsewhere", 0 if is_there else _ELSEWHERE),
        ("coverage", _coverage(query, how, best.name)),
        ("definitions", _commonness(n_definitions)),
        ("importance", weight(best) * _IMPORTANCE.get(how, 1.0)),
    ]
    return tuple((name, round(points, 2)) for name, points in parts if points)


def _points(query: NameQuery, how: NameRelation) -> float:
    return _CAPITALS if how == "initials" and query.name.isupper() else _POINTS[how]


def _coverage(query: NameQuery, how: NameRelation, name: str) -> float:
    """The fewer ways there are to ask for as many words of the name, the likelier it was meant."""
    if how in ("exact", "letters"):
        return 0
    words = words_of(name)
    n_wanted = len(query.words)
    heard = (*words, *said_besides(name))
    n_unlike = n_wanted - (n_whole_words(heard, query.words) or 0)
    natural = natural_words(name)
    n_misheard = sum([word not in natural for word in query.said])
    ways = comb(max(len(words), n_wanted), n_wanted)
    is_moved = not _are_in_order(words, query.words)
    return max(0, _MAX_COVERAGE - log10(ways) - 0.5 * (n_unlike + n_misheard) - 0.6 * is_moved)


def _are_in_order(words: Sequence[str], wanted: Sequence[str]) -> bool:
    rest = iter(words)
    return all(any(word.startswith(one) for word in rest) for one in wanted)


def _commonness(n: int) -> float:
    return min(_MAX_DEFINITIONS, log10(max(1, n)))


def by_weight(symbols: Iterable[NamedSymbol]) -> list[NamedSymbol]:
    return sorted(symbols, key=lambda one: (-weight(one), one.path, one.line, one.id))


def weight(symbol: NamedSymbol) -> float:
    """How much a definition matters: where it stands, what it is, who uses it; at most 2.8."""
    return (
        _WEIGHT_BY_ROLE.get(symbol.role, 0.2)
        + 0.3 * symbol.exported
        + _kind(symbol.kind)
        + 0.3 * (symbol.end_line > symbol.line)  # a declaration is one line as a rule
        + min(0.7, log10(1 + symbol.n_users) / 4)
        + min(0.5, log10(1 + symbol.importance) / 18)
    )


_WEIGHT_BY_ROLE: Final = {"source": 0.5, "test": 0.0}


def _kind(kind: str) -> float:
    return 0.5 if kind in CLASSES else 0.4 if kind in HOLDERS else 0.0
