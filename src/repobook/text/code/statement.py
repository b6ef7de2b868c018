"""What a statement is, and the text of a function in which only its structure is left."""

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Final, NamedTuple

_MAX_TEXT: Final = 320


class Block(NamedTuple):
    """What a statement stands in."""

    text: str
    """Its head as it is written; of an ``else`` nothing."""
    condition: str = ""
    """Of an ``if``; of an ``else`` that of the ``if`` before it."""
    is_else: bool = False


class Statement(NamedTuple):
    line: int
    """From 0, as is the last."""
    last: int
    own_last: int
    """The same, or where the first block begins that is left out."""
    text: str
    """On one line; functions inside a long one are left out."""
    blocks: tuple[Block, ...]
    """Outer before inner."""
    place: int
    """The same for statements that follow each other in one block."""


class Masked(NamedTuple):
    """Two texts of one length as the code: in both comments are blank, in one strings too."""

    plain: str
    masked: str
    starts: tuple[int, ...]
    """Of lines."""

    def line(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1


def masked(code: str, tokens: re.Pattern[str]) -> Masked:
    """The only group of the tokens is a comment."""
    starts = accumulate((len(line) + 1 for line in code.split("\n")), initial=0)
    plain: list[str] = []
    structure: list[str] = []
    at = shown = 0
    for match in tokens.finditer(code):
        start, end = match.span()
        structure.append(code[at:start])
        at = end
        if match.lastgroup:
            plain.append(code[shown:start])
            shown = end
            blank = _blank(match[0])
            plain.append(blank)
            structure.append(blank)
        else:
            structure.append("_" * (end - start))
    plain.append(code[shown:])
    structure.append(code[at:])
    return Masked("".join(plain), "".join(structure), tuple(starts)[:-1])


def _blank(comment: str) -> str:
    if "\n" not in comment:
        return " " * len(comment)
    return "\n".join(" " * len(line) for line in comment.split("\n"))


def cut(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT].rstrip() + " …"
