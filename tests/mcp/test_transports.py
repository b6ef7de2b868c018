"""The same conversation over pipes and over HTTP, and what no request may do to the server."""

import json
import random
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from repobook.mcp.calls import Calls
from repobook.mcp.server import server
from repobook.mcp.transports import PATH, application
from repobook.web.server import ADDRESS, listen
from repobook.web.server import server as http_server
from tests.fakes.asking import Asker
from tests.fakes.books import command, environment, make_book
from tests.fakes.conversations import run_conversation
from tests.fakes.processes import SECONDS_OF_A_HANG
from tests.fakes.trees import write_tree
from tests.mcp.test_tools import ASKED

_JSON = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")]


async def _whole_conversation(client: Client) -> None:
    assert len((await client.list_tools()).tools) >= 8
    for name, given, expected in ASKED:
        result = await client.call_tool(name, given)
        assert expected in result.content[0].text or name == "references"  # type: ignore[union-attr]
    page = await client.read_resource("repobook://file/src/a.py")
    assert "# src/a.py" in page.contents[0].text  # type: ignore[union-attr]
    prompts = (await client.list_prompts()).prompts
    assert [one.name for one in prompts] == ["explain_file", "plan_change", "review_diff"]


def test_over_pipes(book: Path, root: Path) -> None:
    program, *arguments = command("mcp", str(root))
    parameters = StdioServerParameters(command=program, args=arguments, env=environment())

    async def conversation() -> None:
        async with Client(stdio_client(parameters)) as client:
            await _whole_conversation(client)

    run_conversation(conversation)


def test_a_change_is_in_the_next_answer(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "own", {"a.py": "def one():\n    return 1\n"})
    make_book(root, tmp_path / "own.book")
    program, *arguments = command("mcp", "--update", "--jobs", "1", str(root))
    parameters = StdioServerParameters(command=program, args=arguments, env=environment())

    async def conversation() -> None:
        async with Client(stdio_client(parameters)) as client:
            result = await client.call_tool("search", {"query": "two"})
            assert not result.structured_content["rows"]
            (root / "a.py").write_text("def two():\n    return 2\n")
            with anyio.fail_after(SECONDS_OF_A_HANG):
                while not result.structured_content["rows"]:  # files rest a little after a look
                    await anyio.sleep(0.1)
                    result = await client.call_tool("search", {"query": "two"})
            assert result.structured_content["rows"][0]["path"] == "a.py"

    run_conversation(conversation)


@contextmanager
def _served(calls: Calls) -> Iterator[str]:
    is_ready = threading.Event()
    listening = listen(0)
    running = http_server(application(server(calls)), is_ready.set)
    thread = threading.Thread(target=running.run, args=([listening],), daemon=True)
    thread.start()
    assert is_ready.wait(SECONDS_OF_A_HANG)
    try:
        yield f"http://{ADDRESS}:{listening.getsockname()[1]}{PATH}"
    finally:
        running.should_exit = True
        thread.join(SECONDS_OF_A_HANG)
        listening.close()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_http(calls: Calls, mode: str) -> None:
    async def conversation(url: str) -> None:
        async with Client(url, mode=mode) as client:
            await _whole_conversation(client)

    with _served(calls) as url:
        run_conversation(conversation, url)


def _call(name: str, given: Any, id: Any = 1) -> dict[str, Any]:
    params = {"name": name, "arguments": given}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}


_GOOD = json.dumps(_call("search", {"query": "helper"}))
_BROKEN_VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1e308,
    "",
    "\0",
    "\ud800",
    [],
    {},
    [[[]]],
    "x" * 5_000,
)


def _malformed(n: int) -> Iterator[bytes]:
    """Valid requests with a hole, a wrong value, or wrong bytes; no request at all."""
    chance = random.Random(n)
    names = [name for name, _, _ in ASKED]
    for _ in range(n):
        request = _call(chance.choice([*names, "none"]), {"query": "helper"}, chance.random())
        way = chance.randrange(4)
        if way == 0:
            request.pop(chance.choice([*request]))
        elif way == 1:
            request[chance.choice([*request])] = chance.choice(_BROKEN_VALUES)
        elif way == 2:
            key = chance.choice(["query", "symbol", "target", "cursor", "max_tokens", "book"])
            request["params"]["arguments"] = {key: chance.choice(_BROKEN_VALUES)}
        data = bytearray(json.dumps(request).encode())
        if way == 3:
            del data[chance.randrange(len(data)) :]
            data += chance.randbytes(chance.randrange(9)).replace(b"\n", b"")
        yield bytes(data)


def test_malformed_requests_over_http_are_refused_and_harm_nothing(calls: Calls) -> None:
    with _served(calls) as url, closing(_connected(url)) as connection:
        for body in _malformed(500):
            status, text = _posted(connection, body)
            assert status < 500
            if text.startswith("{"):
                assert json.loads(text).keys() & {"error", "result"}
        assert "src/a.py:11" in _posted(connection, _GOOD.encode())[1]


def _connected(url: str) -> HTTPConnection:
    return HTTPConnection(urlsplit(url).netloc, timeout=SECONDS_OF_A_HANG)


def _posted(connection: HTTPConnection, body: bytes) -> tuple[int, str]:
    connection.request("POST", PATH, body, dict(_JSON))
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", [], 405),
        ("DELETE", [], 405),
        ("POST", [("host", "evil.example")], 421),
        ("POST", [("origin", "http://evil.example")], 403),
        ("POST", [("sec-fetch-site", "cross-site")], 403),
        ("POST", [("content-length", str(2 << 20))], 413),
        ("POST", [("content-length", "none")], 413),
        ("POST", [("transfer-encoding", "chunked")], 411),
    ],
)
def test_the_guard_of_the_site_stands_before_it(
    calls: Calls, method: str, headers: list[tuple[str, str]], status: int
) -> None:
    with Asker(application(server(calls))) as asker:
        assert asker.ask(method, PATH, [*_JSON, *headers]).status == status


def test_malformed_lines_over_pipes_are_survived(book: Path) -> None:
    opening = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    last = json.dumps(_call("search", {"query": "helper"}, "last")).encode()
    first = [json.dumps(opening).encode(), json.dumps(ready).encode()]
    with subprocess.Popen(
        command("mcp", str(book)),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        timer = threading.Timer(SECONDS_OF_A_HANG, process.kill)
        timer.start()
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"\n".join([*first, *_malformed(500), last]) + b"\n")
        process.stdin.flush()
        answers = (json.loads(line) for line in process.stdout)
        found = next(answer for answer in answers if answer.get("id") == "last")
        assert "src/a.py:11" in found["result"]["content"][0]["text"]
        process.stdin.close()
        process.stdout.read()
        assert b"Traceback" not in process.stderr.read()
        assert process.wait(SECONDS_OF_A_HANG) == 0
        timer.cancel()
