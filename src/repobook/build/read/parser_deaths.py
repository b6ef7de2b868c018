"""Reads files through parsers that may die, in bounded time and to the same result every time.

Every file has a short first try. Those that take longer get a second one with more time, in the
order of their paths, until the limit of deaths for a language or for all files is reached; the rest
is read as text. So a file that is read in its first try is read whatever other files do, and the
result depends neither on which worker was first nor on what an earlier build had read.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.build.read.read_file import (
    RECORDED,
    FileTask,
    ReaderFactory,
    Reading,
    death_key,
    decode_reading,
    unread,
)
from repobook.index.cache.facts_cache import FactsCache
from repobook.model.files import Entry
from repobook.workers.pool import KILLED, TOO_LONG, Limits, WorkerPool

# No file of PyTorch or Redis takes as much as half of its first limit, on a busy machine.
FIRST_TRY: Final = Limits(seconds=0.3, seconds_per_mebibyte=5.0)
SECOND_TRY: Final = Limits(seconds=5.0, seconds_per_mebibyte=10.0)
N_DEATHS: Final = 12
"""After so many deaths in second tries the rest is given up."""
N_DEATHS_OF_LANGUAGE: Final = 4
GAVE_UP: Final = "parser gave up: it took too long, as other files did before"


class _Suspect(NamedTuple):
    """A file that killed the parser at the first try, and what became of it."""

    task: FileTask
    reading: Reading
    """As text, or as a parser read it at a second try."""
    is_parsed: bool
    death: str
    """Of the second try."""

    @property
    def is_tried(self) -> bool:
        return self.is_parsed or bool(self.death)


class ParserDeaths:
    """What kills parsers in one build."""

    def __init__(self, facts: FactsCache, fingerprint: str) -> None:
        self._facts = facts
        self._version = fingerprint
        self._suspects: dict[str, _Suspect] = {}
        self._trying: set[str] = set()
        self.undecided: set[str] = set()
        """Paths that were put off until all files had their first try."""

    def suspect(self, task: FileTask, reading: Reading) -> bool:
        """Puts a file off until all had their first try; False if it is no suspect."""
        if not reading.first_death:
            return False
        is_parsed = reading.facts_key == reading.parsed_key(self._version)
        death = "" if is_parsed else self._recorded(reading, is_second_try=True)
        if reading.first_death != TOO_LONG:
            death = reading.first_death  # what crashes was tried twice already
        path = task.entry.path
        self._suspects[path] = _Suspect(task, reading._replace(reason=""), is_parsed, death)
        self.undecided.add(path)
        return True

    def read(
        self, factory: ReaderFactory, tasks: list[FileTask], n_jobs: int
    ) -> Iterator[tuple[Entry, Reading]]:
        """Every task and every suspect ends in exactly one reading, whatever kills the parser."""
        pool: WorkerPool[FileTask] = WorkerPool(factory.open, n_jobs, FIRST_TRY)
        try:
            yield from self._first_tries(pool, tasks)
            self._second_tries(pool, n_jobs)
            yield from self._decisions(pool)
        finally:
            pool.close()

    def _first_tries(
        self, pool: WorkerPool[FileTask], tasks: list[FileTask]
    ) -> Iterator[tuple[Entry, Reading]]:
        death_by_path: dict[str, str] = {}
        for task, result, death in pool.run([(task, _weight(task)) for task in tasks]):
            path = task.entry.path
            if death and not task.text_only:
                death_by_path[path] = death
                pool.add(task._replace(text_only=True), _weight(task))
            elif death:
                yield task.entry, _without_text(task, death_by_path[path])
            else:
                reading = self._noted(decode_reading(result), death_by_path.get(path, ""))
                if not self.suspect(task._replace(text_only=False), reading):
                    yield task.entry, reading

    def _second_tries(self, pool: WorkerPool[FileTask], n_jobs: int) -> None:
        """As many at once as there are workers: each death decides which suspects are tried."""
        self._try_more(pool, n_jobs)
        for task, result, death in pool.run([]) if self._trying else ():
            path = task.entry.path
            self._trying.discard(path)
            suspect = self._suspects[path]
            if death:
                self._record(suspect.reading, death, is_second_try=True)
                self._suspects[path] = suspect._replace(death=death)
            else:
                reading = decode_reading(result)._replace(first_death=TOO_LONG)
                self._suspects[path] = suspect._replace(reading=reading, is_parsed=True)
            self._try_more(pool, n_jobs)

    def _try_more(self, pool: WorkerPool[FileTask], n_jobs: int) -> None:
        untried = [path for path in self._worth_a_try() if not self._suspects[path].is_tried]
        for path in untried:
            if path not in self._trying and len(self._trying) < n_jobs:
                task = self._suspects[path].task
                self._trying.add(path)
                pool.add(task._replace(is_second_try=True), _weight(task), SECOND_TRY)

    def _worth_a_try(self) -> list[str]:
        """Paths of suspects before the limit of deaths is reached."""
        n_by_language: Counter[str] = Counter()
        paths = []
        for path, suspect in sorted(self._suspects.items()):
            language = suspect.reading.language
            if n_by_language[language] >= N_DEATHS_OF_LANGUAGE or n_by_language.total() >= N_DEATHS:
                continue
            paths.append(path)
            n_by_language[language] += suspect.death == TOO_LONG
        return paths

    def _decisions(self, pool: WorkerPool[FileTask]) -> Iterator[tuple[Entry, Reading]]:
        worth_a_try = set(self._worth_a_try())
        n_texts = 0
        for path in sorted(self.undecided):
            task, reading, is_parsed, death = self._suspects[path]
            is_given_up = path not in worth_a_try and death in ("", TOO_LONG)
            if is_given_up and is_parsed:
                pool.add(task._replace(text_only=True), _weight(task), SECOND_TRY)
                n_texts += 1
            elif is_given_up or death:
                reason = GAVE_UP if is_given_up else _died(death)
                yield task.entry, reading._replace(reason=reason)
            else:
                yield task.entry, reading
        self.undecided.clear()
        for task, result, death in pool.run([]) if n_texts else ():
            reading = _without_text(task, death) if death else decode_reading(result)
            yield task.entry, reading._replace(reason=GAVE_UP, first_death=TOO_LONG)

    def _noted(self, reading: Reading, death: str) -> Reading:
        """With what killed the parser, now or when it last met this content."""
        if not reading.facts_key or not (death or reading.first_death):
            return reading
        if death:
            self._record(reading, death)
        elif reading.first_death == RECORDED:
            death = self._recorded(reading) or TOO_LONG
        return reading._replace(first_death=death)

    def _record(self, reading: Reading, death: str, is_second_try: bool = False) -> None:
        if death != KILLED:  # by a machine short of memory, perhaps: another time it may live
            key = death_key(reading.parsed_key(self._version), is_second_try)
            self._facts.put(key, death.encode("utf-8", "replace"))

    def _recorded(self, reading: Reading, is_second_try: bool = False) -> str:
        key = death_key(reading.parsed_key(self._version), is_second_try)
        return (self._facts.get(key) or b"").decode("utf-8", "replace")


def _weight(task: FileTask) -> int:
    return max(task.entry.size, 0)


def _died(death: str) -> str:
    return f"parser died: {death}"


def _without_text(task: FileTask, death: str) -> Reading:
    return unread(task.entry, f"{_died(death)}; its text cannot be read either")
