"""Stands before every answer: who may ask, how, and what a browser may do with the answer.

The server listens on this machine alone, but any page in a browser here can send it requests: a
name that was bound to this address (Host), a script (Origin) or a tag (Sec-Fetch) of another site.
"""

import os
import re
import sys
from collections.abc import Iterable
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from repobook.text.visible import one_visible_line
from repobook.web.failures import failure

CONTENT_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-src 'self'",
        "frame-ancestors 'self'",
    )
)
_HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": CONTENT_POLICY,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "SAMEORIGIN",
    }.items()
)
_OWN_HOST: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
_MAX_TARGET: Final = 16 << 10
_MAX_HEADERS: Final = 32 << 10


class Refusal(NamedTuple):
    status: int
    message: str
    hint: str = ""


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_complete = False

        async def guarded(message: Message) -> None:
            nonlocal is_complete
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *_HEADERS]}
            is_complete = message["type"] == "http.response.body" and not message.get("more_body")
            await send(message)

        refusal = refused(scope)
        try:
            await (_response(scope, refusal) if refusal else self._app)(scope, receive, guarded)
        except Exception as error:
            # A defect of ours ended in an answer, or in half of one that must not look whole.
            problem = one_visible_line(f"internal error: {type(error).__name__}: {error}")
            print(f"repobook: {problem}", file=sys.stderr)
            if os.environ.get("REPOBOOK_DEBUG") or not is_complete:
                raise


INTERNAL: Final = Refusal(500, "internal error", "the server's own messages say which")


def _response(scope: Scope, refusal: Refusal) -> ASGIApp:
    # What was sent and not read would be taken for the next request.
    headers = {"Connection": "close", "Allow": "GET, HEAD"}
    return failure(scope["path"], *refusal, headers)


def refused(scope: Scope) -> Refusal | None:
    headers = Headers(scope=scope)
    return next(filter(None, _reasons(scope, headers)), None)


def _reasons(scope: Scope, headers: Headers) -> Iterable[Refusal | None]:
    yield _foreign_host(headers)
    yield _foreign_origin(headers)
    if scope["method"] not in ("GET", "HEAD"):
        yield Refusal(405, "the book is for reading", "ask with GET")
    if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        yield Refusal(413, "a question has no body")
    if len(scope["raw_path"]) + len(scope["query_string"]) > _MAX_TARGET:
        yield Refusal(414, "the question is too long", f"{_MAX_TARGET:,} bytes are enough")
    if sum(len(name) + len(value) for name, value in headers.raw) > _MAX_HEADERS:
        yield Refusal(431, "the headers are too long", f"{_MAX_HEADERS:,} bytes are enough")


def _foreign_host(headers: Headers) -> Refusal | None:
    hosts = headers.getlist("host")
    if len(hosts) == 1 and _OWN_HOST.fullmatch(hosts[0]):
        return None
    return Refusal(421, "this server answers to localhost alone")


def _foreign_origin(headers: Headers) -> Refusal | None:
    """A link from anywhere may lead here; nothing else of another site may ask."""
    origins = headers.getlist("origin")
    is_ours = origins in ([], [f"http://{headers['host']}"])
    is_link = headers.get("sec-fetch-mode") == "navigate" and (
        headers.get("sec-fetch-dest", "document") == "document"
    )
    if is_ours and (is_link or headers.get("sec-fetch-site") not in ("cross-site", "same-site")):
        return None
    return Refusal(403, "another site may not read this book")
