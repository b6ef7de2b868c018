"""Runs the application on this machine, with a deadline for every client and without a log."""

import asyncio
import itertools
import resource
import socket
import sys
from collections.abc import Callable
from typing import Any, Final

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from repobook.errors import RepobookError
from repobook.text.visible import one_visible_line

ADDRESS: Final = "127.0.0.1"
_MAX_CONNECTIONS: Final = 256
_MAX_UNACCEPTED: Final = 2_048
_OTHER_DESCRIPTORS: Final = 48  # for the book, the processes that answer, and what is not ours
_MAX_HEAD_BYTES: Final = 32 << 10
_SECONDS_FOR_A_REQUEST: Final = 10
_SECONDS_FOR_A_PIECE: Final = 30


def listen(port: int, address: str = ADDRESS) -> socket.socket:
    try:
        listening = socket.create_server((address, port))
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
    # A page must not wait for the turns of searches.
    sys.setswitchinterval(_SECONDS_OF_A_TURN)
    config = uvicorn.Config(
        app,
        http=DeadlineProtocol,
        ws="none",
        loop="asyncio",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        # So many are accepted before room is made for them.
        backlog=_most_connections() // 4,
        h11_max_incomplete_event_size=_MAX_HEAD_BYTES,
        timeout_graceful_shutdown=1,
    )
    return _Server(config, when_ready)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self._report)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_MAX_UNACCEPTED)
        self._when_ready()

    def _report(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Broken and refused connections are not reported."""
        error = context.get("exception")
        if not isinstance(error, OSError) and not self.should_exit:
            problem = one_visible_line(f"{context.get('message')}: {type(error).__name__}: {error}")
            print(f"repobook: internal error: {problem}", file=sys.stderr)


def _most_connections() -> int:
    n_descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if n_descriptors == resource.RLIM_INFINITY:
        return _MAX_CONNECTIONS
    return max(8, min(_MAX_CONNECTIONS, (n_descriptors - _OTHER_DESCRIPTORS) // 2))


_REFUSED: Final = (
    b"HTTP/1.1 %b\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
)
_TOO_LARGE: Final = 431
_NUMBERS: Final = itertools.count()


class DeadlineProtocol(H11Protocol):
    """Closes connections that send half a request, or do not read the answer.

    When there are too many connections, the oldest of those that wait for their clients is closed:
    connecting costs nothing, so connections say nothing of the work there is.
    """

    _asking: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.number = next(_NUMBERS)
        self._mind_the_request()
        if len(self.connections) > _most_connections():
            self._make_room()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._mind_the_request()

    def send_400_response(self, msg: str) -> None:
        """Also where the head was fine and is being answered: that answer is dropped.

        Written as it is, for the state machine allows one answer only, and none of it to HEAD.
        """
        is_begun = self.cycle is not None and self.cycle.response_started
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if not is_begun or self.cycle.response_complete:
            self.transport.write(_REFUSED % self._status() + msg.encode())
        self.transport.close()

    def _status(self) -> bytes:
        """What is too long comes in pieces, and is refused before its end is seen."""
        error = sys.exception()
        if not isinstance(error, h11.RemoteProtocolError) or error.error_status_hint != _TOO_LARGE:
            return b"400 Bad Request"
        is_line = b"\n" not in self.conn.trailing_data[0]
        return b"414 URI Too Long" if is_line else b"431 Request Header Fields Too Large"

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taking = self.loop.call_later(_SECONDS_FOR_A_PIECE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._taking = _cancelled(self._taking)

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking, self._taking = _cancelled(self._asking), _cancelled(self._taking)
        super().connection_lost(exc)

    def _make_room(self) -> None:
        waiting = [
            one
            for one in self.connections
            if isinstance(one, DeadlineProtocol) and one is not self and one.waits_for_client
        ]
        if waiting:
            min(waiting, key=lambda one: (one.flow.write_paused, one.number)).transport.abort()

    @property
    def waits_for_client(self) -> bool:
        """For the rest of a request, for the next one, or for an answer to be taken."""
        is_idle = self.cycle is None or self.cycle.response_complete
        is_asking = self.conn.their_state is h11.SEND_BODY
        is_waiting = is_idle or is_asking or self.flow.write_paused
        return is_waiting and not self.transport.is_closing()

    def _mind_the_request(self) -> None:
        """A request may take so long from its first byte to its last."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._asking = _cancelled(self._asking)
        elif self._asking is None:
            self._asking = self.loop.call_later(_SECONDS_FOR_A_REQUEST, self.transport.abort)


def _cancelled(timer: asyncio.TimerHandle | None) -> Any:
    if timer is not None:
        timer.cancel()
