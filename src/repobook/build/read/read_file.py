"""What a worker does with one file: read it, recognise it, parse it, in a process of its own."""

import gc
import hashlib
from typing import Final, NamedTuple

import msgspec

from repobook.build.search_records import search_key, search_record
from repobook.errors import UnreadableError
from repobook.findings.ruff import is_linted, lint_key, lint_later
from repobook.index.record import encode_facts
from repobook.languages import parse, parse_text, parse_without_grammar
from repobook.model.facts import FileFacts
from repobook.model.files import Entry, Role
from repobook.scan.classify.classify import classify
from repobook.scan.git.blobs import blob_hash
from repobook.scan.ignore.attributes import Attributes
from repobook.scan.skip_reasons import CREDENTIALS
from repobook.scan.sources.source import SourceSpec, open_source
from repobook.text.decode import DecodedText, decode
from repobook.workers.pool import Work, restart_clock

_NO_FACTS: Final = b""
# The cause is in the cache, of which a worker has only the keys.
RECORDED: Final = "recorded"
_FILES_BETWEEN_COLLECTIONS: Final = 500

_DATA: Final = frozenset(["TOML", "JSON", "YAML", "XML", "INI"])


class FileTask(NamedTuple):
    """``text_only`` after a parser died on it; ``force`` when its cached facts were damaged;
    ``is_second_try`` when it is parsed although a parser died on its content before."""

    entry: Entry
    text_only: bool = False
    force: bool = False
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
    """Its search record."""
    first_death: str = ""
    """What the parser died of at the first try; at a second one it may have read the file."""

    def parsed_key(self, fingerprint: str) -> bytes:
        """The key of its facts where a parser reads it, whatever became of that."""
        return facts_key(self.blob, self.language, fingerprint, self.is_record)

    @property
    def is_record(self) -> bool:
        """What a tool wrote down for itself, as ``uv.lock``: its keys are nobody's names."""
        is_named = self.role == "generated" and self.role_reason.startswith("named ")
        return is_named and self.language in _DATA


class ReaderFactory(NamedTuple):
    """Plain values that a worker process makes its reader from."""

    spec: SourceSpec
    attributes: Attributes
    max_bytes: int
    fingerprint: str
    """Of the building process: installed code may change during a build, the keys may not."""
    cached_keys: frozenset[bytes]
    lint_folder: str
    """Where files are put whose findings are not known."""
    show_credentials: bool = False

    def open(self) -> Work:
        return _Reader(self)


_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODE: Final = msgspec.msgpack.Decoder(Reading).decode


def encode_reading(reading: Reading) -> bytes:
    return _ENCODE(reading)


def decode_reading(data: bytes) -> Reading:
    return _DECODE(data)


def facts_key(blob: str, language: str, fingerprint: str, text_only: bool = False) -> bytes:
    """Facts depend on the content, the language and our own code, no more."""
    key = f"{blob}\0{language}\0{fingerprint}\0{int(text_only)}"
    return hashlib.blake2b(key.encode(), digest_size=16).digest()


def death_key(facts_key: bytes, is_second_try: bool = False) -> bytes:
    """The cache entry with the cause of a parser's death: a content never kills it twice."""
    person = b"second death" if is_second_try else b"first death"
    return hashlib.blake2b(facts_key, digest_size=16, person=person).digest()


class _Reader:
    def __init__(self, factory: ReaderFactory) -> None:
        self._factory = factory
        self._source = open_source(factory.spec)
        self._n_read = 0
        self._prepared: set[str] = set()
        # Parse results have no reference cycles; garbage collection would only cost time.
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
            blob = task.entry.blob  # The hash of a short text would reveal it.
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
        key = reading.parsed_key(factory.fingerprint)
        is_deadly = death_key(key) in factory.cached_keys
        is_text = task.text_only or (is_deadly and not task.is_second_try)
        if is_text:
            key = facts_key(reading.blob, language, factory.fingerprint, text_only=True)
        text = decode(content)
        is_plain = is_text or reading.is_record
        facts, search = self._facts(key, None if is_plain else language, text, task.force)
        if not is_text:
            self._lint_later(task.entry.path, key, language, text)
        return reading._replace(
            facts_key=key,
            facts=facts,
            search=search,
            first_death=RECORDED if is_deadly else "",
        )

    def _facts(
        self, key: bytes, language: str | None, text: DecodedText, force: bool
    ) -> tuple[bytes, bytes]:
        """Facts and search record; parsed as text without a language."""
        needed = {key, search_key(key)}
        if needed <= self._factory.cached_keys and not force:
            return _NO_FACTS, b""
        facts = parse_without_grammar(text) if language is None else self._parse(language, text)
        return encode_facts(facts), search_record(text, facts)

    def _parse(self, language: str, text: DecodedText) -> FileFacts:
        if language not in self._prepared:
            # Loading a grammar and its query takes longer than most files.
            parse(language, b"")
            self._prepared.add(language)
            restart_clock()
        return parse_text(language, text)

    def _lint_later(self, path: str, key: bytes, language: str, text: DecodedText) -> None:
        factory = self._factory
        if is_linted(language, path) and lint_key(key) not in factory.cached_keys:
            lint_later(factory.lint_folder, key, text)


def unread(entry: Entry, reason: str) -> Reading:
    """A path that is listed and not read; only its role is known."""
    role: Role = "data"
    return Reading(entry.blob, max(entry.size, 0), "", role, "", reason, b"", _NO_FACTS)
