"""Edges between files, derived from one file's links: for each kind the best that was found.

An edge stands for all places that lead to the same file in the same way and as surely as the
surest of them; its line is the first of those places.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from repobook.model.facts import COLUMN_BITS, ReferenceRole
from repobook.model.graph import Confidence, EdgeKind, FileEdge, FileLinks, Link, Unit
from repobook.resolve.world import FileKind

# A name that may mean any of many files leads to none of them.
_MAX_AMBIGUOUS_FILES: Final = 3
_MAX_PATH: Final = 4096

_KIND_BY_FORM: Final[dict[str, EdgeKind]] = {
    "include": "include",
    "system": "include",
    "add_subdirectory": "build",
    "deps": "build",
    "extends": "inherit",
    "file": "build",
    "glob": "build",
    "glob_recurse": "build",
    "link": "document",
    "run": "call",
}
_KIND_BY_ROLE: Final[dict[ReferenceRole, EdgeKind]] = {
    "import": "import",
    "inherit": "inherit",
    "call": "call",
}
_TESTING: Final[frozenset[EdgeKind]] = frozenset(["import", "include", "inherit", "call", "use"])
_RANK: Final[dict[Confidence, int]] = {"exact": 0, "inferred": 1, "ambiguous": 2, "": 3}


def file_edges(unit: Unit, links: FileLinks, kinds: Mapping[str, FileKind]) -> tuple[FileEdge, ...]:
    """Sorted by target and kind; ``kinds`` are all files of the repository."""
    found: dict[tuple[str, EdgeKind], FileEdge] = {}
    for edge in _all_edges(unit, links, kinds):
        if edge.target != unit.path and edge.target in kinds:
            _join(found, edge)
    if unit.role == "test" and links.kind is None:
        for edge in list(found.values()):
            if edge.kind in _TESTING and kinds[edge.target].role != "test":
                _join(found, edge._replace(kind="test"))
    return tuple([found[key] for key in sorted(found)])


def _all_edges(unit: Unit, links: FileLinks, kinds: Mapping[str, FileKind]) -> Iterator[FileEdge]:
    for imported, link in zip(unit.imports, links.imports, strict=True):
        if link.targets:
            kind = links.kind or _KIND_BY_FORM.get(imported.form, "import")
            for reached in _reached(link, kinds):
                yield FileEdge(reached.path, kind, imported.line, reached.confidence)
    for reference, link in zip(unit.references, links.references, strict=True):
        if link.targets:
            kind = links.kind or _KIND_BY_ROLE.get(reference.role, "use")
            line, n = reference.positions[0] >> COLUMN_BITS, len(reference.positions)
            for reached in _reached(link, kinds):
                yield FileEdge(reached.path, kind, line, reached.confidence, n)
    yield from links.edges


class _Reached(NamedTuple):
    path: str
    confidence: Confidence


def _reached(link: Link, kinds: Mapping[str, FileKind]) -> list[_Reached]:
    """The files that a link leads to; of candidates in one file, the file at least is settled."""
    if len(link.targets) == 1:
        return [_Reached(_path_of(link.targets[0], kinds), link.confidence)]
    paths = sorted({_path_of(target, kinds) for target in link.targets})
    if link.confidence != "ambiguous":
        return [_Reached(path, link.confidence) for path in paths]
    if len(paths) == 1:
        return [_Reached(paths[0], "inferred")]
    if len(paths) > _MAX_AMBIGUOUS_FILES:
        return []
    return [_Reached(path, "ambiguous") for path in paths]


def _path_of(target: str, kinds: Mapping[str, FileKind]) -> str:
    """The file that a target is or is in; a path may hold the separator of symbol ids itself."""
    path = target.partition("::")[0]
    while path not in kinds and len(path) < min(len(target), _MAX_PATH):
        at = target.find("::", len(path) + 2)
        path = target if at < 0 else target[:at]
    return path


def _join(found: dict[tuple[str, EdgeKind], FileEdge], edge: FileEdge) -> None:
    """The surest places win; equally sure ones are counted together."""
    key = edge.target, edge.kind
    known = found.get(key)
    if known is None or _RANK[edge.confidence] < _RANK[known.confidence]:
        found[key] = edge
    elif edge.confidence == known.confidence:
        found[key] = known._replace(line=min(known.line, edge.line), n=known.n + edge.n)
