"""Reads files through parsers that may die, in bounded time and to the same result every time.

Every file has a short first try. Of those that take longer the first by path get a second try with
more time, and the others are read as text. A language of which too many files kill the parser is
read as text altogether, and that is known as soon as enough of them did, whichever these are. So
nothing depends on which worker was first, nor on what an earlier build had read already.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from repobook.model.files import Entry
from repobook.service.reading import (
    GAVE_UP,
    RECORDED,
    FileTask,
    ReaderFactory,
    Reading,
    death_key,
    decode_reading,
    gave_up,
    unread,
)
from repobook.service.workers import KILLED, RAISED, TOO_LONG, Limits, WorkerPool
from repobook.store.cache import FactsCache

# No file of PyTorch or Redis takes more than a sixth of its first limit, on a busy machine.
FIRST_TRY: Final = Limits(seconds=1.0, seconds_per_mebibyte=10.0)
SECOND_TRY: Final = Limits(seconds=5.0, seconds_per_mebibyte=10.0)
N_SECOND_TRIES: Final = 8
N_SECOND_TRIES_OF_LANGUAGE: Final = 4
# So many files of a language may kill the parser, and one more for so many files of any kind.
N_DEATHS_OF_LANGUAGE: Final = 10
N_FILES_PER_DEATH: Final = 50


class _Suspect(NamedTuple):
    """A file that killed the parser at the first try, and what is known of it."""

    task: FileTask
    reading: Reading


class ParserDeaths:
    """What kills parsers in one build. ``given_up`` are the languages that are read as text."""

    def __init__(self, facts: FactsCache, parser_version: str, n_files: int) -> None:
        self.given_up: frozenset[str] = frozenset()
        self._facts = facts
        self._version = parser_version
        self._n_allowed = N_DEATHS_OF_LANGUAGE + n_files // N_FILES_PER_DEATH
        self._deadly_by_language: defaultdict[str, set[str]] = defaultdict(set)
        self._suspects: dict[str, _Suspect] = {}
        self.undecided: set[str] = set()
        """Paths that were put off until all files had their first try."""

    def begin(self, recalled: Iterable[tuple[Entry, Reading]]) -> None:
        """Before files are read, and before they are read again since a language was given up."""
        self._deadly_by_language.clear()
        self._suspects.clear()
        self.undecided.clear()
        for entry, reading in recalled:
            self._count(entry.path, reading)

    def holds(self, recalled: Reading) -> bool:
        """Whether a file is still what it was found to be, whatever is read now."""
        has_given_up = recalled.reason.startswith(GAVE_UP)
        if recalled.facts_key and recalled.language in self.given_up:
            return has_given_up
        return not has_given_up and not recalled.first_death

    def suspect(self, task: FileTask, reading: Reading) -> bool:
        """Puts a file off until all had their first try; False where that tells nothing of it."""
        if not reading.first_death or reading.language in self.given_up:
            return False
        self._suspects[task.entry.path] = _Suspect(task, reading._replace(reason=""))
        self.undecided.add(task.entry.path)
        return True

    def read(
        self, factory: ReaderFactory, tasks: list[FileTask], n_jobs: int
    ) -> Iterator[tuple[Entry, Reading]]:
        """Every task and every suspect ends in exactly one reading, whatever it does to the parser,
        unless a language has to be given up: then this ends at once, to be begun again."""
        given_up = self.given_up
        pool: WorkerPool[FileTask] = WorkerPool(factory.open, n_jobs, FIRST_TRY)
        try:
            yield from self._first_tries(pool, tasks)
            if self.given_up == given_up:
                yield from self._second_tries(pool)
        finally:
            pool.close()

    def _first_tries(
        self, pool: WorkerPool[FileTask], tasks: list[FileTask]
    ) -> Iterator[tuple[Entry, Reading]]:
        given_up = self.given_up
        death_by_path: dict[str, str] = {}
        for task, result, death in pool.run([(task, _weight(task)) for task in tasks]):
            path = task.entry.path
            if death and not task.text_only:
                death_by_path[path] = death
                pool.add(task._replace(text_only=True), _weight(task))
                continue
            if death:
                yield task.entry, _without_text(task, death_by_path[path])
                continue
            reading = self._noted(decode_reading(result), death_by_path.get(path, ""))
            self._count(path, reading)
            if self.given_up != given_up:
                return
            if not self.suspect(task._replace(text_only=False), reading):
                yield task.entry, reading

    def _second_tries(self, pool: WorkerPool[FileTask]) -> Iterator[tuple[Entry, Reading]]:
        chosen = self._chosen()
        tried = False
        for path in sorted(self.undecided):
            task, reading = self._suspects[path]
            again = self._task(task, reading, path in chosen)
            if again is None:
                yield task.entry, self._decided(reading, path in chosen)
            else:
                pool.add(again, _weight(task), SECOND_TRY)
                tried = True
        self.undecided.clear()
        for task, result, death in pool.run([]) if tried else ():
            reading = self._suspects[task.entry.path].reading
            if not death:
                reading = self._noted(decode_reading(result), "")
                reason = gave_up(reading.language) if task.text_only else ""
                yield task.entry, reading._replace(reason=reason)
            elif task.text_only:
                yield task.entry, _without_text(task, TOO_LONG)
            else:
                self._record(reading, death, is_second_try=True)
                yield task.entry, reading._replace(reason=_died(death))

    def _chosen(self) -> set[str]:
        """The paths that get a second try, or got one."""
        chosen: set[str] = set()
        n_by_language: Counter[str] = Counter()
        for path, (_, reading) in sorted(self._suspects.items()):
            is_left = n_by_language[reading.language] < N_SECOND_TRIES_OF_LANGUAGE
            if reading.first_death == TOO_LONG and is_left and len(chosen) < N_SECOND_TRIES:
                n_by_language[reading.language] += 1
                chosen.add(path)
        return chosen

    def _task(self, task: FileTask, reading: Reading, is_chosen: bool) -> FileTask | None:
        """What is still to be done to decide on a suspect."""
        if reading.first_death != TOO_LONG:
            return None
        if self._is_parsed(reading):
            return None if is_chosen else task._replace(text_only=True)
        if is_chosen and not self._recorded(reading, is_second_try=True):
            return task._replace(is_second_try=True)
        return None

    def _decided(self, reading: Reading, is_chosen: bool) -> Reading:
        if self._is_parsed(reading):
            return reading
        death = reading.first_death
        if death == TOO_LONG:
            death = self._recorded(reading, is_second_try=True) if is_chosen else ""
        return reading._replace(reason=_died(death) if death else gave_up(reading.language))

    def _is_parsed(self, reading: Reading) -> bool:
        return reading.facts_key == reading.parsed_key(self._version)

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

    def _count(self, path: str, reading: Reading) -> None:
        """An exception is a defect of ours that costs nothing; a death costs time."""
        if reading.first_death and not reading.first_death.startswith(RAISED):
            deadly = self._deadly_by_language[reading.language]
            deadly.add(path)
            if len(deadly) > self._n_allowed:
                self.given_up |= {reading.language}


def _weight(task: FileTask) -> int:
    return max(task.entry.size, 0)


def _died(death: str) -> str:
    return f"parser died: {death}"


def _without_text(task: FileTask, death: str) -> Reading:
    return unread(task.entry, f"{_died(death)}; its text cannot be read either")
