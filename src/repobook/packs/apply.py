"""Applies packs: adds their facts and links to those of the language.

A pack that fails on a file costs what it would have found there, and a diagnostic says so.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from repobook.model.binding import IMPORTED, OWN, WRITTEN, Binding, read_binding
from repobook.model.facts import (
    Definition,
    Diagnostic,
    FileFacts,
    Import,
    Reference,
)
from repobook.model.graph import UNKNOWN, Link, Unit
from repobook.packs.installed import installed, readers_of
from repobook.packs.pack import LinkBinding, Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.resolve import Resolve
from repobook.resolve.world import World

_NO_FACTS: Final = PackFacts()


def with_packs(language: str, source: SourceText, facts: FileFacts) -> FileFacts:
    given = facts
    for pack in _applying(language, given):
        try:
            facts = _joined(facts, pack.read(language, source, facts)) if pack.read else facts
        except Exception as error:  # noqa: BLE001 - a pack may come from anywhere
            facts = _with_diagnostic(facts, pack, error)
    return facts


def _applying(language: str, facts: FileFacts) -> list[Pack]:
    """In their order. Imports and definitions are gone through once for all packs."""
    readers = readers_of(language)
    imported = "\n".join([f"{one.module} {one.name}" for one in facts.imports])
    imported_words = {word for word in readers.import_words if word in imported}
    defined = readers.definition_names.intersection([one.name for one in facts.definitions])
    return [
        pack
        for pack, needs in readers.packs
        if needs is None
        or not imported_words.isdisjoint(needs.imports)
        or not defined.isdisjoint(needs.definitions)
    ]


class Split(NamedTuple):
    """References of a language, and those behind them that packs made."""

    own: tuple[Reference, ...]
    bound: tuple[Reference, ...]


def split(references: tuple[Reference, ...]) -> Split:
    n = len(references)
    while n and read_binding(references[n - 1].receiver):
        n -= 1
    return Split(references[:n], references[n:])


class BindingLinker:
    """Links what packs bound, for one world: as the language would, or by the pack's own linker,
    which is made when it is first needed."""

    def __init__(self, world: World, resolve: Resolve) -> None:
        self._world = world
        self._resolve = resolve
        self._pack_by_name = {pack.name: pack for pack in installed().packs}
        self._link_by_pack: dict[str, LinkBinding] = {}

    def __call__(self, unit: Unit, bound: Sequence[Reference]) -> tuple[Link, ...]:
        followed = self._followed(unit, bound)
        return tuple([followed.get(n) or self._link(unit, r) for n, r in enumerate(bound)])

    def _followed(self, unit: Unit, bound: Sequence[Reference]) -> dict[int, Link]:
        """Where the names of some bindings lead in their language, by their places in ``bound``."""
        uses = [(n, r, binding) for n, r in enumerate(bound) if (binding := _used(r))]
        links = {n: _own(unit, r, b.use) for n, r, b in uses if b.use.startswith(OWN)}
        written = [(n, _as_written(r, b.use)) for n, r, b in uses if b.use.startswith(WRITTEN)]
        imported = [(n, _as_import(r, b.use)) for n, r, b in uses if b.use.startswith(IMPORTED)]
        for n, one in imported:
            if one.alias:  # what a language has that is not the file's own
                module = one._replace(alias="")
                found = self._resolve(Unit(unit.path, one.alias, unit.role, (), (module,)))
                links[n] = found.imports[0]
        imported = [(n, one) for n, one in imported if n not in links]
        if written or imported:
            references = tuple(reference for _, reference in written)
            imports = (*unit.imports, *(one for _, one in imported))
            found = self._resolve(unit._replace(references=references, imports=imports))
            n_own = len(unit.imports)
            links |= zip([n for n, _ in written], found.references, strict=True)
            links |= zip([n for n, _ in imported], found.imports[n_own:], strict=True)
        rules = {n: _rule(binding) for n, _, binding in uses}
        return {
            n: link._replace(rule=rules[n]) if link.targets else link for n, link in links.items()
        }

    def _link(self, unit: Unit, reference: Reference) -> Link:
        binding = read_binding(reference.receiver)
        try:
            return self._linker(binding.pack if binding else "")(unit, reference)
        except Exception as error:  # noqa: BLE001 - a pack may come from anywhere
            return Link((), "", f"pack failed: {type(error).__name__}")

    def _linker(self, name: str) -> LinkBinding:
        if name not in self._link_by_pack:
            pack = self._pack_by_name.get(name)
            make = pack.linker if pack else None
            self._link_by_pack[name] = make(self._world) if make else _links_nothing
        return self._link_by_pack[name]


def _used(reference: Reference) -> Binding | None:
    """A binding whose name is one of the language."""
    binding = read_binding(reference.receiver)
    return binding if binding and binding.use else None


def _own(unit: Unit, reference: Reference, use: str) -> Link:
    """Of several with this name, the first that begins at the place or below it."""
    qualname = use.removeprefix(OWN)
    symbols = [(d.line, id) for id, d in unit.symbols() if d.qualname == qualname]
    below = [pair for pair in symbols if pair[0] >= reference.line]
    return Link(((below or symbols)[0][1],), "exact") if symbols else UNKNOWN


def _as_written(reference: Reference, use: str) -> Reference:
    """A mention: for an attribute, languages prefer what is no function."""
    return Reference(reference.name, use.removeprefix(WRITTEN), "mention", reference.positions)


def _as_import(reference: Reference, use: str) -> Import:
    module, _, language = use.removeprefix(IMPORTED).partition(" ")
    form = "require" if reference.name == "default" else "from"
    return Import(module, reference.name, language, form, reference.line)


def _rule(binding: Binding) -> str:
    return f"{binding.stage} of {binding.subject}"


def _links_nothing(unit: Unit, reference: Reference) -> Link:
    return UNKNOWN


def _with_diagnostic(facts: FileFacts, pack: Pack, error: Exception) -> FileFacts:
    problem = Diagnostic(1, f"pack {pack.name} failed: {type(error).__name__}")
    return facts._replace(diagnostics=(*facts.diagnostics, problem))


def _joined(facts: FileFacts, more: PackFacts) -> FileFacts:
    if more == _NO_FACTS:
        return facts
    joined = facts._replace(references=(*facts.references, *more.references))
    return _with_definitions(joined, more.definitions) if more.definitions else joined


def _with_definitions(facts: FileFacts, more: Sequence[Definition]) -> FileFacts:
    """In the order of their lines, as outlines expect them: what names one by its place follows."""
    all_of_them = [*facts.definitions, *more]
    order = sorted(range(len(all_of_them)), key=lambda n: all_of_them[n].line)
    place = {-1: -1, **{old: new for new, old in enumerate(order)}}
    moved = [all_of_them[n]._replace(parent=place[all_of_them[n].parent]) for n in order]
    decisions = [d._replace(definition=place[d.definition]) for d in facts.decisions]
    return facts._replace(definitions=tuple(moved), decisions=tuple(decisions))
