"""The application: routes and what surrounds them, put together in one place."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from repobook.scan.sources.source import SourceSpec
from repobook.web.api.endpoints import MAX_BODY, POSTED
from repobook.web.api.openapi import PREFIX
from repobook.web.api.routes import Api, no_question
from repobook.web.current_book import CurrentBook
from repobook.web.failures import API, failure
from repobook.web.guard import INTERNAL, Allowed, Guard
from repobook.web.pages import Pages
from repobook.web.watched_sources import UNWATCHED, Tree


def application(book: Path, tree: Tree = UNWATCHED, spec: SourceSpec | None = None) -> ASGIApp:
    """Serves a book that is there; ``tree`` keeps it up to date with the files behind it.

    ``spec`` are these files: pages that the book does not have are made from them.
    """
    current = CurrentBook(book, spec)
    api = Api(current, tree.state)
    # Routes are tried in order; pages match last, after two tries.
    routes = [
        Route(f"{PREFIX}/{{question}}", api.answer, methods=["GET", "POST"]),
        Route(f"{API}{{rest:path}}", no_question),
        Route("/{rest:path}", Pages(current).page),
    ]

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(current.keep_fresh()), asyncio.create_task(tree.follow())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            current.close()

    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=_HANDLERS)
    app.router.redirect_slashes = False
    posts = {f"{PREFIX}/{endpoint.name}": MAX_BODY for endpoint in POSTED}
    return Guard(app, Allowed(posts=posts))


async def _failure(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return failure(request.scope["path"], error.status_code, error.detail)
    return failure(request.scope["path"], *INTERNAL)


_HANDLERS: Final = {HTTPException: _failure, Exception: _failure}
