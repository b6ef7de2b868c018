"""What a file depends on, what depends on it, and the way from one file to another: ``deps``."""

from typing import Final, NamedTuple

from repobook.service.answers import Matches, Nothing
from repobook.service.reader import MAX_MATCHES, BookReader

_MAX_STEPS: Final = 30
_MAX_REACHED: Final = 200_000
# What a file needs in order to work; a document that mentions it is told, and leads no further.
_LEADING: Final = ("import", "include", "inherit", "call", "use", "build")


class Edge(NamedTuple):
    path: str
    kind: str
    line: int
    """In the file that the edge leads from."""
    confidence: str
    n: int


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
    """Files that this one and each other depend on in a circle, itself included; often none."""
    n_unparsed: int


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
    path = target.strip().removeprefix("./")
    if reader.rows("SELECT 1 FROM file WHERE path = ?", (path,)):
        return path
    files = reader.files_ending_in(path)
    if len(files) == 1:
        return files[0].path
    if not files:
        return reader.nothing(target)._replace(close=())
    return Matches(target, (), tuple(files[:MAX_MATCHES]), len(files))


def asked_deps(
    reader: BookReader, file: str, other: str | None
) -> DepsAnswer | WayAnswer | Matches | Nothing:
    """What a file depends on and what on it; with another file the way there."""
    path = find_file(reader, file)
    if not isinstance(path, str):
        return path
    if other is None:
        return deps_of(reader, path)
    target = find_file(reader, other)
    return way_between(reader, path, target) if isinstance(target, str) else target


def deps_of(reader: BookReader, path: str) -> DepsAnswer:
    return DepsAnswer(
        path,
        tuple(Edge(*row) for row in reader.rows(_OUT, (path,))),
        tuple(Edge(*row) for row in reader.rows(_INTO, (path,))),
        tuple(OutsideImport(*row) for row in reader.rows(_OUTSIDE, (path,))),
        _cycle(reader, path),
        _n_unparsed(reader),
    )


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
    return WayAnswer(source, target, _way_back(step_to, target), len(step_to), _n_unparsed(reader))


def _steps(reader: BookReader, path: str) -> list[Step]:
    edges = [Edge(*row) for row in reader.rows(_OUT, (path,))]
    return [Step(path, e.path, e.kind, e.line, e.confidence) for e in edges if e.kind in _LEADING]


def _way_back(step_to: dict[str, Step | None], target: str) -> tuple[Step, ...]:
    steps: list[Step] = []
    step = step_to.get(target)
    while step is not None:
        steps.append(step)
        step = step_to[step.source]
    return tuple(reversed(steps))


def _cycle(reader: BookReader, path: str) -> tuple[str, ...]:
    rows = reader.rows(_CYCLE, (path,))
    return tuple(row[0] for row in rows) if len(rows) > 1 else ()


def _n_unparsed(reader: BookReader) -> int:
    return reader.number("SELECT count(DISTINCT file) FROM diagnostic")


_OUT: Final = """
    SELECT t.path, e.kind, e.line, e.confidence, e.n
    FROM file s JOIN edge e ON e.source = s.id JOIN file t ON t.id = e.target
    WHERE s.path = ? ORDER BY instr('exact inferred ambiguous', e.confidence), t.path, e.kind
"""
_INTO: Final = """
    SELECT s.path, e.kind, e.line, e.confidence, e.n
    FROM file t JOIN edge e ON e.target = t.id JOIN file s ON s.id = e.source
    WHERE t.path = ? ORDER BY instr('exact inferred ambiguous', e.confidence), s.path, e.kind
"""
_OUTSIDE: Final = """
    SELECT i.module, min(i.line), i.rule FROM import i JOIN file f ON f.id = i.file
    WHERE f.path = ? AND i.targets = '[]' AND i.module != '' GROUP BY i.module, i.rule ORDER BY 2, 1
"""
_CYCLE: Final = """
    SELECT o.path FROM file f JOIN file_rank r ON r.file = f.id
    JOIN file_rank s ON s.cycle = r.cycle JOIN file o ON o.id = s.file
    WHERE f.path = ? ORDER BY o.path
"""
