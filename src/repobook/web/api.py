"""Answers questions over HTTP, in the envelope that the command line has for ``--json``."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response

from repobook.errors import RepobookError
from repobook.service.envelope import answered
from repobook.service.patient_reader import NotNowError
from repobook.service.watching import TreeState
from repobook.web.answering import Told
from repobook.web.cursors import OtherBookError, first_after
from repobook.web.endpoints import CURSOR, ENDPOINTS, FIRST, Endpoint
from repobook.web.failures import failure
from repobook.web.health import Health
from repobook.web.openapi import PREFIX, document
from repobook.web.pages import BOOK_HEADER
from repobook.web.parameters import BadParameterError, read_parameters
from repobook.web.served import N_ANSWERERS, ServedBook
from repobook.web.shelf import Shelf

_JSON: Final = "application/json"
_MAX_WAITING: Final = 50
_STATUS: Final[dict[type[RepobookError], int]] = {
    BadParameterError: 400,
    OtherBookError: 409,
    NotNowError: 503,
}
_MAX_KEPT_BYTES: Final = 16 << 20
_BY_NAME: Final = {endpoint.name: endpoint for endpoint in ENDPOINTS}


class Api:
    """``tree`` tells what is known of the files behind the book."""

    def __init__(self, shelf: Shelf, tree: Callable[[], TreeState]) -> None:
        self._shelf = shelf
        self._tree = tree
        # As many as there are processes that answer, so that each finds one.
        self._threads = _Threads(N_ANSWERERS)
        self._kept: WeakKeyDictionary[ServedBook, _Kept] = WeakKeyDictionary()

    async def answer(self, request: Request) -> Response:
        question = request.path_params["question"]
        if question in _BY_NAME:
            return await self._answered(_BY_NAME[question], request)
        if question == "health":
            return self._health()
        if question == "openapi.json":
            return Response(_described(), media_type=_JSON)
        return await no_question(request)

    async def _answered(self, endpoint: Endpoint, request: Request) -> Response:
        try:
            with self._shelf.lent() as book:
                told = await self._told(book, endpoint, request)
                return _response(told, book)
        except (BadParameterError, OtherBookError, NotNowError) as error:
            status = _STATUS[type(error)]
            return failure(request.scope["path"], status, error.message, error.hint)

    def _health(self) -> Response:
        with self._shelf.lent() as book:
            health = Health(book.identity, self._shelf.problem, *self._tree())
            told = answered("health", book.commit, health)
            return _response(Told(json.dumps(told).encode(), 200), book)

    async def _told(self, book: ServedBook, endpoint: Endpoint, request: Request) -> Told:
        given = read_parameters(endpoint.parameters, request.query_params.multi_items())
        given[FIRST] = first_after(given.pop(CURSOR, ""), book.identity)
        kept = self._kept.setdefault(book, _Kept())
        key = (endpoint.name, *given.values())
        told = kept.get(key)
        if told is None:
            told = await self._threads.run(book.answer, endpoint.name, given)
            kept.put(key, told)
        return told


async def no_question(request: Request) -> Response:
    hint = f"{PREFIX}/openapi.json lists what may be asked"
    return failure(request.scope["path"], 404, "there is no such question", hint)


@cache
def _described() -> str:
    return json.dumps(document(ENDPOINTS))


class _Threads:
    """Few at a time are answered and some may wait; the others are told at once."""

    def __init__(self, n: int) -> None:
        self._pool = ThreadPoolExecutor(n)
        self._n_asked = 0

    async def run(self, work: Callable[..., Told], *given: Any) -> Told:
        if self._n_asked >= _MAX_WAITING:
            raise NotNowError("too many ask at once", "ask again in a moment")
        self._n_asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
        finally:
            self._n_asked -= 1


def _response(told: Told, book: ServedBook) -> Response:
    headers = {"Cache-Control": "no-store", BOOK_HEADER: book.identity}
    return Response(told.body, told.status, headers, _JSON)


class _Kept:
    """Answers of one book, which does not change; the least recently asked for go first."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[Any, ...], Told] = OrderedDict()
        self._n_bytes = 0

    def get(self, key: tuple[Any, ...]) -> Told | None:
        told = self._told.get(key)
        if told is not None:
            self._told.move_to_end(key)
        return told

    def put(self, key: tuple[Any, ...], told: Told) -> None:
        if key in self._told:
            return
        self._told[key] = told
        self._n_bytes += len(told.body)
        while self._n_bytes > _MAX_KEPT_BYTES:
            self._n_bytes -= len(self._told.popitem(last=False)[1].body)
