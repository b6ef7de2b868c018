"""Words of the repository's authors, cut where what runs on ends and what is laid out begins."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.text.documents.markup import without_roles

# A line that is laid out: indented, an item of a list, a row of a table, an example.
_LAID_OUT: Final = re.compile(r"\s|[-*+>|#$=.]|\d{1,9}[.)]")
_LIST_ITEM: Final = re.compile(r"[-*+•][ \t]+(\S.*)")
_SET_AS_CODE: Final = re.compile(r"(?<!`)`([^`\s](?:[^`\n]{0,300}[^`\s])?)`(?!`)")
_BETWEEN_PARAGRAPHS: Final = re.compile(r"\n(?:[ \t]*\n)+")


def words_and_code(text: str) -> Iterator[tuple[bool, str]]:
    """Pieces of quoted words, and whether their author set them as code; none is empty."""
    for n, part in enumerate(_SET_AS_CODE.split(without_roles(text)) if "`" in text else [text]):
        if part:
            yield n % 2 == 1, part


def list_items(lines: Sequence[str]) -> list[str]:
    """The items of lines that are a list and nothing else; empty where they are not."""
    items: list[str] = []
    for line in filter(str.strip, lines):
        if item := _LIST_ITEM.match(line):
            items.append(item[1].strip())
        elif items and line[:1].isspace():
            items[-1] += f" {line.strip()}"
        else:
            return []
    return items


def quoted_parts(text: str) -> Iterator[tuple[bool, list[str]]]:
    """Lines that belong together, and whether their author laid them out."""
    part: list[str] = []
    is_laid_out = False
    for lines in _paragraphs(text):
        now = any(_LAID_OUT.match(line) for line in lines)
        if part and now and is_laid_out:
            part += ["", *lines]
            continue
        if part:
            yield is_laid_out, part
        part, is_laid_out = lines, now
    if part:
        yield is_laid_out, part


def _paragraphs(text: str) -> Iterator[list[str]]:
    """What announces a list is apart from it, with or without a blank line between them."""
    for paragraph in _BETWEEN_PARAGRAPHS.split(text.strip("\n").rstrip()):
        lines = paragraph.split("\n")
        n = next((n for n, line in enumerate(lines) if _LAID_OUT.match(line)), 0)
        if n and list_items(lines[n:]):
            yield lines[:n]
            yield lines[n:]
        else:
            yield lines
