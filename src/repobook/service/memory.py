"""What a book remembers between builds: facts by content, readings by path, the last index."""

import contextlib
from functools import cache
from typing import NamedTuple

from repobook import __version__
from repobook.model.files import Entry
from repobook.parse import parser_version
from repobook.scan.attributes import Attributes
from repobook.scan.reasons import CREDENTIALS, may_pass
from repobook.service.linting import is_linted, lint_key, lint_version
from repobook.service.reading import Reading, death_key, decode_reading, encode_reading
from repobook.service.search_records import search_key, search_version
from repobook.service.versions import digest_of, version_of
from repobook.service.workers import KILLED
from repobook.store import schema
from repobook.store.book_folder import BookFolder
from repobook.store.cache import FactsCache
from repobook.store.previous import PreviousIndex, book_stamp, load_previous
from repobook.store.seen import Seen, SeenFiles, load_seen, save_seen


class Memory(NamedTuple):
    """All of it may be lost at any time; then it is worked out again, to the same result."""

    book: BookFolder
    conditions: str
    seen: dict[bytes, Seen]
    facts: FactsCache
    previous: PreviousIndex
    is_foreign: bool
    """Whether there was a book that somebody else made."""

    def recall(self, entry: Entry) -> Reading | None:
        """What this very content gave last time, if nothing that matters has changed since."""
        stamp = entry.blob or entry.stamp
        seen = self.seen.get(entry.raw_path)
        if not seen or not stamp or seen.stamp != stamp:
            return None
        reading = decode_reading(seen.reading)
        facts_kept, *rest_kept = [self.facts.span(key) for key in _keys(entry, reading)] or [None]
        # What else was lost is worked out again from the file itself.
        return None if facts_kept and not all(rest_kept) else reading

    def keep(self, readings: list[tuple[Entry, Reading]], index_sha256: str) -> None:
        seen = {
            entry.raw_path: Seen(stamp, encode_reading(reading._replace(facts=b"", search=b"")))
            for entry, reading in readings
            if (stamp := entry.blob or entry.stamp) and not _is_passing(reading)
        }
        told = SeenFiles(self.conditions, book_stamp(self.book.path), index_sha256, seen)
        # The book is published by now; a disk too full to remember it costs time, not the book.
        with contextlib.suppress(OSError):
            save_seen(self.book, told)
            keys = [key for entry, reading in readings for key in _keys(entry, reading)]
            deaths = [key for _, reading in readings for key in _keys_of_deaths(reading)]
            self.facts.compact(
                frozenset([*keys, *deaths]),
                self.book.work,
                at_once=self._hides_more(seen, readings),
            )

    def _hides_more(self, seen: dict[bytes, Seen], readings: list[tuple[Entry, Reading]]) -> bool:
        """Whether credentials are among what was read just now: their text may be in the cache."""
        return any(
            reading.reason.startswith(CREDENTIALS)
            and self.seen.get(entry.raw_path) != seen.get(entry.raw_path)
            for entry, reading in readings
        )


def open_memory(
    book: BookFolder, attributes: Attributes, max_bytes: int, show_credentials: bool
) -> Memory:
    conditions = _conditions(attributes, max_bytes, show_credentials)
    seen = load_seen(book)
    by_path = seen.by_path if seen.conditions == conditions else {}
    previous = load_previous(book.path, made_by(), seen)
    had_book, facts = (book.path / "book.db").exists(), FactsCache(book.files, book.key)
    is_foreign = had_book and not facts.is_ours
    return Memory(book, conditions, by_path, facts, previous, is_foreign)


def made_by() -> str:
    """The versions that shape an index; with any other it is made from scratch."""
    versions = f"schema {schema.VERSION}, parser {parser_version()}, linker {_linker_version()}"
    return f"repobook {__version__}, {versions}, linter {lint_version()}, search {search_version()}"


@cache
def _linker_version() -> str:
    """Changes whenever anything that shapes links and insights does."""
    return version_of("resolve", "resolve/languages", "analyse", "text")


def _keys(entry: Entry, reading: Reading) -> tuple[bytes, ...]:
    """What is kept of a file: its facts, what is searched, and what the linter found."""
    if not reading.facts_key:
        return ()
    kept = (reading.facts_key, search_key(reading.facts_key, search_version()))
    if reading.reason or not is_linted(reading.language, entry.path):
        return kept
    return (*kept, lint_key(reading.facts_key, lint_version()))


def _is_passing(reading: Reading) -> bool:
    """What a fault of the machine made of a file is not remembered."""
    return may_pass(reading.reason) or reading.first_death == KILLED


def _keys_of_deaths(reading: Reading) -> tuple[bytes, ...]:
    if not reading.first_death:
        return ()
    key = reading.parsed_key(parser_version())
    return death_key(key), death_key(key, is_second_try=True)


def _conditions(attributes: Attributes, max_bytes: int, show_credentials: bool) -> str:
    rules = [(rule.regex.pattern, rule.settings) for rule in attributes.rules]
    recognised = version_of("scan", "scan/tables")
    return digest_of((made_by(), recognised, max_bytes, rules, show_credentials))
