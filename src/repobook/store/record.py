"""A file's facts as bytes: what a worker returns, the cache keeps and the index is filled from.

References travel as the JSON text that the index stores, so filling it costs no object a use.
"""

from typing import Final, NamedTuple

import msgspec

from repobook.model.facts import Definition, Diagnostic, FileFacts, Import, Note
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


_ENCODER: Final = msgspec.msgpack.Encoder()
_JSON: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(FactsRecord)


def encode_facts(facts: FileFacts) -> bytes:
    return _ENCODER.encode(
        (
            facts.n_lines,
            facts.doc,
            facts.definitions,
            _JSON.encode(facts.references).decode() if facts.references else "",
            facts.imports,
            facts.notes,
            facts.diagnostics,
            facts.findings,
            facts.texts,
        )
    )


def decode_facts(data: bytes) -> FactsRecord:
    return _DECODER.decode(data)
