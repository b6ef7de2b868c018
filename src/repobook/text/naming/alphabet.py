"""Where a name stands in an alphabetical index, and the pages that such an index is cut into.

Case does not count, nor what privacy and destructors are marked by: ``__init__`` stands under I.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

OTHER: Final = "other"
_MARKS: Final = ("", "_", "__", "~")
_LETTER: Final = re.compile(r"(?:__?(?!_)|~)?([A-Za-z])(.?)", re.DOTALL)
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# The second letters that share a page where one page a letter would be long.
_SECONDS: Final = ("AD", "EH", "IM", "NR", "SZ")
_AFTER_CAPITALS: Final = "["
_AFTER_SMALL: Final = "{"


class Part(NamedTuple):
    """One page of an index: a letter, and the second letters on it; none for all of them."""

    letter: str
    seconds: str = ""

    @property
    def label(self) -> str:
        if not self.seconds:
            return self.letter
        seconds = self.seconds.lower()
        return f"{self.letter}{seconds[0]}-{self.letter}{seconds[1]}"


def index_key(name: str) -> tuple[bool, str, str]:
    """What begins with no letter comes last."""
    match = _LETTER.match(name)
    return match is None, name[match.start(1) :].lower() if match else name, name


def letter_of(name: str) -> str:
    """A to Z, or ``other``."""
    match = _LETTER.match(name)
    return match[1].upper() if match else OTHER


def parts(is_fine: bool) -> tuple[Part, ...]:
    """All that an index may have; a fine one has five for each letter."""
    seconds = _SECONDS if is_fine else ("",)
    return *(Part(letter, two) for letter in _ALPHABET for two in seconds), Part(OTHER)


def part_of(name: str, is_fine: bool) -> Part:
    match = _LETTER.match(name)
    if match is None:
        return Part(OTHER)
    return Part(match[1].upper(), _seconds(match[2]) if is_fine else "")


def _seconds(second: str) -> str:
    """What is no letter stands before the letters."""
    letter = second.upper() if second.isascii() else ""
    fitting = [two for two in _SECONDS if two[0] <= letter <= two[1]]
    return fitting[0] if fitting else _SECONDS[0]


def ranges_of(part: Part) -> Iterator[tuple[str, str]]:
    """Where its names are, in the order of characters: from one to before the other.

    Of what begins with no letter only where it may be.
    """
    if part.letter == OTHER:
        yield from (("", "A"), (_AFTER_CAPITALS, "a"), (_AFTER_SMALL, "\U0010ffff"))
        return
    for mark in _MARKS:
        for letter in (part.letter, part.letter.lower()):
            yield from _ranges_of_seconds(mark + letter, part.seconds)


def _ranges_of_seconds(start: str, seconds: str) -> Iterator[tuple[str, str]]:
    end = start[:-1] + chr(ord(start[-1]) + 1)
    if not seconds:
        yield start, end
        return
    for two in (seconds, seconds.lower()):
        yield start + two[0], start + chr(ord(two[1]) + 1)
    if seconds == _SECONDS[0]:
        yield start, start + _ALPHABET[0]
        yield start + _AFTER_CAPITALS, start + _ALPHABET[0].lower()
        yield start + _AFTER_SMALL, end
