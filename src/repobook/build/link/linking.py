"""Brings the links of the index up to date: what a change touches is resolved again, no more."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, cached_property
from itertools import starmap
from typing import Final, NamedTuple

from repobook.analyse.vocabulary import NamingWords, hashes_of_words, holds_any, naming_words
from repobook.build.link.resolving import Linker, RepositoryNames, resolve_files
from repobook.build.link.word_counts import Vocabulary, WordChange, count_words, recount_words
from repobook.build.read.units import FactsLoader, ReadFile
from repobook.index.cache.facts_cache import FactsCache
from repobook.index.record import LinkRows
from repobook.index.writer import FileKey, IndexWriter
from repobook.languages import Resolver
from repobook.model.graph import Candidate, Unit
from repobook.resolve.affected_files.by_names import Mentions, files_mentioning
from repobook.resolve.affected_files.changed_names import (
    includes_others,
    opens_others,
    touches_all,
)
from repobook.resolve.affected_files.edits import Edit, EditedRepository, affected_by
from repobook.resolve.affected_files.include_graph import IncludeGraph
from repobook.resolve.affected_files.meanings import Meanings
from repobook.resolve.unit_names import bound_name
from repobook.resolve.world import within, world_before
from repobook.workers.pool import Pools

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
    names: frozenset[str] | None
    """Names that were added or removed or mean something else; None if all files are touched."""


class Linking:
    """Links for one build, from facts that all lie in the cache by now."""

    def __init__(
        self,
        keys: Iterable[FileKey],
        facts: FactsCache,
        writer: IndexWriter,
        changes: list[FileChange] | None,
    ) -> None:
        """``changes`` since the index that the writer started from; None for a new index."""
        self._writer = writer
        self._changes = changes
        self._cache = facts
        self._loader = FactsLoader(facts.place)
        self._files = read_files(keys, facts)
        self._vocabulary = self._counted_words()

    def links(self, files: list[ReadFile], pools: Pools) -> Iterator[tuple[ReadFile, LinkRows]]:
        """In no particular order."""
        if len(files) <= _FEW:
            for file in files:
                yield file, self._linker.links(file.path)
            return
        names = RepositoryNames(self._writer.definitions_by_name(), self._vocabulary.weights)
        yield from resolve_files(files, self._files, self._cache.place, names, pools)

    def readable(self) -> list[ReadFile]:
        return [file for file in self._files if file.span]

    def touched(self) -> Touched:
        """The files whose rows the changes may alter; all of them if that is unknown."""
        edits = self._edits()
        if edits is None or self._vocabulary.changed is None:
            return Touched(self.readable(), None)
        affected = affected_by(edits, self._edited_repository(edits))
        paths = affected.paths | {edit.new.path for edit in edits if edit.new}
        paths |= self._holding(self._vocabulary.changed)
        if any(edit.comes_or_goes for edit in edits):
            ids = self._writer.with_patterns()
            paths |= {file.path for file in self._files if file.id in ids}
        return Touched([f for f in self.readable() if f.path in paths], frozenset(affected.names))

    def _edits(self) -> list[Edit] | None:
        """None where all links may change."""
        if self._changes is None:
            return None
        edits: list[Edit] = []
        for change in self._changes:
            old, new = self._unit(change.old), self._unit(change.new)
            if change.old is not None and old is None:
                return None
            edit = Edit(old, new, self._given(change, old, new))
            if touches_all(change.path) and edit.changes_names:
                return None
            edits.append(edit)
        return edits

    def _edited_repository(self, edits: Sequence[Edit]) -> EditedRepository:
        world, resolve = self._linker.world, self._linker.resolve
        before = Resolver(world_before(world, [(edit.old, edit.new) for edit in edits]))
        meanings = Meanings(before.meaning, resolve.meaning)
        return EditedRepository(
            world.files,
            self._mentioned,
            world.unit,
            self._n_named,
            resolve.gives_module,
            meanings,
            sees_otherwise=lambda path: self._include_graph.sees_otherwise(path),
        )

    def _given(
        self, change: FileChange, old: Unit | None, new: Unit | None
    ) -> frozenset[str] | None:
        """The names of what a file sees only now, or no longer; None where that is unknown."""
        if old is None or new is None or opens_others(old, new) or not includes_others(old, new):
            return None
        seen = self._include_graph.changed_visibility(change.path)
        changes = [one for one in self._changes or [] if one.path in seen]
        units = [unit for one in changes for key in one if (unit := self._unit(key))]
        others = seen - {one.path for one in changes}
        ids = [file.id for file in self._files if file.path in others]
        imports = [*self._writer.imports_of(ids), *(i for unit in units for i in unit.imports)]
        usings = [i for i in imports if i.form == "using"]
        if any(using.name == "*" for using in usings):
            return None
        defined = {d.name for unit in units for d in unit.definitions}
        return frozenset(defined.union(self._writer.names_defined(ids), map(bound_name, usings)))

    @cached_property
    def _include_graph(self) -> IncludeGraph:
        """What is included by a name that a file bears which came or went is looked up again."""
        path_by_id = {file.id: file.path for file in self._files}
        path_by_id |= {change.old.id: change.path for change in self._changes or [] if change.old}
        before: defaultdict[str, set[str]] = defaultdict(set)
        for source, target in self._writer.includes():
            before[path_by_id[source]].add(path_by_id[target])
        changes = self._changes or []
        moved = {c.path.rpartition("/")[2] for c in changes if c.old is None or c.new is None}
        again = files_mentioning(moved, self._mentioned) | {change.path for change in changes}

        @cache
        def after(path: str) -> Set[str]:
            return self._linker.imported_files(path) if path in again else before[path]

        return IncludeGraph(before.__getitem__, after)

    def close(self) -> None:
        self._loader.close()

    @cached_property
    def _linker(self) -> Linker:
        """The linker of this process; workers have their own."""
        weights = self._vocabulary.weights
        return Linker(self._files, self._loader, self._named, self._n_named, weights)

    @cached_property
    def _mentioned(self) -> list[Mentions]:
        file_by_id = {file.id: file for file in self._files}
        rows = self._writer.names_by_file()
        files = ((file_by_id[id], names) for id, names in rows if id in file_by_id)
        return [Mentions(file.path, file.language, names) for file, names in files]

    def _holding(self, words: Set[str]) -> set[str]:
        """Keywords of these files may rank otherwise."""
        if not words:
            return set()
        hashes = hashes_of_words(words)
        holding_ids = {
            id for id, holding_ids in self._writer.words_by_file() if holds_any(holding_ids, hashes)
        }
        return {file.path for file in self._files if file.id in holding_ids}

    def _counted_words(self) -> Vocabulary:
        if self._changes is None or any(map(self._is_forgotten, self._changes)):
            return count_words(self._files, self._writer)
        words = self._naming_words
        changes = [WordChange(words(change.old), words(change.new)) for change in self._changes]
        return recount_words(changes, self._files, self._writer)

    def _is_forgotten(self, change: FileChange) -> bool:
        """Facts that turn out to be damaged are lost from then on."""
        return any(key and key.facts and self._cache.get(key.facts) is None for key in change)

    def _naming_words(self, key: FileKey | None) -> NamingWords | None:
        unit = self._unit(key) if key is not None and key.facts else None
        return unit and naming_words(unit.path, [d.name for d in unit.definitions])

    def _unit(self, key: FileKey | None) -> Unit | None:
        """None if there was no such file, or its facts are lost."""
        if key is None:
            return None
        file = _read_file(key, self._cache)
        return None if key.facts and file.span is None else self._loader.interface(file)

    def _named(self, name: str, languages: Set[str] | None) -> tuple[Candidate, ...]:
        return within(languages, starmap(Candidate, self._writer.symbols_named(name)))

    def _n_named(self, name: str) -> int:
        return self._writer.n_symbols_named(name)


def read_files(keys: Iterable[FileKey], facts: FactsCache) -> tuple[ReadFile, ...]:
    return tuple(_read_file(key, facts) for key in sorted(keys, key=lambda key: key.path))


def _read_file(key: FileKey, facts: FactsCache) -> ReadFile:
    return ReadFile(key.path, key.id, key.language, key.role, facts.span(key.facts))
