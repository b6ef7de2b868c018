"""Code that another language calls by a name of its own: JNI, Node-API, gRPC, ctypes, cffi."""

from collections.abc import Callable, Iterator
from typing import Final

from repobook.findings.rule import C_FAMILY
from repobook.model.binding import read_binding
from repobook.model.facts import FileFacts, Reference
from repobook.model.graph import EXTERNAL, MAX_CANDIDATES, UNKNOWN, Link, Unit
from repobook.packs.calls import FileCalls
from repobook.packs.foreign.ctypes_calls import MODULES, STAGE, read_foreign_functions
from repobook.packs.foreign.grpc_services import has_services, read_services
from repobook.packs.foreign.java_natives import NATIVE, read_natives
from repobook.packs.foreign.node_exports import read_exports
from repobook.packs.gathered import Gathered
from repobook.packs.pack import LinkBinding, Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.resolve.world import World

_NAME: Final = "foreign"
_DECLARING: Final = frozenset(["Java", "Kotlin", "Protocol Buffer"])
_CLASSES: Final = C_FAMILY | {"Python", "Java", "Kotlin", "Go"}


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    """Asks facts and not the text: most files have none of it, and are many."""
    readers = list(_applying(language, facts))
    if not readers:
        return PackFacts()
    calls, gathered = FileCalls(language, source, facts), Gathered(_NAME, source)
    for read in readers:
        read(calls, gathered)
    return gathered.facts()


def _applying(language: str, facts: FileFacts) -> Iterator[Callable[[FileCalls, Gathered], None]]:
    if language in C_FAMILY:
        if any(definition.name.startswith(NATIVE) for definition in facts.definitions):
            yield read_natives
        if any("napi" in one.module or "node_api" in one.module for one in facts.imports):
            yield read_exports
    if language == "Python" and any(one.module in MODULES for one in facts.imports):
        yield read_foreign_functions
    if has_services(facts.definitions):
        yield read_services


def _linker(world: World) -> LinkBinding:
    """To what declares a name, by its owner; to the code, if something declares it."""

    def link(unit: Unit, reference: Reference) -> Link:
        binding = read_binding(reference.receiver)
        if binding is None:
            return UNKNOWN
        if binding.stage == STAGE:
            return _function(world, reference.name)
        owner = binding.subject.removeprefix("java:").rpartition(".")[0]
        declared = [
            candidate
            for candidate in world.named(reference.name, _DECLARING)
            if _owns(world.unit(candidate.path).definitions[candidate.nth].qualname, owner)
        ]
        if not declared:
            return UNKNOWN
        if binding.stage == "implementation":
            own = [id for id, d in unit.symbols() if d.qualname == binding.detail]
            return Link(tuple(own[:1]), "exact") if own else UNKNOWN
        folders = owner.replace(".", "/")
        near = [candidate.id for candidate in declared if f"{folders}." in candidate.path]
        meant = near or [candidate.id for candidate in declared]
        return Link(tuple(meant), "exact" if len(meant) == 1 else "ambiguous")

    return link


def _function(world: World, name: str) -> Link:
    """The one that has a body; a library that is loaded may be anybody's."""
    found = [
        candidate.id
        for candidate in world.named(name, C_FAMILY)
        if candidate.kind == "function"
        and world.unit(candidate.path).definitions[candidate.nth].complexity > 0
    ]
    if not found:
        return EXTERNAL
    return Link(
        tuple(found[:MAX_CANDIDATES]), "inferred" if len(found) == 1 else "ambiguous", STAGE
    )


def _owns(qualname: str, owner: str) -> bool:
    """Packages are part of the name in one language and not in the other."""
    return qualname.split(".")[-2:-1] == owner.split(".")[-1:]


PACK: Final = Pack(
    _NAME,
    stages={
        "declaration": "Declared as",
        "implementation": "Implemented by",
        STAGE: "Called from Python",
    },
    read=_read,
    needs=dict.fromkeys(_CLASSES),
    linker=_linker,
)
