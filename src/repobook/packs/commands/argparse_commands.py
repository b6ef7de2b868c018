"""argparse: ``sub.add_parser("name")`` and the function that ``set_defaults`` gives it."""

import re
from typing import Final

from repobook.packs.calls import Call, FileCalls
from repobook.packs.mount_table import MountTable, Route, Router
from repobook.text.route_paths import joined_words

_WRITTEN: Final = re.compile(rb"(\w[\w.]{0,80})\.\Z")
_ASSIGNED: Final = re.compile(rb"(\w[\w.]{0,80})[ \t]*=[ \t]*\Z")
_FUNCTIONS: Final = (
    "func",
    "function",
    "handler",
    "callback",
    "fn",
    "run",
    "cmd",
    "command",
    "main",
)


def read_argparse(calls: FileCalls, table: MountTable) -> None:
    """In the order of the text: a variable means what it was last made."""
    if not any(imported.module == "argparse" for imported in calls.facts.imports):
        return
    parsers: dict[bytes, Route] = {}
    groups: dict[bytes, str] = {}
    routes: dict[int, Route] = {}
    for call in calls.named(("add_subparsers", "add_parser", "set_defaults"), "call"):
        holder, made = _names(calls, call)
        if call.name == "add_subparsers":
            groups[made] = parsers[holder].path if holder in parsers else ""
        elif call.name == "set_defaults" and holder in parsers:
            given = [a for a in call.arguments if a.keyword in _FUNCTIONS]
            handler = calls.use(given[0]) if given else None
            if handler:
                route = parsers[holder]._replace(handler=handler, end=call.end)
                routes[route.start] = route
        elif call.name == "add_parser" and holder in groups:
            name = calls.string(call.given(0))
            if name:
                path = joined_words(groups[holder], name)
                route = Route((), path, Router(""), None, call.offset, call.end)
                parsers[made] = routes[call.offset] = route
    for route in routes.values():
        table.add(route)


def _names(calls: FileCalls, call: Call) -> tuple[bytes, bytes]:
    """What a method is called of, and the variable that gets what it gives."""
    data = calls.source.data
    written = _WRITTEN.search(data, max(0, call.offset - 90), call.offset)
    if written is None:
        return b"", b""
    start = written.start()
    assigned = _ASSIGNED.search(data, max(0, start - 100), start)
    return written[1], assigned[1] if assigned else b""
