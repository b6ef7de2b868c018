"""How quickly a served book answers while others are published over it, and what that takes.

    python bench/serving.py BOOK [--seconds 120] [--rate 200] [--publishes 20] [--floor]

Asks ``repobook serve`` for pages and answers of all kinds, so many a second whether it keeps up or
not, and measures each from the moment it was due. Meanwhile the book is published anew in the
steps of a build: marked pages, another commit. An answer is mixed if its page or its commit is not
of the book that it says it is of. BOOK is copied beside itself first (pages as links), and the
copy removed. With ``--floor`` a server that does nothing is asked the same: no server can answer
sooner on the machine of that moment.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode

import apsw

from repobook.build.pipeline import write_manifest
from repobook.index.publish.book_folder import open_book_folder
from repobook.index.publish.manifest import file_sha256, read_manifest
from repobook.index.publish.pages import Publication, mark_unfinished, publish, unmark
from repobook.workers.process_tree import ProcessTreeMeter

_N_MARKED: Final = 200
_MARK: Final = b"published as "
_SECONDS_BETWEEN_LOOKS: Final = 0.5
_POLITENESS: Final = 10  # as that of the builds that a server starts


class Request(NamedTuple):
    kind: str
    target: str
    headers: str = ""


class Answer(NamedTuple):
    kind: str
    seconds: float
    status: int
    book: str
    says: str
    """Which publication it is of by its own words; empty where it does not say."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("book", type=Path)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--publishes", type=int, default=20)
    parser.add_argument("--floor", action="store_true")
    given = parser.parse_args()
    copy = given.book.with_name(f"{given.book.name}.serving")
    try:
        _run(given, _copied(given.book, copy))
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _run(given: argparse.Namespace, book: Path) -> None:
    requests = list(_requests(book, given.rate * given.seconds))
    _publish(book, 0)
    server = subprocess.Popen(
        _server(book, given.floor), stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent
    )
    meter = ProcessTreeMeter(server.pid, _SECONDS_BETWEEN_LOOKS)
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        meter.start()
        publisher = _publisher(book, given.seconds, given.publishes)
        began = time.process_time()
        answers = asyncio.run(ask_all(port, requests, given.rate))
        asking = time.process_time() - began
        publisher.wait()
        tell(answers)
        tell_use(meter, asking, _children_seconds())
    finally:
        meter.stop()
        server.terminate()
        server.wait()


def _server(book: Path, is_floor: bool) -> list[str]:
    if is_floor:
        return [sys.executable, "-c", "import serving; serving.serve_nothing()"]
    return [sys.executable, "-P", "-m", "repobook", "serve", "--book", str(book), "--port", "0"]


def serve_nothing() -> None:
    """The least that an answer of the usual size takes."""
    asyncio.run(_serve_nothing())


