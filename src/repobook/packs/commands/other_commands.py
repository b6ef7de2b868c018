"""Commands of cobra (Go), clap (Rust) and commander (JavaScript)."""

import re
from typing import Final

from repobook.model.binding import WRITTEN
from repobook.packs.calls import Argument, FileCalls, Use
from repobook.packs.gathered import own_use
from repobook.packs.mount_table import Mount, MountTable, Route, Router

_USE: Final = re.compile(rb"\bUse:\s{0,40}[\"`](\w[\w.:-]{0,80})")
_RUN: Final = re.compile(rb"\bRunE?:\s{0,40}((?:\w{1,80}\.){0,3}\w{1,80})\s{0,40},")
_COBRA: Final = re.compile(rb"(\w[\w.]{0,80})[ \t]*:?=[ \t]*&cobra\.Command\{")
_RECEIVER: Final = re.compile(rb"(\w[\w.]{0,80})\.\Z")
_MAX_LITERAL: Final = 4000
_DERIVED: Final = re.compile(r"derive\([^)]{0,300}\bSubcommand\b[^)]{0,300}\)")
_NAMED: Final = re.compile(r"(?:command|clap)\([^)]{0,200}\bname\s{0,9}=\s{0,9}\"([\w-]{1,80})\"")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def read_cobra(calls: FileCalls, table: MountTable) -> None:
    """``&cobra.Command{Use: "add NAME", RunE: add}``, and which command has it as a subcommand."""
    if not any(imported.module == "github.com/spf13/cobra" for imported in calls.facts.imports):
        return
    data, routers = calls.source.data, {}
    for match in _COBRA.finditer(data):
        end = calls.end_of(match.end())
        use = _USE.search(data, match.end(), end)
        if use is None:
            continue
        key, name = match[1].decode(), use[1].decode()
        definition = calls.variables.get(key)
        own = own_use(definition, match.start()) if definition else None
        routers[key] = Router(key, own, name, True)
        run = _RUN.search(data, match.end(), end)
        handler = calls.use(Argument("", run.start(1), run.end(1))) if run else None
        if handler is not None and handler.name == "nil":
            handler = None
        table.add(Route((), "", routers[key], handler, match.start(), end))
    for call in calls.named(("AddCommand",), "call"):
        written = _RECEIVER.search(data, max(0, call.offset - 90), call.offset)
        key = written[1].decode() if written else ""
        parent = routers.get(key) or Router(key, _elsewhere(key, call.offset))
        for argument in call.arguments:
            name = calls.text(argument)
            child = routers.get(name)
            if child is None and (found := calls.use(argument)):
                child = Router(name, found)
            if child is not None:
                placed = child.use._replace(offset=argument.start) if child.use else None
                child = child._replace(use=placed)
                table.mount(Mount(child.prefix, bool(child.prefix), parent, child, call.offset))


def _elsewhere(key: str, offset: int) -> Use | None:
    return Use(key, WRITTEN, offset) if key.isidentifier() else None


def read_clap(calls: FileCalls, table: MountTable) -> None:
    """Members of an enumeration that derives ``Subcommand`` are commands, in kebab case."""
    definitions = calls.facts.definitions
    for definition in definitions:
        parent = definitions[definition.parent] if definition.parent >= 0 else None
        if definition.kind != "enum_member" or parent is None:
            continue
        if any(_DERIVED.fullmatch(text) for text in parent.decorators):
            given = [m[1] for text in definition.decorators if (m := _NAMED.match(text))]
            name = given[0] if given else _HUMP.sub("-", definition.name).lower()
            start = calls.source.line_starts[definition.line - 1] + definition.column
            end = start + len(definition.name.encode())
            use = own_use(definition, start)
            table.add(Route((), name, Router(""), use, start, end))


def read_commander(calls: FileCalls, table: MountTable) -> None:
    """``program.command('add <file>').action(add)``."""
    if not any(imported.module == "commander" for imported in calls.facts.imports):
        return
    begun: dict[str, Route] = {}
    for call in calls.named(("command", "action"), "call"):
        base = call.receiver.partition(".command()")[0]
        if call.name == "command" and _is_program(calls, call.receiver):
            if begun.get(call.receiver):
                table.add(begun.pop(call.receiver))
            text = calls.string(call.given(0))
            if text and text.strip():
                name = text.split()[0]
                route = Route((), name, Router(""), None, call.offset, call.end)
                begun[call.receiver] = route
        elif call.name == "action" and base in begun and call.arguments:
            handler = calls.use(call.arguments[0])
            table.add(begun.pop(base)._replace(handler=handler))
    for route in begun.values():
        table.add(route)


def _is_program(calls: FileCalls, receiver: str) -> bool:
    definition = calls.variables.get(receiver)
    value = definition.value[:-2] if definition and definition.value.endswith("()") else receiver
    imported = calls.imported(value.partition(".")[0])
    return imported is not None and imported.module == "commander"
