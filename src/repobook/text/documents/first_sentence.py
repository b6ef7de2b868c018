"""The first informative sentence of a text; licences and directives to tools are skipped."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final, NamedTuple

MAX_CHARACTERS: Final = 240
_MAX_PARAGRAPHS: Final = 12
_MAX_LINES: Final = 40
_MAX_HEAD: Final = 300
_MAX_WORDS: Final = 20_000
_TITLE_WIDTH: Final = 0.75
_RUBY_END: Final = "=end"
_BRIEF: Final = re.compile(r"\A[@\\](?:brief|short|summary)\s+")
# What a documentation comment says of the file beside what it is for.
_TAG: Final = re.compile(r"[@\\](?:copyright|licen[cs]e|authors?|date|version|since)\b")
_BETWEEN: Final = re.compile(r"\n[ \t]*\n")
# A paragraph that begins or goes on so is the same in many files and says nothing of this one.
_LEGAL: Final = re.compile(
    r"copyright|\(c\)|©|licen[cs]e(?!d)|(?<!(?-i:[A-Z]{3})[ -])licen[cs]ed|spdx-|"
    r"all rights reserved|is pleased to support|redistribution and use|"
    r"permission is hereby|public domain|(?-i:\b[Ww]ritten by [A-Z])|"
    r"under \w+ terms|use of this source code|"
    r"this software|the software|neither the name|the llvm compiler infrastructure|"
    r"altered source versions|must not be misrepresented|this notice may not be removed|"
    r"you may (?:not use|obtain)|unless required by|this file is (?:part of|distributed)|"
    r"this program is (?:free|distributed)|you should have received|\* redistributions",
    re.IGNORECASE,
)
# The conditions of a licence, below a paragraph of it.
_CONDITION: Final = re.compile(r"\(?[0-9a-z][.)] |[-*] ")
# Where the licence is to be found, beside what the file is for.
_POINTER: Final = re.compile(r"See (?:the )?(?:copyright notice|licen[cs]e)\b", re.IGNORECASE)
_ORDER: Final = re.compile(
    r"owner\(s\)|@generated|@(?:vitest|jest)-|@noqa|@format|@flow|@ts-|@file|"
    r"@[\w-]+(?: [\w./-]+)?$|"
    r"@(?:authors?|import|param|returns?|see|since|template|type|typedef)\b|#!?\[|"
    r"(?:note:? ?)?this file should not be (?:edited|modified)|"
    r"do not (?:edit|modify)|noqa|nolint|"
    r"(?:clang|autopep8|fmt|yapf|isort|black|eslint|prettier|pylint|flake8|ruff|mypy|pyright|"
    r"usort|skylint|shellcheck|vi|vim|ex|coding|encoding|jshint|jslint|istanbul)\b[-: ]|-\*-|"
    r"iwyu pragma|/?usr/bin|/bin/|"
    r"(?-i:globals?|exported) [\w$:]+(?:, ?[\w$:]+)*$|[#@]\s*source(?:mapping)?url|"
    r"\*+ ?\$|[!\[|<>{}$%=~^\\]|:::|:[\w-]+:\s*$|``` ?|\.\. |[-+*/#_.]{3}|"
    r"(?-i:[A-Z][\w.-]{0,30},? {1,8}){2,4}[<(]?[\w.+-]{1,60}@[\w-]|"
    r"(?-i:(?:import|export|const|let|var) [^.]{0,80}?(?:;|\{|from [\"']))|"
    r"(?:adapted|borrowed|copied|forked|migrated|modified|ported|taken) (?:\w+ )?from:? https?:"
    r"|source(?: \w{1,20})? ?: ?(?:https?:|\S+$)|"
    r"https?://|table of contents|todo\b|fixme\b|reference: |should |must |"
    r"see (?:also )?(?:https?:|comments?\b|\S+\.\w{1,5}\b)|"
    r"(?-i:package [\w.]+;)|[\w.-]{1,60}=\S|"
    r"include ?[<\"]|(?-i:define [A-Z_]{2,40}\b)|"
    r"[\w-]{1,40}:skip\b|go:\w|\+build |#\s?(?:define|include|if)|usage: |(?:vitest|jest) snapshot",
    re.IGNORECASE,
)
_TO_DO: Final = re.compile(r"(?i:todo|fixme)\b|(?:Requirements|Dependencies|Usage|Notes?):$")
# What GitHub sets apart as a notice is not what a text is about.
ALERT: Final = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]")
# Whom to write to: an address behind a name, or what to send there; and advice to a reader.
_ADDRESS: Final = re.compile(
    r"(?:[A-Z][\w.-]{0,30},? {1,8}){2,4}[<(]?[\w.+-]{1,60}@[\w-]"
    r"|(?:[Pp]lease )?(?:[Ss]end|[Rr]eport|[Mm]ail) [^.]{0,20}\b(?:bugs?|bug reports|patches) to\b"
    r"|(?:Adapted|Authored|Contributed|Created|Maintained|Ported|Submitted|Written) by\b"
    r"|Be sure to\b"
    r"|Report bugs\b|Uncomment\b|(?:Set|Define|Enable|Change) this\b"
    r"|(?:[Tt]his (?:file|code|module) )?(?:is |was )?[Oo]riginally\b"
    r"|(?:Important|Warning|Caution|NB|Authors?|Contributors?)\b ?:"
    r"|(?:Example )?[Ii]nspired by\b|Not testing\b|SECURITY:|(?:This file|It) is private to\b"
    r"|Include \S{1,40}\.h\b|[Ww]e (?:lean|rely|cannot|can't|have to|need)\b"
    r"|This \w{1,20} is (?:needed|necessary|required) because\b"
    r"|You (?:are|can|have to|may|might|must|need|should)\b|\S+ by \w+(?: v?\d[\d.]*)?\Z"
    r"|(?:If (?:you|it|this)|Project: ?https?:|Please|Because|You can contact)\b"
    r"|(?:Private API|@example)\b"
    r"|(?:Based|Modelled|Modeled) (?:up)?on\b"
    r"|(?:(?:[Tt]his|[Tt]he|[Tt]hese) (?:\w{1,20} )?(?:class|code|file|header|module|script)e?s? "
    r"(?:is|was|are|were|has been|have been) )?(?:Code |THIS FILE IS )?"
    r"(?i:auto[- ]?generated|automatically generated"
    r"|generated (?:automatically )?(?:by|from|using))\b"
    r"|(?:\w+ ){0,3}(?i:adapted|derived|modified|ported) from \S+\Z"
    r"|(?i:a lot|most|much|parts?|some) of (?:this|the) \w{1,20} (?:was|is|were|are|comes?) "
    r"(?:adapted|based|borrowed|copied|derived|from|ported|taken)\b"
    r"|(?:[\w ]{0,40}\b)?(?i:adapted|borrowed|copied|derived|ported|taken) from .{1,80}"
    r"(?::(?:\s|$)|https?:)"
)
# ``crc32.c -- compute the CRC-32 of a data stream``, often with the copyright on the next line.
_NAMED: Final = re.compile(r"[\w./+-]{1,80}\.[A-Za-z]\w{0,7} +(?:--?|[–—]) +\S+ ")
# The line below a title of reStructuredText.
_UNDERLINE: Final = re.compile(r"([=~^\"'`#*+-])\1{3,}$")
# Code that is commented out, or how to run something.
_COMMAND: Final = re.compile(
    r"\A(?:\w[\w./-]* ){1,4}--?[a-z].* --?[a-z]|\A(?:def|fn|func|function|void) ?\w[^.]{0,80}\) ?\{"
)
# ``Shop parser - version 1.15``
_VERSION: Final = re.compile(r"[\w ]{1,60}[ -]+[vV](?:ersion )?\d[\w.]{0,20}")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_PROSE: Final = re.compile(r"[(\[\"'`*_]{0,3}[^\W\d_]*[^\W\d_A-Z]|[A-Z]{2,6}\b")
_PROSE_SHARE: Final = 0.5
_END: Final = re.compile(r"[.!?。](?=[\"'`)\]*]{0,2}(?:\s|$))|:$")
_NO_END: Final = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|fig|no|[A-Za-z])|\.\.)$")


class Sentence(NamedTuple):
    text: str
    """On one line; ``…`` at the end where it is cut."""
    pieces: tuple[str, ...]
    """The same in the pieces that the lines of the text hold, without the mark of a cut."""


NO_SENTENCE: Final = Sentence("", ())


def summary(text: str) -> Sentence:
    """Of the first informative paragraph; empty where there is none."""
    is_below_legal = False
    for lines in _paragraphs(text):
        if is_below_legal and _CONDITION.match(lines[0]):
            continue
        if _NAMED.match(lines[0]) and not is_legal(lines[0]):
            lines = [*lines[:1], *takewhile(_goes_on, lines[1:])]
        lines = [line for line in lines if not _POINTER.match(line)] or lines
        is_below_legal = _LEGAL.search(" ".join(lines[:3])[:_MAX_HEAD]) is not None
        if is_below_legal or ALERT.match(lines[0]):
            continue
        if _TO_DO.match(lines[0]) or lines[0].startswith("```"):
            continue
        lines = [_BRIEF.sub("", line) for line in lines]
        while lines and _ORDER.match(lines[0]):
            lines = lines[1:]
        if len(lines) > 1 and _UNDERLINE.match(lines[1]):
            lines = lines[:1]
        words = " ".join(lines)[:400]
        if _ADDRESS.match(words) or _COMMAND.search(words):
            continue
        if lines and _VERSION.fullmatch(lines[0]):
            continue
        # Nothing but capitals is the title of a part.
        if len(_WORD.findall(words)) >= 2 and not words.isupper() and _is_prose(words):
            return _first_sentence(lines)
    return NO_SENTENCE


def _goes_on(line: str) -> bool:
    """Below the name of a file, with what it is for: neither legal nor a sentence of its own."""
    return not (is_legal(line) or line[:1].isupper())


def is_legal(line: str) -> bool:
    return _LEGAL.search(line[:_MAX_HEAD]) is not None


def _is_prose(text: str) -> bool:
    """Not a table of numbers, or of codes."""
    words = text.split()
    return sum(_PROSE.match(word) is not None for word in words) >= _PROSE_SHARE * len(words)


def own_words(text: str) -> str:
    """The text from that sentence on, as written, without legal paragraphs."""
    pieces = summary(text).pieces
    if not pieces:
        return ""
    paragraphs = _BETWEEN.split(text[text.find(pieces[0]) :][:_MAX_WORDS])
    own_paragraphs = (words for words in paragraphs if not _LEGAL.search(words[:_MAX_HEAD]))
    return "\n\n".join(own_paragraphs).strip()


def _paragraphs(text: str) -> Iterator[list[str]]:
    paragraph: list[str] = []
    n = 0
    for line in text.split("\n", _MAX_PARAGRAPHS * _MAX_LINES)[: _MAX_PARAGRAPHS * _MAX_LINES]:
        is_tag = bool(paragraph) and _TAG.match(line.lstrip()) is not None
        if line.strip() and line != _RUBY_END and not is_tag:
            paragraph.append(line.strip())
        elif paragraph:
            yield paragraph[:_MAX_LINES]
            paragraph, n = [], n + 1
            if n == _MAX_PARAGRAPHS:
                return
    if paragraph:
        yield paragraph[:_MAX_LINES]


def _first_sentence(lines: list[str]) -> Sentence:
    pieces: list[str] = []
    lines = lines[:1] if _is_title(lines) else lines
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


def _is_title(lines: list[str]) -> bool:
    """A short first line, with room left for the capital that the second begins with."""
    if len(lines) < 2 or " " not in lines[0]:
        return False
    if not (lines[0][-1:].isalnum() and lines[1][:1].isupper()):
        return False
    width = max(len(line) for line in lines)
    return len(lines[0]) + len(lines[1].split(" ", 1)[0]) < _TITLE_WIDTH * width


def _sentence_end(line: str, is_first: bool) -> int:
    """Just after the mark that ends it; 0 where it goes on. ``Note:`` is not yet a sentence."""
    for match in _END.finditer(line):
        if is_first and " " not in line[: match.start()].strip():
            continue
        if not _NO_END.search(line[max(match.start() - 12, 0) : match.start()]):
            return match.end()
    return 0
