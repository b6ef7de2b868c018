"""One slip of the finger: a letter too many, too few, another one, or two that changed places.

All words of a vocabulary are compared in one pass of a linear regular expression over their text.
"""

from array import array
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from repobook.search.expressions import compiled, literal

_MIN_LENGTH: Final = 3
_MAX_LENGTH: Final = 60
_TO_LETTERS: Final = bytes(byte for byte in range(128) if not chr(byte).isalnum() and byte != 10)


class Vocabulary:
    def __init__(self, names: str) -> None:
        """One name a line. Kept in one piece: as many texts of their own would take thrice that."""
        self._names = names.encode("utf-8", "replace")
        lengths = (len(name) + 1 for name in self._names.split(b"\n"))
        self._starts = array("L", accumulate(lengths, initial=0))
        self._letters = names.lower().encode("utf-8", "replace").translate(None, _TO_LETTERS)

    def near(self, letters: str) -> list[str]:
        """Names whose letters are one slip away from these, in the order of the vocabulary."""
        if not _MIN_LENGTH <= len(letters) <= _MAX_LENGTH:
            return []
        return list(self._near(letters))

    def _near(self, letters: str) -> Iterator[str]:
        line = start = 0
        for found in compiled(_one_slip(letters)).finditer(self._letters):
            line += self._letters.count(b"\n", start, found.start())
            start = found.start()
            yield self._name(line)

    def _name(self, line: int) -> str:
        return self._names[self._starts[line] : self._starts[line + 1] - 1].decode()


def _one_slip(letters: str) -> str:
    ways = {way for at in range(len(letters) + 1) for way in _slips_at(letters, at)}
    return f"^(?:{'|'.join(sorted(ways))})$"


def _slips_at(letters: str, at: int) -> Iterator[str]:
    before, after = literal(letters[:at]), letters[at:]
    yield f"{before}.{literal(after)}"
    if after:
        yield f"{before}.?{literal(after[1:])}"
    if len(after) > 1:
        yield f"{before}{literal(after[1] + after[0] + after[2:])}"
