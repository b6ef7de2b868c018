"""Text as Markdown shows it literally: whatever it holds, it stays text, code or a fence.

Backslashes do for what CommonMark reads. What GitHub looks for in the finished text (addresses,
mentions, emoji, mathematics) no backslash can hide, so a word that holds such a thing is code.
"""

import re
from functools import lru_cache
from typing import Final

from repobook.text.visible import visible

# Everything that makes a text more than letters; most texts have none of it.
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<&~$@#!]|://|:[\w+-]+:|[wW]{3}\.|  ")
# A word to be hidden, without the brackets, quotes and stops around it.
_AUTOLINKED: Final = r"(?:[@$]|://|:[\w+-]+:|#\d|[wW]{3}\.)"
_WORD_TO_HIDE: Final = re.compile(
    rf"(?<!\S)([(\[{{\"'“‘]{{0,8}})(\S*{_AUTOLINKED}\S*?)([)\]}}\"'”’.,;:!?]{{0,8}})(?!\S)"
)
# An underscore inside a word means nothing; a ``!`` could make an image of the link after it.
_TO_ESCAPE: Final = re.compile(r"[\\`*\[\]<~#]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w]|\Z)|!(?=\Z)")
_BEGINS_A_BLOCK: Final = re.compile(r"[-+>=]|:(?=[-:| ]*\Z)|\d{1,9}(?=[.)](?:\s|\Z))")
_TICKS: Final = re.compile(r"`+")
_FENCE_TICKS: Final = re.compile(r"`{3,}")
_BREAKS: Final = re.compile(r"[\n\r\t ]{2,}|[\n\r\t]")
_NOT_IN_INFO: Final = re.compile(r"[^a-z0-9+#-]")


@lru_cache(maxsize=1 << 14)
def literal(text: str) -> str:
    """On one line, in a paragraph, a cell, a heading or the text of a link."""
    if text.isprintable() and _SPECIAL.search(text) is None:
        return text
    text = visible(_BREAKS.sub(" ", text))
    parts, at = [], 0
    for match in _WORD_TO_HIDE.finditer(text):
        start, end = match.span(2)
        parts += [_escaped(text[at:start]), code(text[start:end])]
        at = end
    return "".join([*parts, _escaped(text[at:])])


def _escaped(text: str) -> str:
    return _TO_ESCAPE.sub(r"\\\g<0>", text)


def at_line_start(line: str) -> str:
    """A line of escaped text that begins no list, quotation, rule or underlining."""
    line = line.strip()
    if match := _BEGINS_A_BLOCK.match(line):
        at = match.end() if line[0].isdigit() else 0
        return f"{line[:at]}\\{line[at:]}"
    return line


@lru_cache(maxsize=1 << 14)
def code(text: str) -> str:
    """A code span, on one line."""
    if not text.isprintable():
        text = visible(_BREAKS.sub(" ", text))
    if "`" not in text:
        if text[:1] != " " or text[-1:] != " " or not text.strip():
            return f"`{text}`" if text else ""
        return f"` {text} `"
    ticks = "`" * (1 + max(map(len, _TICKS.findall(text))))
    is_padded = text[0] in "` " or text[-1] in "` "
    return f"{ticks} {text} {ticks}" if is_padded else f"{ticks}{text}{ticks}"


def fence(text: str, info: str) -> str:
    """Lines as they are, between marks longer than any that they hold."""
    text = fenced_text(text)
    runs = _FENCE_TICKS.findall(text) if "```" in text else ()
    ticks = "`" * max(3, 1 + max(map(len, runs), default=0))
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{ticks}{info}\n{text}{end}{ticks}\n"


def fenced_text(text: str) -> str:
    """What of a text stands in a fence: line breaks are of one kind, the unseen is seen."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return visible(text)


def language_tag(language: str) -> str:
    """As GitHub's colouring knows it: ``json-with-comments``."""
    return _NOT_IN_INFO.sub("", language.lower().replace(" ", "-")) or "text"
