"""A name in Python, as readers of bindings find it."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from repobook.packs.calls import Argument, Use

_TEXT: Final = re.compile(
    rb'R"(?P<fence>\w{0,16})\((?>(?:(?!\)(?P=fence)").)*)\)(?P=fence)"'
    rb'|"(?>(?:[^"\\\n]|\\.)*)"|//[^\n]*+|/\*(?>(?:[^*]|\*(?!/))*)\*/'
    rb"|^[ \t]{0,40}#[ \t]{0,9}(?:if|el|endif)[^\n]*+",
    re.DOTALL | re.MULTILINE,
)
_NO_BREAK: Final = re.compile(rb"[^\n]")
_BRACKET: Final = re.compile(
    rb"\"(?>(?:[^\"\\\n]|\\.)*)\"|'(?:[^'\\\n]|\\.){1,8}'|(?P<open>[(\[{])|(?P<close>[)\]}])",
    re.DOTALL,
)


class Bound(NamedTuple):
    name: str
    """With its class and module, as far as the file tells them."""
    start: int
    end: int
    function: Argument | Use | None = None
    """What it runs, unless that is written in place."""


def without_comments(data: bytes) -> bytes:
    """C or C++ of the same length, with blanks for comments, conditions of the preprocessor and
    literals of many lines."""
    return _TEXT.sub(_blanked, data)


def _blanked(match: re.Match[bytes]) -> bytes:
    return match[0] if match[0].startswith(b'"') else _NO_BREAK.sub(b" ", match[0])


class Code:
    """A text without comments, whose brackets are matched once."""

    def __init__(self, data: bytes) -> None:
        self.data = without_comments(data)

    def end_of(self, start: int) -> int:
        """Behind the bracket that closes the last one before ``start``; there, if none does."""
        opened, ends = self._brackets
        at = bisect_left(opened, start) - 1
        return max(ends[at], start) if at >= 0 else start

    @cached_property
    def _brackets(self) -> tuple[list[int], list[int]]:
        """Where each one opens, in order, and behind the one that closes it, or 0."""
        opened: list[int] = []
        ends: list[int] = []
        pending: list[int] = []
        for token in _BRACKET.finditer(self.data):
            if token["open"]:
                pending.append(len(opened))
                opened.append(token.start())
                ends.append(0)
            elif token["close"] and pending:
                ends[pending.pop()] = token.end()
        return opened, ends


def apart(matches: Iterable[re.Match[bytes]], code: Code) -> Iterator[tuple[re.Match[bytes], int]]:
    """Those that stand in no other, each with the end of what its bracket holds."""
    last = 0
    for match in matches:
        if match.start() >= last:
            last = code.end_of(match.end())
            yield match, last
