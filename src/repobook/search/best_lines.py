"""The lines of a file that answer a query best: definitions first, then many different words.

A word counts where it begins a part of a name: ``pool`` in ``MaxPool`` and ``max_pool``, not in
``spool``. Lines are looked for where the rarest words stand, so that a long text costs little.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

_MAX_SHOWN: Final = 160
_MAX_PLACES: Final = 16
_MAX_LINES: Final = 48
_MAX_BYTES: Final = 1 << 20


class BestLine(NamedTuple):
    line: int
    text: str
    """Blanks squeezed; of a long line what stands around the first word found."""


def best_lines(
    text: bytes, terms: Collection[str], definitions: Mapping[int, str], n: int = 3
) -> tuple[BestLine, ...]:
    """From top to bottom, of the first megabyte.

    ``text`` is UTF-8, ``terms`` are in lower case; ``definitions`` are names by the lines that
    define them.
    """
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lowered = text[:_MAX_BYTES].lower()
    words = _rarest_first(lowered, terms)
    judged = []
    for line, start, end in _lines(lowered, _starts(lowered, words)):
        found = _words_in(text[start:end], lowered[start:end], words)
        if found:
            judged.append(
                (-_worth(found, words, definitions.get(line, "")), line, start, end, found)
            )
    best = sorted(sorted(judged)[:n], key=lambda one: one[1])
    return tuple(
        BestLine(line, shown_line(_decoded(text[start:end]), min(found.values())))
        for _, line, start, end, found in best
    )


def _rarest_first(lowered: bytes, terms: Collection[str]) -> dict[bytes, int]:
    """How often each word stands in the text."""
    words = {term.encode("utf-8", "replace") for term in terms if term}
    n_by_word = {word: n for word in words if (n := lowered.count(word))}
    return dict(sorted(n_by_word.items(), key=lambda pair: (pair[1], pair[0])))


def _starts(lowered: bytes, words: Mapping[bytes, int]) -> list[int]:
    """Where lines begin that hold a word, from top to bottom."""
    starts: set[int] = set()
    for word in words:
        at = lowered.find(word)
        for _ in range(_MAX_PLACES):
            if at < 0 or len(starts) >= _MAX_LINES:
                break
            starts.add(lowered.rfind(b"\n", 0, at) + 1)
            at = lowered.find(word, at + len(word))
    return sorted(starts)


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


def _worth(found: Collection[bytes], words: Mapping[bytes, int], defined: str) -> float:
    """Each different word counts once, a little more where it is rare; in a defined name twice."""
    name = defined.lower().encode("utf-8", "replace")
    return sum((word in name) + 1 + 1 / words[word] for word in found)


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
