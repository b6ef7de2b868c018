"""Words of the repository's authors, cut where what runs on ends and what is laid out begins."""

import re
from collections.abc import Iterator
from typing import Final

# A line that is laid out: indented, an item of a list, a row of a table, an example.
_LAID_OUT: Final = re.compile(r"\s|[-*+>|#$=.]|\d{1,9}[.)]")
_BETWEEN_PARAGRAPHS: Final = re.compile(r"\n(?:[ \t]*\n)+")


def quoted_parts(text: str) -> Iterator[tuple[bool, list[str]]]:
    """Lines that belong together, and whether their author laid them out."""
    part: list[str] = []
    is_laid_out = False
    for paragraph in _BETWEEN_PARAGRAPHS.split(text.strip("\n").rstrip()):
        lines = paragraph.split("\n")
        now = any(_LAID_OUT.match(line) for line in lines)
        if part and now and is_laid_out:
            part += ["", *lines]
            continue
        if part:
            yield is_laid_out, part
        part, is_laid_out = lines, now
    if part:
        yield is_laid_out, part
