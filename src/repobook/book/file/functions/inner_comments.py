"""What authors say inside a function: comments on lines of their own, each with the lines it has.

They tell why and in which order, where names of calls cannot.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.book.shared.citations import line_texts
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Definition
from repobook.text.documents.sentences import first_sentence

_MAX_LINES: Final = 600
_MAX_WORDS: Final = 240
_SHORT: Final = 240
_MIN_SPACES: Final = 1
_SLASHES: Final = re.compile(r"///?(?!/)\s?(.*)")
_HASH: Final = re.compile(
    r"#+(?!\s*(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma)\b)\s(.*)"
)
_OPENS: Final = re.compile(r"/\*+\s?(.*)")
_QUOTES: Final = re.compile(r'"""|\'\'\'')
_STAR: Final = re.compile(r"\*+(?!/)\s?")
# Notes have a table of their own; the others speak to a tool, or are code that was left out.
_NOT_SAID: Final = re.compile(
    r"TODO|FIXME|XXX|HACK|type:|pragma|noqa|pylint|mypy|fmt:|eslint|istanbul|prettier|@ts-|clang-"
    r"|NOLINT|c8 |v8 |coverage|LCOV|fall\s?-?through|[@\\][a-z]|https?:|[^\w\s\"'`(<${]"
)
_TO_TOOLS: Final = re.compile(
    r"(?:istanbul|c8|v8|eslint|prettier|pylint|mypy|flake8|fmt)(?:[:-]| ignore)"
    r"|clang-(?:format|tidy)|noqa|NOLINT"
)
_CODE: Final = re.compile(r"[;{}]$|^\w+(?:\.\w+)*\(.*\)$|\s(?:[!=]=|:=|\+=)\s|^\w+\s=\s")
# Behind code, where it says a sentence; a mark of its own in a string is not followed by words.
_BEHIND: Final = re.compile(
    r"\S.*?[;{}),:\]]\s*(?:/\*+\s*(?P<block>[A-Z][^*]{20,160}?)\s*\*/|(?://|#)\s+(?P<line>[A-Z].{20,160}))$"
)
_MIN_SPACES_BEHIND: Final = 4


class Remark(NamedTuple):
    line: int
    end_line: int
    text: str


def remarks(dossier: FileDossier, definition: Definition) -> Iterator[Remark]:
    """Whole where it is short, else the first sentence; not the documentation of the function."""
    for first, last, words in _comments(dossier, definition):
        whole = " ".join(words.split())
        sentence = whole if len(whole) <= _SHORT else first_sentence(words)
        is_said = sentence.count(" ") >= _MIN_SPACES and len(sentence) <= _MAX_WORDS
        if is_said and not _NOT_SAID.match(sentence) and not _CODE.search(sentence):
            yield Remark(first, last, sentence)


def _comments(dossier: FileDossier, definition: Definition) -> Iterator[tuple[int, int, str]]:
    """Comments on consecutive lines are one; a comment for a tool ends it."""
    last = min(definition.end_line, definition.line + _MAX_LINES)
    first, words, is_open, is_text = 0, list[str](), False, False
    lines = line_texts(dossier, definition.line + 1, last)
    for number, line in enumerate([*lines, ""], definition.line + 1):
        said, is_open = (None, False) if is_text else _said(line.strip(), is_open)
        if said and _TO_TOOLS.match(said):
            said = None
        if '"""' in line or "'''" in line:
            is_text ^= len(_QUOTES.findall(line)) % 2 == 1
        if said is None:
            if words:
                yield first, number - 1, "\n".join(words)
            words = []
            if not is_text and (behind := _said_behind(line)):
                yield number, number, behind
            continue
        first = first if words else number
        words.append(said)


def _said_behind(line: str) -> str:
    behind = _BEHIND.match(line.strip()) if "//" in line or "/*" in line or "# " in line else None
    words = (behind["block"] or behind["line"]) if behind else ""
    return words if words.count(" ") >= _MIN_SPACES_BEHIND else ""


def _said(text: str, is_open: bool) -> tuple[str | None, bool]:
    """The words of a line that is nothing but comment, and whether the comment goes on."""
    if not is_open and not text.startswith(("/", "#")):
        return None, False
    if is_open or (opening := _OPENS.match(text)):
        inner = _STAR.sub("", text, count=1) if is_open else opening[1] if opening else ""
        before, closed, behind = inner.partition("*/")
        if closed and behind.strip():
            return None, False
        return before.strip(), not closed
    alone = _SLASHES.match(text) or _HASH.match(text)
    return (alone[1].strip() if alone else None), False
