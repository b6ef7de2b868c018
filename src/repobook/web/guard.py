"""Checks every request (host, origin, method, size) and sets security headers on every answer.

The server listens on this machine alone, but any page in a browser here can send it requests: a
name that was bound to this address (Host), a script (Origin) or a tag (Sec-Fetch) of another site.
"""

import os
import re
import sys
from collections.abc import Iterable, Mapping
from types import MappingProxyType
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
        "base-uri 'self'",
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


class Allowed(NamedTuple):
    """What an application takes beside addresses and headers."""

    methods: tuple[str, ...] = ("GET", "HEAD")
    max_body: int = 0
    posts: Mapping[str, int] = MappingProxyType({})
    """By the paths that may be posted to, how long a body may be there."""
    is_local: bool = True
    """Whether only this machine asks; else a proxy in front authenticates clients."""

    def of(self, scope: Scope) -> "Allowed":
        """What is taken by one request."""
        if scope["path"] not in self.posts:
            return self
        max_body = self.posts[scope["path"]] if scope["method"] == "POST" else self.max_body
        return self._replace(methods=(*self.methods, "POST"), max_body=max_body)


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, allowed: Allowed | None = None) -> None:
        self._app = app
        self._allowed = allowed or Allowed()

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

        allowed = self._allowed.of(scope)
        refusal = refused(scope, allowed)
        try:
            await (_response(scope, refusal, allowed) if refusal else self._app)(
                scope, receive, guarded
            )
        except Exception as error:
            # After a defect: an error answer, or an aborted one that must not look complete.
            problem = one_visible_line(f"internal error: {type(error).__name__}: {error}")
            print(f"repobook: {problem}", file=sys.stderr)
            if os.environ.get("REPOBOOK_DEBUG") or not is_complete:
                raise


INTERNAL: Final = Refusal(500, "internal error", "see the server log")


def _response(scope: Scope, refusal: Refusal, allowed: Allowed) -> ASGIApp:
    # An unread body would be taken for the next request.
    headers = {"Connection": "close", "Allow": ", ".join(allowed.methods)}
    return failure(scope["path"], *refusal, headers)


def refused(scope: Scope, allowed: Allowed) -> Refusal | None:
    headers = Headers(scope=scope)
    return next(filter(None, _reasons(scope, headers, allowed)), None)


def _reasons(scope: Scope, headers: Headers, allowed: Allowed) -> Iterable[Refusal | None]:
    if allowed.is_local:
        yield _foreign_host(headers)
        yield _foreign_origin(headers)
    if scope["method"] not in allowed.methods:
        yield Refusal(405, "the book is read-only", f"ask with {allowed.methods[0]}")
    yield _unwanted_body(headers, allowed.max_body)
    if len(scope["raw_path"]) + len(scope["query_string"]) > _MAX_TARGET:
        yield Refusal(414, "the request is too long", f"{_MAX_TARGET:,} bytes is the limit")
    if sum(len(name) + len(value) for name, value in headers.raw) > _MAX_HEADERS:
        yield Refusal(431, "the headers are too long", f"{_MAX_HEADERS:,} bytes is the limit")


def _unwanted_body(headers: Headers, max_body: int) -> Refusal | None:
    """Its length must be known before it is read."""
    length = headers.get("content-length", "0")
    if not max_body and (length != "0" or "transfer-encoding" in headers):
        return Refusal(413, "requests have no body")
    if max_body and (not length.isdecimal() or int(length[:12]) > max_body):
        return Refusal(413, "the request is too long", f"{max_body:,} bytes is the limit")
    return Refusal(411, "Content-Length is required") if "transfer-encoding" in headers else None


def _foreign_host(headers: Headers) -> Refusal | None:
    hosts = headers.getlist("host")
    if len(hosts) == 1 and _OWN_HOST.fullmatch(hosts[0]):
        return None
    return Refusal(421, "this server answers only to localhost")


def _foreign_origin(headers: Headers) -> Refusal | None:
    """Another site may link here, but send no other requests."""
    origins = headers.getlist("origin")
    is_ours = origins in ([], [f"http://{headers['host']}"])
    is_link = headers.get("sec-fetch-mode") == "navigate" and (
        headers.get("sec-fetch-dest", "document") == "document"
    )
    if is_ours and (is_link or headers.get("sec-fetch-site") not in ("cross-site", "same-site")):
        return None
    return Refusal(403, "another site may not read this book")
