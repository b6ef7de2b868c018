"""Resolves files, in processes of their own when they are many, into what the index stores."""

import gc
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cache, partial
from itertools import permutations
from typing import Final, NamedTuple

import msgspec

from repobook.analyse.design_patterns import patterns, registrations
from repobook.analyse.entry_points import entry_line
from repobook.analyse.keyword_ranking import file_keywords
from repobook.analyse.owners import header_owners
from repobook.analyse.purposes.named_in_tests import named_in_test
from repobook.analyse.purposes.own_purpose import own_purpose
from repobook.analyse.vocabulary import word_hashes
from repobook.build.link.name_places import NamePlaces, PackedNames, packed_names
from repobook.build.read.units import FactsLoader, ReadFile
from repobook.index.cache.facts_cache import FactsPlace
from repobook.index.ids import name_key, symbol_key
from repobook.index.record import (
    Inside,
    LinkRows,
    Texts,
    as_json,
    decode_links,
    decode_texts,
    encode_links,
)
from repobook.languages import Resolver, family_of
from repobook.model.facts import COLUMN_BITS, Import
from repobook.model.graph import (
    DYNAMIC,
    Candidate,
    FileEdge,
    FileLinks,
    Link,
    Outcome,
    Unit,
    symbol_ids,
)
from repobook.packs.apply import split
from repobook.resolve import nothing_resolved
from repobook.resolve.affected_files.changed_names import names_mentioned
from repobook.resolve.edges import file_edges
from repobook.resolve.world import Named, World
from repobook.text.naming.name_hashes import hashed
from repobook.workers.heap import clear_caches
from repobook.workers.pool import Pool, Pools, Work

_HEADER_BLOCKS: Final = 3
_NO_KEYS: Final[list[int]] = []


class RepositoryNames(NamedTuple):
    """What resolving a file needs from all files."""

    definitions: Iterable[tuple[str, int, int]]
    """Name, file and number of each, those of one name side by side."""
    weights: Mapping[str, float]
    """How rare each word is."""


