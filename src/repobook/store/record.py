"""A file's facts and links as bytes: what workers return and the index is filled from.

References travel as JSON text, so that filling the index costs no object a use.
"""

from typing import Any, Final, NamedTuple

import msgspec

from repobook.model.facts import (
    Decision,
    Definition,
    Diagnostic,
    FileFacts,
    Import,
    Note,
    Reference,
    Setting,
    Summary,
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
    summary: Summary
    texts: msgspec.Raw
    """Comments and docstrings, a tuple of ``TextBlock``, decoded only by who reads them."""
    decisions: msgspec.Raw
    """A tuple of ``Decision``, decoded only by who reads them; so are the settings."""
    settings: msgspec.Raw


Texts = tuple[TextBlock, ...]


class Interface(NamedTuple):
    """What other files may see of one."""

    definitions: tuple[Definition, ...]
    imports: tuple[Import, ...]


class Inside(NamedTuple):
    """What a file keeps to itself."""

    references: tuple[Reference, ...]
    texts: msgspec.Raw


# Where one file leads: by table of the index the rows that it gets, without the file's own number.
LinkRows = dict[str, list[tuple[object, ...]]]


_ENCODER: Final = msgspec.msgpack.Encoder()
_JSON: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(FactsRecord)
_FIELDS: Final = FactsRecord._fields
_PARTS: Final = msgspec.msgpack.Decoder(list[msgspec.Raw])
_DEFINITIONS: Final = msgspec.msgpack.Decoder(tuple[Definition, ...])
_IMPORTS: Final = msgspec.msgpack.Decoder(tuple[Import, ...])
_TEXT: Final = msgspec.msgpack.Decoder(str)
_TEXTS: Final = msgspec.msgpack.Decoder(tuple[TextBlock, ...])
_DECISIONS: Final = msgspec.msgpack.Decoder(tuple[Decision, ...])
_SETTINGS: Final = msgspec.msgpack.Decoder(tuple[Setting, ...])
_REFERENCES: Final = msgspec.json.Decoder(tuple[Reference, ...])
_LINKS: Final = msgspec.msgpack.Decoder(dict[str, list[tuple[Any, ...]]])


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
            facts.summary,
            facts.texts,
            facts.decisions,
            facts.settings,
        )
    )


def decode_facts(data: bytes) -> FactsRecord:
    return _DECODER.decode(data)


def decode_interface(data: bytes) -> Interface:
    """Without making anything of the rest, of which there is more."""
    parts = _PARTS.decode(data)
    return Interface(
        _DEFINITIONS.decode(parts[_FIELDS.index("definitions")]),
        _IMPORTS.decode(parts[_FIELDS.index("imports")]),
    )


def decode_inside(data: bytes) -> Inside:
    parts = _PARTS.decode(data)
    references = _TEXT.decode(parts[_FIELDS.index("references")])
    return Inside(decode_references(references), parts[_FIELDS.index("texts")])


def decode_references(text: str) -> tuple[Reference, ...]:
    return _REFERENCES.decode(text) if text else ()


def decode_texts(raw: msgspec.Raw) -> Texts:
    return _TEXTS.decode(raw)


def decode_decisions(raw: msgspec.Raw) -> tuple[Decision, ...]:
    return _DECISIONS.decode(raw)


def decode_settings(raw: msgspec.Raw) -> tuple[Setting, ...]:
    return _SETTINGS.decode(raw)


def as_json(value: object) -> str:
    return _JSON.encode(value).decode()


def encode_links(links: LinkRows) -> bytes:
    return _ENCODER.encode(links)


def decode_links(data: bytes) -> LinkRows:
    return _LINKS.decode(data)
