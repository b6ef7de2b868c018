"""Python: references followed through scopes, imports, classes and declared types."""

from collections.abc import Iterable, Iterator, Set
from typing import Final

from repobook.languages.python.parser.python_scopes import bound_name
from repobook.languages.python.parser.python_strings import QUOTED, SETTING
from repobook.languages.python.resolver.python_guesses import IN_STRING, Guesses
from repobook.languages.python.resolver.python_meanings import meaning
from repobook.languages.python.resolver.python_modules import Module
from repobook.languages.python.resolver.python_tables import same_symbols, site_of
from repobook.languages.python.resolver.python_targets import Thing, expression
from repobook.languages.python.resolver.python_values import Values
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
    symbol_id,
)
from repobook.resolve.affected_files.meanings import Meaning
from repobook.resolve.edges import import_kind
from repobook.resolve.module_steps import base_of, step, word_of
from repobook.resolve.paths import one_of
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
        self._files = world.files
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
            if reference.role == "string":
                link_by_use[use] = self._named_in_string(unit.path, *use)
            elif use not in link_by_use:
                link_by_use[use] = _as_sure_as(self._link(unit.path, *use, reached), *use, far)
            references.append(link_by_use[use])
        edges = _edges_to_modules(unit, imports, modules)
        return FileLinks(
            tuple(references),
            imports,
            tuple(edges),
            same=(*same_symbols(unit), *self._behind_stub(unit)),
            looked_up=looked_up(unit),
        )

    def gives_module(self, path: str, chain: str) -> bool:
        return self._values.value(path, chain).kind == "module"

    def meaning(self, path: str, qualname: str) -> Meaning | None:
        return meaning(self._values, path, qualname)

    def _behind_stub(self, unit: Unit) -> Iterator[tuple[str, str]]:
        """What a stub declares, with what the module beside it has under that name."""
        module = unit.path.removesuffix("i")
        if not _is_stub(unit) or module not in self._files:
            return
        for id, definition in unit.symbols():
            owner, _, name = definition.qualname.rpartition(".")
            link = self._link(module, owner, name, frozenset())
            for target in link.targets if link.confidence == "exact" else ():
                if "::" in target and target.partition("::")[0] != unit.path:
                    yield id, target

    def _import(self, path: str, imported: Import, modules: list[Module]) -> Link:
        """A name leads to its definition, wherever the module has it from."""
        if not imported.name or imported.name == "*":
            if len(modules) != 1:
                several = [module.path for module in modules if module.path]
                return one_of(several, ONLY_MODULE) if several else self._missing(path, imported)
            link = self._link_to(Thing("module", modules[0].path, modules[0].base))
        else:
            link = self._link_to(self._values.imported(path, imported))
        is_far = len(modules) == 1 and not modules[0].near
        return _inferred(link) if is_far and link.targets else link

    def _missing(self, path: str, imported: Import) -> Link:
        return self._link_to(self._values.imported_module(path, imported.module))

    def _link(self, path: str, receiver: str, name: str, reached: Set[str]) -> Link:
        if not receiver:
            return self._link_to(self._values.named(path, name))
        if receiver.startswith("@") and receiver.endswith("="):
            number = receiver[1:-1]
            at = int(number) if number.isdecimal() else -1
            return self._link_to(self._values.import_at(path, at))
        if receiver == "?":
            return self._guesses.attribute(name, reached)
        value = self._values.value(path, receiver)
        member = self._values.local(path, value, name) or self._values.member(value, name)
        if member.kind == "unknown" and value.kind != "module":
            return self._guesses.attribute(name, reached)
        return self._link_to(member)

    def _named_in_string(self, path: str, receiver: str, name: str) -> Link:
        """The longest module of the repository, then what it holds; all else may mean anything."""
        if receiver == SETTING:
            return self._guesses.setting(name)
        parts = [*receiver.removeprefix(QUOTED).split("."), name]
        for n in range(len(parts), 0, -1):
            modules = self._values.modules.named(path, ".".join(parts[:n]))
            if len(modules) == 1 and modules[0].near:
                thing = Thing("module", modules[0].path, modules[0].base)
                for part in parts[n:]:
                    thing = self._values.member(thing, part)
                targets = self._link_to(thing).targets
                return Link(targets, "inferred", IN_STRING) if targets else EXTERNAL
        return EXTERNAL

    def _link_to(self, thing: Thing) -> Link:
        link = self._link_by_thing.get(thing)
        if link is None:
            link = self._link_by_thing[thing] = self._new_link(thing)
        return link

    def _new_link(self, thing: Thing) -> Link:
        if thing.kind == "module":
            return Link((thing.path,), "exact") if thing.path else UNKNOWN
        if thing.kind == "definition":
            n = site_of(self._values.table(thing.path).definitions[thing.name]).n
            return Link((symbol_id(thing.path, thing.name, n),), "exact")
        return _REASONS.get(thing.kind, UNKNOWN)


def looked_up(unit: Unit) -> tuple[str, ...]:
    """What a stub asks the module beside it for, and how one gets there."""
    if not _is_stub(unit):
        return ()
    base = base_of(unit.path)
    names = {d.name for d in unit.definitions}
    steps = {step(word_of(base), name) for name in names}
    to_module = step(word_of(base.rpartition("/")[0]), word_of(base))
    return tuple(sorted({*names, *steps, to_module}))


def _is_stub(unit: Unit) -> bool:
    return unit.path.endswith(".pyi")


def _paths(links: Iterable[Link]) -> Iterator[str]:
    """The files that links lead to."""
    for link in links:
        for target in link.targets:
            yield target.partition("::")[0]


def _roots_of_far_modules(unit: Unit, modules: list[list[Module]]) -> Iterator[str]:
    """Roots of expressions that come from imports outside Python's module path."""
    for at, (imported, candidates) in enumerate(zip(unit.imports, modules, strict=True)):
        if len(candidates) == 1 and not candidates[0].near:
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
    """A module that only re-exports a name is imported all the same.

    ``from . import part`` takes a module beside it, and nothing that the package defines.
    """
    for imported, link, candidates in zip(unit.imports, links, modules, strict=True):
        if len(candidates) == 1 and candidates[0].path:
            path = candidates[0].path
            if not any(_is_of(path, target) for target in link.targets):
                sure: Confidence = "exact" if candidates[0].near else "inferred"
                yield FileEdge(path, import_kind(unit, imported), imported.line, sure)


def _is_of(path: str, target: str) -> bool:
    if "::" not in target and path.endswith("/__init__.py"):
        return target.startswith(path.removesuffix("__init__.py"))
    return target == path or target.startswith(f"{path}::")
