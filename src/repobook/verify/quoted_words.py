"""Checks that a text contains what is quoted from it.

A page quotes without markup, which may stand inside a word, and shows controls as codes or as
space. So letters and digits are compared, in their order, and nothing that stands between them.
Words may be left out only between marks that may be those of markup: where a link leads to, roles.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from repobook.text.documents.markup import without_roles

_LETTERS: Final = re.compile(r"[^\W_]+")
_MARKS: Final = re.compile(r"[][(){}<>:`|]+")
# As controls are made visible.
_CODE: Final = re.compile(r"\\x[0-9a-f]{2}|\\u\{[0-9a-f]{2,6}\}")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_MAX_CHARACTERS: Final = 1 << 20  # that are searched for markup


def says(text: str, quoted: str) -> bool:
    """An ellipsis in what is quoted stands for anything."""
    pieces = quoted.split("…")
    uncoded = [_CODE.sub("", piece) for piece in pieces]
    return (
        _stand([_letters(text)], pieces)
        or _stand(_parts(text), pieces)
        or _stand(_parts(_read(text)), _read(quoted).split("…"))
        or _stand(_parts(_CODE.sub("", text)), uncoded)
        or _stand(_parts(unescaped(text)), uncoded)
    )


def _read(text: str) -> str:
    """As roles are read; a page may show some of them as written."""
    return without_roles(" ".join(text.split()))


def _parts(text: str) -> list[str]:
    return [_letters(part) for part in _MARKS.split(text[:_MAX_CHARACTERS])]


def _stand(parts: Sequence[str], pieces: Iterable[str]) -> bool:
    for piece in map(_letters, pieces):
        left = _behind(parts, piece)
        if left is None:
            return False
        parts = left
    return True


def _behind(parts: Sequence[str], piece: str) -> Sequence[str] | None:
    """What follows on the first place where the piece stands, with or without whole parts."""
    begun = 0  # bit n: the first n letters of the piece are the last that were taken
    for n, letters in enumerate(parts):
        end = _end(letters, piece, begun)
        if end >= 0:
            return [letters[end:], *parts[n + 1 :]]
        if begun and letters:
            begun |= (begun & _places(letters, piece)) << len(letters)
        for length in range(1, min(len(letters) + 1, len(piece))):
            if letters.endswith(piece[:length]):
                begun |= 1 << length
    return None


def _end(letters: str, piece: str, begun: int) -> int:
    """Where the piece ends in these letters, -1 where it does not."""
    for length in range(min(len(letters) + 1, len(piece)) if begun else 0):
        if begun >> (len(piece) - length) & 1 and letters.startswith(piece[len(piece) - length :]):
            return length
    at = letters.find(piece)
    return at + len(piece) if at >= 0 else -1


@lru_cache(maxsize=1 << 10)
def _places(letters: str, piece: str) -> int:
    """Bit n: they stand behind the first n letters of the piece."""
    bits, at = 0, piece.find(letters)
    while at >= 0:
        bits |= 1 << at
        at = piece.find(letters, at + 1)
    return bits


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text))


def unescaped(text: str) -> str:
    """As a string of JSON means it; breaks and tabs are space."""
    meant = _ESCAPE.sub(_meant, text)
    return meant.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _meant(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    return " " if match[2] in "bfnrt" else match[2]
