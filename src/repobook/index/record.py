"""A file's facts and links as bytes: what workers return and the index is filled from.

References travel as JSON text, so that filling the index costs no object a use. Facts are
compressed: there are more bytes of them than of the sources.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec
import zstandard

from repobook.model.facts import (
    CodeSample,
    Definition,
    Description,
    Diagnostic,
    FileFacts,
    Import,
    Note,
    PageFacts,
    Reference,
    Summary,
    TextBlock,
)
from repobook.model.finding import Finding
from repobook.model.graph import Reason


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
    """Comments and docstrings, a tuple of ``TextBlock``, decoded on demand."""
    for_page: msgspec.Raw
    """``PageFacts``, decoded on demand."""
    samples: tuple[CodeSample, ...]
    descriptions: tuple[Description, ...]
    opening: Summary
    inner_words: tuple[Summary, ...]


Texts = tuple[TextBlock, ...]


class Interface(NamedTuple):
    """What other files may see of a file."""

    definitions: tuple[Definition, ...]
    imports: tuple[Import, ...]


class Inside(NamedTuple):
    """What only the file itself uses."""

    references: tuple[Reference, ...]
    texts: msgspec.Raw
    summary: Summary
    opening: Summary
    inner_words: tuple[Summary, ...]


# Where one file leads: by table of the index the rows that it gets, without the file's own number.
LinkRows = dict[str, list[tuple[object, ...]]]
TestLink = tuple[int, float, tuple[Reason, ...]]
"""A test file by its id, its score and its reasons."""


# Made once: setting one up costs as much as compressing a small file.
_PACK: Final = zstandard.ZstdCompressor(1).compress
_UNPACK: Final = zstandard.ZstdDecompressor().decompress
_ENCODER: Final = msgspec.msgpack.Encoder()
_JSON: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(FactsRecord)
_FIELDS: Final = FactsRecord._fields
_PARTS: Final = msgspec.msgpack.Decoder(list[msgspec.Raw])
_DEFINITIONS: Final = msgspec.msgpack.Decoder(tuple[Definition, ...])
_IMPORTS: Final = msgspec.msgpack.Decoder(tuple[Import, ...])
_TEXT: Final = msgspec.msgpack.Decoder(str)
_TEXTS: Final = msgspec.msgpack.Decoder(tuple[TextBlock, ...])
_FOR_PAGE: Final = msgspec.msgpack.Decoder(PageFacts)
_SUMMARY: Final = msgspec.msgpack.Decoder(Summary)
_SUMMARIES: Final = msgspec.msgpack.Decoder(tuple[Summary, ...])
_REFERENCES: Final = msgspec.json.Decoder(tuple[Reference, ...])
_TESTS: Final = msgspec.json.Decoder(list[TestLink])
_TESTS_ALONE: Final = msgspec.json.Decoder(list[tuple[int, msgspec.Raw, msgspec.Raw]])
_REASONS: Final = msgspec.json.Decoder(tuple[Reason, ...])
_LINKS: Final = msgspec.msgpack.Decoder(dict[str, list[tuple[Any, ...]]])


def encode_facts(facts: FileFacts) -> bytes:
    encoded = _ENCODER.encode(
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
            facts.for_page,
            facts.samples,
            facts.descriptions,
            facts.opening,
            facts.inner_words,
        )
    )
    return _PACK(encoded)


def decode_facts(data: bytes) -> FactsRecord:
    return _DECODER.decode(_UNPACK(data))


def decode_interface(data: bytes) -> Interface:
    """Decodes only these parts; the rest is larger."""
    parts = _PARTS.decode(_UNPACK(data))
    return Interface(
        _DEFINITIONS.decode(parts[_FIELDS.index("definitions")]),
        _IMPORTS.decode(parts[_FIELDS.index("imports")]),
    )


def decode_inside(data: bytes) -> Inside:
    parts = _PARTS.decode(_UNPACK(data))
    references = _TEXT.decode(parts[_FIELDS.index("references")])
    return Inside(
        decode_references(references),
        parts[_FIELDS.index("texts")],
        _SUMMARY.decode(parts[_FIELDS.index("summary")]),
        _SUMMARY.decode(parts[_FIELDS.index("opening")]),
        _SUMMARIES.decode(parts[_FIELDS.index("inner_words")]),
    )


def decode_references(text: str) -> tuple[Reference, ...]:
    return _REFERENCES.decode(text) if text else ()


def decode_texts(raw: msgspec.Raw) -> Texts:
    return _TEXTS.decode(raw)


def decode_for_page(raw: msgspec.Raw) -> PageFacts:
    return _FOR_PAGE.decode(raw)


def as_json(value: object) -> str:
    return _JSON.encode(value).decode()


def encode_links(links: LinkRows) -> bytes:
    return _ENCODER.encode(links)


def decode_links(data: bytes) -> LinkRows:
    return _LINKS.decode(data)


def encode_tests(links: Iterable[TestLink]) -> str:
    """Without what a reason does not say: most have a kind and names."""
    return as_json([(test, score, [*map(_cut_off, reasons)]) for test, score, reasons in links])


def decode_tests(text: str) -> list[TestLink]:
    return _TESTS.decode(text)


def rank_of_test(text: str, test: int) -> tuple[int, tuple[Reason, ...]]:
    """The place of a test among those of a file, and why; of the others no reasons are decoded."""
    links = _TESTS_ALONE.decode(text)
    place, reasons = next((n, why) for n, (id, _, why) in enumerate(links) if id == test)
    return place, _REASONS.decode(reasons)


def tested_by(text: str) -> list[int]:
    """The tests alone, best first: most of the text is reasons."""
    return [test for test, _, _ in _TESTS_ALONE.decode(text)]


def _cut_off(reason: Reason) -> tuple[object, ...]:
    n = len(reason)
    while n > 1 and reason[n - 1] == _NO_REASON[n - 1]:
        n -= 1
    return reason[:n]


_NO_REASON: Final = Reason("use")
