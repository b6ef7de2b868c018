"""The lines of a file that answer a query best: definitions first, then many different words.

A word counts where it begins a part of a name: ``pool`` in ``MaxPool`` and ``max_pool``, not in
``spool``. Lines are looked for where the most telling words stand: a long text costs little.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

_MAX_SHOWN: Final = 160
_MAX_PLACES: Final = 12
_MAX_LINES: Final = 16
_PIECE: Final = 8
_MAX_BYTES: Final = 1 << 20


class BestLine(NamedTuple):
    line: int
    text: str
    """Blanks squeezed; of a long line what stands around the first word found."""


def best_lines(
    text: bytes,
    terms: Iterable[str],
    names_on: Callable[[list[int]], Mapping[int, str]],
    n: int = 3,
) -> tuple[BestLine, ...]:
    """From top to bottom, of the first megabyte.

    ``text`` is UTF-8; ``terms`` are in lower case, the most telling first; ``names_on`` gives the
    names that some lines define.
    """
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lowered = text[:_MAX_BYTES].lower()
    words = [term.encode("utf-8", "replace") for term in dict.fromkeys(terms) if term]
    lines = list(_lines(lowered, _starts(lowered, words)))
    names = names_on([line for line, *_ in lines])
    judged = []
    for line, start, end in lines:
        found = _words_in(text[start:end], lowered[start:end], words)
        if found:
            worth = _worth(found, words, names.get(line, ""))
            judged.append((-worth, line, start, end, min(found.values())))
    best = sorted(sorted(judged)[:n], key=lambda one: one[1])
    return tuple(
        BestLine(line, shown_line(_decoded(text[start:end]), at))
        for _, line, start, end, at in best
    )


def _starts(lowered: bytes, words: list[bytes]) -> list[int]:
    """Where lines begin that hold a word, from top to bottom.

    Enough lines with the most telling words are enough: the other words are not looked for.
    """
    starts: dict[int, None] = {}
    for word in words:
        if len(starts) >= _MAX_LINES:
            break
        for at in islice(_places(lowered, word), _MAX_PLACES):
            starts[lowered.rfind(b"\n", 0, at) + 1] = None
    return sorted(starts)


def _places(lowered: bytes, word: bytes) -> Iterator[int]:
    at = lowered.find(word)
    while at >= 0:
        yield at
        at = lowered.find(word, at + len(word))


def _lines(lowered: bytes, starts: list[int]) -> Iterator[tuple[int, int, int]]:
    """Number, begin and end of each line."""
    line, last = 1, 0
    for start in starts:
        line += lowered.count(b"\n", last, start)
        last = start
        end = lowered.find(b"\n", start)
        yield line, start, end if end >= 0 else len(lowered)


def _words_in(line: bytes, lowered: bytes, words: Collection[bytes]) -> dict[bytes, int]:
    """The words that the line holds, each with its first place."""
    found = {}
    for word in words:
        at = lowered.find(word)
        while at >= 0 and not _begins_a_part(line, at):
            at = lowered.find(word, at + 1)
        if at >= 0:
            found[word] = at
    return found


def _begins_a_part(line: bytes, at: int) -> bool:
    """Bytes beyond ASCII are letters."""
    before, first = line[at - 1 : at] if at else b"", line[at : at + 1]
    if before >= b"\x80":
        return False
    if not before.isalpha() or not first.isalpha():
        return True
    return first.isupper() and (before.islower() or line[at + 1 : at + 2].islower())


def _worth(found: Collection[bytes], words: list[bytes], defined: str) -> float:
    """Each different word counts once, a little more where it tells more; in a defined name twice.

    What was asked for in one piece, with blanks in it, outweighs words that stand there apart.
    """
    name = defined.lower().encode("utf-8", "replace")
    return sum(
        (word in name) + 1 + 1 / (2 + words.index(word)) + _PIECE * (b" " in word) for word in found
    )


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "replace")


def shown_line(line: str, at: int = 0) -> str:
    """Of a long line what stands around a place in it."""
    squeezed = " ".join(line[: 4 * _MAX_SHOWN].split())
    if at < _MAX_SHOWN // 2:
        return squeezed if len(squeezed) <= _MAX_SHOWN else squeezed[: _MAX_SHOWN - 1] + "…"
    if len(line) <= 4 * _MAX_SHOWN and len(squeezed) <= _MAX_SHOWN:
        return squeezed
    around = " ".join(line[at - _MAX_SHOWN // 3 : at + 2 * _MAX_SHOWN].split())
    return f"…{around}" if len(around) < _MAX_SHOWN else f"…{around[: _MAX_SHOWN - 2]}…"
