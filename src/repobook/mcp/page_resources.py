"""Pages of the book as resources: ``repobook://file/PATH``, ``repobook://folder/PATH``."""

from typing import Final, NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlsplit

from repobook.mcp.calls import Calls
from repobook.mcp.tool import BadArgumentError

SCHEME: Final = "repobook"
TEMPLATES: Final = (
    ("file", "repobook://file/{+path}", "The page of a file: purpose, symbols, users, tests."),
    ("folder", "repobook://folder/{+path}", "The page of a folder: what it holds and is for."),
)
_ON_A_PAGE: Final = 100
_MAX_ADDRESS: Final = 8_192


class PageAddress(NamedTuple):
    kind: str
    path: str
    book: str


def address(kind: str, path: str, book: str) -> str:
    """``book`` is named only where there are several."""
    return f"{SCHEME}://{kind}/{quote(path)}" + (f"?book={quote(book, safe='')}" if book else "")


def read_address(uri: str) -> PageAddress:
    try:
        parts = urlsplit(uri[:_MAX_ADDRESS])
        book = parse_qs(parts.query).get("book", [""])[0]
    except ValueError:
        raise BadArgumentError(f"not a page URI: {uri[:80]}") from None
    if parts.scheme != SCHEME or parts.netloc not in ("file", "folder"):
        raise BadArgumentError(f"not a page URI: {uri[:80]}", "repobook://file/PATH is one")
    return PageAddress(parts.netloc, unquote(parts.path.removeprefix("/")), book)


def page(calls: Calls, uri: str) -> str:
    wanted = read_address(uri)
    path = wanted.path.rstrip("/") + "/" if wanted.kind == "folder" else wanted.path
    with calls.book(wanted.book).asked() as book:
        text = book.page("" if path == "/" else path)
    if text is None:
        raise BadArgumentError(f"the book has no page for {uri[:80]}", "search finds its files")
    return text


class PageList(NamedTuple):
    pages: list[tuple[str, str]]
    """Addresses and paths."""
    next: str
    """Empty at the end."""


def page_list(calls: Calls, cursor: str) -> PageList:
    """The files of all books, one book after the other."""
    if not calls.names:
        return PageList([], "")
    n_book, first = _read_cursor(cursor, len(calls.names))
    name = calls.names[n_book]
    shown = name if len(calls.names) > 1 else ""
    with calls.book(name).asked() as book:
        found = book.files(first=first, limit=_ON_A_PAGE)
    pages = [(address("file", f.path, shown), f.path) for f in found.files if not f.reason]
    if found.is_cut:
        return PageList(pages, f"{n_book}.{first + _ON_A_PAGE}")
    return PageList(pages, f"{n_book + 1}.0" if n_book + 1 < len(calls.names) else "")


def _read_cursor(cursor: str, n_books: int) -> tuple[int, int]:
    book, _, first = (cursor or "0.0").partition(".")
    if not (book.isdecimal() and first.isdecimal() and len(cursor) < 12 and int(book) < n_books):
        raise BadArgumentError("no such cursor", "repeat the call without one")
    return int(book), int(first)
