"""The first sentence of a text that tells something; licences and orders to tools do not."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

MAX_CHARACTERS: Final = 240
_MAX_PARAGRAPHS: Final = 12
_MAX_LINES: Final = 40
_MAX_HEAD: Final = 300
_MAX_WORDS: Final = 20_000
_BETWEEN: Final = re.compile(r"\n[ \t]*\n")
# A paragraph that begins or goes on so is the same in many files and says nothing of this one.
_LEGAL: Final = re.compile(
    r"copyright|\(c\)|©|licen[cs]e|spdx-|all rights reserved|redistribution and use|"
    r"permission is hereby|public domain|(?-i:\b[Ww]ritten by [A-Z])|"
    r"under \w+ terms|use of this source code|"
    r"this software|the software|neither the name|the llvm compiler infrastructure|"
    r"you may (?:not use|obtain)|unless required by|this file is (?:part of|distributed)|"
    r"this program is (?:free|distributed)|you should have received|\* redistributions",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"owner\(s\)|@generated|@noqa|@format|@flow|@ts-|@file|do not (?:edit|modify)|noqa|nolint|"
    r"(?:clang|autopep8|fmt|yapf|isort|black|eslint|prettier|pylint|flake8|ruff|mypy|pyright|"
    r"usort|skylint|shellcheck|vi|vim|ex|coding|encoding|jshint|jslint|istanbul)\b[-: ]|-\*-|"
    r"usr/bin|/bin/|(?-i:globals?|exported) [\w$:]+(?:, ?[\w$:]+)*$|[#@]\s*source(?:mapping)?url|"
    r"\*+ ?\$|[!\[|<>{}$%=~^\\]|:::|:[\w-]+:\s*$|``` ?|\.\. |[-+*/#_.]{3}|"
    r"(?-i:[A-Z][\w.-]{0,30},? ){2,4}[<(]?[\w.+-]{1,60}@[\w-]|"
    r"https?://|table of contents|todo\b|fixme\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_END: Final = re.compile(r"[.!?。](?=[\"'`)\]*]{0,2}(?:\s|$))|:$")
_NO_END: Final = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|fig|no|[A-Za-z])|\.\.)$")


class Sentence(NamedTuple):
    text: str
    """On one line; ``…`` at the end where it is cut."""
    pieces: tuple[str, ...]
    """The same as it lies over the lines of the text, without what a cut adds."""


NO_SENTENCE: Final = Sentence("", ())


def summary(text: str) -> Sentence:
    """Of the first paragraph that tells something; none where no paragraph does."""
    for lines in _paragraphs(text):
        if _LEGAL.search(" ".join(lines[:3])[:_MAX_HEAD]):
            continue
        while lines and _ORDER.match(lines[0]):
            lines = lines[1:]
        words = " ".join(lines)[:400]
        # Nothing but capitals is the title of a part.
        if len(_WORD.findall(words)) >= 2 and not words.isupper():
            return _first_sentence(lines)
    return NO_SENTENCE


def own_words(text: str) -> str:
    """The text from that sentence on, as it is written; what is law in it is left out."""
    pieces = summary(text).pieces
    if not pieces:
        return ""
    paragraphs = _BETWEEN.split(text[text.find(pieces[0]) :][:_MAX_WORDS])
    kept = (words for words in paragraphs if not _LEGAL.search(words[:_MAX_HEAD]))
    return "\n\n".join(kept).strip()


def _paragraphs(text: str) -> Iterator[list[str]]:
    found: list[str] = []
    n = 0
    for line in text.split("\n", _MAX_PARAGRAPHS * _MAX_LINES)[: _MAX_PARAGRAPHS * _MAX_LINES]:
        if line.strip():
            found.append(line.strip())
        elif found:
            yield found[:_MAX_LINES]
            found, n = [], n + 1
            if n == _MAX_PARAGRAPHS:
                return
    if found:
        yield found[:_MAX_LINES]


def _first_sentence(lines: list[str]) -> Sentence:
    pieces: list[str] = []
    room = MAX_CHARACTERS
    for line in lines:
        end = _sentence_end(line, is_first=not pieces)
        piece = line[:end] if end else line
        if len(piece) > room:
            cut = piece[:room].rpartition(" ")[0]
            pieces += [cut] if cut else []
            return Sentence(" ".join(pieces) + " …", tuple(pieces)) if pieces else NO_SENTENCE
        pieces.append(piece)
        room -= len(piece) + 1
        if end or room <= 0:
            break
    return Sentence(" ".join(pieces), tuple(pieces))


def _sentence_end(line: str, is_first: bool) -> int:
    """Just after the mark that ends it; 0 where it goes on. ``Note:`` is not yet a sentence."""
    for match in _END.finditer(line):
        if is_first and " " not in line[: match.start()].strip():
            continue
        if not _NO_END.search(line[max(match.start() - 12, 0) : match.start()]):
            return match.end()
    return 0
