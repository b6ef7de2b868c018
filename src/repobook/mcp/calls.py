"""Answers the call of a tool: checked arguments in, an answer within its budget out."""

import hashlib
import json
from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, NamedTuple

from repobook.errors import RepobookError
from repobook.mcp import tools
from repobook.mcp.answer import Fitted, fitted
from repobook.mcp.books import Freshness, OpenBook
from repobook.mcp.tool import BUDGET, CURSOR, BadArgumentError, Tool

_OLD_CURSOR: Final = (
    "the cursor belongs to another call, or the book has changed",
    "repeat the call without a cursor",
)


def all_tools() -> tuple[Tool, ...]:
    """Always in the same order: clients cache the list."""
    names = sorted(module.name for module in iter_modules(tools.__path__))
    return tuple(import_module(f"{tools.__name__}.{name}").TOOL for name in names)


class Reply(NamedTuple):
    text: str
    data: dict[str, Any] | None
    """None where the call failed."""
    meta: dict[str, Any]


class Calls:
    def __init__(self, books: Mapping[str, OpenBook]) -> None:
        self._books = books
        self.tools = {tool.name: tool for tool in all_tools()}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._books)

    def book(self, name: str = "") -> OpenBook:
        """By name; the only one, or the first, without."""
        if name and name not in self._books:
            raise BadArgumentError(f"no book named {name}", f"available: {', '.join(self.names)}")
        return self._books[name or self.names[0]]

    def reply(self, tool: Tool, given: Mapping[str, Any]) -> Reply:
        """What cannot be answered is answered by what to do instead."""
        try:
            arguments = tool.read(given, self.names)
            return self._answer(tool, arguments)
        except RepobookError as error:
            hint = f"\n{error.hint}" if error.hint else ""
            return Reply(f"{error.message}{hint}", None, {})

    def _answer(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        opened = self.book(arguments.get("book", ""))
        with opened.asked() as book:
            cursor = cursor_of(tool, arguments, book.identity)
            first = first_row(arguments[CURSOR.name], cursor)
            answer = tool.ask(book, arguments, first)
            budget = arguments[BUDGET.name]
            whole = fitted(answer, first, cursor, budget)
            freshness = opened.freshness(book, [*answer.subjects, *whole.paths])
            if freshness.notice:
                notes = (freshness.notice, *answer.notes)
                whole = fitted(answer._replace(notes=notes), first, cursor, budget)
        return Reply(whole.text, whole.data, _meta(opened, freshness, whole))


def cursor_of(tool: Tool, arguments: Mapping[str, Any], identity: str) -> str:
    """The beginning of every cursor of this call to this book."""
    asked = {k: v for k, v in arguments.items() if k not in (CURSOR.name, BUDGET.name)}
    key = json.dumps([identity, tool.name, asked], sort_keys=True)
    return hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=4).hexdigest()


def first_row(cursor: str, expected: str) -> int:
    if not cursor:
        return 0
    key, _, first = cursor.partition("-")
    if key != expected or not first.isdecimal() or len(first) > 7:
        raise BadArgumentError(*_OLD_CURSOR)
    return int(first)


def _meta(opened: OpenBook, freshness: Freshness, whole: Fitted) -> dict[str, Any]:
    state = "unknown" if not freshness.is_checked else "changed" if freshness.changed else "same"
    problem = {"repobook/update_problem": freshness.problem} if freshness.problem else {}
    return {
        **problem,
        "repobook/book": opened.place.name,
        "repobook/commit": freshness.commit,
        "repobook/freshness": {"state": state, "changed": [*freshness.changed[:20]]},
        "repobook/rows": whole.n_rows,
    }
