"""What a file says of itself in one sentence, with the lines where the sentence stands."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.model.facts import Summary
from repobook.parse.source import SourceText
from repobook.text.markup import said_words, without_links
from repobook.text.summary import summary

_MAX_LINES: Final = 400
_MAX_LINE: Final = 2_000
_MARKUP: Final = re.compile(r"\W+")
_ROLE: Final = re.compile(r"[:{][\w:.+-]{1,40}[:}](?=`)")


def file_summary(doc: str, source: SourceText) -> Summary:
    """None where the words are not in the text as they are told: nobody could look them up."""
    sentence = summary(doc)
    lines = list(_lines_of(sentence.pieces, source))
    if not lines or 0 in lines:
        return Summary()
    return Summary(without_links(sentence.text), lines[0], lines[-1])


def _lines_of(pieces: tuple[str, ...], source: SourceText) -> Iterator[int]:
    """The line of each piece, below the one before; 0 where it is nowhere."""
    at, line = 0, 0
    for piece in pieces:
        found = source.data.find(piece.encode("utf-8", "replace"), at)
        line = source.line_of(found) if found >= 0 else _line_like(piece, source, line + 1)
        yield line
        if not line:
            return
        at = source.line_starts[line]


def _line_like(piece: str, source: SourceText, first: int) -> int:
    """Words of a document are told without its markup: links, emphasis, code."""
    words = _bare(piece)
    for number, line in enumerate(source.lines[first - 1 : _MAX_LINES], first):
        if len(line) <= _MAX_LINE and _says(line.decode("utf-8", "replace"), words):
            return number
    return 0


def _says(line: str, words: str) -> bool:
    """Where a link goes may be told, too: then it must stand there with its words."""
    return words in _bare(said_words(line)) or words in _bare(_ROLE.sub("", line))


def _bare(text: str) -> str:
    return _MARKUP.sub("", text).lower()
