"""The caches of a book between builds: facts by content, readings by path, the last index."""

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from repobook.analyse.tests.test_similarity import path_index
from repobook.analyse.tests.tests_for_file import TestMemory
from repobook.build.fingerprint import (
    IGNORED_FINDINGS,
    made_by,
    own_fingerprint,
    reading_conditions,
)
from repobook.build.link.test_memory import StoredTests, load_tests
from repobook.build.read.read_file import Reading, death_key, decode_reading, encode_reading
from repobook.build.search_records import search_key
from repobook.findings.ruff import is_linted, lint_key
from repobook.index.cache.facts_cache import FactsCache
from repobook.index.cache.scan_cache import (
    CachedReading,
    ScanCache,
    load_scan_cache,
    save_scan_cache,
)
from repobook.index.publish.book_folder import BookFolder, Recalled, book_stamp
from repobook.index.publish.previous_index import NOTHING, PreviousIndex, load_previous
from repobook.model.book_layout import INDEX
from repobook.model.files import Entry
from repobook.scan.ignore.attributes import Attributes
from repobook.scan.skip_reasons import CREDENTIALS, may_pass
from repobook.workers.pool import KILLED


class LastBuild(NamedTuple):
    """What the last build left, decoded by a process that builds again and again: it forks the next
    build, which changes nothing here."""

    scan_cache: ScanCache
    readings: dict[bytes, Reading]
    previous: PreviousIndex
    tests: StoredTests
    ranked: tuple[frozenset[str], TestMemory] | None

    def is_of(self, folder: Path) -> bool:
        """Whether no other build has published since."""
        return self.previous.is_trusted and book_stamp(folder) == self.scan_cache.index_stamp


def load_last_build(folder: Path, recalled: Recalled) -> LastBuild:
    scan_cache, tests = load_scan_cache(recalled), load_tests(recalled)
    readings = {path: decode_reading(one.reading) for path, one in scan_cache.by_path.items()}
    previous = load_previous(folder, made_by(), scan_cache)
    ranked = tests.decoded() if tests.index_identity else None
    if ranked:  # for the builds that are forked from here
        paths = sorted(path for path, key in previous.keys.items() if key.facts)
        path_index(tuple(sorted(ranked[0])), tuple(paths))
    return LastBuild(scan_cache, readings, previous, tests, ranked)


