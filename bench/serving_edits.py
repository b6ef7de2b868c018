"""How quickly ``repobook serve PATH`` answers while the files behind it are edited.

    python -m bench.serving_edits TREE BOOK [--seconds 120] [--rate 200] [--edits 10]

Pages are made when they are asked for. TREE is changed, so give it a copy: each edit adds a
function to a file of Python and is visible when the page of its text shows it. BOOK is made if it
is not there; what that takes until the first page comes is told, too.
"""

import argparse
import asyncio
import http
import http.client
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

import apsw
from bench.serving import Request, ask_all, tell, tell_use

from repobook.workers.process_tree import ProcessTreeMeter, children_of

_N_READ: Final = 300
"""Files that readers look at: who reads goes back and forth."""
_SECONDS_BETWEEN_LOOKS: Final = 0.5
_SECONDS_BETWEEN_GLANCES: Final = 0.05
_SECONDS_OF_PATIENCE: Final = 60.0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("tree", type=Path)
    parser.add_argument("book", type=Path)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--edits", type=int, default=10)
    given = parser.parse_args()
    began = time.monotonic()
    command = ("serve", str(given.tree), "--book", str(given.book), "--port", "0")
    server = subprocess.Popen(
        [sys.executable, "-P", "-m", "repobook", *command], stdout=subprocess.PIPE, text=True
    )
    meters: list[ProcessTreeMeter] = []
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        print(f"index stands after {time.monotonic() - began:.1f} s", flush=True)
        while not _page(port, "site/index.html"):
            time.sleep(_SECONDS_BETWEEN_GLANCES)
        print(f"first page after {time.monotonic() - began:.1f} s", flush=True)
        watching = frozenset(pid for pid in children_of(server.pid) if _is_watching(pid))
        for left_out in (frozenset[int](), watching):
            meters.append(ProcessTreeMeter(server.pid, _SECONDS_BETWEEN_LOOKS, left_out))
            meters[-1].start()
        _run(given, port, meters[0])
        print(f"without its builds at their peak: {meters[1].peak_bytes / (1 << 20):.0f} MiB (PSS)")
    finally:
        for meter in meters:
            meter.stop()
        server.terminate()
        server.wait()


def _is_watching(pid: int) -> bool:
    return b"\0watch\0" in Path(f"/proc/{pid}/cmdline").read_bytes()


def _run(given: argparse.Namespace, port: int, meter: ProcessTreeMeter) -> None:
    requests = list(_requests(given.book, given.rate * given.seconds))
    editor = threading.Thread(target=_edit, args=(given.tree, given.book, port, given))
    editor.start()
    began = time.process_time()
    answers = asyncio.run(ask_all(port, requests, given.rate))
    asking = time.process_time() - began
    editor.join()
    tell(answers)
    tell_use(meter, asking, 0)


def _requests(book: Path, n: int) -> Iterator[Request]:
    draw = random.Random(0)
    files = draw.sample(*_paths(book, "documented"))
    for _ in range(n):
        file = draw.choice(files)
        folder = file.rpartition("/")[0]
        kind = draw.choices(*zip(*_SHARES.items(), strict=True))[0]
        pages = {
            "document page": f"site/{file}_docs.html",
            "text page": f"site/{file}_src.html",
            "folder page": f"site/{folder}/index.html" if folder else "site/index.html",
        }
        query = {"query": file.rpartition("/")[2]} if kind == "search" else {"target": file}
        question = f"/api/v1/{kind}?{urlencode(query if kind != 'health' else {})}"
        yield Request(kind, f"/{quote(pages[kind])}" if kind in pages else question)


_SHARES: Final = {
    "document page": 30,
    "text page": 20,
    "folder page": 10,
    "health": 15,
    "search": 10,
    "show": 15,
}


def _paths(book: Path, status: str, language: str = "") -> tuple[list[str], int]:
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    rows = db.execute("SELECT path, language FROM files WHERE status = ? ORDER BY path", (status,))
    paths = [path for path, own in rows if own == language or not language]
    db.close()
    return paths, min(_N_READ, len(paths))


def _edit(tree: Path, book: Path, port: int, given: argparse.Namespace) -> None:
    paths, _ = _paths(book, "documented", "Python")
    draw, seconds = random.Random(1), []
    began = time.monotonic()
    for number in range(given.edits):
        time.sleep(max(0.0, began + given.seconds * number / given.edits - time.monotonic()))
        path = draw.choice(paths)
        edited = time.monotonic()
        with (tree / path).open("a") as file:
            file.write(f"\n\ndef edited_{number}():\n    return {number}\n")
        while f"edited_{number}".encode() not in _page(port, f"site/{path}_src.html"):
            if time.monotonic() - edited > _SECONDS_OF_PATIENCE:
                break
            time.sleep(_SECONDS_BETWEEN_GLANCES)
        else:
            seconds.append(time.monotonic() - edited)
    seconds.sort()
    shown = " ".join(f"{one:.1f}" for one in seconds)
    print(f"edits visible after, s: {shown}; {given.edits - len(seconds)} never", flush=True)


def _page(port: int, name: str) -> bytes:
    """Empty where it is refused: who reads it tries again."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    try:
        connection.request("GET", f"/{quote(name)}")
        answer = connection.getresponse()
        return answer.read() if answer.status == http.HTTPStatus.OK else b""
    except (OSError, http.client.HTTPException):
        return b""
    finally:
        connection.close()


if __name__ == "__main__":
    main()
