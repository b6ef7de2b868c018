"""The web application of a fleet: user, request, answer, a line in the audit log."""

import hmac
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route
from starlette.types import ASGIApp

from repobook.ask.envelope import answered
from repobook.ask.opening.published_book import MovedOnError
from repobook.errors import RepobookError
from repobook.fleet.config import Fleet, TokenAccess
from repobook.fleet.database.database import UnreachableError
from repobook.model.book_layout import FORMATS, HOMES, SITE
from repobook.web.fleet.access import Asker, authentication
from repobook.web.fleet.book_pages import book_page
from repobook.web.fleet.fleet_endpoints import MAX_LENGTH, MAX_LIMIT, QUESTIONS
from repobook.web.fleet.fleet_pages import STYLE, page_of
from repobook.web.fleet.index_pool import IndexPool
from repobook.web.fleet.metrics import TYPE, Metrics
from repobook.web.guard import Allowed, Guard

_PREFIX: Final = "/api/v1/fleet"
_HOOK: Final = "/hooks/changed"
_BOOKS: Final = "/books"
_BOOK: Final = "book"
"""The question for a page, where questions are counted."""
_SIGNATURE: Final = "x-hub-signature-256"
_MAX_HOOK: Final = 1 << 20
_DEFAULT_LIMIT: Final = 50

Audit = Callable[[str], None]


class _Asked(NamedTuple):
    question: str
    text: str
    limit: int


class _BadQuestionError(RepobookError):
    """The caller's mistake."""


def fleet_application(fleet: Fleet, audit: Audit, n_connections: int = 16) -> ASGIApp:
    served = _ServedFleet(fleet, audit, n_connections)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        served.close()

    app = Starlette(
        routes=[
            Route(f"{_PREFIX}/{{question}}", served.answer),
            Route("/metrics", served.metrics),
            Route(_HOOK, served.hook, methods=["POST"]),
            Route("/fleet.css", lambda request: Response(STYLE, media_type="text/css")),
            Route(f"{_BOOKS}/{{repository}}/{{name:path}}", served.book),
            Route("/{question}", served.page),
            Route("/", served.page),
        ],
        lifespan=lifespan,
    )
    allowed = Allowed(posts={_HOOK: _MAX_HOOK}, is_local=fleet.access is None)
    return Guard(app, allowed)


