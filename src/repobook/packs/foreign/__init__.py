"""Code that another language calls by a name of its own: JNI, Node-API, services of gRPC."""

from collections.abc import Callable
from typing import Final

from repobook.findings.rule import C_FAMILY
from repobook.model.binding import read_binding
from repobook.model.facts import FileFacts, Reference
from repobook.model.graph import UNKNOWN, Link, Unit
from repobook.packs.calls import FileCalls
from repobook.packs.foreign.grpc_services import read_services
from repobook.packs.foreign.java_natives import read_natives
from repobook.packs.foreign.node_exports import read_exports
from repobook.packs.gathered import Gathered
from repobook.packs.pack import LinkBinding, Pack, PackFacts
from repobook.parse.source import SourceText
from repobook.resolve.world import World

_NAME: Final = "foreign"
_DECLARING: Final = frozenset(["Java", "Kotlin", "Protocol Buffer"])
_Read = Callable[[FileCalls, Gathered], None]
_READERS: Final[tuple[tuple[frozenset[str], tuple[bytes, ...], _Read], ...]] = (
    (C_FAMILY, (b"Java_",), read_natives),
    (C_FAMILY, (b"napi",), read_exports),
    (
        C_FAMILY | {"Python", "Java", "Kotlin", "Go"},
        (b"Servicer", b"ImplBase", b"::Service", b"Unimplemented"),
        read_services,
    ),
)


def _read(language: str, source: SourceText, facts: FileFacts) -> PackFacts:
    applying = [
        read
        for languages, words, read in _READERS
        if language in languages and any(word in source.data for word in words)
    ]
    if not applying:
        return PackFacts()
    calls, gathered = FileCalls(language, source, facts), Gathered(_NAME, source)
    for read in applying:
        read(calls, gathered)
    return gathered.facts()


def _linker(world: World) -> LinkBinding:
    """To what declares a name, by its owner; to the code, if something declares it."""

    def link(unit: Unit, reference: Reference) -> Link:
        binding = read_binding(reference.receiver)
        if binding is None:
            return UNKNOWN
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


def _owns(qualname: str, owner: str) -> bool:
    """Packages are part of the name in one language and not in the other."""
    return qualname.split(".")[-2:-1] == owner.split(".")[-1:]


PACK: Final = Pack(
    _NAME,
    stages={"declaration": "Declared as", "implementation": "Implemented by"},
    read=_read,
    linker=_linker,
)
