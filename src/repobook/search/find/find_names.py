"""Finds what a name stands for: groups of definitions that share a name, best first."""

from bisect import insort
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final

from repobook.index.search.search_names import MAX_BEST, NameReader
from repobook.model.kinds import CLASSES
from repobook.model.search.matches import NamedSymbol, NameGroup, NameRelation, NameRow
from repobook.search.query.name_query import (
    AND,
    NameQuery,
    all_begin,
    expressions,
    read_name,
    stands_within,
    word_expression,
)
from repobook.search.query.typos import Vocabulary
from repobook.search.rank.name_scores import (
    MAX_GAIN,
    Promising,
    by_weight,
    name_parts,
    promised,
    promising,
)
from repobook.text.naming.name_forms import squeezed

_MAX_ROWS: Final = 300
_MAX_SYMBOLS: Final = 5
_MAX_FILTERED: Final = 10_000
_MAX_WEIGHED: Final = 40
_MIN_WEIGHED: Final = 2
_EXPECTED: Final = 40
_RAREST: Final = 3
_LOOKED_AT: Final = 2  # as many names are looked at for each that is asked for


class NameFinder:
    """Asks one index; the vocabulary for slips is read when it is first needed."""

    def __init__(self, reader: NameReader) -> None:
        self._reader = reader

    def find(
        self, text: str, n: int, admits: Callable[[NamedSymbol], bool] | None = None
    ) -> list[NameGroup]:
        """At most ``n`` groups of definitions that ``admits`` lets through."""
        query = read_name(text)
        groups: list[NameGroup] = []
        counted: set[tuple[str, bool]] = set()
        scores: list[float] = []
        for how, row, promise in islice(self._candidates(query, text.split()), _LOOKED_AT * n):
            if len(scores) >= n and scores[-n] > promise + MAX_GAIN:
                break
            group = self._group(query, how, row.name, admits)
            if group is not None:
                if (letters := _letters(group)) not in counted:
                    insort(scores, group.score)
                counted.add(letters)
                groups.append(group)
        return _by_letters(sorted(groups, key=_best_first))[:n]

    def _candidates(self, query: NameQuery, typed: Sequence[str]) -> Iterator[Promising]:
        """Best relations first, lazily."""
        names: set[str] = set()
        is_spelt = False
        for rows in self._rows(query):
            related = promising(query, [row for row in rows if row.name not in names])
            names.update(one.row.name for one in related)
            is_spelt = is_spelt or any(one.relation in ("exact", "letters") for one in related)
            self._reader.expect(one.row for one in related[:_EXPECTED])
            yield from related
        if not is_spelt and not self._are_names(typed):
            slips = [row for row in self._slips(query) if row.name not in names]
            yield from (promised(query, "slip", row) for row in sorted(slips, key=_most_frequent))

    def _rows(self, query: NameQuery) -> Iterator[list[NameRow]]:
        typed = {name: self._reader.n_definitions(name) for name in (query.name, query.typed)}
        # A name without letters is in no index.
        yield [NameRow(name, n) for name, n in typed.items() if n]
        is_name = any(typed.values())
        for expression in expressions(query, is_name=is_name):
            if is_name or AND not in expression or self._may_have_all(query.words):
                yield self._reader.matching(expression, _MAX_ROWS)

    def _may_have_all(self, words: Sequence[str]) -> bool:
        """Whether a name has the rarest of them: the list of all that begins so is soon made."""
        rarest = sorted(words, key=self._reader.n_with_word)[:_RAREST]
        return len(words) <= _RAREST or self._reader.has(all_begin(rarest))

    def _are_names(self, typed: Sequence[str]) -> bool:
        """Whether several names were typed, each without a slip."""
        return len(typed) > 1 and all(map(self._reader.n_definitions, typed))

    def _slips(self, query: NameQuery) -> Iterator[NameRow]:
        letters = [squeezed(name) for name in self._names.near(query.letters)]
        for spelt in dict.fromkeys(letters):
            yield from self._reader.matching(f'"={spelt}"', _MAX_ROWS)
        if len(query.words) < 2 or letters:
            return
        unknown = [word for word in query.words if not self._reader.has(word_expression([word]))]
        if unknown:  # else names with all these words have been looked for already
            yield from self._reader.matching(self._corrected(query.words, unknown), _MAX_ROWS)

    def _corrected(self, words: Sequence[str], unknown: Collection[str]) -> str:
        """With all corrections of a word that no name has."""
        return AND.join(
            word_expression([word, *self._words.near(word)] if word in unknown else [word])
            for word in words
        )

    @cached_property
    def _names(self) -> Vocabulary:
        return Vocabulary(self._reader.vocabulary())

    @cached_property
    def _words(self) -> Vocabulary:
        return Vocabulary("\n".join(self._reader.words()))

    def _group(
        self,
        query: NameQuery,
        how: NameRelation,
        name: str,
        admits: Callable[[NamedSymbol], bool] | None,
    ) -> NameGroup | None:
        around = () if name == query.typed else query.around
        most = _MAX_FILTERED if admits else MAX_BEST if how == "exact" else _MAX_SYMBOLS
        definitions, is_there = self._definitions(name, around, most)
        admitted = [one for one in definitions if admits is None or admits(one)]
        if not admitted:
            return None
        best = self._best(admitted, _MAX_WEIGHED if how == "exact" else _MIN_WEIGHED)
        is_whole = len(admitted) == len(definitions) and not (around and is_there)
        n_admitted = self._reader.n_definitions(name) if is_whole else len(admitted)
        parts = name_parts(query, how, best[0], n_admitted, is_there=is_there)
        return NameGroup(
            name, how, tuple(best), n_admitted, len(definitions) - len(admitted), parts
        )

    def _definitions(
        self, name: str, around: tuple[str, ...], n: int
    ) -> tuple[list[NamedSymbol], bool]:
        """Those within ``around``; if there are none, all, and False."""
        if around:
            near = self._reader.definitions(name, _MAX_FILTERED, around)
            if inside := [one for one in near if stands_within(one, around)]:
                return inside, True
        return self._reader.definitions(name, n), not around

    def _best(self, symbols: list[NamedSymbol], n_weighed: int) -> list[NamedSymbol]:
        weighed = self._reader.with_users(symbols[:n_weighed])
        return by_weight([*weighed, *symbols[n_weighed:_MAX_SYMBOLS]])[:_MAX_SYMBOLS]


