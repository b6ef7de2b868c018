"""What a regular expression demands of a text: words, or beginnings, endings and middles of words.

Only files that have these words need to be read. The reader below knows the syntax of RE2 and is
careful: where it is unsure it demands nothing. Letters are compared in lower case and underscores
do not count, as in the index; letters beyond ASCII are not looked at.
"""

import re
from collections.abc import Sequence
from enum import Enum
from itertools import chain, product
from math import prod
from typing import Final, NamedTuple

from repobook.search.query.expressions import literal
from repobook.text.naming.name_forms import squeezed


class Piece(NamedTuple):
    """Letters in a row, in lower case; part of a word, or all of it."""

    letters: str
    begins: bool
    """Whether no letter of ASCII stands before it."""
    ends: bool


class AllOf(NamedTuple):
    """Without parts nothing is demanded."""

    parts: tuple["Need", ...]


class AnyOf(NamedTuple):
    parts: tuple["Need", ...]


Need = Piece | AllOf | AnyOf
NOTHING: Final = AllOf(())

_MAX_DEPTH: Final = 40
_MAX_WAYS: Final = 8
_MAX_AGAIN: Final = 32
_MIN_LETTERS: Final = 3
_MAX_WORD: Final = 60  # far below what the index takes for a word
_FLAGS: Final = re.compile(r"\?[imsU-]*[:)]|\?P?<\w+>")
_TIMES: Final = re.compile(r"\{(\d+)(?:,\d*)?\}|[*+?]")
_CLASS: Final = re.compile(r"\[\^?\]?(?:[^\]\\\[]|\\.|\[:\^?\w+:\]|\[)*\]", re.DOTALL)
_CLASS_WITHOUT_LETTERS: Final = re.compile(r"\[(?:[ -,./:-@`|}~]|\\[stnrfv])+\]")
_ESCAPED: Final = re.compile(
    r"\\(?:Q(?P<quoted>.*?)(?:\\E|\Z)|[pP](?:\{[^}]*\}|.)|x(?:\{[^}]*\}|..)|[0-7]{1,3}|.)",
    re.DOTALL,
)
_NO_LETTERS: Final = "Azbntrfvas"  # ends of texts, ends of words, blanks
_LETTER: Final = re.compile(r"[A-Za-z0-9_]")


class _Place(Enum):
    """What else than a letter stands in a sequence."""

    ANYTHING = 1
    BREAK = 2
    """No letter of ASCII."""
    GAP = 3
    """Perhaps a break, perhaps nothing at all."""


class _Choice(NamedTuple):
    """One of several sequences stands here."""

    ways: tuple[tuple["_Element", ...], ...]


_Element = str | _Place | _Choice


def needs(source: str) -> Need:
    """Of a pattern that RE2 accepts."""
    reading = _Reading(source)
    ways = reading.ways(0)
    return _needs_of(_Choice(ways)) if reading.at == len(source) else NOTHING


def exactly(text: str) -> str:
    """A pattern for this text that begins and ends where words do, if it has letters there."""
    before, after = (r"\b" if _LETTER.match(end) else "" for end in (text[:1], text[-1:]))
    return f"{before}{literal(text)}{after}"


def words_with(piece: Piece, vocabulary: bytes, n: int) -> list[str] | None:
    """Words of a vocabulary, one a line with a break before each, that hold a piece; None if more.

    A word that goes on with a letter beyond ASCII is among them: RE2 takes that for an end.
    """
    # The index has plurals without their last letter.
    stem = piece.letters.removesuffix("s").encode()
    words: dict[str, None] = {}
    at = vocabulary.find(stem)
    while at >= 0 and len(words) <= n:
        end = vocabulary.find(b"\n", at)
        if _fits(piece, vocabulary, at, at + len(stem)):
            words[vocabulary[vocabulary.rfind(b"\n", 0, at) + 1 : end].decode()] = None
            at = end
        at = vocabulary.find(stem, at + 1)
    return [*words] if len(words) <= n else None


def _fits(piece: Piece, vocabulary: bytes, start: int, end: int) -> bool:
    if piece.begins and not _is_end(vocabulary[start - 1]):
        return False
    return not piece.ends or any(_is_end(vocabulary[at]) for at in _ends(vocabulary, end))


def _ends(vocabulary: bytes, end: int) -> range:
    return range(end, end + 1 + vocabulary.startswith(b"s", end))


def _is_end(byte: int) -> bool:
    return byte == ord("\n") or byte >= 128


