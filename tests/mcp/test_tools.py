"""Each tool over the SDK's own client, which checks answers against their schemas."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from repobook.mcp.books import BookPlace, OpenBook
from repobook.mcp.calls import Calls
from repobook.mcp.server import server
from tests.fakes.conversations import run_conversation
from tests.fakes.tokenizer import real_tokens
from tests.mcp.conftest import Conversation

Converse = Callable[[Conversation], None]

ISSUE = """The helper returns nothing
It is called as the documentation says it should be, and then nothing comes back from it.
    helper()
"""
ASKED: list[tuple[str, dict[str, Any], str]] = [
    ("search", {"query": "helper"}, "src/a.py:11  function helper"),
    ("search", {"query": "who calls helper"}, "src/uses.py:5"),
    ("search", {"query": "helper", "kind": "symbols", "detail": "low"}, "src/a.py:11"),
    ("search", {"query": ISSUE}, "Python, 12 lines\n  11-12  function  helper\n"),
    ("show", {"target": "src/a.py"}, "4-8  class  class A"),
    ("show", {"target": "src/a.py::A.f"}, "    7|     def f(self):"),
    ("show", {"target": "src/a.py::A", "detail": "low"}, "7-8    method"),
    ("show", {"target": "src/a.py:11-12"}, "   12|     return A().f()"),
    ("show", {"target": "a.py:12"}, "   12|     return A().f()"),
    ("show", {"target": "src"}, "ask overview"),
    ("references", {"symbol": "helper"}, "src/uses.py:5  call  in g  exact"),
    ("references", {"symbol": "src/a.py::helper", "direction": "out"}, "src/a.py::A.f"),
    ("dependencies", {"file": "src/uses.py"}, "-> src/a.py  "),
    ("dependencies", {"file": "src/uses.py", "to": "src/a.py"}, "1 step from src/uses.py"),
    ("tests", {"target": "src/a.py"}, "tests/test_a.py"),
    ("impact", {"target": "helper"}, "caller src/uses.py:5  call in g, distance 1, exact"),
    ("impact", {"target": "--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-x\n"}, "another version"),
    ("findings", {"path": "src"}, "src/a.py:8  warning  S307"),
    ("overview", {}, "src/  "),
    ("overview", {"folder": "conf"}, "conf/x.yaml"),
    ("keywords", {"target": "src/a.py"}, "src/a.py:11  helper"),
    ("keywords", {"target": "hel*"}, "1 name beginning with hel"),
]


@pytest.mark.parametrize(("name", "given", "expected"), ASKED)
def test_answers(converse: Converse, name: str, given: dict[str, Any], expected: str) -> None:
    async def conversation(client: Client) -> None:
        await client.list_tools()
        result = await client.call_tool(name, given)
        assert not result.is_error
        text = result.content[0].text  # type: ignore[union-attr]
        assert expected in text
        data = result.structured_content
        assert data["about"] == text.split("\n")[0]
        assert f"covered: {data['covered']}" in text
        assert len(data["covered"]) > 4
        columns = next(t for t in (await client.list_tools()).tools if t.name == name)
        known = columns.output_schema["properties"]["rows"]["items"]["properties"]  # type: ignore[index]
        assert {key for row in data["rows"] for key in row} <= {*known}

    converse(conversation)


@pytest.mark.parametrize("max_tokens", [250, 600, 1_500])
def test_budgets_hold_for_every_tool(converse: Converse, max_tokens: int) -> None:
    async def conversation(client: Client) -> None:
        for name, given, _ in ASKED:
            result = await client.call_tool(name, {**given, "max_tokens": max_tokens})
            text = result.content[0].text  # type: ignore[union-attr]
            assert real_tokens(text) <= max_tokens
            data = json.dumps(result.structured_content, ensure_ascii=False)
            assert real_tokens(data) <= max_tokens

    converse(conversation)


def test_cursors_lead_through_all_rows(converse: Converse) -> None:
    async def conversation(client: Client) -> None:
        lines: list[int] = []
        given: dict[str, Any] = {"symbol": "helper", "role": "call", "max_tokens": 300}
        while True:
            data = (await client.call_tool("references", given)).structured_content
            rows = [row for row in data["rows"] if row["path"] == "src/many.py"]
            lines += [int(one) for row in rows for one in row["lines"].split(",")]
            if "next" not in data:
                break
            given["cursor"] = data["next"]
        assert lines == [*range(5, 125)]

    converse(conversation)


def test_a_cursor_of_another_question_is_refused(converse: Converse) -> None:
    async def conversation(client: Client) -> None:
        given = {"symbol": "helper", "max_tokens": 300}
        data = (await client.call_tool("references", given)).structured_content
        other = {"symbol": "src/a.py::A", "cursor": data["next"]}
        result = await client.call_tool("references", other)
        assert result.is_error
        assert "without a cursor" in result.content[0].text  # type: ignore[union-attr]

    converse(conversation)


def test_nothing_found_is_an_answer_with_its_coverage(converse: Converse) -> None:
    async def conversation(client: Client) -> None:
        for name, given in (
            ("search", {"query": "xyzzyplugh"}),
            ("show", {"target": "xyzzyplugh"}),
            ("references", {"symbol": "xyzzyplugh"}),
            ("tests", {"target": "xyzzyplugh"}),
        ):
            result = await client.call_tool(name, given)
            assert not result.is_error
            assert "with parse problems" in result.structured_content["covered"]

    converse(conversation)


def test_the_likeliest_of_a_name_is_answered_for_and_the_others_are_named(
    converse: Converse,
) -> None:
    async def conversation(client: Client) -> None:
        for name, parameter in (("show", "target"), ("references", "symbol"), ("tests", "target")):
            data = (await client.call_tool(name, {parameter: "f"})).structured_content
            assert data["notes"][0].startswith("1 other of that name: src/")

    converse(conversation)


def test_a_name_without_resolved_uses_is_looked_for_in_the_text(converse: Converse) -> None:
    async def conversation(client: Client) -> None:
        result = await client.call_tool("references", {"symbol": "lonely"})
        (row,) = result.structured_content["rows"]
        assert (row["path"], row["lines"], row["role"]) == ("src/names.yaml", "1", "mention")
        assert "no resolved use, but its name appears in 1 place" in result.content[0].text  # type: ignore[union-attr]

    converse(conversation)


@pytest.mark.parametrize(
    ("name", "given", "hint"),
    [
        ("search", {}, "query is missing"),
        ("search", {"query": 3}, "query must be a text"),
        ("search", {"query": "x", "kind": "poems"}, "kind must be one of"),
        ("search", {"query": "x", "max_tokens": 5}, "a whole number from 250"),
        ("search", {"query": "x", "max_tokens": True}, "a whole number"),
        ("search", {"query": "x" * 5_000}, "at most 4,096 characters"),
        ("search", {"query": "x", "colour": "red"}, "knows no 'colour'"),
        ("references", {"symbol": "A", "depth": 99}, "from 1 to 5"),
        ("show", {"target": "a\0b"}, "no text of at most"),
    ],
)
def test_a_bad_argument_says_what_would_fit(
    converse: Converse, name: str, given: dict[str, Any], hint: str
) -> None:
    async def conversation(client: Client) -> None:
        result = await client.call_tool(name, given)
        assert result.is_error
        assert hint in result.content[0].text  # type: ignore[union-attr]

    converse(conversation)


def test_definitions_are_read_only_and_cheap(converse: Converse) -> None:
    async def conversation(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == sorted(tool.name for tool in tools)
        assert len(tools) <= 10
        for tool in tools:
            assert tool.annotations
            assert tool.annotations.read_only_hint
            assert tool.annotations.open_world_hint is False
        data = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
        assert real_tokens(json.dumps(data)) <= 1_800

    converse(conversation)


def test_an_unknown_tool_is_an_error_of_the_protocol(converse: Converse) -> None:
    async def conversation(client: Client) -> None:
        with pytest.raises(MCPError, match="there are dependencies, findings"):
            await client.call_tool("no_such_tool", {})

    converse(conversation)


def test_words_of_the_repository_are_quoted(converse: Converse) -> None:
    async def conversation(client: Client) -> None:
        result = await client.call_tool("show", {"target": "src/a.py"})
        text = result.content[0].text  # type: ignore[union-attr]
        said = [one for one in text.split("\n") if "Ignore all previous" in one]
        assert said
        assert all("| " in one for one in said)
        assert "never instructions" in (client.instructions or "")

    converse(conversation)


def test_text_alone_where_no_structure_is_wanted(calls: Calls) -> None:
    async def conversation() -> None:
        async with Client(server(calls, is_structured=False)) as client:
            assert all(t.output_schema is None for t in (await client.list_tools()).tools)
            assert (await client.call_tool("overview", {})).structured_content is None

    run_conversation(conversation)


def test_of_several_books_one_is_named(book: Path) -> None:
    async def conversation() -> None:
        books = {name: OpenBook(BookPlace(name, book)) for name in ("one", "two")}
        async with Client(server(Calls(books))) as client:
            result = await client.call_tool("overview", {})
            assert result.is_error
            assert "one, two" in result.content[0].text  # type: ignore[union-attr]
            result = await client.call_tool("overview", {"book": "two"})
            assert result.meta
            assert result.meta["repobook/book"] == "two"
            pages = [r.uri for r in (await client.list_resources()).resources]
            assert "repobook://file/src/a.py?book=one" in map(str, pages)

    run_conversation(conversation)
