"""Go: net/http's patterns, and the routers of gin, echo and chi with their groups."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from repobook.packs.calls import Argument, Call, FileCalls, Use
from repobook.packs.mount_table import ANY, MountTable, Route, Router
from repobook.text.route_paths import joined_path

_UPPER: Final = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "Any")
_TITLE: Final = ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options")
_HANDLING: Final = ("HandleFunc", "Handle")
_PATTERN: Final = re.compile(r"(?:([A-Z]{3,8})\s+)?(\S*/\S*)")
_WRITTEN: Final = re.compile(rb"(\w[\w.]{0,80})\.\Z")
_ASSIGNED: Final = re.compile(rb"(\w[\w.]{0,80})\s{0,9}:?=\s{0,9}\Z")
_MAX_DEPTH: Final = 6
_MAX_NEAR: Final = 100


class _Framework(NamedTuple):
    module: re.Pattern[str]
    package: str
    verbs: tuple[str, ...]
    handler_last: bool


_FRAMEWORKS: Final = (
    _Framework(re.compile(r"github\.com/gin-gonic/gin"), "gin", _UPPER, True),
    _Framework(re.compile(r"github\.com/labstack/echo(?:/v\d+)?"), "echo", _UPPER, False),
    _Framework(re.compile(r"github\.com/go-chi/chi(?:/v\d+)?"), "chi", _TITLE, True),
)


def read_go(calls: FileCalls, table: MountTable) -> None:
    modules = {imported.module: imported.alias for imported in calls.facts.imports}
    if "net/http" in modules:
        _read_standard(calls, table, modules["net/http"] or "http")
    for framework in _FRAMEWORKS:
        names = [name for module, name in modules.items() if framework.module.fullmatch(module)]
        if names:
            _read_framework(calls, table, framework, names[0] or framework.package)


def _read_standard(calls: FileCalls, table: MountTable, package: str) -> None:
    for call in calls.named(_HANDLING, "call"):
        given = calls.string(call.given(0))
        match = _PATTERN.fullmatch(given) if given else None
        is_mux = call.receiver.startswith(package) or "ServeMux" in call.receiver
        if match and len(call.arguments) == 2 and is_mux:
            handler = _handler(calls, call.arguments[1])
            method = match[1] or ANY
            table.add(Route((method,), match[2], Router(""), handler, call.offset, call.end))


def _read_framework(
    calls: FileCalls, table: MountTable, framework: _Framework, package: str
) -> None:
    groups = _Groups(calls, package)
    for call in calls.named(framework.verbs, "call"):
        path = calls.string(call.given(0))
        if path is None or len(call.arguments) < 2 or not groups.is_router(call.receiver):
            continue
        method = ANY if call.name == "Any" else call.name.upper()
        handler = _handler(calls, call.arguments[-1 if framework.handler_last else 1])
        path = joined_path(groups.prefix(call, _MAX_DEPTH), path)
        table.add(Route((method,), path, Router(""), handler, call.offset, call.end))


class _Groups:
    """Prefixes of groups: ``v1 := r.Group("/v1")``, ``r.Route("/v1", func(r …) { … })``."""

    def __init__(self, calls: FileCalls, package: str) -> None:
        self._calls = calls
        self._package = package
        self._fields = {d.qualname: d.value for d in calls.facts.definitions if d.kind == "field"}
        named = calls.named(("Group", "Route"), "call")
        self._groups = [call for call in named if self.is_router(call.receiver)]
        self._offsets = [call.offset for call in self._groups]

    def is_router(self, receiver: str) -> bool:
        """Made by the package, or a field or parameter of its types."""
        if receiver.startswith(f"{self._package}."):
            return True
        owner, _, rest = receiver.partition("().")
        field = rest.partition(".")[0]
        return self._fields.get(f"{owner}.{field}", "").startswith(f"{self._package}.")

    def prefix(self, call: Call, depth: int) -> str:
        data = self._calls.source.data
        outer = self._around(call) if depth else None
        if outer:
            path = self._calls.string(outer.given(0)) or ""
            return joined_path(self.prefix(outer, depth - 1), path)
        written = _WRITTEN.search(data, max(0, call.offset - 90), call.offset)
        made = self._made(written[1], call.offset) if written and depth else None
        if made is None:
            return ""
        path = self._calls.string(made.given(0)) or ""
        return joined_path(self.prefix(made, depth - 1), path)

    def _around(self, call: Call) -> Call | None:
        """The innermost group that it stands in."""
        at = bisect_left(self._offsets, call.offset)
        near = self._groups[max(0, at - _MAX_NEAR) : at]
        return next((g for g in reversed(near) if g.name == "Route" and call.offset < g.end), None)

    def _made(self, variable: bytes, before: int) -> Call | None:
        """The last group above that the variable was made."""
        at = bisect_left(self._offsets, before)
        near = self._groups[max(0, at - _MAX_NEAR) : at]
        return next((g for g in reversed(near) if self._variable(g) == variable), None)

    def _variable(self, group: Call) -> bytes:
        data = self._calls.source.data
        written = _WRITTEN.search(data, max(0, group.offset - 90), group.offset)
        start = written.start() if written else group.offset
        assigned = _ASSIGNED.search(data, max(0, start - 110), start)
        return assigned[1] if assigned else b""


def _handler(calls: FileCalls, argument: Argument) -> Use | None:
    """A function, also as ``http.HandlerFunc(f)``."""
    if use := calls.use(argument):
        return use
    text = calls.text(argument)
    if text.startswith("http.HandlerFunc("):
        inner: Sequence[Argument] = calls.items(
            argument._replace(start=argument.start + len("http.HandlerFunc"))
        )
        return calls.use(inner[0]) if len(inner) == 1 else None
    return None