class _Reading:
    def __init__(self, source: str) -> None:
        self._source = source
        self.at = 0

    def ways(self, depth: int) -> tuple[tuple[_Element, ...], ...]:
        """Up to the parenthesis that closes, or the end."""
        alternatives: list[list[_Element]] = [[]]
        while self.at < len(self._source) and self._source[self.at] != ")":
            if self._source[self.at] == "|":
                self.at += 1
                alternatives.append([])
            else:
                alternatives[-1].extend(self._repeated(self._atom(depth)))
        return tuple(map(tuple, alternatives))

    def _atom(self, depth: int) -> list[_Element]:
        first = self._source[self.at]
        if first == "(":
            return self._group(depth)
        if first == "[":
            return self._class()
        if first == "\\":
            return self._escaped()
        self.at += 1
        if first == ".":
            return [_Place.ANYTHING]
        return [_Place.BREAK] if first in "^$" else _read(first)

    def _group(self, depth: int) -> list[_Element]:
        self.at += 1
        flags = _FLAGS.match(self._source, self.at)
        if flags:
            self.at = flags.end()
            if flags.group().endswith(")"):
                return []
        if depth > _MAX_DEPTH:
            self.at = len(self._source) + 1  # deeper nesting is not analysed
            return [_Place.ANYTHING]
        ways = self.ways(depth + 1)
        self.at += 1
        return [*ways[0]] if len(ways) == 1 else [_Choice(ways)]

    def _class(self) -> list[_Element]:
        match = _CLASS.match(self._source, self.at)
        self.at = match.end() if match else len(self._source) + 1
        is_break = match and _CLASS_WITHOUT_LETTERS.fullmatch(match.group())
        return [_Place.BREAK if is_break else _Place.ANYTHING]

    def _escaped(self) -> list[_Element]:
        match = _ESCAPED.match(self._source, self.at)
        self.at = match.end() if match else len(self._source) + 1
        if match is None:
            return [_Place.ANYTHING]
        if match["quoted"] is not None:
            return _read(match["quoted"])
        letter = match.group()[1]
        if letter == "_" or not letter.isalnum():
            return _read(letter)
        return [_Place.BREAK if letter in _NO_LETTERS else _Place.ANYTHING]

    def _repeated(self, atom: list[_Element]) -> list[_Element]:
        times = _TIMES.match(self._source, self.at)
        if not times or not atom:
            return atom
        self.at = times.end()
        if self._source.startswith("?", self.at):
            self.at += 1
        if times.group() == "?":
            return [_Choice((tuple(atom), ()))]
        is_optional = times.group() == "*" or (times[1] is not None and not int(times[1]))
        if all(element is _Place.BREAK for element in atom):
            return [_Place.GAP] if is_optional else atom
        return [_Place.ANYTHING] if is_optional else _several(atom)


def _read(text: str) -> list[_Element]:
    return [
        letter if _LETTER.match(letter) else _Place.BREAK if letter.isascii() else _Place.ANYTHING
        for letter in text
    ]


def _several(atom: list[_Element]) -> list[_Element]:
    """How it begins and how it ends; a long one, or one that may differ each time, only once."""
    is_short = len(atom) <= _MAX_AGAIN and not any(isinstance(one, _Choice) for one in atom)
    return [*atom, _Place.ANYTHING, *(atom if is_short else ())]


def _needs_of(choice: _Choice, room: int = _MAX_WAYS) -> Need:
    """``room``: as many ways may be written out, those inside of each other multiplied."""
    parts = [_needs_in_order(way, room) for way in choice.ways]
    if len(parts) == 1:
        return parts[0]
    return NOTHING if NOTHING in parts else AnyOf(tuple(dict.fromkeys(parts)))


def _needs_in_order(elements: Sequence[_Element], room: int) -> Need:
    """Few choices are expanded: together with their surroundings they demand longer words."""
    choices = [element for element in elements if isinstance(element, _Choice)]
    if not choices:
        return _needs_of_row(elements)
    n_ways = prod(len(choice.ways) for choice in choices)
    if n_ways <= room:
        ways = [one.ways if isinstance(one, _Choice) else ((one,),) for one in elements]
        written_out = _Choice(tuple(tuple(chain(*way)) for way in product(*ways)))
        return _needs_of(written_out, room // n_ways)
    around = [_Place.ANYTHING if isinstance(one, _Choice) else one for one in elements]
    return _all([_needs_of_row(around), *(_needs_of(choice, room) for choice in choices)])


def _needs_of_row(elements: Sequence[_Element]) -> Need:
    parts: list[Need] = []
    row = ""
    before: _Element = _Place.ANYTHING
    for element in (*_without_gaps(elements), _Place.ANYTHING):
        if isinstance(element, str):
            row += element
        else:
            parts += _piece(row, before is _Place.BREAK, element is _Place.BREAK)
            row, before = "", element
    return _all(parts)


def _all(needs: Sequence[Need]) -> Need:
    parts: list[Need] = []
    for need in needs:
        parts += need.parts if isinstance(need, AllOf) else [need]
    unlike = tuple(dict.fromkeys(parts))
    return unlike[0] if len(unlike) == 1 else AllOf(unlike)


def _without_gaps(elements: Sequence[_Element]) -> list[_Element]:
    """A gap beside a break is a break: ``f\\s*\\(`` ends the word in either case."""
    elements_left: list[_Element] = []
    for element, after in zip(elements, (*elements[1:], _Place.ANYTHING), strict=False):
        if element is _Place.GAP:
            is_break = after is _Place.BREAK or (
                elements_left and elements_left[-1] is _Place.BREAK
            )
            element = _Place.BREAK if is_break else _Place.ANYTHING
        elements_left.append(element)
    return elements_left


def _piece(row: str, begins: bool, ends: bool) -> list[Piece]:
    """Numbers alone are in no index, nor are words without end; two letters are everywhere."""
    letters = squeezed(row)
    if len(letters) < _MIN_LETTERS or letters.isdigit() or len(row) > _MAX_WORD:
        return []
    return [Piece(letters, begins, ends)]
