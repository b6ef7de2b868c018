"""How a piece of Python is shown on one line."""

import re
from typing import Final

from repobook.parse.definitions import one_line
from repobook.parse.source import SourceText

_MAX_SIGNATURE_BYTES: Final = 4000

STRING: Final = (
    r"""[rRuU]?(?:\"{3}(?:[^"\\]++|\\.|"(?!""))*\"{3}|'{3}(?:[^'\\]++|\\.|'(?!''))*'{3}"""
    r"""|"(?:[^"\\\n]++|\\.)*"|'(?:[^'\\\n]++|\\.)*')"""
)
_STRING_OR_COMMENT: Final = re.compile(rf"({STRING})|#[^\n]*", re.DOTALL)


def signature(source: SourceText, start: int, end: int) -> str:
    return one_line(_plain(source, start, end))


def first_line(source: SourceText, start: int, end: int) -> str:
    """A value over several lines is cut after the first, visibly."""
    line_end = source.data.find(b"\n", start, end)
    if line_end < 0:
        return signature(source, start, end)
    return one_line(_plain(source, start, line_end) + " …")


def _plain(source: SourceText, start: int, end: int) -> str:
    """What stands there, without its comments and its joined lines."""
    text = source.text(start, min(end, start + _MAX_SIGNATURE_BYTES))
    if "#" in text:
        text = _STRING_OR_COMMENT.sub(r"\1", text)
    if "\\" in text:
        text = text.replace("\\\r\n", " ").replace("\\\n", " ")
    return text
