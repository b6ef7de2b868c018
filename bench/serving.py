"""How quickly a served book answers while others are published over it, and what that takes.

    python bench/serving.py BOOK [--seconds 120] [--rate 200] [--publishes 20]

Asks ``repobook serve`` for pages and answers of all kinds, so many a second whether it keeps up or
not, and measures each from the moment it was due. Meanwhile the book is published anew in the
steps of a build: marked pages, another commit. An answer is mixed if its page or its commit is not
of the book that it says it is of. BOOK is copied beside itself first (pages as links), and the
copy removed.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import os
import random
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

from repobook.store.manifest import file_sha256, read_manifest, write_manifest
from repobook.store.pages import Publication, mark_unfinished, publish, unmark

_N_MARKED: Final = 200
_MARK: Final = b"published as "


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
    given = parser.parse_args()
    copy = given.book.with_name(f"{given.book.name}.serving")
    try:
        _run(given, _copied(given.book, copy))
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _run(given: argparse.Namespace, book: Path) -> None:
    requests = list(_requests(book, given.rate * given.seconds))
    _publish(book, 0)
    command = [sys.executable, "-P", "-m", "repobook", "serve", "--book", str(book), "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        publisher = _publisher(book, given.seconds, given.publishes)
        answers = asyncio.run(_asked(port, requests, given.rate))
        publisher.wait()
        _tell(answers, server.pid, publisher.returncode)
    finally:
        server.terminate()
        server.wait()


def _copied(book: Path, copy: Path) -> Path:
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(book, copy, copy_function=os.link, ignore=shutil.ignore_patterns("cache"))
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
    began = time.monotonic()
    for number in range(1, n + 1):
        time.sleep(max(0.0, began + seconds * number / (n + 1) - time.monotonic()))
        _publish(book, number)


def _publish(book: Path, number: int) -> None:
    """In the steps and the order of a build."""
    staging, index = book / "cache" / "staged", book / "cache" / "book.db.new"
    names = _marked(book)
    for name in names:
        path = staging / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = (book / name).read_bytes().partition(_MARK)[0]
        path.write_bytes(text + _MARK + str(number).encode())
    shutil.copyfile(book / "book.db", index)
    db = apsw.Connection(str(index))
    db.execute("UPDATE meta_entry SET value = ? WHERE key = 'commit'", (str(number),))
    db.close()
    sums = {name: output["sha256"] for name, output in read_manifest(book)["outputs"].items()}
    sums |= {name: file_sha256(staging / name) for name in names}
    sums["book.db"] = file_sha256(index)
    mark_unfinished(book)
    publish(Publication(staging, book, ("markdown", "site"), tuple(sums), tuple(names), True, ()))
    os.replace(index, book / "book.db")
    write_manifest(book, sums, {"made_from": read_manifest(book)["made_from"]})
    unmark(book)


async def _asked(port: int, requests: list[Request], rate: int) -> list[Answer]:
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


def _tell(answers: list[Answer], server: int, code: int) -> None:
    n_wrong = sum(answer.status not in (200, 304, 404) for answer in answers)
    said = defaultdict(set)
    for answer in answers:
        said[answer.book].add(answer.says)
    n_mixed = sum(len(says - {""}) > 1 for book, says in said.items() if book)
    print(f"answers {len(answers):,}, failed {n_wrong}, books {len(said)}, mixed {n_mixed}")
    print(f"publisher ended with {code}; load {os.getloadavg()[0]:.1f}; {_used(server)}")
    by_kind = defaultdict(list)
    for answer in answers:
        by_kind["all"].append(answer.seconds)
        by_kind[answer.kind].append(answer.seconds)
    print(f"{'ms':16}{'n':>8}{'p50':>8}{'p90':>8}{'p99':>8}{'most':>8}")
    for kind, seconds in by_kind.items():
        seconds.sort()
        shown = [seconds[int(share * (len(seconds) - 1))] * 1000 for share in (0.5, 0.9, 0.99, 1)]
        print(f"{kind:16}{len(seconds):8,}" + "".join(f"{ms:8.1f}" for ms in shown))


def _used(process: int) -> str:
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines()
    )
    ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    seconds = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    status |= dict(line.split(":", 1) for line in rollup)
    sizes = ", ".join(f"{name} {int(status[name].split()[0]) / 1024:.0f}" for name in _SIZES)
    return f"server: {seconds:.1f} CPU s; MiB: {sizes}"


_SIZES: Final = ("VmHWM", "RssAnon", "RssFile", "Pss")


if __name__ == "__main__":
    main()
