"""What a statement is, and the text of a function in which only its structure is left."""

import re
from bisect import bisect_right
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
    starts = [0, *(match.end() for match in re.finditer("\n", code))]
    return Masked(tokens.sub(_plain, code), tokens.sub(_masked, code), tuple(starts))


def _plain(match: re.Match[str]) -> str:
    return _blank(match[0]) if match["comment"] is not None else match[0]


def _masked(match: re.Match[str]) -> str:
    return _blank(match[0]) if match["comment"] is not None else "_" * len(match[0])


def _blank(comment: str) -> str:
    return "".join(sign if sign == "\n" else " " for sign in comment)


def cut(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT].rstrip() + " …"