class Memory(NamedTuple):
    """All of it may be lost at any time; then it is worked out again, to the same result."""

    book: BookFolder
    conditions: str
    cached_readings: dict[bytes, CachedReading]
    facts: FactsCache
    previous: PreviousIndex
    is_foreign: bool
    """Whether the existing book was made by another user or machine."""
    has_all_records: bool = False
    """Whether the cache of facts still holds all that the cached readings were saved with."""
    last: LastBuild | None = None
    """If it is at hand."""

    def recall(self, entry: Entry) -> Reading | None:
        """The cached reading of this content, if nothing that matters has changed since."""
        stamp = entry.blob or entry.stamp
        cached = self.cached_readings.get(entry.raw_path)
        if not cached or not stamp or cached.stamp != stamp:
            return None
        reading = (
            self.last.readings[entry.raw_path] if self.last else decode_reading(cached.reading)
        )
        if self.has_all_records:
            return reading
        facts_span, *other_spans = [self.facts.span(key) for key in _keys(entry, reading)] or [None]
        # If another record was lost, the file is read again.
        return None if facts_span and not all(other_spans) else reading

    def tests(self) -> StoredTests:
        """What ranking tests worked out."""
        return self.last.tests if self.last else load_tests(self.book.recalled)

    def ranked(self, tests: StoredTests) -> tuple[frozenset[str], TestMemory]:
        at_hand = self.last.ranked if self.last else None
        return at_hand or tests.decoded()

    def to_lint(self, readings: Iterable[tuple[Entry, Reading]]) -> Iterator[bytes]:
        """The keys of the facts of those whose lint findings are not known."""
        for entry, reading in readings:
            if _is_linted(entry, reading) and not self.facts.span(lint_key(reading.facts_key)):
                yield reading.facts_key

    def keep(self, readings: list[tuple[Entry, Reading]], index_sha256: str) -> None:
        cached_readings = self.cacheable(readings)
        scan_cache = ScanCache(
            self.conditions,
            book_stamp(self.book.path),
            index_sha256,
            cached_readings,
            self.facts.n_bytes,
        )
        # The book is published by now; a full disk costs the cache, not the book.
        with contextlib.suppress(OSError):
            save_scan_cache(self.book, scan_cache)
            keys = [key for entry, reading in readings for key in _keys(entry, reading)]
            deaths = [key for _, reading in readings for key in _keys_of_deaths(reading)]
            self.facts.compact(
                frozenset([*keys, *deaths]),
                self.book.work,
                at_once=self._hides_more(cached_readings, readings),
            )

    def cacheable(self, readings: Iterable[tuple[Entry, Reading]]) -> dict[bytes, CachedReading]:
        return {
            entry.raw_path: CachedReading(stamp, encode_reading(_without_facts(reading)))
            for entry, reading in readings
            if (stamp := entry.blob or entry.stamp) and not is_passing(reading)
        }

    def take_over(self, readings: dict[bytes, CachedReading], facts: dict[bytes, bytes]) -> None:
        """What was read elsewhere, under the same conditions."""
        for key, data in facts.items():
            self.facts.put(key, data)
        self.cached_readings.update(readings)

    def _hides_more(
        self, new_readings: dict[bytes, CachedReading], readings: list[tuple[Entry, Reading]]
    ) -> bool:
        """Whether credentials are among what was read just now: their text may be in the cache."""
        return any(
            reading.reason.startswith(CREDENTIALS)
            and self.cached_readings.get(entry.raw_path) != new_readings.get(entry.raw_path)
            for entry, reading in readings
        )


def open_memory(
    book: BookFolder,
    attributes: Attributes,
    max_bytes: int,
    show_credentials: bool,
    ignored_findings: str,
    last: LastBuild | None = None,
) -> Memory:
    """An index that ignores other findings is made again, from the same facts."""
    conditions = reading_conditions(attributes, max_bytes, show_credentials)
    last = last if last and last.is_of(book.path) else None
    scan_cache = last.scan_cache if last else load_scan_cache(book.recalled)
    by_path = scan_cache.by_path if scan_cache.conditions == conditions else {}
    previous = last.previous if last else load_previous(book.path, made_by(), scan_cache)
    if previous.meta.get(IGNORED_FINDINGS) != ignored_findings:
        previous = NOTHING
    had_book, facts = (book.path / INDEX).exists(), FactsCache(book.files, book.key)
    is_foreign = had_book and not facts.is_ours
    # Records are only ever added, or dropped after the readings that need no more were saved.
    has_all_records = facts.n_bytes >= scan_cache.n_bytes_of_facts
    return Memory(book, conditions, by_path, facts, previous, is_foreign, has_all_records, last)


def _keys(entry: Entry, reading: Reading) -> tuple[bytes, ...]:
    """The cache keys of a file: its facts, its search record, and its lint findings."""
    if not reading.facts_key:
        return ()
    keys = (reading.facts_key, search_key(reading.facts_key))
    return (*keys, lint_key(reading.facts_key)) if _is_linted(entry, reading) else keys


def _is_linted(entry: Entry, reading: Reading) -> bool:
    has_facts = bool(reading.facts_key) and not reading.reason
    return has_facts and is_linted(reading.language, entry.path)


def _without_facts(reading: Reading) -> Reading:
    has_some = reading.facts or reading.search
    return reading._replace(facts=b"", search=b"") if has_some else reading


def is_passing(reading: Reading) -> bool:
    """Readings that failed by a fault of the machine are not cached."""
    return may_pass(reading.reason) or reading.first_death == KILLED


def _keys_of_deaths(reading: Reading) -> tuple[bytes, ...]:
    if not reading.first_death:
        return ()
    key = reading.parsed_key(own_fingerprint())
    return death_key(key), death_key(key, is_second_try=True)
