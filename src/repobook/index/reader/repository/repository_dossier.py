"""Gathers what the index knows about the repository as a whole."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from repobook.index.reader.file_briefs import parse_problems, skipped_paths
from repobook.index.reader.folder.folder_dossiers import FolderReader, by_dependents
from repobook.index.reader.folder.folder_tables import FileRow, Tables
from repobook.index.reader.link_outcomes import links_by_language
from repobook.index.reader.repository.glossary import glossary
from repobook.index.reader.repository.offered_names import (
    declared_names,
    environment_variables,
    offered_names,
)
from repobook.index.reader.repository.operator_families import OperatorFamilies
from repobook.index.reader.repository.walks.request_walks import request_walks
from repobook.model.dossiers.dossier import Repository
from repobook.model.dossiers.folder_dossier import (
    BuildFile,
    BuildStep,
    Component,
    FolderDossier,
    KeyFile,
    ListedFiles,
    Place,
    Registry,
    RepositoryDossier,
    Unread,
    Words,
)
from repobook.model.kinds import COMMAND, DATABASE_TABLE, ROUTE, SIGNAL, TASK

_MIN_SHARE: Final = 0.004
"""Of all lines of source: a smaller folder gets no chapter."""
_MIN_LINES: Final = 200
_LARGE_SHARE: Final = 0.08
"""A larger one is split into parts."""
_ONLY_CHILD: Final = 0.9
_N_PARTS: Final = 30
_N_COMPONENTS: Final = 60
_N_STEPS: Final = 12
_N_BUILD_FILES: Final = 40
_N_RISKS: Final = 20
_MIN_DEPENDENTS: Final = 5
_STEP_KINDS: Final = frozenset(["target", "stage", "package"])
_STEP_NAMES: Final = (
    "scripts.",
    "project.scripts.",
    "project.entry-points.",
    "build-system.",
    "tool.poetry.scripts.",
    "entry_points.",
    "workspace.members",
)
_STEP_SIGNATURES: Final = ("option(", "cmake_dependent_option(")


class Chapters:
    """What the volume shows of folders: those that did not change are remembered."""

    def __init__(self, reader: FolderReader, remembered: Mapping[str, msgspec.Raw]) -> None:
        self.reader = reader
        self._remembered = remembered
        self.stored: dict[str, msgspec.Raw] = {}
        """Of the folders that were asked for."""

    def of(self, folder: str) -> FolderDossier:
        if folder in self._remembered:
            self.stored[folder] = self._remembered[folder]
            return _CHAPTER.decode(self._remembered[folder])
        chapter = self.reader.chapter(folder)
        self.stored[folder] = msgspec.Raw(msgspec.msgpack.encode(chapter))
        return chapter


class FolderMemory(NamedTuple):
    """What the pages of the last build showed of folders."""

    chapters: dict[str, msgspec.Raw]
    """By folder: its chapter, as it is stored."""
    notes: dict[str, Words]
    """By folder: what a document says of it."""


NO_FOLDER_MEMORY: Final = FolderMemory({}, {})


def encode_folder_memory(memory: FolderMemory) -> bytes:
    return msgspec.msgpack.encode(memory)


def decode_folder_memory(data: bytes) -> FolderMemory:
    return _FOLDER_MEMORY.decode(data) if data else NO_FOLDER_MEMORY


_FOLDER_MEMORY: Final = msgspec.msgpack.Decoder(FolderMemory)
_CHAPTER: Final = msgspec.msgpack.Decoder(FolderDossier)


def repository_dossier(
    chapters: Chapters, repository: Repository, meta: dict[str, str]
) -> RepositoryDossier:
    reader = chapters.reader
    tables = reader.tables
    source = [row for row in tables.rows if row.line.role == "source"]
    depended_on = [
        row for row in source if row.line.fan_in >= _MIN_DEPENDENTS and row.line.n_symbols
    ]
    depended_on.sort(key=by_dependents)
    root, components = reader.folder(""), _components(chapters)
    chaptered = [folder for one in components for folder in (one.folder, *one.parts)]
    return RepositoryDossier(
        repository=repository,
        commit=meta.get("commit", ""),
        meta=meta,
        n_files=len(tables.rows) + tables.n_uniform(""),
        n_documented=sum(row.line.status == "documented" for row in tables.rows),
        root=root,
        introduction=tuple(reader.docs.introduction(repository.name)),
        components=components,
        commands=tuple(reader.docs.commands()),
        build_files=tuple(_build_files(tables)),
        registries=tuple(_registries(tables)),
        listed=tuple(_listed(tables)),
        skipped=skipped_paths(tables.execute),
        unread=tuple(Unread(*row) for row in parse_problems(tables.execute)),
        links=links_by_language(tables.execute),
        untested=_some(reader, (row for row in depended_on if not row.is_tested)),
        wordless=_some(reader, (row for row in depended_on if not row.line.doc)),
        routes=offered_names(tables, ROUTE),
        offered_commands=offered_names(tables, COMMAND),
        tasks=declared_names(tables, TASK),
        signals=declared_names(tables, SIGNAL),
        database_tables=declared_names(tables, DATABASE_TABLE),
        environment=environment_variables(tables),
        glossary=glossary(
            tables.execute,
            (offer for folder in (root, *chaptered) for offer in folder.offers),
            reader.docs.lines_of,
        ),
        walks=request_walks(tables.execute, reader.docs.lines_of, len(source)),
        n_operators=len(OperatorFamilies(tables.execute).names),
    )


def _some(reader: FolderReader, rows: Iterable[FileRow]) -> tuple[KeyFile, ...]:
    return tuple(reader.key_file(row) for row, _ in zip(rows, range(_N_RISKS), strict=False))


def _components(chapters: Chapters) -> tuple[Component, ...]:
    """The largest first."""
    n_lines = _source_lines(chapters.reader.tables)
    chosen = _large_children(chapters.reader, "", n_lines)[:_N_COMPONENTS]
    return tuple(_component(chapters, folder, n_lines) for folder in chosen)


def _component(chapters: Chapters, folder: str, n_lines: dict[str, int]) -> Component:
    dossier, reader = chapters.of(folder), chapters.reader
    if n_lines[folder] < _LARGE_SHARE * n_lines[""]:
        return Component(dossier)
    while only := _only_child(reader, folder, n_lines):
        folder = only
    parts = _large_children(reader, folder, n_lines)[:_N_PARTS]
    return Component(dossier, tuple(map(chapters.of, parts)), reader.edges.inside(folder))


def _only_child(reader: FolderReader, folder: str, n_lines: dict[str, int]) -> str:
    folders, _ = reader.tables.children[folder]
    wanted = _ONLY_CHILD * n_lines[folder]
    return next((child for child in folders if n_lines.get(child, 0) >= wanted), "")


def _large_children(reader: FolderReader, folder: str, n_lines: dict[str, int]) -> list[str]:
    folders, _ = reader.tables.children[folder]
    least = max(_MIN_SHARE * n_lines.get("", 0), _MIN_LINES)
    large = [child for child in folders if n_lines.get(child, 0) >= least]
    return sorted(large, key=lambda child: (-n_lines[child], child))


def _source_lines(tables: Tables) -> dict[str, int]:
    """Of every folder, all below included."""
    n_lines_by_folder: defaultdict[str, int] = defaultdict(int)
    for row in tables.rows:
        if row.line.role == "source":
            folder = row.line.path.rpartition("/")[0]
            while folder:
                n_lines_by_folder[folder] += row.line.n_lines
                folder = folder.rpartition("/")[0]
            n_lines_by_folder[""] += row.line.n_lines
    return dict(n_lines_by_folder)


def _build_files(tables: Tables) -> Iterator[BuildFile]:
    """Those nearest to the top first."""
    rows = [row for row in tables.rows if row.line.role == "build" and row.line.n_symbols]
    rows.sort(key=lambda row: (row.line.path.count("/"), row.line.path))
    n = 0
    for row in rows:
        steps = {
            name: BuildStep(name, kind, Place(row.line.path, line, end_line))
            for name, qualname, kind, line, end_line, signature in tables.query(_STEPS, row.id)
            if kind in _STEP_KINDS
            or qualname.startswith(_STEP_NAMES)
            or signature.startswith(_STEP_SIGNATURES)
        }
        if steps:
            yield BuildFile(row.line, tuple(steps.values())[:_N_STEPS], len(steps))
            n += 1
        if n == _N_BUILD_FILES:
            return


def _registries(tables: Tables) -> Iterator[Registry]:
    n_by_file: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for file, name, n in tables.query("SELECT file, name, n FROM registration"):
        if file in tables.row_by_id:
            n_by_file[name].append((-n, tables.row_by_id[file].line.path))
    for name, n_places, n_files in tables.query(_REGISTRIES):
        n, path = min(n_by_file[name])
        yield Registry(name, n_places, n_files, path, -n)


def _listed(tables: Tables) -> Iterator[ListedFiles]:
    """By reason, the one with most files first."""
    paths: defaultdict[str, list[str]] = defaultdict(list)
    uniform: defaultdict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for row in tables.rows:
        if row.line.status != "documented":
            paths[row.line.reason].append(row.line.path)
    for (folder, reason), n in sorted(tables.uniform.items()):
        uniform[reason].append((folder, tables.markers[folder][0], n))
    groups = [
        ListedFiles(reason, tuple(paths[reason]), tuple(uniform[reason]))
        for reason in {*paths, *uniform}
    ]
    yield from sorted(groups, key=lambda one: (-one.n, one.reason))


_STEPS: Final = """
    SELECT name, qualname, kind, line, end_line, signature FROM symbol WHERE file = ? ORDER BY n
"""
_REGISTRIES: Final = """
    SELECT name, n_places, n_files FROM registries ORDER BY n_places DESC, name
"""
