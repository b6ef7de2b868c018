"""Brings the links of the index up to date: what a change touches is resolved again, no more."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from repobook.model.graph import Candidate, Unit
from repobook.resolve.affected import (
    hashes_of,
    mentions_any,
    names_beside,
    names_changed,
    names_passed_on,
    touches_all,
)
from repobook.service.resolving import Linker, resolve_files
from repobook.service.units import FactsLoader, ReadFile, unit_of
from repobook.store.cache import FactsCache
from repobook.store.record import LinkRows
from repobook.store.writer import FileKey, IndexWriter

# So many are resolved here: starting processes would take longer.
_FEW: Final = 60


class FileChange(NamedTuple):
    """Rows of a file before and after; None where there was or is no such file."""

    old: FileKey | None
    new: FileKey | None

    @property
    def path(self) -> str:
        key = self.new or self.old
        return key.path if key else ""


class Touched(NamedTuple):
    files: list[ReadFile]
    names_changed: bool
    """Whether any name came, went or means something else now."""


class Linking:
    """Links for one build, from facts that all lie in the cache by now."""

    def __init__(self, keys: Iterable[FileKey], facts: FactsCache, writer: IndexWriter) -> None:
        self._writer = writer
        self._cache = facts
        self._loader = FactsLoader(str(facts.path))
        self._files = read_files(keys, facts)
        self._linker = Linker(self._files, self._loader.facts, self._named)

    def links(self, files: list[ReadFile], n_jobs: int) -> Iterator[tuple[ReadFile, LinkRows]]:
        """In no particular order."""
        if len(files) <= _FEW:
            for file in files:
                yield file, self._linker.links(file.path)
            return
        definitions = self._writer.definitions_by_name()
        yield from resolve_files(files, self._files, str(self._cache.path), definitions, n_jobs)

    def readable(self) -> list[ReadFile]:
        return [file for file in self._files if file.span]

    def touched(self, changes: list[FileChange]) -> Touched:
        """The files whose links a change may alter; all of them where nobody can tell."""
        changed: set[str] = set()
        for change in changes:
            old, new = self._unit(change.old), self._unit(change.new)
            if change.old is not None and old is None:
                return Touched(self.readable(), True)
            names = names_changed(old, new)
            if names and touches_all(change.path):
                return Touched(self.readable(), True)
            if old is None or new is None:
                names |= names_beside(change.path, self._linker.world.files)
            changed |= names
        paths = {change.new.path for change in changes if change.new}
        paths |= self._mentioning_all_that_follows(changed)
        return Touched([file for file in self.readable() if file.path in paths], bool(changed))

    def close(self) -> None:
        self._loader.close()

    def _mentioning_all_that_follows(self, changed: set[str]) -> set[str]:
        """Passing a name on may change another, until nothing new comes of it."""
        path_by_id = {file.id: file.path for file in self._files}
        names_by_file = [row for row in self._writer.names_by_file() if row[0] in path_by_id]
        touched: set[str] = set()
        newly = changed
        while newly:
            hashes = hashes_of(newly)
            hit = [path_by_id[id] for id, names in names_by_file if mentions_any(names, hashes)]
            touched.update(hit)
            passed = [names_passed_on(self._linker.interface(path), newly) for path in hit]
            newly = set().union(*passed) - changed
            changed = changed | newly
        return touched

    def _unit(self, key: FileKey | None) -> Unit | None:
        """None where there was no such file, or where nobody knows any more what it said."""
        if key is None:
            return None
        file = _read_file(key, self._cache)
        return None if key.facts and file.span is None else unit_of(file, self._loader.facts(file))

    def _named(self, name: str) -> tuple[Candidate, ...]:
        return tuple(Candidate(*row) for row in self._writer.symbols_named(name))


def read_files(keys: Iterable[FileKey], facts: FactsCache) -> tuple[ReadFile, ...]:
    return tuple(_read_file(key, facts) for key in sorted(keys, key=lambda key: key.path))


def _read_file(key: FileKey, facts: FactsCache) -> ReadFile:
    return ReadFile(key.path, key.id, key.language, key.role, facts.span(key.facts))