class _ServedFleet:
    def __init__(self, fleet: Fleet, audit: Audit, n_connections: int) -> None:
        self._fleet = fleet
        self._audit = audit
        self._pool = IndexPool(fleet.database, n_connections)
        self._metrics = Metrics()
        self._authenticate = authentication(fleet.access)
        has_site = SITE in (fleet.formats or FORMATS)
        self._has_books = fleet.pages and has_site and "://" not in fleet.store

    async def answer(self, request: Request) -> Response:
        question = request.path_params["question"]

        def respond(asker: Asker) -> Response:
            found = self._ask(_asked(request, question), asker)
            return JSONResponse(answered(f"fleet {question}", "", found))

        return await self._answered(request, question, _text(request, question), respond)

    async def page(self, request: Request) -> Response:
        question = request.path_params.get("question", "status")

        def respond(asker: Asker) -> Response:
            found = self._ask(_asked(request, question), asker)
            return HTMLResponse(page_of(found, self._fleet.name, has_books=self._has_books))

        return await self._answered(request, question, _text(request, question), respond)

    async def book(self, request: Request) -> Response:
        """A page of a book, for those who may read its repository."""
        repository, name = request.path_params["repository"], request.path_params["name"]

        def respond(asker: Asker) -> Response:
            with self._pool.lent(asker.principals) as index:
                book = index.book_of(repository)
            if not name:
                return RedirectResponse(f"{_BOOKS}/{quote(repository)}/{HOMES[0]}")
            found = book_page(Path(book), name, request) if book and self._has_books else None
            return found or _refusal(404, "no such page, or no access to it")

        return await self._answered(request, _BOOK, f"{repository}/{name}", respond)

    async def metrics(self, request: Request) -> Response:
        """For whoever may ask at all; it counts and names nothing."""
        asker = await self._asker(request)
        if asker is None:
            return _refusal(401, "the user is unknown")
        try:
            n_by_state, n_waiting = await run_in_threadpool(self._counts)
        except UnreachableError as error:
            return _refusal(503, error.message)
        text = self._metrics.text(n_by_state, n_waiting)
        return PlainTextResponse(text, media_type=TYPE)

    async def hook(self, request: Request) -> Response:
        """A repository has changed: signed as GitHub signs, with the secret that both know."""
        secret = self._fleet.webhook_secret
        body = await request.body()
        given = request.headers.get(_SIGNATURE, "")
        expected = "sha256=" + hmac.new(secret.encode(), body, "sha256").hexdigest()
        if not secret or not hmac.compare_digest(given.encode(), expected.encode()):
            return _refusal(401, "the signature is wrong")
        name = _repository_in(body)
        if name not in {each.name for each in self._fleet.repositories}:
            return _refusal(404, "the fleet has no such repository")
        try:
            await run_in_threadpool(self._enqueue, name)
        except UnreachableError as error:
            return _refusal(503, error.message)
        return JSONResponse({"queued": name}, 202)

    def close(self) -> None:
        self._pool.close()

    async def _answered(
        self, request: Request, question: str, text: str, respond: Callable[[Asker], Response]
    ) -> Response:
        began = time.monotonic()
        asker = await self._asker(request)
        if asker is None:
            self._metrics.count("refused", 401, 0.0)
            return _refusal(401, "the user is unknown")
        try:
            response = await run_in_threadpool(respond, asker)
        except _BadQuestionError as error:
            response = _refusal(400, error.message)
        except UnreachableError as error:
            response = _refusal(503, error.message)
        except MovedOnError:
            response = _refusal(503, "this book is being replaced")
        known = question if question in (*QUESTIONS, _BOOK) else "unknown"
        self._metrics.count(known, response.status_code, time.monotonic() - began)
        self._audit(_audit_line(asker, question, text, response))
        return response

    async def _asker(self, request: Request) -> Asker | None:
        if isinstance(self._fleet.access, TokenAccess):
            return await run_in_threadpool(self._authenticate, request.headers)
        return self._authenticate(request.headers)

    def _ask(self, asked: _Asked, asker: Asker) -> Any:
        with self._pool.lent(asker.principals) as index:
            return QUESTIONS[asked.question].ask(index, asked.text, asked.limit)

    def _counts(self) -> tuple[dict[str, int], int]:
        with self._pool.lent(None) as index:
            return index.n_by_state(), index.n_changed()

    def _enqueue(self, name: str) -> None:
        with self._pool.lent(None) as index:
            index.enqueue(name)


def _asked(request: Request, question: str) -> _Asked:
    known = QUESTIONS.get(question)
    if known is None:
        raise _BadQuestionError(f"no such endpoint (available: {', '.join(QUESTIONS)})")
    text = request.query_params.get(known.parameter, "")
    is_needed = bool(known.parameter) and known.is_required
    if len(text) > MAX_LENGTH or (is_needed and not text):
        raise _BadQuestionError(f"{known.parameter} is needed, up to {MAX_LENGTH} characters")
    limit = request.query_params.get("limit", f"{_DEFAULT_LIMIT}")
    if not limit.isdecimal() or not 0 < int(limit[:9]) <= MAX_LIMIT:
        raise _BadQuestionError(f"limit is a number up to {MAX_LIMIT}")
    return _Asked(question, text, int(limit))


def _text(request: Request, question: str) -> str:
    """What is asked, whether or not that can be answered."""
    known = QUESTIONS.get(question)
    return request.query_params.get(known.parameter, "") if known else ""


def _repository_in(body: bytes) -> str:
    """As forges name it: ``{"repository": {"name": …}}``, or the name alone."""
    try:
        found = json.loads(body)["repository"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    name = found.get("name") if isinstance(found, dict) else found
    return name if isinstance(name, str) else ""


def _audit_line(asker: Asker, question: str, text: str, response: Response) -> str:
    """When is in UTC; what was asked is escaped, so that it cannot forge another line."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return json.dumps(
        {
            "time": now,
            "user": asker.name,
            "question": question[:MAX_LENGTH],
            "text": text[:MAX_LENGTH],
            "status": response.status_code,
            "bytes": int(response.headers.get("content-length", 0)),
        }
    )


def _refusal(status: int, message: str) -> Response:
    return JSONResponse({"error": {"message": message}}, status)
