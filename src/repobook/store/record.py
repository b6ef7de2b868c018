"""A file's facts and links as bytes: what workers return and the index is filled from.

References travel as JSON text, so that filling the index costs no object a use.
"""

from typing import Final, NamedTuple

import msgspec

from repobook.model.facts import (
    Definition,
    Diagnostic,
    FileFacts,
    Import,
    Note,
    Reference,
    TextBlock,
)
from repobook.model.findings import Finding


class FactsRecord(NamedTuple):
    n_lines: int
    doc: str
    definitions: tuple[Definition, ...]
    references: str
    imports: tuple[Import, ...]
    notes: tuple[Note, ...]
    diagnostics: tuple[Diagnostic, ...]
    findings: tuple[Finding, ...]
    texts: msgspec.Raw
    """Comments and docstrings, a tuple of ``TextBlock``, decoded only by who reads them."""


class ImportRow(NamedTuple):
    module: str
    name: str
    alias: str
    form: str
    line: int
    confidence: str
    rule: str
    targets: str
    """Keys as a JSON array."""


class EdgeRow(NamedTuple):
    target: int
    kind: str
    line: int
    confidence: str
    n: int


class LinksRecord(NamedTuple):
    """Where one file leads, as the index stores it."""

    references: str
    imports: tuple[ImportRow, ...]
    referrers: tuple[tuple[int, str, str, int], ...]
    """Target, role, confidence and the number of places."""
    edges: tuple[EdgeRow, ...]
    outcomes: tuple[tuple[str, int], ...]
    """How many references ended how: a confidence, or the reason of an unresolved one."""
    entry_line: int
    """Where a program begins in it; 0 where none does."""
    owners: tuple[str, ...]
    """Who owns it by its own words, and the line that says so."""
    owners_line: int
    patterns: tuple[tuple[str, int, str, str], ...]
    """Kind, line, name and what shows it."""
    registrations: tuple[tuple[str, int], ...]
    """What seems to register something, and how often."""
    names: bytes
    """Four bytes of a hash for each name that the file mentions."""


NO_LINKS: Final = LinksRecord("", (), (), (), (), 0, (), 0, (), (), b"")


_ENCODER: Final = msgspec.msgpack.Encoder()
_JSON: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(FactsRecord)
_TEXTS: Final = msgspec.msgpack.Decoder(tuple[TextBlock, ...])
_REFERENCES: Final = msgspec.json.Decoder(tuple[Reference, ...])
_LINKS: Final = msgspec.msgpack.Decoder(LinksRecord)


def encode_facts(facts: FileFacts) -> bytes:
    return _ENCODER.encode(
        (
            facts.n_lines,
            facts.doc,
            facts.definitions,
            as_json(facts.references) if facts.references else "",
            facts.imports,
            facts.notes,
            facts.diagnostics,
            facts.findings,
            facts.texts,
        )
    )


def decode_facts(data: bytes) -> FactsRecord:
    return _DECODER.decode(data)


def decode_references(text: str) -> tuple[Reference, ...]:
    return _REFERENCES.decode(text) if text else ()


def decode_texts(raw: msgspec.Raw) -> tuple[TextBlock, ...]:
    return _TEXTS.decode(raw)


def as_json(value: object) -> str:
    return _JSON.encode(value).decode()


def encode_links(links: LinksRecord) -> bytes:
    return _ENCODER.encode(links)


def decode_links(data: bytes) -> LinksRecord:
    return _LINKS.decode(data)
