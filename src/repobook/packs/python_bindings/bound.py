"""A name in Python, as readers of bindings find it."""

import re
from typing import Final, NamedTuple

from repobook.packs.calls import Argument, Use

_TEXT: Final = re.compile(
    rb'R"(?P<fence>\w{0,16})\((?:(?!\)(?P=fence)").)*+\)(?P=fence)"'
    rb'|"(?:[^"\\\n]|\\.)*+"|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/'
    rb"|^[ \t]{0,40}#[ \t]{0,9}(?:if|el|endif)[^\n]*+",
    re.DOTALL | re.MULTILINE,
)
_NO_BREAK: Final = re.compile(rb"[^\n]")
_BRACKET: Final = re.compile(
    rb"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.){1,8}'|(?P<open>[(\[{])|(?P<close>[)\]}])",
    re.DOTALL,
)
_MAX_LENGTH: Final = 40_000


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


def end_of(code: bytes, start: int) -> int:
    """Behind the bracket that closes the one before ``start``."""
    depth = 1
    for token in _BRACKET.finditer(code, start, start + _MAX_LENGTH):
        depth += bool(token["open"]) - bool(token["close"])
        if not depth:
            return token.end()
    return min(len(code), start + _MAX_LENGTH)
