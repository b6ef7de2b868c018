"""Tags for the head of a published page: the canonical URL; on the home page a link preview."""

import re
from collections.abc import Callable
from html import escape
from typing import Final, NamedTuple

from repobook.render.file_names import as_address

_CHARSET: Final = b"<meta charset=utf-8>"
_HTML: Final = b"<html lang=en>"
EMPTY_PAGE: Final = _HTML + _CHARSET
_HOME: Final = "index.html"
_TITLE: Final = re.compile(rb"<title>([^<]*)</title>")
_WORDS: Final = re.compile(
    rb"<(?:p|q)>(.*?)(?=<(?:p|h\d|ul|dl|div|figure|blockquote|pre|/q|/main)\b)", re.DOTALL
)
_TAG: Final = re.compile(rb"<[^>]*>")
_MAX_WORDS: Final = 200


class HomeHead(NamedTuple):
    card: str
    """The address of its picture; empty where it is not known."""

    def text(self, page: bytes, address: str) -> bytes:
        """For whoever shows a link to the book: everything is text of our own page, so escaped."""
        title = _TITLE.search(page)
        words = _WORDS.search(page)
        said = _TAG.sub(b"", words[1]).decode("utf-8", "replace")[:_MAX_WORDS] if words else ""
        fields = {
            "og:title": title[1].decode("utf-8", "replace") if title else "",
            "og:description": said,
            "og:type": "website",
            "og:url": address,
            "og:image": self.card,
        }
        tags = [
            f'<meta property={name} content="{value.replace(chr(34), "&quot;")}">'
            for name, value in fields.items()
            if value
        ]
        tags += [f'<meta name=description content="{said.replace(chr(34), "&quot;")}">'] * bool(
            said
        )
        return "".join(tags).encode()


class PageHead(NamedTuple):
    address: str
    """Of the site, with a slash at its end; empty where it is not known."""
    newest: str
    """Of the version that stands for this one; empty where that is this one itself."""
    is_in_newest: Callable[[str], bool]
    has_versions: bool
    home: HomeHead

    def added(self, name: str, page: bytes) -> bytes:
        if self.has_versions:
            page = page.replace(_HTML, b"<html lang=en data-versions>", 1)
        if not self.address:
            return page
        is_superseded = bool(self.newest) and self.is_in_newest(name)
        canonical = (self.newest if is_superseded else self.address) + page_address(name)
        tags = f"<link rel=canonical href={escape(canonical)}>".encode()
        if name == _HOME:
            tags += self.home.text(page, canonical)
        return page.replace(_CHARSET, _CHARSET + tags, 1)


def page_address(name: str) -> str:
    """Of a page below the site: a folder stands for its listing."""
    address = as_address(name)
    if address == _HOME or address.endswith(f"/{_HOME}"):
        return address[: -len(_HOME)]
    return address