async def _serve_nothing() -> None:
    body = b'{"commit": ""}' + b" " * 10_000
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)

    class Nothing(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            self._transport = transport

        def data_received(self, data: bytes) -> None:
            self._transport.write(answer)

    server = await asyncio.get_running_loop().create_server(Nothing, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/", flush=True)
    await server.serve_forever()


def _copied(book: Path, copy: Path) -> Path:
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(
        book, copy, copy_function=os.link, ignore=shutil.ignore_patterns("cache", ".lock")
    )
    (copy / "cache").mkdir()
    return copy


def _requests(book: Path, n: int) -> Iterator[Request]:
    """In proportions of a reader who clicks through pages and asks now and then."""
    draw = random.Random(0)
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    files = [path for (path,) in db.execute("SELECT path FROM file WHERE status = 'documented'")]
    symbols = [id for (id,) in db.execute("SELECT id FROM symbols WHERE exported")]
    names = sorted({id.rpartition(".")[2].rpartition("::")[2] for id in symbols})
    db.close()
    pages = [name for name in read_manifest(book)["outputs"] if name != "book.db"]
    marked = _marked(book)
    for _ in range(n):
        file, symbol, name = draw.choice(files), draw.choice(symbols), draw.choice(names)
        folder = file.rpartition("/")[0]
        page = draw.choice(marked if draw.random() < 0.2 else pages)
        kind = draw.choices(*zip(*_SHARES.items(), strict=True))[0]
        queries = {
            "files": {"folder": folder},
            "folders": {"path": folder},
            "symbols": {"name": name},
            "show": {"target": file},
            "refs": {"symbol": symbol},
            "deps": {"file": file},
            "tests": {"target": file},
            "findings": {"path": file},
            "keywords": {"target": file},
            "search": {"query": f"{name} {draw.choice(names)}"},
        }
        if kind == "page":
            yield Request(kind, f"/{quote(page)}")
        elif kind == "unchanged page":
            etag = read_etag(book, page)
            yield Request(kind, f"/{quote(page)}", f"If-None-Match: {etag}\r\n")
        else:
            yield Request(kind, f"/api/v1/{kind}?{urlencode(queries.get(kind, {}))}")


_SHARES: Final = {
    "page": 45,
    "unchanged page": 10,
    "health": 5,
    "search": 10,
    "show": 5,
    "files": 5,
    "folders": 3,
    "symbols": 3,
    "refs": 4,
    "deps": 3,
    "tests": 3,
    "findings": 2,
    "keywords": 2,
}


def read_etag(book: Path, page: str) -> str:
    return f'"{hashlib.sha256((book / page).read_bytes()).hexdigest()}"'


def _marked(book: Path) -> list[str]:
    """The pages that differ from one publication to the next."""
    pages = sorted(name for name in read_manifest(book)["outputs"] if name != "book.db")
    return pages[:: max(1, len(pages) // _N_MARKED)]


def _publisher(book: Path, seconds: int, n: int) -> subprocess.Popen[bytes]:
    """In a process of its own, as a build is."""
    code = (
        f"import serving, pathlib; serving.publish_all(pathlib.Path({str(book)!r}), {seconds}, {n})"
    )
    return subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parent)


def publish_all(book: Path, seconds: int, n: int) -> None:
    os.nice(_POLITENESS)
    began = time.monotonic()
    for number in range(1, n + 1):
        time.sleep(max(0.0, began + seconds * number / (n + 1) - time.monotonic()))
        _publish(book, number)


def _publish(book: Path, number: int) -> None:
    """In the steps and the order of a build."""
    with open_book_folder(book, "", str(book)) as folder:
        work = folder.work.path
        names = _marked(book)
        for name in names:
            text = (book / name).read_bytes().partition(_MARK)[0]
            folder.work.write(name, text + _MARK + str(number).encode())
        shutil.copyfile(book / "book.db", work / "book.db")
        db = apsw.Connection(str(work / "book.db"))
        db.execute("UPDATE meta_entry SET value = ? WHERE key = 'commit'", (str(number),))
        db.close()
        manifest = read_manifest(book)
        sums = {name: output["sha256"] for name, output in manifest["outputs"].items()}
        sums |= {name: file_sha256(work / name) for name in (*names, "book.db")}
        mark_unfinished(folder)
        formats = ("markdown", "site")
        publish(folder, Publication(formats, tuple(sums), tuple(names), True, ()))
        folder.work.move("book.db", folder.files, "book.db")
        write_manifest(folder, sums, manifest["made_from"])
        unmark(folder)
        folder.discard_work()


async def ask_all(port: int, requests: list[Request], rate: int) -> list[Answer]:
    """Each is sent when it is due, on a connection of its own if all others are busy."""
    idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    loop = asyncio.get_running_loop()
    began = loop.time() + 0.5

    async def ask(number: int, request: Request) -> Answer:
        due = began + number / rate
        await asyncio.sleep(due - loop.time())
        while idle:
            connection = idle.pop()
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                status, book, body = await _exchanged(*connection, request)
                break  # else it had been idle for too long
        else:
            connection = await asyncio.open_connection("127.0.0.1", port)
            status, book, body = await _exchanged(*connection, request)
        idle.append(connection)
        return Answer(request.kind, loop.time() - due, status, book, _says(request.kind, body))

    found = await asyncio.gather(
        *(ask(n, one) for n, one in enumerate(requests)), return_exceptions=True
    )
    return [
        one if isinstance(one, Answer) else Answer(f"failed: {one!r}", 0, 0, "", "")
        for one in found
    ]


async def _exchanged(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: Request
) -> tuple[int, str, bytes]:
    head = f"GET {request.target} HTTP/1.1\r\nHost: 127.0.0.1\r\n{request.headers}\r\n"
    writer.write(head.encode())
    told = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in told[1:] if line)
    status = int(told[0].split()[1])
    n_bytes = 0 if status == 304 else int(headers.get("content-length", 0))
    return status, headers.get("x-repobook-book", ""), await reader.readexactly(n_bytes)


def _says(kind: str, body: bytes) -> str:
    if kind.endswith("page"):
        return body.partition(_MARK)[2].decode()
    return json.loads(body).get("commit", "") if body else ""


def tell(answers: list[Answer]) -> None:
    n_wrong = sum(answer.status not in (200, 304, 404) for answer in answers)
    said = defaultdict(set)
    for answer in answers:
        said[answer.book].add(answer.says)
    n_mixed = sum(len(says - {""}) > 1 for book, says in said.items() if book)
    print(f"answers {len(answers):,}, failed {n_wrong}, books {len(said)}, mixed {n_mixed}")
    by_kind = defaultdict(list)
    for answer in answers:
        by_kind["all"].append(answer.seconds)
        by_kind[answer.kind].append(answer.seconds)
    print(f"{'ms':16}{'n':>8}{'p50':>8}{'p90':>8}{'p99':>8}{'most':>8}")
    for kind, seconds in by_kind.items():
        seconds.sort()
        shown = [seconds[int(share * (len(seconds) - 1))] * 1000 for share in (0.5, 0.9, 0.99, 1)]
        print(f"{kind:16}{len(seconds):8,}" + "".join(f"{ms:8.1f}" for ms in shown))


def tell_use(meter: ProcessTreeMeter, asking: float, publishing: float) -> None:
    print(
        f"load {os.getloadavg()[0]:.1f}; CPU s: server {meter.processor_seconds:.1f}, asking"
        f" {asking:.1f}, publishing {publishing:.1f}; server and all it started at their peak:"
        f" {meter.peak_bytes / (1 << 20):.0f} MiB (PSS)"
    )


def _children_seconds() -> float:
    """Of those that have ended: the publisher."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
