"""Reads the files of a build that are not remembered, and has them linted: every path ends as one
row of the account."""

import os
from collections.abc import Set
from typing import NamedTuple, Protocol

from repobook.build.fingerprint import own_fingerprint
from repobook.build.memory import Memory
from repobook.build.read.parser_deaths import ParserDeaths
from repobook.build.read.read_file import FileTask, ReaderFactory, Reading, unread
from repobook.build.request import BuildRequest
from repobook.build.search_records import search_key
from repobook.errors import RepobookError
from repobook.findings.ruff import LintFolder
from repobook.index.publish.book_folder import BookFolder
from repobook.model.files import Entry, Listing
from repobook.model.progress import Phases
from repobook.scan.ignore.attributes import Attributes
from repobook.scan.sources.source import SourceSpec


class ReadInto(Protocol):
    """What readings go into: the index of a build, or nothing where others build it."""

    def put(self, entry: Entry, reading: Reading) -> bool: ...

    def expect_changes(self) -> None: ...

    def add_findings(self, linted: Set[bytes]) -> None: ...


class FilesToRead(NamedTuple):
    """What reading the files of a build needs."""

    request: BuildRequest
    listing: Listing
    attributes: Attributes
    memory: Memory
    update: ReadInto
    phases: Phases

    def read_and_lint(self, book: BookFolder) -> tuple[dict[str, Reading], bool]:
        """What was read, and whether the linter could read all that it was given."""
        with LintFolder(book.work) as lint:
            readings = self._read_and_index(lint)
            _check_source(self.request.spec)
            _check_account(self.listing, readings)
            with self.phases.phase("lint"):
                read = ((entry, readings[entry.path]) for entry in self.listing.entries)
                lint.check(self.memory.to_lint(read))
                return readings, self._lint(lint)

    def _read_and_index(self, lint: LintFolder) -> dict[str, Reading]:
        """Writes rows while other files are still being parsed; keeps only the account in
        memory."""
        request, _, _, memory, index, phases = self
        readings: dict[str, Reading] = {}
        tasks: list[FileTask] = []
        recalled: dict[str, Reading | None] = {}
        deaths = ParserDeaths(memory.facts, own_fingerprint())
        for entry in self.listing.entries:
            reading_from_cache = (
                unread(entry, entry.reason) if entry.kind != "file" else memory.recall(entry)
            )
            recalled[entry.path] = reading_from_cache
            if reading_from_cache is None:
                tasks.append(FileTask(entry))
            elif deaths.suspect(FileTask(entry), reading_from_cache):
                continue
            elif index.put(entry, reading_from_cache):
                readings[entry.path] = reading_from_cache
            else:
                tasks.append(FileTask(entry, force=True))
        if tasks:
            index.expect_changes()
        n_bytes = sum(max(task.entry.size, 0) for task in tasks)
        factory = self._factory(lint)
        with phases.phase("read files", n_bytes) as progress:
            while tasks or deaths.undecided:
                damaged: list[FileTask] = []
                for entry, reading in deaths.read(factory, tasks, request.n_jobs):
                    if reading.facts:
                        memory.facts.put(reading.facts_key, reading.facts)
                        memory.facts.put(search_key(reading.facts_key), reading.search)
                    if not index.put(entry, reading):
                        damaged.append(FileTask(entry, force=True))
                        continue
                    readings[entry.path] = reading._replace(facts=b"", search=b"")
                    if reading != recalled[entry.path]:
                        progress.advance(max(entry.size, 0))
                        phases.n_done["read files"] += 1
                tasks = damaged
        return readings

    def _factory(self, lint: LintFolder) -> ReaderFactory:
        return ReaderFactory(
            self.request.spec,
            self.attributes,
            self.request.max_bytes,
            own_fingerprint(),
            self.memory.facts.keys(),
            lint.path,
            self.request.show_credentials,
        )

    def _lint(self, lint: LintFolder) -> bool:
        """Whether the linter could read all that it was given."""
        linted: set[bytes] = set()
        for key, findings in lint.findings(self.request.n_jobs):
            self.memory.facts.put(key, findings)
            linted.add(key)
        self.update.add_findings(linted)
        return len(linted) == lint.n_files()


def _check_source(spec: SourceSpec) -> None:
    """Without this check every file of the book would be one that cannot be read."""
    if not os.path.isdir(spec.root):
        raise RepobookError(f"{spec.root} is gone; no book was written")


def _check_account(listing: Listing, readings: dict[str, Reading]) -> None:
    paths = {entry.path for entry in listing.entries}
    if len(paths) != len(listing.entries) or paths != readings.keys():
        n_lost = len(listing.entries) - len(readings)
        raise RepobookError(f"{n_lost} files are not accounted for; no book was written")
