"""One slip of the finger: a letter too many, too few, another one, or two that changed places.

A slip leaves one half of a word as it is. Names that share a half are few and soon found; where
they are many, all are compared in one pass of a linear regular expression over their text.
"""

from array import array
from collections.abc import Iterator
from itertools import accumulate, islice
from typing import Final

from repobook.search.query.expressions import compiled, literal

_MIN_LENGTH: Final = 3
_MAX_LENGTH: Final = 60
_MAX_SHARING: Final = 1000
_LONGEST_LETTER: Final = 4  # bytes
_TO_LETTERS: Final = bytes(byte for byte in range(128) if not chr(byte).isalnum() and byte != 10)


class Vocabulary:
    def __init__(self, names: str) -> None:
        """One name a line. Kept in one piece: as many texts of their own would take thrice that."""
        self._names = names.encode("utf-8", "replace")
        lengths = (len(name) + 1 for name in self._names.split(b"\n"))
        self._starts = array("L", accumulate(lengths, initial=0))
        letters = names.lower().encode("utf-8", "replace").translate(None, _TO_LETTERS)
        self._letters = b"\n" + letters + b"\n"

    def near(self, letters: str) -> list[str]:
        """Names whose letters are one slip away from these, in the order of the vocabulary."""
        if not _MIN_LENGTH <= len(letters) <= _MAX_LENGTH:
            return []
        return list(self._near(letters))

    def _near(self, letters: str) -> Iterator[str]:
        line = start = 0
        for position in self._found(letters):
            line += self._letters.count(b"\n", start, position)
            start = position
            yield self._name(line - 1)

    def _name(self, line: int) -> str:
        return self._names[self._starts[line] : self._starts[line + 1] - 1].decode()

    def _found(self, letters: str) -> Iterator[int]:
        """Where in the text of all letters they begin."""
        sharing = self._sharing_a_half(letters)
        if sharing is None:
            yield from (one.start() for one in compiled(_one_slip(letters)).finditer(self._letters))
        elif sharing:
            is_slip = compiled(_one_slip(letters)).fullmatch
            yield from (start for start in sharing if is_slip(self._line(start)))

    def _sharing_a_half(self, letters: str) -> list[int] | None:
        """Where names begin that may be meant; None where they are too many to look at each.

        Two letters that change places in the middle belong to both halves: the first lacks one.
        """
        half = len(letters) // 2
        first = b"\n" + letters[: half - 1].encode("utf-8", "replace")
        last = letters[half:].encode("utf-8", "replace") + b"\n"
        begins = list(islice(self._places(first), _MAX_SHARING))
        ends = list(islice(self._places(last), _MAX_SHARING))
        if max(len(begins), len(ends)) == _MAX_SHARING:
            return None
        starts = {at + 1 for at in begins} | {self._letters.rfind(b"\n", 0, at) + 1 for at in ends}
        n_bytes = len(letters.encode("utf-8", "replace"))
        return sorted(
            start for start in starts if abs(len(self._line(start)) - n_bytes) <= _LONGEST_LETTER
        )

    def _places(self, piece: bytes) -> Iterator[int]:
        at = self._letters.find(piece)
        while at >= 0:
            yield at
            at = self._letters.find(piece, at + 1)

    def _line(self, start: int) -> bytes:
        return self._letters[start : self._letters.find(b"\n", start)]


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
