"""Classes that answer the calls of a gRPC service, by what they inherit from."""

import re
from collections.abc import Iterable
from typing import Final

from repobook.model.facts import Definition
from repobook.packs.calls import FileCalls, Use
from repobook.packs.gathered import Gathered

_BASE: Final = re.compile(
    r"(?:.*[.:])?(?:(\w+)Servicer|(\w+?)(?:Coroutine)?ImplBase|Unimplemented(\w+)Server)"
    r"|(?:.*::)?(\w+)::(?:Async|Callback)?Service"
)
_ENDINGS: Final = ("Servicer", "ImplBase", "Server", "Service")


def has_services(definitions: Iterable[Definition]) -> bool:
    """Whether a class may be one, by the ends of names."""
    bases = [base for definition in definitions if definition.bases for base in definition.bases]
    return any(base.endswith(_ENDINGS) for base in bases)


def read_services(calls: FileCalls, gathered: Gathered) -> None:
    services = {
        definition.qualname: next(filter(None, match.groups()))
        for definition in calls.facts.definitions
        for base in definition.bases
        if base.endswith(_ENDINGS) and (match := _BASE.fullmatch(base))
    }
    for definition in calls.facts.definitions if services else ():
        service = services.get(definition.qualname.removesuffix(f".{definition.name}"))
        if service and definition.kind == "method" and not definition.name.startswith("_"):
            rpc = definition.name[:1].upper() + definition.name[1:]
            use = Use(rpc, "", calls.source.line_starts[definition.line - 1])
            gathered.bind(f"{service}.{rpc}", "declaration", use)
            gathered.bind(f"{service}.{rpc}", "implementation", use, definition.qualname)
