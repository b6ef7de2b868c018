"""Pages of the books of a fleet, where they lie in a folder: what their manifests list, no more."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from repobook.ask.opening.published_book import (
    Look,
    MovedOnError,
    PublishedPages,
    look_at,
    packed_pages,
)
from repobook.index.publish.manifest import manifest_bytes
from repobook.index.publish.page_table import PageTable
from repobook.web.pages import OpenPage, content_type

_MAX_BOOKS: Final = 32
"""So many lists of pages are kept."""


def book_page(book: Path, name: str, request: Request) -> Response | None:
    """None where the book has no such page; raises MovedOnError while it is being replaced."""
    look = look_at(book)
    if look is None:
        raise MovedOnError
    pages = PublishedPages(book, _page_table(book, look))
    try:
        sha256 = pages.sha256(name)
        if sha256 is None:
            return None
        tag = f'"{sha256.hex()}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Content-Type": content_type(name)}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return OpenPage(pages.open(name), headers)
    finally:
        pages.close()


@lru_cache(maxsize=_MAX_BOOKS)
def _page_table(book: Path, look: Look) -> PageTable:
    return PageTable(packed_pages(manifest_bytes(book)))