class Linker:
    """Resolves one file after another of the same repository."""

    def __init__(
        self,
        files: Iterable[ReadFile],
        facts: FactsLoader,
        named: Named,
        n_named: Callable[[str], int],
        weights: Mapping[str, float],
    ) -> None:
        self._file_by_path = {file.path: file for file in files}
        self._facts = facts
        self._weights = weights
        units = {f.path: Unit(f.path, f.language, f.role) for f in self._file_by_path.values()}
        self.world = World(units, self.interface, named, n_named)
        self.resolve = Resolver(self.world)
        self._key_by_target = _Keys({f.path: f.id for f in self._file_by_path.values()})

    def interface(self, path: str) -> Unit:
        return self._facts.interface(self._file_by_path[path])

    def imported_files(self, path: str) -> set[str]:
        links = self.resolve(self.world.unit(path)._replace(references=()))
        targets = {target for link in links.imports for target in link.targets}
        return targets.intersection(self._file_by_path)

    def links(self, path: str, death: str = "") -> LinkRows:
        """``death`` is how an earlier attempt ended: then all references stay unresolved."""
        inside = self._facts.inside(self._file_by_path[path])
        interface = self.world.unit(path)
        if inside is None or interface is None:
            return {}
        unit = interface._replace(references=inside.references)
        texts = decode_texts(inside.texts)
        failed = Link((), "", f"resolving {death}")
        links = nothing_resolved(unit, failed) if death else self.resolve(unit)
        rows: LinkRows = {
            **self._rows_of_links(unit, links),
            **_rows_of_unit(unit, texts, links.looked_up),
            "own_purpose": _purpose_rows(unit, links, texts, inside),
            "named_file": _numbered(named_in_test(unit, inside.inner_words)),
            "file_keywords": [self._keyword_row(unit, links, texts)],
        }
        return {table: table_rows for table, table_rows in rows.items() if table_rows}

    def _rows_of_links(self, unit: Unit, links: FileLinks) -> LinkRows:
        edges = file_edges(unit, links, self.world.files)
        imports = zip(unit.imports, links.imports, strict=True)
        return {
            **self._rows_of_references(unit, links),
            "import": [(n, *self._import_row(*pair)) for n, pair in enumerate(imports)],
            "edge": [self._edge_row(edge) for edge in edges],
            "same_symbol": self._same_rows(links),
        }

    def _same_rows(self, links: FileLinks) -> list[tuple[object, ...]]:
        key_of = self._key_by_target
        pairs = (pair for symbols in links.same for pair in permutations(symbols, 2))
        # A declaration may belong to several things of one file, such as a branch of `#if` each.
        return [*sorted({(key_of[one], key_of[other]) for one, other in pairs if one != other})]

    def _rows_of_references(self, unit: Unit, links: FileLinks) -> LinkRows:
        """In one pass: a repository has a million of them."""
        groups: list[object] = []
        n_by_use: defaultdict[tuple[int, str, str], int] = defaultdict(int)
        line_by_use: dict[tuple[int, str, str], int] = {}
        n_by_outcome: defaultdict[Outcome, int] = defaultdict(int)
        key_of = self._key_by_target
        for reference, link in zip(unit.references, links.references, strict=True):
            targets, confidence, rule = link
            n, first = len(reference.positions), reference.positions[0] >> COLUMN_BITS
            n_by_outcome[confidence or link.outcome] += n
            keys = [key_of[target] for target in targets] if targets else _NO_KEYS
            if rule == DYNAMIC.rule and not targets:
                n_by_use[name_key(reference.name), reference.role, ""] += n
            for key in keys:
                use = key, reference.role, confidence
                n_by_use[use] += n
                line_by_use[use] = min(line_by_use.get(use, first), first)
            groups.append((*reference, confidence, rule, keys))
        for imported, link in zip(unit.imports, links.imports, strict=True):
            for target in link.targets:
                use = key_of[target], "import", link.confidence
                n_by_use[use] += 1
                line_by_use[use] = min(line_by_use.get(use, imported.line), imported.line)
        return {
            "file_references": [(as_json(groups),)] if groups else [],
            "referrer": [(*use, n, line_by_use.get(use, 0)) for use, n in sorted(n_by_use.items())],
            "outcome": [*sorted(n_by_outcome.items())],
        }

    def _keyword_row(self, unit: Unit, links: FileLinks, texts: Texts) -> tuple[int, bytes, str]:
        own = split(unit.references).own
        links_of_own = links.references[: len(own)]
        found = file_keywords(unit._replace(references=own), links_of_own, texts, self._weights)
        return found.n_all, word_hashes(found.words), as_json(found.ranked)

    def _import_row(self, imported: Import, link: Link) -> tuple[object, ...]:
        keys = [self._key_by_target[target] for target in link.targets]
        return *imported, link.confidence, link.rule, as_json(keys)

    def _edge_row(self, edge: FileEdge) -> tuple[object, ...]:
        key = self._key_by_target[edge.target]
        return key, edge.kind, edge.line, edge.confidence, edge.n


class _Keys(dict[str, int]):
    """By target: files are filled in beforehand, symbols on demand."""

    def __missing__(self, target: str) -> int:
        key = self[target] = symbol_key(target)
        return key


def _rows_of_unit(unit: Unit, texts: Texts, looked_up: Iterable[str]) -> LinkRows:
    """Rows that need only the file and its role in the repository."""
    line = entry_line(unit.path, unit.language, unit.definitions, unit.references)
    return {
        "file_names": [(hashed(names_mentioned(unit).union(looked_up)),)],
        "entry_point": [(line,)] if line else [],
        "header_owner": _owners(texts),
        "pattern": [(n, *pattern) for n, pattern in enumerate(patterns(unit))],
        "registration": [*sorted(registrations(unit).items())],
    }


def _purpose_rows(
    unit: Unit, links: FileLinks, texts: Texts, inside: Inside
) -> list[tuple[object, ...]]:
    words = inside.summary, inside.opening, inside.inner_words
    purpose = own_purpose(unit, links.references, texts, *words)
    where = purpose.line, purpose.end_line
    return [(purpose.text, purpose.source, purpose.subject, *where)] if purpose.text else []


