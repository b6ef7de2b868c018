"""The server on a real socket: nobody keeps it busy, and it goes when it is told to."""

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from repobook.errors import RepobookError
from repobook.model.book_layout import UNFINISHED
from repobook.web import server
from tests.fakes.asking import wait_for
from tests.fakes.books import command, environment, make_book, polyglot
from tests.fakes.processes import SECONDS_OF_A_HANG, is_alive
from tests.fakes.servers import served
from tests.fakes.sites import SITE

_HEAD = b"GET /site/index.html HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture(scope="module")
def address(book: Path) -> Iterator[tuple[str, int]]:
    with served(book) as address:
        yield address


def _said(address: tuple[str, int], sent: bytes) -> bytes:
    """All that comes back until the server hangs up, which it may do before it has read all."""
    said = b""
    with socket.create_connection(address, timeout=SECONDS_OF_A_HANG) as connection:
        with suppress(ConnectionError):
            connection.sendall(sent)
        with suppress(ConnectionError):
            while piece := connection.recv(1 << 16):
                said += piece
    return said


def test_a_page_comes_over_a_socket(address: tuple[str, int]) -> None:
    said = _said(address, _HEAD + b"Connection: close\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 200 ")
    assert said.endswith(SITE["site/index.html"].encode())


def test_two_requests_may_come_at_once(address: tuple[str, int]) -> None:
    said = _said(address, _HEAD + b"\r\n" + _HEAD + b"Connection: close\r\n\r\n")
    assert said.count(b"HTTP/1.1 200 ") == 2


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (_HEAD + b"X: " + b"x" * 100_000 + b"\r\n\r\n", b"431"),
        (_HEAD + b"X: y\r\n" * 20_000 + b"\r\n", b"431"),
        (b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414"),
        (b"GET /" + b"x" * 100_000, b"414"),
        (_HEAD + b"X: " + b"x" * 100_000, b"431"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"421"),
        (b"GET //evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", b"404"),
        (b"GET /../../etc/passwd HTTP/1.0\r\nHost: localhost\r\n\r\n", b"404"),
        (b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\nx", b"405"),
        (_HEAD + b"Content-Length: 999999999\r\n\r\nx", b"413"),
        (_HEAD + b"Transfer-Encoding: chunked\r\n\r\nffffff\r\nx", b"413"),
        (_HEAD + b"Upgrade: websocket\r\nConnection: upgrade, close\r\n\r\n", b"200"),
    ],
)
def test_what_is_too_much_or_makes_no_sense_is_refused(
    address: tuple[str, int], sent: bytes, status: bytes
) -> None:
    said = _said(address, sent)
    assert said.startswith(b"HTTP/1.1 " + status)
    assert b"Traceback" not in said


def test_half_a_request_is_not_waited_for(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(book) as address:
        with socket.create_connection(address, timeout=SECONDS_OF_A_HANG) as connection:
            connection.sendall(_HEAD + b"\r\n")
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
            monkeypatch.setattr(server, "_SECONDS_FOR_A_REQUEST", 0.2)
            connection.sendall(_HEAD)  # of the next one only half
            while connection.recv(1 << 16):
                pass
        assert _said(address, _HEAD) == b""
        assert _said(address, b"") == b""


def test_half_a_patch_is_not_waited_for(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = b"POST /api/v1/impact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n"
    patch = b"--- a/src/a.py\n+++ b/src/a.py\n"
    with served(book) as address:
        with socket.create_connection(address, timeout=SECONDS_OF_A_HANG) as connection:
            connection.sendall(head + patch[:10])
            connection.sendall(patch[10:])
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
            monkeypatch.setattr(server, "_SECONDS_FOR_A_REQUEST", 0.2)
            connection.sendall(head + patch[:10])  # of the next one only half
            while connection.recv(1 << 16):
                pass
        assert _said(address, head + patch[:10]) == b""


def test_who_does_not_take_what_he_asked_for_is_left(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_SECONDS_FOR_A_PIECE", 0.2)
    with served(book) as address, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(SECONDS_OF_A_HANG)
        connection.connect(address)
        long = _HEAD.replace(b"index.html", b"made/long.html") + b"\r\n"
        connection.sendall(long * 100)
        wait_for(lambda: _is_left(connection))


def _is_left(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"x")
    except ConnectionError:
        return True
    return False


def test_the_parts_of_an_answer_do_not_wait_for_each_other() -> None:
    with server.listen(0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_told() -> None:
    with server.listen(0) as taken, pytest.raises(RepobookError, match="cannot listen on port"):
        server.listen(taken.getsockname()[1])


def test_serve_finishes_a_book_shows_it_and_builds_again_until_it_is_interrupted(
    tmp_path: Path,
) -> None:
    polyglot(tmp_path / "root")
    make_book(tmp_path / "root", tmp_path / "root.book")
    (tmp_path / "root.book" / UNFINISHED).touch()
    with _serving(tmp_path) as (process, address):
        wait_for(lambda: not _asked(f"{address}api/v1/health")["data"]["is_building"])
        (tmp_path / "root/fresh.py").write_text("def quite_new():\n    pass\n")
        wait_for(lambda: bool(_asked(f"{address}api/v1/symbols?name=quite_new")["data"]["symbols"]))
        children = _children(process.pid)
        # What is polite within a session need not be so to another one.
        assert {os.getsid(child) for child in children} == {os.getsid(process.pid)}
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS_OF_A_HANG) == 0
        wait_for(lambda: not any(is_alive(child) for child in children))


def test_serve_makes_the_pages_of_a_book_without_pages_when_they_are_read(tmp_path: Path) -> None:
    polyglot(tmp_path / "root")
    with _serving(tmp_path) as (_, address):
        with urlopen(address, timeout=SECONDS_OF_A_HANG) as home:
            assert home.url == f"{address}site/index.html"
            assert b"rendered on request" in home.read()
        wait_for(lambda: not _asked(f"{address}api/v1/health")["data"]["is_building"])
        (tmp_path / "root/fresh.py").write_text("def quite_new():\n    pass\n")
        wait_for(lambda: _status(f"{address}site/fresh.py_docs.html") == 200)
        (tmp_path / "root/fresh.py").write_text("def newer_still():\n    pass\n")
        wait_for(lambda: b"newer_still" in _page(f"{address}site/fresh.py_src.html"))
        assert _status(f"{address}site/nothing.py_docs.html") == 404
        assert _status(f"{address}site/../root/fresh.py") == 404
    assert not (tmp_path / "root.book/site").exists()


@contextmanager
def _serving(folder: Path) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """The process, and the address that it prints."""
    process = subprocess.Popen(
        command("serve", "root", "--port", "0", "--history", "0"),
        cwd=folder,
        env=environment({"PYTHONUNBUFFERED": "1"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().decode().strip()
    finally:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_OF_A_HANG)
        process.kill()
        process.communicate()


def _page(address: str) -> bytes:
    with urlopen(address, timeout=SECONDS_OF_A_HANG) as answer:
        content: bytes = answer.read()
    return content


def _status(address: str) -> int:
    try:
        with urlopen(address, timeout=SECONDS_OF_A_HANG) as answer:
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code


def _asked(address: str) -> dict[str, dict[str, object]]:
    with urlopen(address, timeout=SECONDS_OF_A_HANG) as answer:
        told: dict[str, dict[str, object]] = json.load(answer)
        return told


def _children(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in text.split()]
