"""Django and Starlette: lists of patterns, and lists in lists.

A list is a variable; what a call holds between its brackets lies below its path.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from repobook.model.binding import IMPORTED
from repobook.packs.calls import Argument, Call, FileCalls, Use
from repobook.packs.gathered import own_use
from repobook.packs.mount_table import ANY, Mount, MountTable, Route, Router
from repobook.packs.web.flask_routes import viewed
from repobook.text.route_paths import joined_path

_DJANGO: Final = ("django.urls", "django.conf.urls")
_STARLETTE: Final = ("starlette.routing", "fastapi.routing")
_PATTERNS: Final = ("path", "re_path", "url")
_ROUTES: Final = ("Route", "WebSocketRoute", "Mount")
_LIST: Final = "urlpatterns"
_MAX_DEPTH: Final = 8


class _Entry(NamedTuple):
    """A call that adds something to a list."""

    call: Call
    name: str
    """Of the function, as its framework calls it."""
    path: str


def read_lists(calls: FileCalls, table: MountTable) -> None:
    names = {**_imported(calls, _DJANGO, _PATTERNS), **_imported(calls, _STARLETTE, _ROUTES)}
    entries = [
        _Entry(call, names[call.name], path)
        for call in (calls.named(names.keys(), "call") if names else ())
        if not call.receiver and (path := _path(calls, call)) is not None
    ]
    around: list[_Entry] = []
    for entry in entries:
        while around and around[-1].call.end <= entry.call.offset:
            around.pop()
        _add(calls, table, entry, around[-_MAX_DEPTH:])
        around.append(entry)


def _imported(calls: FileCalls, modules: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Functions of a framework by the names that the file has for them."""
    return {
        imported.alias or imported.name: imported.name
        for imported in calls.facts.imports
        if imported.module in modules and imported.name in names
    }


def _path(calls: FileCalls, call: Call) -> str | None:
    path = calls.string(call.given(0, "path" if call.name in _ROUTES else "route"))
    return path.removeprefix("^").removesuffix("$") if path is not None else None


def _add(calls: FileCalls, table: MountTable, entry: _Entry, around: Sequence[_Entry]) -> None:
    above = ""
    for outer in around:
        above = joined_path(above, outer.path)
    path = joined_path(above, entry.path)
    router = _list_around(calls, (around[0] if around else entry).call)
    if entry.name == "Mount":
        _mount(table, path, router, _mounted(calls, entry.call), entry.call)
        return
    target = entry.call.given(1, "endpoint" if entry.name in _ROUTES else "view")
    text = calls.text(target) if target else ""
    if text.startswith("include("):
        _mount(table, path, router, _included(calls, target), entry.call)
    elif target and not text.endswith(".urls"):
        handler = viewed(calls, target).use
        methods = _methods(calls, entry)
        table.add(Route(methods, path, router, handler, entry.call.offset, entry.call.end))


def _methods(calls: FileCalls, entry: _Entry) -> tuple[str, ...]:
    if entry.name not in _ROUTES:
        return (ANY,)
    if entry.name == "WebSocketRoute":
        return ("WS",)
    given = next((a for a in entry.call.arguments if a.keyword == "methods"), None)
    if given is None:
        use = calls.use(entry.call.given(1, "endpoint"))
        return (ANY,) if use and use.name[:1].isupper() else ("GET",)
    return tuple(sorted(method.upper() for method in calls.strings(given)))


def _mount(table: MountTable, path: str, router: Router, child: Router | None, call: Call) -> None:
    if child is not None:
        table.mount(Mount(path, False, router, child, call.offset))


def _list_around(calls: FileCalls, call: Call) -> Router:
    """The variable whose list it stands in; what is added later is added to the patterns."""
    line = calls.source.line_of(call.offset)
    found = calls.around(line, ("variable", "constant")) or calls.variables.get(_LIST)
    return Router(found.qualname, own_use(found, call.offset)) if found else Router(_LIST)


def _included(calls: FileCalls, argument: Argument | None) -> Router | None:
    """``include("app.urls")``, ``include(app.urls)``, ``include(more_patterns)``."""
    if argument is None:
        return None
    opening = argument._replace(start=argument.start + len("include"))
    given = calls.items(opening)
    first = given[0] if given else None
    if first and calls.source.data[first.start : first.start + 1] == b"(":
        inner = calls.items(first)
        first = inner[0] if inner else None
    module = calls.string(first)
    if module is not None and first:
        return Router(f'"{module}"', Use(_LIST, IMPORTED + module, first.start))
    return _named(calls, first)


def _mounted(calls: FileCalls, call: Call) -> Router | None:
    return _named(calls, call.given(1, "routes")) or _named(calls, call.given(1, "app"))


def _named(calls: FileCalls, argument: Argument | None) -> Router | None:
    use = calls.use(argument)
    if use is None:
        return None
    before = use.use.removeprefix("=")
    imported = calls.imported(use.name) if not before else None
    if not before and use.name in calls.variables:
        return Router(use.name, own_use(calls.variables[use.name], use.offset))
    if imported is not None and imported.name in ("", "urls"):
        dot = "" if imported.module.endswith(".") or not imported.name else "."
        module = f"{imported.module}{dot}{imported.name}"
        return Router(use.name, Use(_LIST, IMPORTED + module, use.offset))
    return Router(f"{before}.{use.name}", use)
