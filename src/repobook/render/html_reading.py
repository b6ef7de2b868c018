"""Reads back what `html` wrote: links, anchors, the text of a file line by line.

It knows our own HTML and no other: every ``<`` in it is ours, and no attribute holds a ``>``.
"""

import re
from html import unescape
from typing import Final, NamedTuple

_LINK: Final = re.compile(r"<(?:a|link|script)\b[^<>]*? (?:href|src)=([^ >]+)")
_ANCHOR: Final = re.compile(r"<(?:h\d|main|a) id=([^ >]+)")
_LINE: Final = re.compile(r"<li id=L(\d{1,9})(?: value=\d{1,9})?>([^<\n]*(?:</?a\b[^>]*>[^<\n]*)*)")
_TAG: Final = re.compile(r"<[^>]*>")


class HtmlRead(NamedTuple):
    links: tuple[str, ...]
    """As written, percent-encoded."""
    anchors: tuple[str, ...]
    """Without those of lines."""
    lines: tuple[str, ...]
    """Of a page that shows the text of a file."""
    is_in_order: bool
    """Whether these lines are numbered from the first to the last."""


def read_html(page: str) -> HtmlRead:
    numbered = _LINE.findall(page)
    numbers = [int(number) for number, _ in numbered]
    return HtmlRead(
        tuple(_LINK.findall(page)),
        tuple(_ANCHOR.findall(page)),
        tuple(unescape(_TAG.sub("", line)) for _, line in numbered),
        numbers == list(range(1, len(numbers) + 1)),
    )
