"""Finds the lines of a text that a sentence was taken from."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_WORD: Final = re.compile(r"[^\W_]+")
_MAX_WORDS: Final = 400
_MAX_STARTS: Final = 40


class Place(NamedTuple):
    """Compares by how close together the words stand."""

    n_words: int
    first: int
    """Its first line, counted from 0."""
    last: int


def place_of(sentence: str, lines: Sequence[str]) -> Place | None:
    """The fewest words that hold those of the sentence in order. Between them may stand what a
    sentence is shown without, as the address of a link."""
    wanted = _WORD.findall(sentence)
    words = [(word, n) for n, line in enumerate(lines) for word in _WORD.findall(line)]
    words = words[:_MAX_WORDS]
    starts = [at for at, (word, _) in enumerate(words) if wanted and word == wanted[0]]
    ends = [(at, _end(wanted, words, at)) for at in starts[:_MAX_STARTS]]
    places = [Place(end - at, words[at][1], words[end - 1][1]) for at, end in ends if end]
    return min(places, default=None)


def _end(wanted: Sequence[str], words: Sequence[tuple[str, int]], at: int) -> int:
    """Just after the last word of the sentence; 0 where a word is missing."""
    n_found = 0
    for n in range(at, len(words)):
        n_found += words[n][0] == wanted[n_found]
        if n_found == len(wanted):
            return n + 1
    return 0
