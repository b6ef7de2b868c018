"""Dependencies and dependents of a file, and the shortest path between two files: ``deps``."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from repobook.index.reader.book_reader import MAX_MATCHES, BookReader
from repobook.index.reader.file import file_links
from repobook.index.reader.rows import asked_path
from repobook.model.answers import Edge as Edge
from repobook.model.answers import Matches, Nothing, Others, all_of, others_of
from repobook.model.graph import CONFIDENCES, DEPENDENCY_KINDS, LIKELY
from repobook.text.amounts import count

_MAX_STEPS: Final = 30
_MAX_REACHED: Final = 200_000
# Documents that mention a file are listed, and not followed.
_LEADING: Final = DEPENDENCY_KINDS | {"build"}


class OutsideImport(NamedTuple):
    """An import that leads to no file of the repository, with the reason."""

    module: str
    line: int
    reason: str


class DepsAnswer(NamedTuple):
    path: str
    out: tuple[Edge, ...]
    """The surest first."""
    into: tuple[Edge, ...]
    outside: tuple[OutsideImport, ...]
    cycle: tuple[str, ...]
    """The import cycle of this file, itself included; often empty."""
    n_unparsed: int
    others: Others = Others()
    n_dependencies: int = 0
    """How many files it depends on; those it only mentions and those it may mean are not in it."""
    n_dependents: int = 0
    """How many files depend on it, likewise."""


class Step(NamedTuple):
    source: str
    target: str
    kind: str
    line: int
    confidence: str


class WayAnswer(NamedTuple):
    """The shortest way between two files; no steps when there is none."""

    source: str
    target: str
    steps: tuple[Step, ...]
    n_reached: int
    """How many files were reached on the search for it."""
    n_unparsed: int


def find_file(reader: BookReader, target: str) -> str | Matches | Nothing:
    path = asked_path(target)
    if reader.file_id(path):
        return path
    # A symbol id is more common than a file of that name.
    files = [] if "::" in path else reader.files_ending_in(path)
    if len(files) == 1:
        return files[0].path
    if not files:
        return Nothing(target, (), reader.n_files, reader.n_unparsed)
    return Matches(target, (), tuple(files[:MAX_MATCHES]), len(files))


def find_module(reader: BookReader, target: str) -> str | Matches | Nothing:
    """A file, or one that is meant by the name of a module."""
    file = find_file(reader, target)
    return (isinstance(file, Nothing) and reader.module_called(target)) or file


def find_file_of(reader: BookReader, target: str) -> str | Matches | Nothing:
    """A file, or that of the most likely symbol of the name."""
    file = find_module(reader, target)
    if not isinstance(file, Nothing):
        return file
    if symbols := reader.symbols_called(target):
        return symbols[0].path
    modules = reader.modules_named(target)
    return Matches(target, (), tuple(modules), len(modules)) if modules else reader.nothing(target)


def others_called(reader: BookReader, target: str, path: str) -> Others:
    """The symbols of a name that is answered for by a file; a path means nothing else."""
    if isinstance(find_file(reader, target), str):
        return Others()
    symbols = reader.symbols_called(target)
    is_symbol = bool(symbols) and symbols[0].path == path
    return others_of(symbols) if is_symbol else all_of(symbols)


def asked_deps(
    reader: BookReader, file: str, other: str | None
) -> DepsAnswer | WayAnswer | Matches | Nothing:
    """What a file depends on and what on it; with another file the way there."""
    path = find_file_of(reader, file)
    if not isinstance(path, str):
        return path
    if other is None:
        return deps_of(reader, path)._replace(others=others_called(reader, file, path))
    target = find_file_of(reader, other)
    return way_between(reader, path, target) if isinstance(target, str) else target


def deps_of(reader: BookReader, path: str) -> DepsAnswer:
    out = tuple(sorted(file_links.edges_from(reader.rows, path), key=_surest_first))
    into = tuple(sorted(file_links.edges_to(reader.rows, path), key=_surest_first))
    return DepsAnswer(
        path,
        out,
        into,
        _outside(reader, path),
        _cycle(reader, path),
        reader.n_unparsed,
        n_dependencies=len(_depending(out)),
        n_dependents=len(_depending(into)),
    )


def counted_files(edges: Sequence[Edge]) -> str:
    """Files that are only mentioned, and those that may be meant, are counted separately."""
    likely = {edge.path for edge in edges if edge.confidence in LIKELY}
    depending = _depending(edges)
    parts = [count(len(depending), "file")]
    if n_mentions := len(likely - depending):
        parts.append(f"{n_mentions:,} more by mention")
    if n_possible := len({edge.path for edge in edges} - likely):
        parts.append(f"possibly {n_possible:,} more")
    return ", ".join(parts)


def _depending(edges: Sequence[Edge]) -> set[str]:
    return {e.path for e in edges if e.kind in DEPENDENCY_KINDS and e.confidence in LIKELY}


def way_between(reader: BookReader, source: str, target: str) -> WayAnswer:
    """Breadth first, so no other way is shorter; of equal ones the first by path."""
    step_to: dict[str, Step | None] = {source: None}
    level = [source]
    for _ in range(_MAX_STEPS):
        if target in step_to or not level or len(step_to) > _MAX_REACHED:
            break
        steps = [step for path in level for step in _steps(reader, path)]
        level = list(dict.fromkeys(s.target for s in steps if s.target not in step_to))
        for step in steps:
            step_to.setdefault(step.target, step)
    return WayAnswer(source, target, _way_back(step_to, target), len(step_to), reader.n_unparsed)


def _steps(reader: BookReader, path: str) -> list[Step]:
    edges = sorted(file_links.edges_from(reader.rows, path), key=_surest_first)
    return [Step(path, e.path, e.kind, e.line, e.confidence) for e in edges if e.kind in _LEADING]


def _way_back(step_to: dict[str, Step | None], target: str) -> tuple[Step, ...]:
    steps: list[Step] = []
    step = step_to.get(target)
    while step is not None:
        steps.append(step)
        step = step_to[step.source]
    return tuple(reversed(steps))


def _outside(reader: BookReader, path: str) -> tuple[OutsideImport, ...]:
    """Each with the first line that imports it."""
    first: dict[tuple[str, str], OutsideImport] = {}
    for one in sorted(file_links.imports_in(reader.rows, path)):
        if one.module and one.targets == "[]":
            outside = OutsideImport(one.module, one.line, one.rule)
            first.setdefault((one.module, one.rule), outside)
    return tuple(sorted(first.values(), key=lambda one: (one.line, one.module, one.reason)))


def _cycle(reader: BookReader, path: str) -> tuple[str, ...]:
    rank = file_links.rank_of(reader.rows, path)
    if rank is None or rank.cycle is None:
        return ()
    members = file_links.cycle_members(reader.rows, rank.cycle)
    return members if len(members) > 1 else ()


def _surest_first(edge: Edge) -> tuple[int, str, str]:
    return CONFIDENCES.index(edge.confidence), edge.path, edge.kind
