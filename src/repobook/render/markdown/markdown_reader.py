"""Reads back what `markdown` wrote: links, citations, anchors, the text of files.

It knows our own Markdown and no other, and looks at each character once: what stands in a fence is
skipped by its end, and everywhere else a bracket that was not escaped is a link of ours.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.text.naming.slugs import anchor as anchor_of

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
_LABEL: Final = re.compile(r".*:(\d{1,9})(?:-(\d{1,9}))?\Z", re.DOTALL)
# The last anchor above the lines that are meant, on a page of ours.
_TO_SOURCE: Final = re.compile(r"(?:_docs\.md|\A)#L\d{1,9}\Z")
# The last line of a quotation; a citation that stands by itself above what it cites.
_QUOTED: Final = "> — "
_QUOTED_INLINE: Final = re.compile(
    r"“([^“”\n]*)” (\[(?:L[-L\d]+|`[^`\n]+`)\]\([^()\s]*#L\d[-L\d]*\))"
)
_ALONE: Final = re.compile(r"^\[[^\n]*\)\n\n\Z", re.MULTILINE)
_MARKS: Final = re.compile(r"[*\[\]]")


class LinkRead(NamedTuple):
    address: str
    """As written, percent-encoded."""
    lines: str
    """``L10-L20`` where it is a citation; empty if it is not, or if the address has them."""
    code: str
    """The text of the link where all of it is code, else empty."""


class SourceRead(NamedTuple):
    first_line: int
    text: str


class QuoteRead(NamedTuple):
    """Text or code that is shown with the lines that it was taken from."""

    cite: LinkRead
    text: str


class PageRead(NamedTuple):
    links: tuple[LinkRead, ...]
    anchors: tuple[str, ...]
    sources: tuple[SourceRead, ...]
    quotes: tuple[QuoteRead, ...]


def read_page(markdown: str) -> PageRead:
    links: list[LinkRead] = []
    anchors, quotes = _Anchors(), _Quotes()
    sources = []
    for part in _parts(markdown):
        links += _links(part.prose)
        anchors.add(part.prose)
        quotes.add(part)
        if match := _SOURCE_INFO.match(part.info):
            # A fence ends a line even where the text goes on in the next one.
            text = part.fenced[:-1] if match[2] else part.fenced
            sources.append(SourceRead(int(match[1]), text))
    return PageRead(tuple(links), tuple(anchors.found), tuple(sources), tuple(quotes.found))


def cited_lines(text: str) -> tuple[int, int] | None:
    """First and last line of ``L10`` or ``L10-L20``."""
    match = _LINES.match(text)
    return (int(match[1]), int(match[2] or match[1])) if match else None


class _Part(NamedTuple):
    """Text up to a fence, and the fence; the last has none."""

    prose: str
    prefix: str = ""
    info: str = ""
    fenced: str = ""


def _parts(markdown: str) -> Iterator[_Part]:
    at = 0
    while match := _FENCE.search(markdown, at):
        prefix, ticks, info = match.groups()
        end = markdown.find(f"\n{prefix}{ticks}\n", match.end() - 1)
        end = len(markdown) - 1 if end < 0 else end
        prose, fenced = markdown[at : match.start()], markdown[match.end() : end + 1]
        yield _Part(prose, prefix, info, fenced)
        at = end + 2 + len(prefix) + len(ticks)
    yield _Part(markdown[at:])


def _links(prose: str) -> Iterator[LinkRead]:
    for match in _TOKEN.finditer(prose):
        _, code, address, lines, other_address, other_lines = match.groups()
        if other_address is not None:
            yield LinkRead(other_address, other_lines or _lines(prose, match, other_address), "")
        elif address is not None:
            is_all = prose[match.start() - 1] == "["
            text = _code(prose, match.start(), code, is_all)
            yield LinkRead(address, lines or _lines_of_label(text, address), text)


def _lines(prose: str, match: re.Match[str], address: str) -> str:
    """If a link leads to a source, its text has the lines."""
    if not _TO_SOURCE.search(address):
        return ""
    text = prose[prose.rfind("[", 0, match.start()) + 1 : match.start()]
    return text if _LINES.match(text) else ""


def _lines_of_label(label: str, address: str) -> str:
    """The same of ``path:10-20``."""
    match = _LABEL.match(label) if _TO_SOURCE.search(address) else None
    if match is None:
        return ""
    return f"L{match[1]}-L{match[2]}" if match[2] else f"L{match[1]}"


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


class _Quotes:
    """Quotations up to the line that cites, quoted words before and fences below a citation."""

    def __init__(self) -> None:
        self.found: list[QuoteRead] = []
        self._lines: list[str] = []

    def add(self, part: _Part) -> None:
        for quoted, link in _QUOTED_INLINE.findall(part.prose):
            self._found(link, _TOKEN.sub(_plain, quoted))
        if part.prose.startswith(">") or "\n>" in part.prose:
            for line in part.prose.split("\n"):
                self._add_line(line)
        if part.prefix:
            lines = part.fenced.split("\n")
            self._lines += ["" if line == ">" else line.removeprefix("> ") for line in lines]
        elif alone := _ALONE.search(part.prose):
            self._found(alone[0], part.fenced)

    def _add_line(self, line: str) -> None:
        if line.startswith(_QUOTED):
            self._found(line, "\n".join(self._lines))
            self._lines.clear()
        elif line.startswith(">"):
            self._lines.append(_TOKEN.sub(_plain, line[1:]))
        elif line:
            self._lines.clear()

    def _found(self, line: str, text: str) -> None:
        links = list(_links(line))
        if len(links) == 1:
            self.found.append(QuoteRead(links[0], text))


def _plain(match: re.Match[str]) -> str:
    if match[0][0] == "\\":
        return match[0][1]
    return _unpadded(match[2]) if match[2] is not None else ""
