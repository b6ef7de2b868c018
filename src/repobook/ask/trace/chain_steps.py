"""Steps of a chain, made of the places that bind one thing to another."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from repobook.index.reader.binding_reader import BoundPlace
from repobook.model.answers import SymbolLine
from repobook.model.kinds import RPC, SUBJECTS


class Hop(NamedTuple):
    """One step: what stands at a place, and where it leads."""

    subject: str
    """The operator, stub, route or command that it belongs to."""
    detail: str
    """Backends, dispatch keys or arguments that it holds for."""
    path: str
    line: int
    name: str
    """Of the target, or as it is written where there is none."""
    target: str
    """The id of the symbol that it leads to; empty where the chain stops, and ``rule`` says why."""
    target_path: str
    target_line: int
    confidence: str
    rule: str


class Stage(NamedTuple):
    name: str
    title: str
    hops: tuple[Hop, ...]


Staged = tuple[str, Hop]
"""A step with the name of its stage."""


def is_about(symbol: SymbolLine, subject: str) -> bool:
    """Who answers a call of a service does not name the package of the service."""
    if symbol.kind == RPC:
        return f".{symbol.qualname}".endswith(f".{subject}")
    return symbol.kind in SUBJECTS and subject in (symbol.qualname, symbol.name)


def hops_at(place: BoundPlace, targets: dict[int, SymbolLine]) -> Iterator[Hop]:
    """To what a place binds; to nothing but the place where it only names its subject."""
    symbols = [targets[key] for key in place.targets if key in targets]
    subject, detail = place.binding.subject, place.binding.detail.partition(" in ")[0]
    if not all(is_about(symbol, subject) for symbol in symbols):
        yield from hops_to(place, detail, symbols)
        return
    why = "" if symbols else place.rule
    where = (place.path, place.line, place.name)
    yield Hop(subject, detail, *where, "", "", 0, place.confidence, why)


def hops_to_files(place: BoundPlace, paths: Iterable[str]) -> Iterator[Hop]:
    subject, detail = place.binding.subject, place.binding.detail
    for path in paths:
        where = (place.path, place.line, place.name)
        yield Hop(subject, detail, *where, path, path, 1, place.confidence, "")


def hops_to(place: BoundPlace, detail: str, symbols: Iterable[SymbolLine]) -> Iterator[Hop]:
    for symbol in symbols:
        where = (place.path, place.line)
        yield hop_to(symbol, place.binding.subject, detail, *where, place.confidence)


def hop_to(
    symbol: SymbolLine, subject: str, detail: str, path: str, line: int, confidence: str
) -> Hop:
    target = (symbol.id, symbol.path, symbol.line)
    return Hop(subject, detail, path, line, symbol.qualname, *target, confidence, "")
