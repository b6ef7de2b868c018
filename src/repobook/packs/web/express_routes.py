"""Express: ``router.get(path, handler)``, chains of ``route(path)``, routers in routers."""

import re
from typing import Final

from repobook.model.binding import IMPORTED
from repobook.model.facts import Definition
from repobook.packs.calls import Argument, Call, FileCalls, Use
from repobook.packs.gathered import own_use
from repobook.packs.mount_table import ANY, Mount, MountTable, Route, Router

_MODULES: Final = ("express", "express-promise-router")
_VERBS: Final = ("get", "post", "put", "delete", "patch", "head", "options", "all")
_MAKERS: Final = ("", "Router", "Application", "Express", "IRouter")
_CHAINED: Final = re.compile(
    r"(?:\.(?:use|all|get|post|put|delete|patch|head|options)\(\)){1,40}\Z"
)
_REQUIRED: Final = re.compile(r"require\(\s{0,9}['\"]([^'\"\n]{1,200})['\"]\s{0,9}\)")


def read_express(calls: FileCalls, table: MountTable) -> None:
    if not any(imported.module in _MODULES for imported in calls.facts.imports):
        return
    begun: dict[str, str] = {}  # the last path that a chain began with, by its router
    for call in calls.named((*_VERBS, "route", "use"), "call"):
        base, chained, _ = call.receiver.partition(".route()")
        base = _CHAINED.sub("", base)
        router = _router(calls, base, call)
        path = calls.string(call.given(0))
        if router is None:
            continue
        if call.name == "route" and not chained and path is not None:
            begun[base] = path
        elif call.name == "use":
            _mount(calls, table, call, router, path)
        elif chained and base in begun:
            _add(calls, table, call, router, begun[base])
        elif not chained and path is not None and len(call.arguments) > 1:
            _add(calls, table, call, router, path)


def _router(calls: FileCalls, receiver: str, call: Call) -> Router | None:
    definition = calls.variables.get(receiver)
    value = _CHAINED.sub("", definition.value) if definition else receiver
    if not value.endswith("()") or not _is_made(calls, value[:-2]):
        return None
    if definition is None:
        definition = _variable_of(calls, receiver, call)
        receiver = definition.qualname if definition else receiver
    return Router(receiver, own_use(definition, 0) if definition else None)


def _variable_of(calls: FileCalls, receiver: str, call: Call) -> Definition | None:
    """That holds what a chain of calls gives: ``const api = Router().use(a).use(b)``."""
    line = calls.source.line_of(call.offset)
    definition = calls.around(line, ("variable", "constant"))
    is_chain = definition and _CHAINED.sub("", definition.value) == receiver
    return definition if is_chain else None


def _is_made(calls: FileCalls, maker: str) -> bool:
    """``express()``, ``express.Router()``, or ``Router()`` where that is Express's."""
    head, _, member = maker.partition(".")
    imported = calls.imported(head)
    if imported is None or imported.module not in _MODULES:
        return False
    is_whole = imported.name in ("", "default", "*")
    return (member if is_whole else imported.name) in _MAKERS


def _add(calls: FileCalls, table: MountTable, call: Call, router: Router, path: str) -> None:
    method = ANY if call.name == "all" else call.name.upper()
    handler = _handler(calls, call.arguments[-1]) if call.arguments else None
    table.add(Route((method,), path, router, handler, call.offset, call.end))


def _handler(calls: FileCalls, argument: Argument) -> Use | None:
    """A function by its name, bound to its object or not; one in place has none."""
    text = calls.text(argument)
    before, bound, _ = text.partition(".bind(")
    end = argument.start + len(before.encode()) if bound else argument.end
    if text.startswith("["):
        items = calls.items(argument)
        return calls.use(items[-1]) if items else None
    return calls.use(argument._replace(end=end))


def _mount(
    calls: FileCalls, table: MountTable, call: Call, router: Router, path: str | None
) -> None:
    """Middleware is used like a router, but only a router can have routes."""
    if not call.arguments:
        return
    child = _child(calls, call.arguments[-1])
    if child is not None and (path is not None or len(call.arguments) == 1):
        table.mount(Mount(path or "", False, router, child, call.offset))


def _child(calls: FileCalls, argument: Argument) -> Router | None:
    if required := _REQUIRED.fullmatch(calls.text(argument)):
        return Router(required[0], Use("default", IMPORTED + required[1], argument.start))
    use = calls.use(argument)
    if use is None:
        return None
    definition = calls.variables.get(use.name) if use.use == "=" else None
    if definition is not None and calls.imported(use.name) is None:
        return Router(use.name, own_use(definition, use.offset))
    return Router(f"{use.use}.{use.name}", use)
