"""Asks an application in this process, with the address exactly as it is given."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterable
from types import TracebackType
from typing import Any, NamedTuple, TypeVar
from urllib.parse import unquote

from starlette.types import ASGIApp, Message

from tests.fakes.processes import SECONDS_OF_A_HANG

_Result = TypeVar("_Result")
HERE = "127.0.0.1:8642"


def wait_for(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS_OF_A_HANG
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.02)


class Asked(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Asker:
    """Runs the application in a thread of its own between ``with`` and its end."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Asker":
        self._thread.start()
        self._await(self._begin())
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._await(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def get(self, target: str, **headers: str) -> Asked:
        return self.ask("GET", target, headers.items())

    def ask(
        self, method: str, target: str, headers: Iterable[tuple[str, str]] = (), body: bytes = b""
    ) -> Asked:
        named = [(name.lower().replace("_", "-"), text) for name, text in headers]
        if "host" not in dict(named):
            named.append(("host", HERE))
        return self._await(self._asked(method, target, named, body))

    def _await(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(SECONDS_OF_A_HANG)

    async def _begin(self) -> None:
        self._messages: asyncio.Queue[Message] = asyncio.Queue()
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        run = self._app(scope, self._messages.get, self._said.put)
        self._lifespan = asyncio.ensure_future(run)
        await self._messages.put({"type": "lifespan.startup"})
        assert (await self._said.get())["type"] == "lifespan.startup.complete"

    async def _end(self) -> None:
        await self._messages.put({"type": "lifespan.shutdown"})
        assert (await self._said.get())["type"] == "lifespan.shutdown.complete"
        await self._lifespan

    async def _asked(
        self, method: str, target: str, headers: list[tuple[str, str]], body: bytes
    ) -> Asked:
        """As the server takes a target apart."""
        raw, _, query = target.partition("?")
        scope = {
            "type": "http",
            "method": method,
            "path": unquote(raw),
            "raw_path": raw.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), text.encode()) for name, text in headers],
            **{"scheme": "http", "root_path": "", "http_version": "1.1", "server": None},
        }
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        told = {name.decode(): text.decode() for name, text in sent[0]["headers"]}
        return Asked(sent[0]["status"], told, b"".join(m.get("body", b"") for m in sent[1:]))
