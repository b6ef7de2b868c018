"""How a document introduces what it is about: its first paragraphs, up to a heading."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from repobook.text.documents.document import MAX_LINE, Document
from repobook.text.documents.markup import (
    link_labels,
    without_emphasis,
    without_links,
    without_shortcuts,
)

_MAX_LINES: Final = 14
_MAX_FAR: Final = 60
_ENOUGH: Final = 160
# Markup, a picture, a directive, an entry of a table of contents or of a list of links, the address
# behind a link. A line in bold is a heading too, unless it is a sentence.
_ENDS: Final = re.compile(
    r"\s{0,3}(?:#|<|!\[|\[!\[|\[[^\]]{1,200}\]:\s|\.\. |\|"
    r"|\*\*[^*]{1,100}(?<![.!])\*\*:?\s*\Z|__[^_]{1,100}(?<![.!])__:?\s*\Z)"
    r"|\s{0,12}[-*+] {1,4}(?:\[[^\]]{0,200}\](?:\(#|\([^()]{0,300}\)\s*\Z)"
    r"|\S.{0,200}https?://[^\s)]{1,200}\)?\s*\Z)"
)
# Where instructions begin and the description ends.
_USING: Final = re.compile(
    r"\W{0,4}(?:install|build|contribut|develop|documentation|getting|licen[cs]e|quick|requirement"
    r"|support|table of|usage)",
    re.IGNORECASE,
)
_DEFINES: Final = re.compile(r"[*_`\[]{0,4}(\w[\w.+#-]{0,80}?)[*_`\]]{0,4} (?:is|are|provides) ")


class Stretch(NamedTuple):
    text: str
    line: int
    end_line: int


def introduction(document: Document, first: int, name: str = "") -> tuple[Stretch, ...]:
    """From a line on; where that says little, what stands under the next heading too.

    A line near by that begins with a definition of ``name`` goes before news and notices.
    """
    first = next(_defining(document, first, name.lower()), first)
    stretches: list[Stretch] = []
    for stretch in _stretches(document, first):
        if stretches and _USING.match(_heading_above(document, stretch.line)):
            break
        stretches.append(stretch)
        if len(stretches) == 2 or len(stretch.text) >= _ENOUGH:
            break
    labels = link_labels(document.lines)
    return tuple(one._replace(text=without_shortcuts(one.text, labels)) for one in stretches)


def _heading_above(document: Document, line: int) -> str:
    above = [number for number in document.headings if number < line]
    return document.headings[max(above)] if above else ""


def _defining(document: Document, first: int, name: str) -> Iterator[int]:
    """Lines right under an empty one or a heading, such as ``Gin is a framework``."""
    lines = document.lines[: first + _MAX_FAR]
    for number in range(first, len(lines) + 1):
        definition = _DEFINES.match(lines[number - 1])
        above = lines[number - 2] if number > 1 else ""
        begins = not above.strip() or _is_end(document, number - 1)
        if definition and begins and definition[1].lower() == name:
            yield number


def _stretches(document: Document, first: int) -> Iterator[Stretch]:
    lines = document.lines[: first + _MAX_FAR]
    start = number = first
    while number <= len(lines):
        is_long = number - start == _MAX_LINES
        if is_long or _is_end(document, number):
            yield from _stretch(lines, start, number, " …" if is_long else "")
            start = number + 1
        number += 1
    yield from _stretch(lines, start, number)


def _is_end(document: Document, number: int) -> bool:
    line = document.lines[number - 1]
    if not line.strip():
        return False
    return number not in document.prose or bool(_ENDS.match(line)) or len(line) > MAX_LINE


def _stretch(lines: Sequence[str], start: int, end: int, more: str = "") -> Iterator[Stretch]:
    """Of the lines before ``end``, without empty ones around them; ``more`` shows a cut."""
    while start < end and not lines[start - 1].strip():
        start += 1
    while start < end and not lines[end - 2].strip():
        end -= 1
    if start >= end:
        return
    paragraph = _last_paragraph(lines, start, end)
    # What introduces a list or an example says nothing without it.
    if not more and lines[end - 2].rstrip().endswith(":") and paragraph > start:
        yield from _stretch(lines, start, paragraph)
    else:
        text = "\n".join(line.rstrip() for line in lines[start - 1 : end - 1])
        yield Stretch(without_emphasis(without_links(text)) + more, start, end - 1)


def _last_paragraph(lines: Sequence[str], start: int, end: int) -> int:
    """Where it begins; ``start`` where there is no other."""
    return next((n for n in range(end - 1, start, -1) if not lines[n - 1].strip()), start)
