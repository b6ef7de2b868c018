"""A parsed document: headings, paragraphs, code."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.model.facts import CodeSample, Definition, TextBlock

MAX_LINE: Final = 2_000
_RULE: Final = re.compile(r"\s{0,3}(?:=+|-+|~+|\*+|\^+)\s*$")


class Document(NamedTuple):
    lines: Sequence[str]
    headings: Mapping[int, str]
    """Titles by their lines."""
    prose: Container[int]
    """The lines of paragraphs, lists and tables; not of code, and not what underlines a heading."""
    samples: Sequence[CodeSample] = ()


def read_document(
    lines: Sequence[str],
    definitions: Iterable[Definition],
    texts: Iterable[TextBlock],
    samples: Sequence[CodeSample],
) -> Document:
    headings = {one.line: one.name for one in definitions if one.kind == "heading"}
    prose = {n for text in texts for n in range(text.line, text.end_line + 1)}
    if not (headings or prose or samples):
        return plain_document(lines)
    return Document(lines, headings, prose, samples)


def plain_document(lines: Sequence[str]) -> Document:
    """Of a text without markup all that is underlined is a heading."""
    rules = {n for n, line in enumerate(lines, 1) if _RULE.match(line[:MAX_LINE])}
    headings = {
        n: line.strip()
        for n, line in enumerate(lines, 1)
        if n + 1 in rules and len(lines[n]) > 2 and line.strip()
    }
    others = rules | headings.keys()
    return Document(lines, headings, {n for n in range(1, len(lines) + 1) if n not in others})
