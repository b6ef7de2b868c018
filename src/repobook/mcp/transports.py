"""Transports of the server: stdio, or HTTP on this machine only."""

import logging
import socket
from collections.abc import Callable
from typing import Any, Final

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from starlette.types import ASGIApp

from repobook.web.guard import Allowed, Guard
from repobook.web.server import server as http_server

PATH: Final = "/mcp"
_MAX_BODY: Final = 1 << 20


def serve_pipes(server: Server[Any]) -> None:
    """Until the other end closes them."""
    _silence()

    async def run() -> None:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)


def application(server: Server[Any]) -> ASGIApp:
    """Behind the checks that the site has: host, origin, size."""
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=_MAX_BODY,
    )
    return Guard(app, Allowed(("POST",), _MAX_BODY))


def serve_http(
    server: Server[Any], listening: socket.socket, when_ready: Callable[[], None]
) -> None:
    _silence()
    http_server(application(server), when_ready).run(sockets=[listening])


def _silence() -> None:
    """What clients do wrong is answered to them; it is no message to the user."""
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
