"""What a worker does with one file: read it, recognise it, parse it, in a process of its own."""

import gc
import hashlib
from typing import Final, NamedTuple

import msgspec

from repobook.errors import UnreadableError
from repobook.model.facts import FileFacts
from repobook.model.files import Entry, Role, SourceFile
from repobook.parse import parse, parse_as_text
from repobook.scan.attributes import Attributes
from repobook.scan.blobs import blob_hash
from repobook.scan.classify import classify
from repobook.scan.reasons import CREDENTIALS
from repobook.scan.sources import SourceSpec, open_source
from repobook.service.linting import is_linted, lint_key, lint_later
from repobook.service.search_records import search_key, search_record
from repobook.service.workers import Work, restart_clock
from repobook.store.record import encode_facts

_NO_FACTS: Final = b""
# Of what, the cache says: a worker knows its keys alone.
RECORDED: Final = "recorded"
_FILES_BETWEEN_COLLECTIONS: Final = 500


class FileTask(NamedTuple):
    """``text_only`` after a parser died on it; ``afresh`` when its cached facts were damaged;
    ``is_second_try`` when it is parsed although a parser died on its content before."""

    entry: Entry
    text_only: bool = False
    afresh: bool = False
    is_second_try: bool = False


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
    first_death: str = ""
    """What the parser died of at the first try; at a second one it may have read the file."""

    def parsed_key(self, parser_version: str) -> bytes:
        """The key of its facts where a parser reads it, whatever became of that."""
        return facts_key(self.blob, self.language, parser_version)


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


def death_key(facts_key: bytes, is_second_try: bool = False) -> bytes:
    """What is kept under it says of what the parser died: the same content never kills it twice."""
    person = b"second death" if is_second_try else b"first death"
    return hashlib.blake2b(facts_key, digest_size=16, person=person).digest()


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
        self._prepared: set[str] = set()
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
        reading = Reading(
            blob,
            len(content),
            what.language,
            what.role,
            what.role_reason,
            what.reason,
            b"",
            _NO_FACTS,
        )
        return reading if what.reason else self._parsed(task, reading, content)

    def _parsed(self, task: FileTask, reading: Reading, content: bytes) -> Reading:
        factory, language = self._factory, reading.language
        key = reading.parsed_key(factory.parser_version)
        is_deadly = death_key(key) in factory.known_facts
        is_text = task.text_only or (is_deadly and not task.is_second_try)
        if is_text:
            key = facts_key(reading.blob, language, factory.parser_version, text_only=True)
        facts, search = self._facts(key, None if is_text else language, content, task.afresh)
        if not is_text:
            self._lint_later(task.entry.path, key, language, content)
        return reading._replace(
            facts_key=key,
            facts=facts,
            search=search,
            first_death=RECORDED if is_deadly else "",
        )

    def _facts(
        self, key: bytes, language: str | None, content: bytes, afresh: bool
    ) -> tuple[bytes, bytes]:
        """With what the search keeps, which is made from them; as text where no language is."""
        needed = {key, search_key(key, self._factory.search_version)}
        if needed <= self._factory.known_facts and not afresh:
            return _NO_FACTS, b""
        facts = parse_as_text(content) if language is None else self._parse(language, content)
        return encode_facts(facts), search_record(content, facts)

    def _parse(self, language: str, content: bytes) -> FileFacts:
        if language not in self._prepared:
            # Loading a grammar and its query takes longer than most files.
            parse(language, b"")
            self._prepared.add(language)
            restart_clock()
        return parse(language, content)

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
