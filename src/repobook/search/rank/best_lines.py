"""The lines of a file that answer a query best: definitions first, then many different words.

A word counts where it begins a part of a name: ``pool`` in ``MaxPool`` and ``max_pool``, not in
``spool``. Of a verb in another form its stem counts: a question about what is ``saved`` means
``saveAll``, too. Only lines with the rarest words are judged, so a long text costs little.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.text.code.code_line import one_code_line

_MAX_SHOWN: Final = 160
_MAX_PLACES: Final = 12
_MAX_LINES: Final = 16
# Of a text that is soon read more lines are judged.
_SMALL_TEXT: Final = 100_000
_MAX_OF_SMALL: Final = 48
_MAX_ABOVE: Final = 8
_COMMENT: Final = re.compile(rb"[ \t]*(?:/?\*|//|#(?!\s*(?:define|if|include|end)\b)|--|;)")
_ENOUGH: Final = 5
_PIECE: Final = 8
_MAX_BYTES: Final = 1 << 20

# Such a line only says that something is used here, with words that stand elsewhere too.
_IMPORT: Final = re.compile(
    rb"\s*(?:import|from|export \*|#\s*include|using|use|require|package)\b"
)
_OF_IMPORT: Final = 0.3

_FORM: Final = re.compile(r"([a-z]*[aeiouy][a-z]*[^e\W\d])(?:ed|ing)")
# ``stopped`` is a form of ``stop``, but ``passed`` of ``pass``, and ``adding`` of ``add``.
_DOUBLED: Final = re.compile(r"([a-z]{2,}([bdgmnprt]))\2")
_MIN_STEM: Final = 3

_NO_LETTER, _SMALL, _CAPITAL, _BEYOND_ASCII = 0, 1, 2, 3
_LETTERS: Final = bytes(
    _BEYOND_ASCII if byte > 127 else _SMALL * chr(byte).islower() + _CAPITAL * chr(byte).isupper()
    for byte in range(256)
)


class BestLine(NamedTuple):
    line: int
    text: str
    """Blanks squeezed; of a long line what stands around the first word found."""


class _Judged(NamedTuple):
    line: int
    start: int
    end: int
    places: dict[bytes, int]
    """Where each word begins that the line holds."""
    worth: float
    """Without what it defines."""
    comments: tuple[int, ...] = ()
    """Lines above whose words count for it, if it defines something."""


class LineChoice:
    """Which lines of a text to show; the names that they define may decide between them."""

    def __init__(self, text: bytes, terms: Iterable[str], n: int = 3) -> None:
        """``text`` is UTF-8; ``terms`` are in lower case, the rarest first.

        Lines are chosen from the first megabyte.
        """
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self._text = text
        self._n = n
        judged = _judged(text, terms)
        self._close = _close(judged, [*_below_comments(text, judged)], n)

    @property
    def undecided(self) -> list[int]:
        """The lines whose defined names matter; none if the choice is clear."""
        return [one.line for one in self._close] if len(self._close) > self._n else []

    def best(self, names: Mapping[int, str]) -> tuple[BestLine, ...]:
        """The best first; ``names``: what the undecided lines define."""
        first = sorted(
            self._counted(names), key=lambda one: (-one.worth - _defined(one, names), one.line)
        )
        return tuple(BestLine(one.line, _shown(self._text, one)) for one in first[: self._n])

    def _counted(self, names: Mapping[int, str]) -> Iterable[_Judged]:
        """A definition with the words of the comments above it, in place of these."""
        defining = [one for one in self._close if one.comments and names.get(one.line)]
        above = {line for one in defining for line in one.comments}
        plain = (one for one in self._close if not one.comments and one.line not in above)
        return ({one.line: one for one in plain} | {one.line: one for one in defining}).values()


def _judged(text: bytes, terms: Iterable[str]) -> list[_Judged]:
    """Lines that hold a word."""
    lowered = text[:_MAX_BYTES].lower()
    words = [word.encode("utf-8", "replace") for word in dict.fromkeys(map(_stem, terms)) if word]
    weights = [(word, _weight(word, at)) for at, word in enumerate(words)]
    judged = [
        _Judged(line, start, end, *_words_in(text, lowered, start, end, weights))
        for line, start, end in _lines(lowered, _starts(lowered, words))
    ]
    return [one for one in judged if one.places]


def _below_comments(text: bytes, judged: Sequence[_Judged]) -> Iterator[_Judged]:
    """What may be defined right below comments that hold a word, with the words of these."""
    found: dict[int, list[_Judged]] = {}
    for one in judged:
        at, line = one.start, one.line
        for _ in range(_MAX_ABOVE):
            if not _COMMENT.match(text, at):
                break
            at, line = text.find(b"\n", at) + 1, line + 1
            if not at:
                break
        if at and line > one.line and not _COMMENT.match(text, at):
            found.setdefault(at, []).append(one)
    by_start = {one.start: one for one in judged}
    for start, above in found.items():
        line = above[-1].line + text.count(b"\n", above[-1].start, start)
        end = text.find(b"\n", start)
        own = by_start.get(start)
        parts = [*above, *([own] if own else [])]
        places = {word: start for one in parts for word in one.places} | (own.places if own else {})
        worth = max(one.worth for one in parts) + (1 if own else 0.5)
        comments = tuple(one.line for one in above)
        yield _Judged(line, start, end if end >= 0 else len(text), places, worth, comments)


def _stem(word: str) -> str:
    """What all forms of a verb begin with; any other word as it is."""
    form = _FORM.fullmatch(word)
    if form is None or len(form[1]) < _MIN_STEM:
        return word
    doubled = _DOUBLED.fullmatch(form[1])
    stem = doubled[1] if doubled else form[1]
    return stem.removesuffix("i")


def _close(judged: list[_Judged], below: list[_Judged], n: int) -> list[_Judged]:
    """Those that are among the best, or would be if they defined what is asked for."""
    if len(judged) <= n:
        return [*judged, *below]
    least = sorted([one.worth for one in judged], reverse=True)[n - 1] if n else 0.0
    return [one for one in (*judged, *below) if one.worth + len(one.places) >= least]


def _weight(word: bytes, at: int) -> float:
    """Each different word counts once, an informative one a little more.

    What was asked for in one piece, with blanks in it, outweighs words that stand there apart.
    """
    return 1 + 1 / (2 + at) + _PIECE * (b" " in word)


def _starts(lowered: bytes, words: list[bytes]) -> list[int]:
    """Where lines begin that hold a word, from top to bottom.

    If enough lines have the rarest words, the other words are not searched for. A few
    are with a whole name: they hold its words too.
    """
    starts: set[int] = set()
    is_small = len(lowered) <= _SMALL_TEXT
    max_places, max_lines = (_MAX_OF_SMALL,) * 2 if is_small else (_MAX_PLACES, _MAX_LINES)
    for n, word in enumerate(words):
        if len(starts) >= max_lines or (n == 1 and len(starts) >= _ENOUGH and _is_all(words)):
            break
        at = -len(word)
        for _ in range(max_places):
            at = lowered.find(word, at + len(word))
            if at < 0:
                break
            starts.add(lowered.rfind(b"\n", 0, at) + 1)
    return sorted(starts)


def _is_all(words: list[bytes]) -> bool:
    whole = words[0].replace(b"_", b"")
    return all(word in whole for word in words[1:])


def _lines(lowered: bytes, starts: list[int]) -> Iterator[tuple[int, int, int]]:
    """Number, begin and end of each line."""
    line, last = 1, 0
    for start in starts:
        line += lowered.count(b"\n", last, start)
        last = start
        end = lowered.find(b"\n", start)
        yield line, start, end if end >= 0 else len(lowered)


def _words_in(
    text: bytes, lowered: bytes, start: int, end: int, weights: Sequence[tuple[bytes, float]]
) -> tuple[dict[bytes, int], float]:
    """The words that a line holds, each with its first place, and what they are worth."""
    places: dict[bytes, int] = {}
    worth = 0.0
    line = lowered[start:end]
    for word, weight in weights:
        if word not in line:  # as most; far cheaper than to look for its place
            continue
        at = lowered.find(word, start, end)
        while at >= 0 and not begins_a_part(text, at):
            at = lowered.find(word, at + 1, end)
        if at >= 0:
            places[word] = at
            worth += weight
    return places, worth * (_OF_IMPORT if _IMPORT.match(text, start, end) else 1.0)


def begins_a_part(text: bytes, at: int) -> bool:
    before = _LETTERS[text[at - 1]] if at else _NO_LETTER
    first = _LETTERS[text[at]]
    if before == _BEYOND_ASCII:
        return False
    if _NO_LETTER in (before, first) or first == _BEYOND_ASCII:
        return True
    return first == _CAPITAL and (before == _SMALL or text[at + 1 : at + 2].islower())


def _defined(judged: _Judged, names: Mapping[int, str]) -> int:
    """A word counts twice in the name of a definition."""
    name = names.get(judged.line, "").lower().encode("utf-8", "replace")
    return sum(word in name for word in judged.places) if name else 0


def _shown(text: bytes, one: _Judged) -> str:
    line = text[one.start : one.end].decode("utf-8", "replace")
    return shown_line(line, min(one.places.values()) - one.start)


def shown_line(line: str, at: int = 0) -> str:
    """Of a long line what stands around a place in it."""
    squeezed = one_code_line(line[: 4 * _MAX_SHOWN])
    if at < _MAX_SHOWN // 2:
        return squeezed if len(squeezed) <= _MAX_SHOWN else squeezed[: _MAX_SHOWN - 1] + "…"
    if len(line) <= 4 * _MAX_SHOWN and len(squeezed) <= _MAX_SHOWN:
        return squeezed
    around = one_code_line(line[at - _MAX_SHOWN // 3 : at + 2 * _MAX_SHOWN])
    return f"…{around}" if len(around) < _MAX_SHOWN else f"…{around[: _MAX_SHOWN - 2]}…"
