"""What a reader of Markdown makes of a page: elements in order, and the text they hold."""

from html.parser import HTMLParser
from typing import NamedTuple

import cmarkgfm  # type: ignore[import-untyped]
from cmarkgfm.cmark import Options  # type: ignore[import-untyped]
from markdown_it import MarkdownIt

_COMMONMARK = MarkdownIt("js-default", {"html": False})
_LINKIFIED = MarkdownIt("gfm-like", {"html": False})
assert _LINKIFIED.linkify is not None
_LINKIFIED.linkify.set({"fuzzy_link": False})


class Shown(NamedTuple):
    tags: tuple[str, ...]
    """Opening tags in order; code inside a line is left out, for any word may be code."""
    links: tuple[str, ...]
    text: str
    bare: str
    """The text outside code, which GitHub looks through for mentions, emoji, mathematics."""


def as_github(markdown: str) -> Shown:
    """GitHub's own renderer, raw HTML let through so that it shows."""
    return _shown(
        cmarkgfm.github_flavored_markdown_to_html(markdown, options=Options.CMARK_OPT_UNSAFE)
    )


def as_commonmark(markdown: str) -> Shown:
    """A CommonMark renderer with HTML off."""
    return _shown(_COMMONMARK.render(markdown))


def as_linkified(markdown: str) -> Shown:
    """The same, looking for addresses with a protocol and for mail addresses."""
    return _shown(_LINKIFIED.render(markdown))


READERS = (as_github, as_commonmark, as_linkified)


def _shown(html: str) -> Shown:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Shown(
        tuple(reader.tags), tuple(reader.links), "".join(reader.texts), "\n".join(reader.bare)
    )


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []
        self.bare: list[str] = []
        self._n_code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "code":
            self._n_code += 1
            return
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        self._n_code -= tag == "code"

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if not self._n_code:
            self.bare.append(data)
