"""Answers questions over HTTP, in the envelope that the command line has for ``--json``."""

import json
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response

from repobook.ask.envelope import answered
from repobook.ask.opening.deadline_reader import NotNowError
from repobook.build.watching import TreeState
from repobook.errors import RepobookError
from repobook.text.patches import is_patch
from repobook.web.api.cursors import OtherBookError, first_after
from repobook.web.api.endpoints import (
    BODY,
    CURSOR,
    ENDPOINTS,
    FIRST,
    POSTED,
    endpoint_by_question,
)
from repobook.web.api.openapi import PREFIX, document
from repobook.web.api.parameters import BadParameterError, read_parameters
from repobook.web.current_book import CurrentBook
from repobook.web.due_threads import DueThreads
from repobook.web.failures import failure
from repobook.web.health import Health
from repobook.web.pages import BOOK_HEADER
from repobook.web.query_worker import EncodedAnswer
from repobook.web.served_book import N_WORKERS, ServedBook

_JSON: Final = "application/json"
_MAX_WAITING: Final = 200
# A search takes ten times as long as most questions, so it lets those go first for a moment.
_PATIENCE: Final = 0.1
_STATUS: Final[dict[type[RepobookError], int]] = {
    BadParameterError: 400,
    OtherBookError: 409,
    NotNowError: 503,
}
_MAX_CACHED_BYTES: Final = 16 << 20
_BY_QUESTION: Final = endpoint_by_question()


class Api:
    """``tree`` returns the state of the files behind the book."""

    def __init__(self, current: CurrentBook, tree: Callable[[], TreeState]) -> None:
        self._current = current
        self._tree = tree
        # One thread for each worker process.
        self._threads = DueThreads(N_WORKERS)
        self._caches: WeakKeyDictionary[ServedBook, _AnswerCache] = WeakKeyDictionary()

    async def answer(self, request: Request) -> Response:
        question = request.path_params["question"]
        asked = f"POST {question}" if request.method == "POST" else question
        if asked in _BY_QUESTION:
            return await self._answered(asked, request)
        if question == "health":
            return self._health()
        if question == "openapi.json":
            return Response(_described(), media_type=_JSON)
        return await no_question(request)

    async def _answered(self, asked: str, request: Request) -> Response:
        try:
            body = _patch(await request.body()) if request.method == "POST" else ""
            with self._current.borrow() as book:
                answer = await self._answer_of(book, asked, request, body)
                return _response(answer, book)
        except (BadParameterError, OtherBookError, NotNowError) as error:
            status = _STATUS[type(error)]
            return failure(request.scope["path"], status, error.message, error.hint)

    def _health(self) -> Response:
        with self._current.borrow() as book:
            health = Health(book.identity, self._current.problem, *self._tree())
            content = answered("health", book.commit, health)
            return _response(EncodedAnswer(json.dumps(content).encode(), 200), book)

    async def _answer_of(
        self, book: ServedBook, asked: str, request: Request, body: str
    ) -> EncodedAnswer:
        endpoint = _BY_QUESTION[asked]
        arguments = read_parameters(endpoint.parameters, request.query_params.multi_items())
        arguments[FIRST] = first_after(arguments.pop(CURSOR, ""), book.identity)
        if body:  # nobody posts the same twice
            asked_with = {**arguments, BODY: body}
            return await self._run(_PATIENCE, partial(book.answer, asked, asked_with))
        answers = self._caches.setdefault(book, _AnswerCache())
        key = (asked, *arguments.values())
        answer = answers.get(key)
        if answer is None:
            patience = _PATIENCE if endpoint.is_search else 0.0
            answer = await self._run(patience, partial(book.answer, asked, arguments))
            answers.put(key, answer)
        return answer

    async def _run(self, patience: float, task: Callable[[], EncodedAnswer]) -> EncodedAnswer:
        if self._threads.n_waiting >= _MAX_WAITING:
            raise NotNowError("too many requests", "try again in a moment")
        return await self._threads.run(patience, task)


def _patch(body: bytes) -> str:
    text = body.decode("utf-8", "replace")
    if not is_patch(text):
        raise BadParameterError("not a patch", "send a unified diff, as printed by git diff")
    return text


async def no_question(request: Request) -> Response:
    hint = f"{PREFIX}/openapi.json lists the endpoints"
    return failure(request.scope["path"], 404, "no such endpoint", hint)


@cache
def _described() -> str:
    return json.dumps(document(ENDPOINTS, POSTED))


def _response(answer: EncodedAnswer, book: ServedBook) -> Response:
    headers = {"Cache-Control": "no-store", BOOK_HEADER: book.identity}
    return Response(answer.body, answer.status, headers, _JSON)


class _AnswerCache:
    """Answers of one book, which does not change; evicts the least recently used."""

    def __init__(self) -> None:
        self._answer_by_key: OrderedDict[tuple[Any, ...], EncodedAnswer] = OrderedDict()
        self._n_bytes = 0

    def get(self, key: tuple[Any, ...]) -> EncodedAnswer | None:
        answer = self._answer_by_key.get(key)
        if answer is not None:
            self._answer_by_key.move_to_end(key)
        return answer

    def put(self, key: tuple[Any, ...], answer: EncodedAnswer) -> None:
        if key in self._answer_by_key:
            return
        self._answer_by_key[key] = answer
        self._n_bytes += len(answer.body)
        while self._n_bytes > _MAX_CACHED_BYTES:
            self._n_bytes -= len(self._answer_by_key.popitem(last=False)[1].body)
