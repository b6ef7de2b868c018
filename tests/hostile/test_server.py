"""Clients that send nonsense, or nothing at all: others are answered, the terminal stays quiet."""

import resource
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fakes.books import command, environment, make_book
from tests.fakes.trees import write_tree

_HEAD = b"GET /site/index.html HTTP/1.1\r\nHost: 127.0.0.1\r\n"
_CHUNKED = _HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
_ASKED = _HEAD + b"Connection: close\r\n\r\n"
_TLS_HELLO = bytes.fromhex("1603010200010001fc0303") + bytes(range(256)) * 2

_QUIET = b"press Ctrl-C to stop\nstopped\n"


class _Server(NamedTuple):
    process: subprocess.Popen[bytes]
    address: tuple[str, int]

    def answer(self, sent: bytes) -> bytes:
        """All that comes back until the server hangs up."""
        with socket.create_connection(self.address, timeout=60) as connection:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(1 << 16), b""))

    def ended(self) -> bytes:
        """What it said on its terminal until it was interrupted."""
        self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        return errors


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("served")
    make_book(write_tree(place / "root", {"a.py": "x = 1\n"}), place / "book")
    return place / "book"


@pytest.fixture(params=[1_024, 64])
def server(book: Path, request: pytest.FixtureRequest) -> Iterator[_Server]:
    """With as many descriptors as is usual, or with few."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (request.param, request.param))

    process = subprocess.Popen(
        command("serve", "--book", book, "--port", "0"),
        env=environment({"PYTHONUNBUFFERED": "1"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=limit,
    )
    try:
        assert process.stdout is not None
        port = process.stdout.readline().decode().rstrip("/\n").rpartition(":")[2]
        yield _Server(process, ("127.0.0.1", int(port)))
    finally:
        process.kill()
        process.communicate()


BROKEN = (
    *(_CHUNKED + size + b"\r\n" for size in (b"ZZ", b"-1", b"", b"1\r\nxx", b"f" * 40)),
    *(_HEAD + b"Content-Length: " + n + b"\r\n\r\n" for n in (b"x", b"-5", b"5, 6", b"9" * 30)),
    _HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
    _HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    _HEAD + b"Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    _CHUNKED.replace(b"GET", b"HEAD") + b"ZZ\r\n",
    _HEAD + b"\r\n" + _CHUNKED + b"ZZ\r\n",
    (_HEAD + b"\r\n") * 20 + b"junk\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"Host: localhost\r\n" * 1_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n",
    b"GET / HTTP/1.1\nHost: localhost\n\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(40),
    b"\0" * 20_000,
    b"\r\n" * 1_000,
    _TLS_HELLO,
)  # fmt: skip


def test_broken_requests_are_refused_in_silence(server: _Server) -> None:
    for sent in BROKEN:
        said = server.answer(sent)
        assert said.startswith(b"HTTP/1.1 ")
        assert not said.startswith(b"HTTP/1.1 5")
    assert server.answer(_CHUNKED + b"ZZ\r\n").startswith(b"HTTP/1.1 400 ")
    assert server.answer(_ASKED).startswith(b"HTTP/1.1 200 ")
    assert server.ended() == _QUIET


def test_idle_connections_keep_nobody_waiting(server: _Server) -> None:
    with ExitStack() as stack:
        for n in range(500):
            connection = stack.enter_context(socket.create_connection(server.address, timeout=60))
            connection.sendall(_HEAD[: n % 3])
        # Connections are taken in their order: by now all of these are there.
        assert server.answer(_ASKED).startswith(b"HTTP/1.1 200 ")
        assert server.answer(_ASKED).startswith(b"HTTP/1.1 200 ")
    assert server.ended() == _QUIET
