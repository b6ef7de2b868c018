"""Statements of languages that end them with ``;``, ``{``, ``}`` or a line break.

One search over the text finds comments, strings and enders; a statement is what lies between two
enders, its comments taken out. Nothing is ever looked at twice.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from repobook.parse.comments import Comment, comment_at
from repobook.parse.source import SourceText

C_COMMENT = rb"//[^\n]*+|/\*(?>(?:[^*]++|\*(?!/))*)(?:\*/)?"
C_STRING = rb"\"(?>(?:[^\"\\\n]++|\\.)*)\"?|'(?>(?:[^'\\\n]++|\\.)*)'?"


def token_pattern(comment: bytes, string: bytes, enders: bytes) -> re.Pattern[bytes]:
    """``enders`` are alternatives such as ``[;{}]``; one that begins with a line break is one."""
    return re.compile(
        rb"(?P<comment>" + comment + rb")|(?P<string>" + string + rb")|(?P<end>" + enders + rb")"
        rb"|(?P<open>[(\[])|(?P<close>[)\]])",
        re.S,
    )


class Statement(NamedTuple):
    text: bytes
    """Stripped, each comment as one blank."""
    start: int
    """Offset of its first character, which is no comment."""
    end: int
    """Offset of its ender."""
    ender: bytes
    """Empty at the end of the text."""


def read_statements(
    source: SourceText,
    tokens: re.Pattern[bytes],
    comments: list[Comment],
    *,
    within_brackets: bytes = b"\n",
) -> Iterator[Statement]:
    """In the order of the text. Fills ``comments``.

    Enders that begin with one of ``within_brackets`` end nothing inside round or square ones.
    """
    data = source.data
    pieces: list[tuple[int, int]] = []
    at, depth = 0, 0
    for match in tokens.finditer(data):
        kind = match.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "comment":
            comments.append(comment_at(source, match.start(), match.end()))
            pieces.append((at, match.start()))
            at = match.end()
        elif kind == "end" and not (depth and match.group()[:1] in within_brackets):
            start = match.start()
            if at == start and not pieces:
                yield Statement(b"", start, start, match.group())
            else:
                pieces.append((at, start))
                yield _statement(data, pieces, start, match.group())
                pieces = []
            at, depth = match.end(), 0
    pieces.append((at, len(data)))
    last = _statement(data, pieces, len(data), b"")
    if last.text:
        yield last


def _statement(data: bytes, pieces: list[tuple[int, int]], end: int, ender: bytes) -> Statement:
    parts = [data[start:stop] for start, stop in pieces]
    start = end
    for part, (offset, _) in zip(parts, pieces, strict=True):
        stripped = part.lstrip()
        if stripped:
            start = offset + len(part) - len(stripped)
            break
    return Statement(b" ".join(parts).strip(), start, end, ender)


def place_of(source: SourceText, offset: int) -> tuple[int, int]:
    """Line and column."""
    line = source.line_of(offset)
    return line, offset - source.line_starts[line - 1]
