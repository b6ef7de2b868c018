"""Which files a regular expression may match, by the words that they hold."""

from collections.abc import Iterable
from typing import Final

from repobook.index.search.search_words import WordReader
from repobook.search.query.regex_words import AnyOf, Need, Piece, needs, words_with
from repobook.text.terms import LONG_WORD

_MAX_WORDS: Final = 1_000
_MAX_PIECES: Final = 3


def may_match(words: WordReader, source: str) -> set[int] | None:
    """None if unknown; a file that is not in the set cannot match."""
    return _Lookup(words).holding(needs(source))


class _Lookup:
    """For one expression: a piece that comes again is not looked up again."""

    def __init__(self, words: WordReader) -> None:
        self._words = words
        self._files_by_piece: dict[Piece, set[int] | None] = {}

    def holding(self, need: Need) -> set[int] | None:
        if isinstance(need, Piece):
            if need not in self._files_by_piece:
                self._files_by_piece[need] = self._with_piece(need)
            return self._files_by_piece[need]
        if isinstance(need, AnyOf):
            return _union(map(self.holding, need.parts))
        longest = sorted(need.parts, key=_length_demanded, reverse=True)[:_MAX_PIECES]
        return _intersection(map(self.holding, longest))

    def _with_piece(self, piece: Piece) -> set[int] | None:
        terms = words_with(piece, self._words.vocabulary, _MAX_WORDS)
        return None if terms is None else self._words.files_with_any([*terms, LONG_WORD])


def _length_demanded(need: Need) -> int:
    """The longer a piece is, and the more of a word, the fewer files have it."""
    if isinstance(need, Piece):
        return len(need.letters) + 3 * (need.begins + need.ends)
    return min(map(_length_demanded, need.parts), default=0)


def _union(groups: Iterable[set[int] | None]) -> set[int] | None:
    files: set[int] = set()
    for one in groups:
        if one is None:
            return None
        files |= one
    return files


def _intersection(groups: Iterable[set[int] | None]) -> set[int] | None:
    files: set[int] | None = None
    for one in groups:
        if one is not None:
            files = one if files is None else files & one
    return files
