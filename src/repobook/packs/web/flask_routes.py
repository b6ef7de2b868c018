"""Flask, Quart and FastAPI: decorators above functions, added rules, routers in routers."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.model.facts import Definition
from repobook.packs.calls import Argument, Call, FileCalls, Use
from repobook.packs.gathered import own_use
from repobook.packs.mount_table import ANY, Mount, MountTable, Route, Router

_FRAMEWORKS: Final = ("flask", "quart", "fastapi")
_VERBS: Final = ("get", "post", "put", "delete", "patch", "head", "options", "trace")
_DECORATORS: Final = (*_VERBS, "route", "api_route", "websocket")
_ADDING: Final = ("add_url_rule", "add_api_route", "add_api_websocket_route")
_MOUNTING: Final = ("register_blueprint", "include_router")
_PREFIXES: Final = ("url_prefix", "prefix")
_HANDLERS: Final = ("view_func", "endpoint")
_MAKERS: Final = ("Flask", "Quart", "FastAPI", "Blueprint", "APIRouter")


def read_decorated(calls: FileCalls, table: MountTable) -> None:
    if not any(i.module.partition(".")[0] in _FRAMEWORKS for i in calls.facts.imports):
        return
    routers = _Routers(calls)
    for call in calls.named(_DECORATORS, "decorator"):
        if route := _decorated(calls, routers, call):
            table.add(route)
    for call in calls.named(_ADDING, "call"):
        if route := _added(calls, routers, call):
            table.add(route)
    for call in _helpers(calls):
        for route in _helped(calls, routers, call):
            table.add(route)
    for call in calls.named(_MOUNTING, "call"):
        if mount := _mounted(calls, routers, call):
            table.mount(mount)


class _Made(NamedTuple):
    maker: str
    prefix: str


class _Routers:
    """What a file makes routers of, and how it calls them."""

    def __init__(self, calls: FileCalls) -> None:
        self._calls = calls
        self._made = {
            definition.qualname: made
            for definition in calls.variables.values()
            if (made := self._made_at(definition))
        }

    def of(self, receiver: str) -> Router | None:
        """None for what is surely something else."""
        if receiver.endswith("()"):
            return Router(receiver) if self._maker(receiver) else None
        name = receiver.rpartition(".")[2]
        if receiver in self._calls.variables:
            made = self._made.get(receiver)
            value = self._calls.variables[receiver].value
            if made is None and value.rpartition(".")[2] in ("TestClient()", "Client()"):
                return None
            use = own_use(self._calls.variables[receiver], 0)
            if made is None:
                return Router(receiver, use)
            return Router(receiver, use, made.prefix, made.maker == "Blueprint")
        is_named = name.isidentifier() and not receiver.startswith("self.")
        use_elsewhere = Use(name, f"={receiver.rpartition('.')[0]}", 0) if is_named else None
        return Router(receiver, use_elsewhere)

    def of_argument(self, argument: Argument | None) -> Router | None:
        use = self._calls.use(argument)
        if use is None:
            return None
        receiver = use.use.removeprefix("=")
        router = self.of(f"{receiver}.{use.name}" if receiver else use.name)
        if router is None or router.use is None:
            return None
        return router._replace(use=router.use._replace(offset=use.offset))

    def local(self, argument: Argument | None) -> Router | None:
        """A variable inside of a function, as it is last set above."""
        name = self._calls.text(argument) if argument else ""
        if argument is None or not name.isidentifier():
            return None
        assigned = re.compile(rb"^[ \t]{1,40}%s = ([\w.]{1,80})\(" % name.encode(), re.MULTILINE)
        made = [
            m[1].decode() for m in assigned.finditer(self._calls.source.data, 0, argument.start)
        ]
        return self.of(f"{made[-1]}()") if made else None

    def _made_at(self, definition: Definition) -> _Made | None:
        maker = self._maker(definition.value)
        if not maker:
            return None
        written = definition.value[:-2].rpartition(".")[2]
        call = self._calls.call_at(written, definition.line, definition.end_line)
        given = [a for a in call.arguments if a.keyword in _PREFIXES] if call else []
        return _Made(maker, self._calls.string(given[0]) or "" if given else "")

    def _maker(self, value: str) -> str:
        """The class of a framework that a call makes one of."""
        if not value.endswith("()"):
            return ""
        head, _, rest = value[:-2].partition(".")
        imported = self._calls.imported(head)
        module = imported.module if imported else ""
        name = rest or (imported.name if imported else "")
        is_known = module.partition(".")[0] in _FRAMEWORKS and name in _MAKERS
        return name if is_known else ""


def _decorated(calls: FileCalls, routers: _Routers, call: Call) -> Route | None:
    router = routers.of(call.receiver) if call.receiver else None
    path = calls.string(call.given(0, "rule" if call.name == "route" else "path"))
    function = calls.below(calls.source.line_of(call.offset))
    if router is None or path is None or function is None or not _is_path(path, router):
        return None
    return Route(
        _methods(calls, call), path, router, own_use(function, call.offset), call.offset, call.end
    )


def _is_path(path: str, router: Router) -> bool:
    return path.startswith("/") or (not path and bool(router.prefix))


def _methods(calls: FileCalls, call: Call) -> tuple[str, ...]:
    if call.name in _VERBS:
        return (call.name.upper(),)
    if "websocket" in call.name:
        return ("WS",)
    given = next((a for a in call.arguments if a.keyword == "methods"), None)
    return tuple(sorted(m.upper() for m in calls.strings(given))) if given else ("GET",)


def _added(calls: FileCalls, routers: _Routers, call: Call) -> Route | None:
    router = routers.of(call.receiver) if call.receiver else None
    path = calls.string(call.given(0, "rule" if call.name == "add_url_rule" else "path"))
    at = 2 if call.name == "add_url_rule" else 1
    keyword = _HANDLERS[call.name != "add_url_rule"]
    if router is None or path is None or not _is_path(path, router):
        return None
    view = viewed(calls, call.given(at, keyword))
    methods = _methods(calls, call)
    if view.is_class and not any(a.keyword == "methods" for a in call.arguments):
        methods = _methods_of_class(calls, view.use)
    return Route(methods, path, router, view.use, call.offset, call.end)


def _helpers(calls: FileCalls) -> Iterator[Call]:
    """Functions that are given a router and a view: ``register_view(app, ["/"], view_func=f)``."""
    if _HANDLERS[0].encode() not in calls.source.data:
        return
    functions = [r for r in calls.facts.references if r.role == "call" and not r.receiver]
    for call in calls.named({one.name for one in functions}, "call"):
        if not call.receiver and any(a.keyword == _HANDLERS[0] for a in call.arguments[1:]):
            yield call


def _helped(calls: FileCalls, routers: _Routers, call: Call) -> Iterator[Route]:
    router = routers.of_argument(call.given(0)) or routers.local(call.given(0))
    given = next((a for a in call.arguments if a.keyword == _HANDLERS[0]), None)
    view = viewed(calls, given)
    methods = _methods(calls, call)
    if view.is_class and not any(a.keyword == "methods" for a in call.arguments):
        methods = _methods_of_class(calls, view.use)
    for argument in call.arguments[1:] if router else ():
        path = calls.string(argument)
        paths = calls.strings(argument) if path is None else [path]
        for one in paths if argument.keyword != "methods" else ():
            if router and _is_path(one, router):
                yield Route(methods, one, router, view.use, argument.start, call.end)


class View(NamedTuple):
    use: Use | None
    is_class: bool = False


def viewed(calls: FileCalls, argument: Argument | None, depth: int = 3) -> View:
    """A function, or the class before ``as_view()``; a wrapper around it does not hide it."""
    if argument is None or not depth:
        return View(None)
    text = calls.text(argument)
    before, dot, _ = text.partition(".as_view(")
    if dot:
        return View(calls.use(argument._replace(end=argument.start + len(before.encode()))), True)
    if use := calls.use(argument):
        return View(use)
    at = calls.source.data.find(b"(", argument.start, argument.end)
    inner = calls.items(argument._replace(start=at)) if at >= 0 else ()
    is_wrapper = at >= 0 and calls.use(argument._replace(end=at)) is not None
    return viewed(calls, inner[0], depth - 1) if is_wrapper and len(inner) == 1 else View(None)


def _methods_of_class(calls: FileCalls, use: Use | None) -> tuple[str, ...]:
    """Of a class of the same file; else any."""
    members = {d.qualname for d in calls.facts.definitions if d.kind == "method"}
    verbs = [verb for verb in _VERBS if use and f"{use.name}.{verb}" in members]
    return tuple(sorted(verb.upper() for verb in verbs)) or (ANY,)


def _mounted(calls: FileCalls, routers: _Routers, call: Call) -> Mount | None:
    child = routers.of_argument(call.given(0))
    given = next((a for a in call.arguments if a.keyword in _PREFIXES), None)
    prefix = calls.string(given) if given else ""
    parent = routers.of(call.receiver) if call.receiver else None
    if child is None or parent is None or prefix is None:
        return None
    is_replacing = given is not None and call.name == "register_blueprint"
    return Mount(prefix, is_replacing, parent, child, call.offset)
