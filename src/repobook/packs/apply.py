"""Packs at work: their facts beside those of the language, their links beside its links.

A pack that fails on a file costs what it would have found there, and a diagnostic says so.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from repobook.model.binding import read_binding
from repobook.model.facts import Definition, Diagnostic, FileFacts, Reference
from repobook.model.graph import UNKNOWN, Link, Unit
from repobook.packs.installed import installed
from repobook.packs.pack import LinkBinding, Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.resolve.world import World

_NO_FACTS: Final = PackFacts()


def with_packs(language: str, source: SourceText, facts: FileFacts) -> FileFacts:
    for pack in installed().packs:
        if pack.read is not None:
            try:
                facts = _joined(facts, pack.read(language, source, facts))
            except Exception as error:  # noqa: BLE001 - a pack may come from anywhere
                facts = _with_diagnostic(facts, pack, error)
    return facts


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
    """Links what packs bound, for one world; a pack's linker is made when it is first needed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._pack_by_name = {pack.name: pack for pack in installed().packs}
        self._link_by_pack: dict[str, LinkBinding] = {}

    def __call__(self, unit: Unit, bound: Iterable[Reference]) -> tuple[Link, ...]:
        return tuple([self._link(unit, reference) for reference in bound])

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
