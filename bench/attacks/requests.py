"""Raw bytes to a served book, most of them no request at all, and hundreds who say nothing.

Every answer is one of HTTP without an error of ours, nothing outside the book is read, and while
others sit idle a reader is served as before.
"""

import asyncio
import random
import re
import time
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import quote, quote_from_bytes

from bench.attacks.lab import (
    HANG,
    HANG_SECONDS,
    INTERNAL,
    LOST,
    OUTSIDE,
    UNSERVED,
    Lab,
    Run,
    published,
    shown,
)
from bench.attacks.sources import write_program
from tests.fakes.hostile_texts import CORPUS
from tests.fakes.payloads import PAYLOADS

_REQUESTS: Final = 1500
_AT_ONCE: Final = 20
_IDLE: Final = 550
_ASKED_BESIDE_IDLE: Final = 40
_SECONDS_BESIDE_IDLE: Final = 10
_CANARY: Final = b"years of work"
_STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d\d\d)")


class Answer(NamedTuple):
    data: bytes
    is_late: bool

    @property
    def status(self) -> int:
        found = _STATUS.match(self.data)
        return int(found[1]) if found else 0


def attack(lab: Lab) -> None:
    root, book = lab.work / "tree", lab.work / "tree.book"
    write_program(root, 6, lab.draw)
    if lab.run("build", root, "-o", book, cwd=lab.work).code:
        return lab.report(LOST, "the tree is not built")
    pages = sorted(published(book))
    server = lab.start("serve", "--book", book, "--port", "0", cwd=lab.work)
    try:
        port = _port(server)
        if not port:
            return lab.report(UNSERVED, f"no server: {shown(server.err.read_bytes())}")
        asyncio.run(_attack(lab, port, pages))
    finally:
        server.stop()


def _port(server: Run) -> int:
    deadline = time.monotonic() + HANG_SECONDS
    while time.monotonic() < deadline and server.process.poll() is None:
        if found := re.search(rb":(\d+)/\s", server.out.read_bytes()):
            return int(found[1])
        time.sleep(0.02)
    return 0


async def _attack(lab: Lab, port: int, pages: Sequence[str]) -> None:
    waiting = [raw_request(lab.draw, port, pages) for _ in range(_REQUESTS)]

    async def ask_all() -> None:
        while waiting:
            request = waiting.pop()
            _judge(lab, request, await _ask(port, request))
            lab.counts["requests"] += 1

    await asyncio.gather(*(ask_all() for _ in range(_AT_ONCE)))
    await _check_served(lab, port, pages, "after hostile requests")
    await _sit_idle(lab, port, pages)


async def _sit_idle(lab: Lab, port: int, pages: Sequence[str]) -> None:
    """Some say nothing, some half a request, some have had an answer and say no more."""
    opened: list[asyncio.StreamWriter] = []
    head = f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\n".encode()
    for n in range(_IDLE):
        try:
            _, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 10)
        except (OSError, TimeoutError):
            break
        writer.write((b"", b"GET", head, head + b"\r\n")[n % 4])
        opened.append(writer)
    lab.counts["idle connections at once"] = len(opened)
    await _check_served(lab, port, pages, f"beside {len(opened)} idle connections")
    for writer in opened:
        writer.transport.abort()


async def _check_served(lab: Lab, port: int, pages: Sequence[str], when: str) -> None:
    n_refused, most = 0, 0.0
    for n in range(_ASKED_BESIDE_IDLE):
        page = pages[n * 7 % len(pages)] if n % 2 else "api/v1/search?query=quokka"
        request = f"GET /{quote(page, safe='/?=')} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"
        began = time.monotonic()
        answer = await _ask(port, request.encode())
        most = max(most, time.monotonic() - began)
        n_refused += answer.status not in (200, 304, 404)
    if n_refused or most > _SECONDS_BESIDE_IDLE:
        text = f"{when}: {n_refused} of {_ASKED_BESIDE_IDLE} not answered, most {most:.1f} s"
        lab.report(UNSERVED, text)


