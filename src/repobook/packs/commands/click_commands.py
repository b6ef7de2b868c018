"""click and Typer: decorated functions, groups in groups, commands that are added elsewhere."""

import re
from typing import Final

from repobook.model.binding import OWN
from repobook.model.facts import Definition
from repobook.packs.calls import Argument, Call, FileCalls, Use
from repobook.packs.gathered import own_use
from repobook.packs.mount_table import Mount, MountTable, Route, Router

_MODULES: Final = ("click", "rich_click", "asyncclick", "typer")
_ENDING: Final = re.compile(r"_(?:command|cmd|group|grp)\Z")
_ADDING: Final = ("add_command", "add_typer")


def read_click(calls: FileCalls, table: MountTable) -> None:
    if not any(i.module.partition(".")[0] in _MODULES for i in calls.facts.imports):
        return
    groups = _Groups(calls)
    for call in calls.named(("command", "group"), "decorator"):
        function = calls.below(calls.source.line_of(call.offset))
        parent = groups.parent(call)
        if function is not None and (parent is not None or groups.is_root(call)):
            _add(calls, table, groups, call, function, parent)
    for call in calls.named(_ADDING, "call"):
        child, parent = groups.named(call.given(0)), groups.of(call.receiver)
        at = 1 if call.name == "add_command" else 9
        name = call.given(at, "name")
        given = calls.string(name) if name else ""
        if child is not None and parent is not None and given is not None:
            table.mount(Mount(given, bool(given), parent, child, call.offset))


def _add(
    calls: FileCalls,
    table: MountTable,
    groups: "_Groups",
    call: Call,
    function: Definition,
    parent: Router | None,
) -> None:
    name = calls.string(call.given(0, "name")) or groups.name_of(function)
    handler = own_use(function, call.offset)
    router = groups.add(function, name)
    table.add(Route((), "", router, handler, call.offset, call.end))
    if parent is not None:
        table.mount(Mount(name, True, parent, router, call.offset))


class _Groups:
    """What commands are added to: decorated functions, and variables that hold a Typer."""

    def __init__(self, calls: FileCalls) -> None:
        self._calls = calls
        self._routers: dict[str, Router] = {}
        for definition in calls.variables.values():
            if self._module_of(definition.value) == "typer.Typer":
                use = own_use(definition, 0)
                self._routers[definition.qualname] = Router(
                    definition.qualname, use, self._given_name(definition), True
                )

    def add(self, function: Definition, name: str) -> Router:
        router = Router(function.qualname, own_use(function, 0), name, True)
        return self._routers.setdefault(function.qualname, router)

    def name_of(self, function: Definition) -> str:
        """As click 8.2 and Typer derive it."""
        is_typer = any(i.module.partition(".")[0] == "typer" for i in self._calls.facts.imports)
        name = function.name if is_typer else _ENDING.sub("", function.name)
        return name.lower().replace("_", "-")

    def is_root(self, call: Call) -> bool:
        """``@click.command()``, however the file calls it."""
        whole = f"{call.receiver}.{call.name}" if call.receiver else call.name
        return self._module_of(f"{whole}()") in [f"{m}.{call.name}" for m in _MODULES]

    def parent(self, call: Call) -> Router | None:
        return None if not call.receiver or self.is_root(call) else self.of(call.receiver)

    def of(self, receiver: str) -> Router | None:
        """A group of the file, or one that it imports."""
        if receiver in self._routers:
            return self._routers[receiver]
        head, dot, _ = receiver.partition(".")
        imported = self._calls.imported(head)
        is_module = imported is not None and not imported.name and not dot
        if imported is None or is_module or "(" in receiver:
            return None
        before, _, name = receiver.rpartition(".")
        return Router(receiver, Use(name, f"={before}", 0))

    def named(self, argument: Argument | None) -> Router | None:
        use = self._calls.use(argument)
        if use is None:
            return None
        before = use.use.removeprefix("=")
        router = self.of(f"{before}.{use.name}" if before else use.name)
        if router is None or router.use is None:
            return None
        is_own = router.use.use.startswith(OWN)
        placed = router.use._replace(offset=use.offset) if is_own else use
        return router._replace(use=placed)

    def _given_name(self, definition: Definition) -> str:
        call = self._calls.call_at("Typer", definition.line, definition.end_line)
        return self._calls.string(call.given(9, "name")) or "" if call else ""

    def _module_of(self, value: str) -> str:
        """``typer.Typer`` for what a call of it gives."""
        if not value.endswith("()"):
            return ""
        head, _, rest = value[:-2].partition(".")
        imported = self._calls.imported(head)
        if imported is None:
            return ""
        parts = (imported.module.partition(".")[0], imported.name, rest)
        return ".".join(part for part in parts if part)
