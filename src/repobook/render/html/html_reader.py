"""Reads back what `html` wrote: links, anchors, the text of a file line by line.

It knows our own HTML and no other: every ``<`` in it is ours, and no attribute holds a ``>``.
"""

import re
from html import unescape
from typing import Final, NamedTuple

_LINK: Final = re.compile(r"<(?:a|link|script)\b[^<>]*? (?:href|src)=([^ >]+)")
_BASE: Final = re.compile(r"<base href=([^ >]+)>")
_ANCHOR: Final = re.compile(r"<(?:h\d|main|a) id=([^ >]+)")
_TEXT: Final = "<div class=lines "
_LINE: Final = re.compile(
    r"<li(?: value=(\d{1,9}))?(?: data-m=[\w-]{1,9})?>([^<\n]*(?:</?a\b[^>]*>[^<\n]*)*)"
)
_TAG: Final = re.compile(r"<[^>]*>")


class HtmlRead(NamedTuple):
    links: tuple[str, ...]
    """Percent-encoded, as seen from the folder of the page."""
    anchors: tuple[str, ...]
    """Lines have none."""
    lines: tuple[str, ...]
    """Of a page that shows the text of a file."""
    is_in_order: bool
    """Whether these lines are numbered from the first to the last."""


def read_html(page: str) -> HtmlRead:
    lines, is_in_order = _lines(page)
    return HtmlRead(tuple(_links(page)), tuple(_ANCHOR.findall(page)), lines, is_in_order)


def _links(page: str) -> list[str]:
    links = _LINK.findall(page)
    base = _BASE.search(page)
    if base is None:
        return links
    return [f"{base[1]}{link}" if link.startswith("#") else link for link in links]


def _lines(page: str) -> tuple[tuple[str, ...], bool]:
    """One at a time: a page may have millions, and nothing is held of each but its text."""
    lines: list[str] = []
    is_in_order = True
    begin = page.find(_TEXT)
    for match in _LINE.finditer(page, begin) if begin >= 0 else ():
        line = match[2]
        lines.append(unescape(_TAG.sub("", line)) if line else "")
        is_in_order &= int(match[1] or len(lines)) == len(lines)
    return tuple(lines), is_in_order