async def _ask(port: int, request: bytes) -> Answer:
    """Until the server closes, or has said its answer and nothing more for a moment."""
    data = b""
    try:
        async with asyncio.timeout(HANG_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            try:
                while part := await _read(reader, is_first=not data):
                    data += part
            finally:
                writer.transport.abort()
    except TimeoutError:
        return Answer(data, is_late=True)
    except OSError:
        pass
    return Answer(data, is_late=False)


async def _read(reader: asyncio.StreamReader, is_first: bool) -> bytes:
    if is_first:
        return await reader.read(1 << 16)
    try:
        return await asyncio.wait_for(reader.read(1 << 16), 0.02)
    except TimeoutError:
        return b""


def _judge(lab: Lab, request: bytes, answer: Answer) -> None:
    if answer.is_late:
        lab.report(HANG, f"no answer to {shown(request)}")
    if answer.status == 500:
        lab.report(INTERNAL, f"500 to {shown(request)}: {shown(answer.data)}")
    if _CANARY in answer.data or b"root:x:0:0" in answer.data:
        lab.report(OUTSIDE, f"read outside the book: {shown(request)}")


# What is sent -----------------------------------------------------------------------------------

_QUESTIONS: Final = {
    "files": ("folder", "language", "role", "status", "limit", "cursor"),
    "folders": ("path",),
    "symbols": ("path", "name", "kind", "limit", "cursor"),
    "show": ("target",),
    "refs": ("symbol", "direction", "kind", "depth", "limit", "cursor"),
    "deps": ("file", "to"),
    "tests": ("target", "limit", "cursor"),
    "findings": ("path", "category", "severity", "rule", "limit", "cursor"),
    "keywords": ("target", "limit"),
    "search": ("query", "kind", "limit", "cursor"),
    "health": (),
    "status": (),
    "nosuch": ("x",),
}
_VALUES: Final = (
    *('"', "*", "NEAR(", "NEAR(a b, 99999999999)", "nosuch:x", "(" * 5000, "a" * 20_000, "\0"),
    *("-1", "0", "1e9", "NaN", "999999999999999999999", "0x10", "１", "", " ", "\ud800", "'--"),
    *("/(a+)+$/", "/" + "a?" * 300 + "a" * 300 + "/", "/[/", "/\\p{L}{999}/", "a OR", "NOT", "-"),
    *("'; DROP TABLE file; --", "%", "_", "pkg/", "pkg/main.py", "run", "eval quokka", "who calls"),
    *("../../outside/thesis.txt", "/etc/passwd", "file:" * 99, "lang:python lang:c -x in:.."),
    *("tests for main.py", "x y" * 900, "\u202e\u0000\uffff", "{{7*7}}", "\r\nX: y"),
)
_PATHS: Final = (
    *("/../../outside/thesis.txt", "/%2e%2e/%2e%2e/outside/thesis.txt", "/site/..%2f..%2foutside"),
    *(
        "/..%5c..%5coutside",
        "//etc/passwd",
        "/\\evil",
        "//evil.example/x",
        "/%00",
        "/site/%00.html",
    ),
    *("/etc/passwd", "/site/../../../../../../etc/passwd", "/cache/facts", "/.lock", "/book.db"),
    *("/site/" + "a/" * 4000, "/" + "%2f" * 3000, "/?" + "a=b&" * 3000, "*", "", "http://x/", "/#"),
    *(
        "/%ff%fe",
        "/é",
        "/site/index.html;x=/../",
        "/manifest.json",
        "/site/.//index.html",
        "/~root",
    ),
)
_HEADERS: Final = (
    *("Range: bytes=0-", "Range: bytes=-1", f"Range: bytes={'0-0,' * 2000}0-0", "Range: bytes=9-1"),
    *("Origin: http://evil.example", "Host: evil.example", "Host: a\r\nHost: b", "Host:", "X: \0"),
    *("Transfer-Encoding: chunked", "Content-Length: 5", "Content-Length: -1", "Content-Length: a"),
    *("Content-Length: 5\r\nContent-Length: 6", "Content-Length: 99999999999999999999"),
    *("Transfer-Encoding: chunked\r\nContent-Length: 3", "Transfer-Encoding: \x0bchunked"),
    *("Expect: 100-continue", "Upgrade: websocket\r\nConnection: Upgrade", "Upgrade: h2c"),
    *("If-None-Match: *", 'If-None-Match: "' + "a" * 9000 + '"', "If-Modified-Since: never"),
    *("Accept-Encoding: " + "gzip," * 3000, "A: b\r\n" * 500 + "A: b", "X: " + "y" * 40_000),
    *(
        "Sec-Fetch-Site: cross-site",
        " folded: x",
        "no colon",
        "Connection: close, \xff",
        "Cookie: =",
    ),
)
_BODIES: Final = (
    *(
        b"ZZ\r\nabc\r\n0\r\n\r\n",
        b"5\r\nabc",
        b"-1\r\n\r\n",
        b"FFFFFFFFFFFFFFFFFF\r\nx",
        b"0\r\n\r\n",
    ),
    *(b"hello", b"0" * 5000, b"3;" + b"x" * 9000 + b"\r\nabc\r\n0\r\n\r\n", b"\r\n" * 50),
)
_METHODS: Final = (
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "g",
    "",
)
_NO_HTTP: Final = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /\r\n",
    b"\r\n\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\0" * 3000,
    b"GET" + b" " * 40_000,
    b"GET / HTTP/1.1\r\n" + b"a" * 70_000,
)


def raw_request(draw: random.Random, port: int, pages: Sequence[str]) -> bytes:
    """Ends in a blank line, mostly; else the connection is closed by the server's patience."""
    if draw.random() < 0.04:
        return draw.choice(_NO_HTTP) + b"\r\n\r\n"
    method = draw.choice(_METHODS) if draw.random() < 0.3 else "GET"
    headers = [f"Host: localhost:{port}"] if draw.random() < 0.95 else []
    headers += draw.sample(_HEADERS, draw.choice([0, 0, 1, 1, 2]))
    version = draw.choice(["HTTP/1.1"] * 9 + ["HTTP/1.0"])
    head = "\r\n".join([f"{method} {_target(draw, pages)} {version}", *headers])
    request = head.encode("utf-8", "surrogatepass") + b"\r\n\r\n"
    if draw.random() < 0.2 or any("chunked" in one for one in headers):
        request += draw.choice(_BODIES)
    if draw.random() < 0.05:
        request *= draw.choice([2, 20])
    if draw.random() < 0.1:
        at = draw.randrange(len(request))
        request = request[:at] + draw.randbytes(draw.randint(1, 5)) + request[at:]
    return request


def _target(draw: random.Random, pages: Sequence[str]) -> str:
    kind = draw.random()
    if kind < 0.2:
        return "/" + quote(draw.choice(pages))
    if kind < 0.4:
        return draw.choice(_PATHS)
    name = draw.choice(sorted(_QUESTIONS))
    asked = [f"{one}={_quoted(_value(draw))}" for one in _QUESTIONS[name] if draw.random() < 0.7]
    return f"/api/v1/{name}?{'&'.join(asked)}"


def _value(draw: random.Random) -> str:
    return draw.choice(draw.choice([_VALUES, _VALUES, PAYLOADS, CORPUS]))


def _quoted(text: str) -> str:
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"))
