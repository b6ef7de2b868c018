"""Reads back what `markdown` wrote: links, citations, anchors, the text of files.

It knows our own Markdown and no other, and looks at each character once: what stands in a fence is
skipped by its end, and everywhere else a bracket that was not escaped is a link of ours.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.text.names import anchor as anchor_of

# The prefix is a quotation's; a fence inside one ends inside it.
_FENCE: Final = re.compile(r"^((?:> )?)(`{3,})([^`\n]*)\n", re.MULTILINE)
_SOURCE_INFO: Final = re.compile(r"[a-z0-9+#-]+ L(\d{1,9})( cut)?\Z")
# An escaped character, a piece of code (perhaps all of a link's text), the end of a link's text.
# Each begins with a character of its own, which lets the engine skip all others quickly.
_TARGET: Final = r'\]\(([^()\s]*)(?: "(L\d+(?:-L\d+)?)")?\)'
_TOKEN: Final = re.compile(rf"\\[^\n]|`(`*)(?!`)([^\n]*?)(?<!`)`\1(?!`)(?:{_TARGET})?|{_TARGET}")
_HEADING: Final = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_ANCHOR: Final = re.compile(r'^<a id="([^"\n]*)"></a>$', re.MULTILINE)
_LINES: Final = re.compile(r"L(\d{1,9})(?:-L(\d{1,9}))?\Z")
_MARKS: Final = re.compile(r"[*\[\]]")


class LinkRead(NamedTuple):
    address: str
    """As written, percent-encoded."""
    lines: str
    """``L10-L20`` where it is a citation whose address does not tell."""
    code: str
    """The text of the link where all of it is code, else empty."""


class SourceRead(NamedTuple):
    first_line: int
    text: str


class PageRead(NamedTuple):
    links: tuple[LinkRead, ...]
    anchors: tuple[str, ...]
    sources: tuple[SourceRead, ...]


def read_page(markdown: str) -> PageRead:
    links: list[LinkRead] = []
    anchors = _Anchors()
    sources = []
    for prose, info, fenced in _parts(markdown):
        links += _links(prose)
        anchors.add(prose)
        if match := _SOURCE_INFO.match(info):
            # A fence ends a line even where the text goes on in the next one.
            sources.append(SourceRead(int(match[1]), fenced[:-1] if match[2] else fenced))
    return PageRead(tuple(links), tuple(anchors.found), tuple(sources))


def cited_lines(text: str) -> tuple[int, int] | None:
    """First and last line of ``L10`` or ``L10-L20``."""
    match = _LINES.match(text)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def _parts(markdown: str) -> Iterator[tuple[str, str, str]]:
    """Text up to a fence, the info of the fence, and what it holds; the last part has no fence."""
    at = 0
    while match := _FENCE.search(markdown, at):
        prefix, ticks, info = match.groups()
        end = markdown.find(f"\n{prefix}{ticks}\n", match.end() - 1)
        end = len(markdown) - 1 if end < 0 else end
        yield markdown[at : match.start()], info, markdown[match.end() : end + 1]
        at = end + 2 + len(prefix) + len(ticks)
    yield markdown[at:], "", ""


def _links(prose: str) -> Iterator[LinkRead]:
    for match in _TOKEN.finditer(prose):
        _, code, address, lines, other_address, other_lines = match.groups()
        if other_address is not None:
            yield LinkRead(other_address, other_lines or "", "")
        elif address is not None:
            is_all = prose[match.start() - 1] == "["
            yield LinkRead(address, lines or "", _code(prose, match.start(), code, is_all))


def _code(prose: str, start: int, code: str, is_all: bool) -> str:
    if not is_all:
        return ""
    if "\\|" in code and prose[prose.rfind("\n", 0, start) + 1] == "|":
        code = code.replace("\\|", "|")
    return _unpadded(code)


def _unpadded(code: str) -> str:
    is_padded = code[:1] == " " == code[-1:] and code.strip()
    return code[1:-1] if is_padded else code


class _Anchors:
    """What can be led to: our own anchors, and those that GitHub makes of headings."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._n_by_slug: dict[str, int] = {}

    def add(self, prose: str) -> None:
        self.found += _ANCHOR.findall(prose)
        for heading in _HEADING.findall(prose):
            slug = anchor_of(_MARKS.sub("", _TOKEN.sub(_plain, heading)).strip())
            n = self._n_by_slug.get(slug, 0)
            self._n_by_slug[slug] = n + 1
            self.found.append(f"{slug}-{n}" if n else slug)


def _plain(match: re.Match[str]) -> str:
    if match[0][0] == "\\":
        return match[0][1]
    return _unpadded(match[2]) if match[2] is not None else ""
