"""Python: references followed through scopes, imports, classes and declared types."""

from collections.abc import Iterable, Iterator, Set
from typing import Final

from repobook.model.facts import Import
from repobook.model.graph import (
    BUILTIN,
    DYNAMIC,
    EXTERNAL,
    UNKNOWN,
    Confidence,
    FileEdge,
    FileLinks,
    Link,
    Unit,
)
from repobook.resolve.paths import one_of
from repobook.resolve.python_guesses import Guesses
from repobook.resolve.python_modules import Module
from repobook.resolve.python_tables import bound_name, site_of
from repobook.resolve.python_things import Thing, expression
from repobook.resolve.python_values import Values
from repobook.resolve.world import World

ONLY_MODULE: Final = "only module of that name"
_REASONS: Final = {
    "builtin": BUILTIN,
    "external": EXTERNAL,
    "dynamic": DYNAMIC,
    "elements": DYNAMIC,
}


def resolver(world: World) -> "PythonResolver":
    return PythonResolver(world)


class PythonResolver:
    def __init__(self, world: World) -> None:
        self._values = Values(world)
        self._guesses = Guesses(world)
        self._link_by_thing: dict[Thing, Link] = {}

    def __call__(self, unit: Unit) -> FileLinks:
        modules = [self._values.modules.named(unit.path, i.module) for i in unit.imports]
        far = set(_roots_of_far_modules(unit, modules))
        imports = tuple(map(self._import, [unit.path] * len(modules), unit.imports, modules))
        reached = {unit.path, *_paths(imports)}
        link_by_use: dict[tuple[str, str], Link] = {}
        references = []
        for reference in unit.references:
            use = reference.receiver, reference.name
            if use not in link_by_use:
                link_by_use[use] = _as_sure_as(self._link(unit.path, *use, reached), *use, far)
            references.append(link_by_use[use])
        edges = _edges_to_modules(unit, imports, modules)
        return FileLinks(tuple(references), imports, tuple(edges))

    def _import(self, path: str, imported: Import, modules: list[Module]) -> Link:
        """A name leads to its definition, wherever the module has it from."""
        if not imported.name or imported.name == "*":
            if len(modules) != 1:
                several = [module.path for module in modules if module.path]
                return one_of(several, ONLY_MODULE) if several else self._missing(path, imported)
            link = self._leading_to(Thing("module", modules[0].path, modules[0].base))
        else:
            link = self._leading_to(self._values.imported(path, imported))
        is_far = len(modules) == 1 and not modules[0].near
        return _inferred(link) if is_far and link.targets else link

    def _missing(self, path: str, imported: Import) -> Link:
        return self._leading_to(self._values.imported_module(path, imported.module))

    def _link(self, path: str, receiver: str, name: str, reached: Set[str]) -> Link:
        if not receiver:
            return self._leading_to(self._values.named(path, name))
        if receiver.startswith("@") and receiver.endswith("="):
            number = receiver[1:-1]
            at = int(number) if number.isdecimal() else -1
            return self._leading_to(self._values.import_at(path, at))
        if receiver == "?":
            return self._guesses.attribute(name, reached)
        value = self._values.value(path, receiver)
        found = self._values.member(value, name)
        if found.kind == "unknown" and value.kind != "module":
            return self._guesses.attribute(name, reached)
        return self._leading_to(found)

    def _leading_to(self, thing: Thing) -> Link:
        link = self._link_by_thing.get(thing)
        if link is None:
            link = self._link_by_thing[thing] = self._new_link(thing)
        return link

    def _new_link(self, thing: Thing) -> Link:
        if thing.kind == "module":
            return Link((thing.path,), "exact") if thing.path else UNKNOWN
        if thing.kind == "definition":
            n = site_of(self._values.table(thing.path).definitions[thing.name]).n
            id = f"{thing.path}::{thing.name}"
            return Link((id if n == 1 else f"{id}~{n}",), "exact")
        return _REASONS.get(thing.kind, UNKNOWN)


def _paths(links: Iterable[Link]) -> Iterator[str]:
    """The files that links lead to."""
    for link in links:
        for target in link.targets:
            yield target.partition("::")[0]


def _roots_of_far_modules(unit: Unit, modules: list[list[Module]]) -> Iterator[str]:
    """What expressions begin with that an import brought from where Python may not look."""
    for at, (imported, found) in enumerate(zip(unit.imports, modules, strict=True)):
        if len(found) == 1 and not found[0].near:
            yield bound_name(imported)
            yield f"@{at}"


def _as_sure_as(link: Link, receiver: str, name: str, far: Set[str]) -> Link:
    if not far or not link.targets:
        return link
    root = expression(receiver.removesuffix("=")).root if receiver else name
    return _inferred(link) if root in far else link


def _inferred(link: Link) -> Link:
    return Link(link.targets, "inferred", ONLY_MODULE) if link.confidence == "exact" else link


def _edges_to_modules(
    unit: Unit, links: tuple[Link, ...], modules: list[list[Module]]
) -> Iterator[FileEdge]:
    """A module that only passes a name on is imported all the same."""
    for imported, link, found in zip(unit.imports, links, modules, strict=True):
        if len(found) == 1 and found[0].path:
            path = found[0].path
            if not any(target == path or target.startswith(f"{path}::") for target in link.targets):
                sure: Confidence = "exact" if found[0].near else "inferred"
                yield FileEdge(path, "import", imported.line, sure)