def _by_letters(groups: list[NameGroup]) -> list[NameGroup]:
    """``get_device``, ``getDevice`` and ``_get_device`` as one answer."""
    spelt: dict[tuple[str, bool], list[NameGroup]] = {}
    for group in groups:
        spelt.setdefault(_letters(group), []).append(group)
    return [_joined(*same) for same in spelt.values()]


def _letters(group: NameGroup) -> tuple[str, bool]:
    """The very name stays by itself, and a class and a function of the same letters are two."""
    letters = group.name if group.relation == "exact" else squeezed(group.name)
    return letters, group.symbols[0].kind in CLASSES


def _joined(best: NameGroup, *others: NameGroup) -> NameGroup:
    if not others:
        return best
    symbols = by_weight([one for group in (best, *others) for one in group.symbols])
    # The details of a group are those of its best name, so its definitions come first.
    own_first = sorted(symbols, key=lambda one: one.name != best.name)
    return best._replace(
        symbols=tuple(own_first[:_MAX_SYMBOLS]),
        n_definitions=sum(group.n_definitions for group in (best, *others)),
        n_left_out=sum(group.n_left_out for group in (best, *others)),
        spellings=tuple(group.name for group in others),
    )


def _best_first(group: NameGroup) -> tuple[float, int, str]:
    return -group.score, len(group.name), group.name


def _most_frequent(row: NameRow) -> tuple[int, int, str]:
    return -row.n_files, len(row.name), row.name
