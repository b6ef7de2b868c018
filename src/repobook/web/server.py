"""Runs the application on this machine: nobody is waited for without end, nothing is logged."""

import asyncio
import socket
import sys
from collections.abc import Callable
from typing import Any, Final

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from repobook.errors import RepobookError

ADDRESS: Final = "127.0.0.1"
_MAX_CONNECTIONS: Final = 256
_MAX_HEAD_BYTES: Final = 32 << 10
_SECONDS_FOR_A_REQUEST: Final = 10
_SECONDS_FOR_A_PIECE: Final = 30


def listen(port: int) -> socket.socket:
    try:
        listening = socket.create_server((ADDRESS, port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", "") or str(error)
        raise RepobookError(f"cannot listen on port {port}: {reason}", "try --port 0") from None
    # Else the body of an answer waits 40 ms until the head is acknowledged: asyncio asks for this
    # only where a socket says that it speaks TCP, which those made by create_server do not.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


_SECONDS_OF_A_TURN: Final = 0.001


def server(app: ASGIApp, when_ready: Callable[[], None]) -> uvicorn.Server:
    """To be run with the socket that it listens on, until it is interrupted."""
    # Whoever asks for a page must not wait for the turns of those who search.
    sys.setswitchinterval(_SECONDS_OF_A_TURN)
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        loop="asyncio",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_MAX_CONNECTIONS,
        h11_max_incomplete_event_size=_MAX_HEAD_BYTES,
        timeout_graceful_shutdown=1,
    )
    return _Server(config, when_ready)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_ready()


class PatientProtocol(H11Protocol):
    """Gives up on who sends half a request, or does not take what he asked for."""

    _asking: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._mind_the_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._mind_the_request()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taking = self.loop.call_later(_SECONDS_FOR_A_PIECE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._taking = _cancelled(self._taking)

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking, self._taking = _cancelled(self._asking), _cancelled(self._taking)
        super().connection_lost(exc)

    def _mind_the_request(self) -> None:
        """A request may take so long from its first byte to the end of its head."""
        if self.conn.their_state is not h11.IDLE:
            self._asking = _cancelled(self._asking)
        elif self._asking is None:
            self._asking = self.loop.call_later(_SECONDS_FOR_A_REQUEST, self.transport.abort)


def _cancelled(timer: asyncio.TimerHandle | None) -> Any:
    if timer is not None:
        timer.cancel()
