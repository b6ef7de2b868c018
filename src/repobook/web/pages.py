"""Pages of the book: exactly what its manifest lists, byte for byte what the manifest says.

Those of a book without pages are made when they are asked for. A name is looked up, never joined to
a path, so there is nothing to climb out of. Ranges are not served: a page is small, and its ETag
spares a reader the second transfer.
"""

import asyncio
import hashlib
import os
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from repobook.ask.opening.published_book import MovedOnError, Page, PublishedPages
from repobook.errors import RepobookError
from repobook.model.book_layout import HOMES
from repobook.web.current_book import CurrentBook
from repobook.web.failures import failure
from repobook.web.page_cache import PageCache
from repobook.web.served_book import ServedBook

BOOK_HEADER: Final = "X-Repobook-Book"
_INDEXES: Final = ("index.html", "index.md")
_UNASKED: Final = "/favicon.ico"  # browsers want it for every page that names no icon
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_PLAIN: Final = "text/plain; charset=utf-8"
_CHUNK: Final = 64 << 10
_NO_PAGES: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>repobook</title></head>
<body><main><h1>This book has no pages</h1>
<p>It answers questions: <a href="/api/v1/openapi.json">which ones</a>.</p></main></body>
</html>
"""


class Pages:
    def __init__(self, current: CurrentBook) -> None:
        self._current = current

    async def page(self, request: Request) -> Response:
        while True:
            with self._current.borrow() as book:
                try:
                    return await _page(book, request)
                except MovedOnError:
                    pass
                if not await self._current.successor(book):
                    return _being_written(request)


async def _page(book: ServedBook, request: Request) -> Response:
    path, pages = request.scope["path"], book.pages
    name, sha256 = _looked_up(pages, path.removeprefix("/"))
    if sha256 is None and book.page_cache:
        return await _made_page(book, book.page_cache, request)
    if sha256 is None:
        return _elsewhere(pages, path)
    headers = _headers(book.identity, name, sha256)
    if _has_it(request, headers):
        return Response(status_code=304, headers=headers)
    # Reading a short page is faster than handing it to a thread.
    content = pages.short(name)
    if content is None:
        return OpenPage(await asyncio.to_thread(pages.open, name), headers)
    headers["Content-Length"] = str(len(content))
    return Response(b"" if request.method == "HEAD" else content, headers=headers)


def _headers(book: str, name: str, sha256: bytes) -> dict[str, str]:
    return {
        "ETag": f'"{sha256.hex()}"',
        "Cache-Control": "no-cache",
        "Content-Type": content_type(name),
        BOOK_HEADER: book,
        # The one header that scripts of a page can read: they see that they are served.
        "Server-Timing": f'repobook;desc="{book}", page;desc="{sha256.hex()}"',
    }


def content_type(name: str) -> str:
    return _TYPES.get(os.path.splitext(name)[1], _PLAIN)


def _has_it(request: Request, headers: Mapping[str, str]) -> bool:
    client_etags = request.headers.get("if-none-match", "")
    return client_etags.strip() == "*" or headers["ETag"] in client_etags


async def _made_page(book: ServedBook, pages: PageCache, request: Request) -> Response:
    path: str = request.scope["path"]
    if path == "/":
        return RedirectResponse(f"/{HOMES[0]}")
    if path == _UNASKED:
        return Response(status_code=204)
    name = path.removeprefix("/")
    for candidate in (f"{name}{index}" for index in ("", *_INDEXES)):
        try:
            page = await pages.page(candidate)
        except RepobookError as error:
            return failure(path, 503, error.message, error.hint, {"Retry-After": "1"})
        if page is not None:
            headers = _headers(page.book, candidate, hashlib.sha256(page.content).digest())
            is_known = _has_it(request, headers)
            return Response(b"" if is_known else page.content, 304 if is_known else 200, headers)
    return failure(path, 404, "the book has no such page")


def _looked_up(pages: PublishedPages, path: str) -> tuple[str, bytes | None]:
    """The name of a page, or of the first page of a folder, with its SHA-256."""
    indexes = [f"{path}{index}" for index in _INDEXES] if path.endswith("/") else []
    candidates = ((name, pages.sha256(name)) for name in (path, *indexes))
    return next((candidate for candidate in candidates if candidate[1]), (path, None))


def _elsewhere(pages: PublishedPages, path: str) -> Response:
    """Redirects only to pages of the book; an address in a request is never repeated."""
    if path == "/":
        home = next((name for name in HOMES if name in pages), None)
        return RedirectResponse(f"/{home}") if home else HTMLResponse(_NO_PAGES)
    if path == _UNASKED:
        return Response(status_code=204)
    folder = path.removeprefix("/")
    if any(f"{folder}/{index}" in pages for index in _INDEXES):
        return RedirectResponse(f"/{quote(folder)}/")
    return failure(path, 404, "the book has no such page")


def _being_written(request: Request) -> Response:
    hint = "a build is writing it, or was interrupted: the next build finishes it"
    message = "this page is being replaced"
    return failure(request.scope["path"], 503, message, hint, {"Retry-After": "5"})


class OpenPage(Response):
    """Sends an open file in pieces, so that a slow reader holds one piece in memory."""

    def __init__(self, page: Page, headers: dict[str, str]) -> None:
        self._page = page
        super().__init__(headers={**headers, "Content-Length": str(page.n_bytes)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        descriptor, n_bytes = self._page
        try:
            start = {"status": self.status_code, "headers": self.raw_headers}
            await send({"type": "http.response.start", **start})
            for at in range(0, 0 if scope["method"] == "HEAD" else n_bytes, _CHUNK):
                piece = os.pread(descriptor, min(_CHUNK, n_bytes - at), at)
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body"})
        finally:
            os.close(descriptor)
