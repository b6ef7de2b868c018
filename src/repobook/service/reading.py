"""What a worker does with one file: read it, recognise it, parse it, in a process of its own."""

import gc
import hashlib
from typing import Final, NamedTuple

import msgspec

from repobook.errors import UnreadableError
from repobook.model.files import Entry, Role, SourceFile
from repobook.parse import parse, parse_as_text
from repobook.scan.attributes import Attributes
from repobook.scan.blobs import blob_hash
from repobook.scan.classify import classify
from repobook.scan.reasons import CREDENTIALS
from repobook.scan.sources import SourceSpec, open_source
from repobook.service.linting import is_linted, lint_key, lint_later
from repobook.service.search_records import search_key, search_record
from repobook.service.workers import Work
from repobook.store.record import encode_facts

_NO_FACTS: Final = b""
_FILES_BETWEEN_COLLECTIONS: Final = 500


class FileTask(NamedTuple):
    """``text_only`` after a parser died on it; ``afresh`` when its cached facts were damaged."""

    entry: Entry
    text_only: bool = False
    afresh: bool = False


class Reading(NamedTuple):
    """What became of one file. ``facts`` and ``search`` are empty when the cache has them."""

    blob: str
    size: int
    language: str
    role: Role
    role_reason: str
    reason: str
    facts_key: bytes
    facts: bytes
    search: bytes = b""
    """What the search keeps of it."""


class ReaderFactory(NamedTuple):
    """Plain values that a worker process makes its reader from."""

    spec: SourceSpec
    attributes: Attributes
    max_bytes: int
    parser_version: str
    """The builder's: what is installed may change while it works, the keys of one book may not."""
    known_facts: frozenset[bytes]
    lint_folder: str
    """Where files are put whose findings are not known."""
    lint_version: str
    search_version: str
    show_credentials: bool = False

    def open(self) -> Work:
        return _Reader(self)


_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODE: Final = msgspec.msgpack.Decoder(Reading).decode


def encode_reading(reading: Reading) -> bytes:
    return _ENCODE(reading)


def decode_reading(data: bytes) -> Reading:
    return _DECODE(data)


def facts_key(blob: str, language: str, parser_version: str, text_only: bool = False) -> bytes:
    """Facts depend on the content, the language and everything that shapes parsing, no more."""
    told = f"{blob}\0{language}\0{parser_version}\0{int(text_only)}"
    return hashlib.blake2b(told.encode(), digest_size=16).digest()


def source_file(entry: Entry, reading: Reading) -> SourceFile:
    documented = not reading.reason
    return SourceFile(
        entry.path,
        reading.language,
        reading.role,
        reading.role_reason,
        reading.size,
        reading.blob,
        "documented" if documented else "listed",
        reading.reason,
        entry.tracked,
    )


class _Reader:
    def __init__(self, factory: ReaderFactory) -> None:
        self._factory = factory
        self._source = open_source(factory.spec)
        self._n_read = 0
        # Nothing the parser makes refers to itself; collecting only costs a walk over all nodes.
        gc.disable()
        gc.freeze()

    def __call__(self, task: FileTask) -> bytes:
        self._n_read += 1
        if self._n_read % _FILES_BETWEEN_COLLECTIONS == 0:
            gc.collect(0)
        return encode_reading(self._read(task))

    def _read(self, task: FileTask) -> Reading:
        try:
            content = self._source.read(task.entry, self._factory.max_bytes)
        except UnreadableError as error:
            return unread(task.entry, error.message)
        blob = task.entry.blob or blob_hash(content)
        what = classify(
            task.entry, content, self._factory.attributes, self._factory.show_credentials
        )
        if what.reason.startswith(CREDENTIALS):
            blob = task.entry.blob  # A hash of what is short would give it away.
        if what.reason:
            key, facts, search = b"", _NO_FACTS, b""
        else:
            version = self._factory.parser_version
            key = facts_key(blob, what.language, version, task.text_only)
            facts, search = self._facts(key, what.language, content, task)
            if not task.text_only:
                self._lint_later(task.entry.path, key, what.language, content)
        return Reading(
            blob,
            len(content),
            what.language,
            what.role,
            what.role_reason,
            what.reason,
            key,
            facts,
            search,
        )

    def _facts(
        self, key: bytes, language: str, content: bytes, task: FileTask
    ) -> tuple[bytes, bytes]:
        """With what the search keeps, which is made from them."""
        needed = {key, search_key(key, self._factory.search_version)}
        if needed <= self._factory.known_facts and not task.afresh:
            return _NO_FACTS, b""
        facts = parse_as_text(content) if task.text_only else parse(language, content)
        return encode_facts(facts), search_record(content, facts)

    def _lint_later(self, path: str, key: bytes, language: str, content: bytes) -> None:
        factory = self._factory
        if (
            is_linted(language, path)
            and lint_key(key, factory.lint_version) not in factory.known_facts
        ):
            lint_later(factory.lint_folder, key, content)


def unread(entry: Entry, reason: str) -> Reading:
    """A path that is listed without having been read; its role is what little can be said."""
    role: Role = "data"
    return Reading(entry.blob, max(entry.size, 0), "", role, "", reason, b"", _NO_FACTS)
