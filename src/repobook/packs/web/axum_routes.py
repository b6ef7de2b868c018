"""axum: ``Router::new().route(path, get(handler).post(other))``, and routers nested in routers."""

import re
from typing import Final

from repobook.model.binding import OWN
from repobook.packs.calls import Argument, Call, FileCalls, Use
from repobook.packs.gathered import own_use
from repobook.packs.mount_table import ANY, Mount, MountTable, Route, Router

_VERB: Final = re.compile(
    rb"\b(get|post|put|delete|patch|head|options|any)\("
    rb"\s{0,40}((?:\w{1,100}::){0,6}\w{1,100})\s{0,40}\)"
)


def read_axum(calls: FileCalls, table: MountTable) -> None:
    if not any(imported.module.partition("::")[0] == "axum" for imported in calls.facts.imports):
        return
    for call in calls.named(("route", "nest", "merge"), "call"):
        if not call.receiver.startswith(("Router::", "axum::Router::", "Router(", "axum::Router(")):
            continue
        router = _function_around(calls, call)
        path = calls.string(call.given(0))
        if call.name == "route" and path is not None and len(call.arguments) == 2:
            _add(calls, table, call, router, path)
        elif call.name == "merge" and len(call.arguments) == 1:
            _mount(calls, table, call, router, "", call.arguments[0])
        elif call.name == "nest" and path is not None and len(call.arguments) == 2:
            _mount(calls, table, call, router, path, call.arguments[1])


def _function_around(calls: FileCalls, call: Call) -> Router:
    """A function creates a router and returns it."""
    line = calls.source.line_of(call.offset)
    function = calls.around(line, ("function", "method"))
    return Router(function.qualname, own_use(function, call.offset)) if function else Router("")


def _add(calls: FileCalls, table: MountTable, call: Call, router: Router, path: str) -> None:
    methods = call.arguments[1]
    for match in _VERB.finditer(calls.source.data, methods.start, methods.end):
        verb = match[1].decode()
        handler = calls.use(Argument("", match.start(2), match.end(2)))
        method = ANY if verb == "any" else verb.upper()
        table.add(Route((method,), path, router, handler, call.offset, call.end))


def _mount(
    calls: FileCalls, table: MountTable, call: Call, router: Router, path: str, argument: Argument
) -> None:
    at = calls.source.data.find(b"(", argument.start, argument.end)
    use = calls.use(argument._replace(end=at)) if at > 0 else None
    if use is None:
        return
    is_own = use.use == "=" and calls.imported(use.name) is None
    own = Use(use.name, OWN + use.name, use.offset)
    child = Router(use.name, own) if is_own else Router(f"{use.use}.{use.name}", use)
    table.mount(Mount(path, False, router, child, call.offset))