def _numbered(rows: Iterable[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return [(n, *row) for n, row in enumerate(rows)]


def _owners(texts: Texts) -> list[tuple[object, ...]]:
    """What the first comments say of owners, and the line that does."""
    for block in texts[:_HEADER_BLOCKS]:
        if owned := header_owners(block.text):
            return [(as_json(owned.owners), block.line + owned.line - 1)]
    return []


class LinkTask(NamedTuple):
    path: str
    family: int = 0
    """Caches of one family serve no other, and are cleared before the next."""
    death: str = ""
    """How an earlier attempt ended: then all references stay unresolved."""


def _family(task: LinkTask) -> int:
    return task.family


def resolve_files(
    chosen: list[ReadFile],
    files: tuple[ReadFile, ...],
    facts: FactsPlace,
    repository_names: RepositoryNames,
    pools: Pools,
) -> Iterator[tuple[ReadFile, LinkRows]]:
    """Each of the chosen ones once, whatever it does to the process that resolves it."""
    names = packed_names(files, repository_names.definitions)
    factory = LinkerFactory(facts, files, names, msgspec.msgpack.encode(repository_names.weights))
    clear_caches()
    file_by_path = {file.path: file for file in chosen}
    rank_by_language = family_ranks(chosen)
    tasks = [(LinkTask(f.path, rank_by_language[f.language]), f.n_bytes) for f in chosen]
    pool: Pool[LinkTask] = pools.open(factory, families=_family)
    try:
        died: list[LinkTask] = []
        for task, result, death in pool.run(tasks):
            if death:
                died.append(task._replace(death=death))
            else:
                yield file_by_path[task.path], decode_links(result)
        for task, result, death in pool.run([(task, 0) for task in died]):
            yield file_by_path[task.path], {} if death else decode_links(result)
    finally:
        pool.close()


def family_ranks(files: Iterable[ReadFile]) -> dict[str, int]:
    """By language: 0 and 1 for the families with the most to resolve, 2 for all others."""
    n_bytes: defaultdict[str, int] = defaultdict(int)
    languages = set()
    for file in files:
        languages.add(file.language)
        n_bytes[family_of(file.language)] += file.n_bytes
    largest = sorted(n_bytes, key=lambda family: (-n_bytes[family], family))[:2]
    rank_by_family = {family: rank for rank, family in enumerate(largest)}
    return {language: rank_by_family.get(family_of(language), 2) for language in languages}


class LinkerFactory(NamedTuple):
    """Plain values that a worker process makes its linker from."""

    facts: FactsPlace
    files: tuple[ReadFile, ...]
    names: PackedNames
    weights: bytes

    def open(self) -> Work:
        return _LinkerWork(self)

    def reads(self) -> tuple[str, ...]:
        return (self.facts.path,)

    def writes(self) -> str:
        return ""

    def moved(self, path_by_path: Mapping[str, str], folder: str) -> "LinkerFactory":
        return self._replace(facts=self.facts._replace(path=path_by_path[self.facts.path]))


class _LinkerWork:
    def __init__(self, factory: LinkerFactory) -> None:
        self._begin = partial(
            _FamilyLinker,
            factory.files,
            FactsLoader(factory.facts),
            NamePlaces(factory.names),
            _WEIGHTS.decode(factory.weights),
        )
        self._family = -1
        self._linker: _FamilyLinker | None = None
        # Caches of one file serve the next, and unused objects are freed by reference counts, since
        # there are no reference cycles: garbage collection would only cost time.
        gc.disable()
        gc.freeze()

    def __call__(self, task: LinkTask) -> bytes:
        if self._linker is None or task.family != self._family:
            self._linker = None
            clear_caches()
            self._linker, self._family = self._begin(), task.family
        return encode_links(self._linker.links(task.path, task.death))


class _FamilyLinker(Linker):
    """With all definitions of the repository by name, and a cache of candidates."""

    def __init__(
        self,
        files: tuple[ReadFile, ...],
        facts: FactsLoader,
        places: NamePlaces,
        weights: Mapping[str, float],
    ) -> None:
        super().__init__(files, facts, cache(self._named), places.n_of, weights)
        self._files = files
        self._places = places
        self._ids_by_path: dict[str, tuple[str, ...]] = {}

    def _named(self, name: str, languages: Set[str] | None) -> tuple[Candidate, ...]:
        candidates: list[Candidate] = []
        for at, n in self._places.of(name):
            file = self._files[at]
            if languages is None or file.language in languages:
                candidates.append(self._candidate(file, n))
        return tuple(candidates)

    def _candidate(self, file: ReadFile, n: int) -> Candidate:
        unit = self.world.unit(file.path)
        assert unit is not None
        ids = self._ids_by_path.get(file.path)
        if ids is None:
            ids = self._ids_by_path[file.path] = symbol_ids(unit.path, unit.definitions)
        return Candidate(ids[n], file.path, file.language, unit.definitions[n].kind, n)


_WEIGHTS: Final = msgspec.msgpack.Decoder(dict[str, float])
