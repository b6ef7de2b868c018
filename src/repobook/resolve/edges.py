"""Edges between files, derived from one file's links: for each kind the most confident ones.

An edge stands for all places that lead to the same file with the same kind and the highest
confidence among them; its line is the first of those places.
"""

from collections.abc import Mapping
from operator import itemgetter
from typing import Final

from repobook.model.facts import COLUMN_BITS, Import, ReferenceRole
from repobook.model.graph import (
    CONFIDENCES,
    LATER_IMPORTS,
    Confidence,
    EdgeKind,
    FileEdge,
    FileLinks,
    Link,
    Unit,
)

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
    "type-only": "type-only",
    "deferred": "deferred",
}
_KIND_BY_ROLE: Final[dict[ReferenceRole, EdgeKind]] = {
    "import": "import",
    "inherit": "inherit",
    "call": "call",
}
_TESTING: Final[frozenset[EdgeKind]] = frozenset(["import", "include", "inherit", "call", "use"])
_RANK: Final = {confidence: n for n, confidence in enumerate(CONFIDENCES)}


def file_edges(unit: Unit, links: FileLinks, kinds: Mapping[str, Unit]) -> tuple[FileEdge, ...]:
    """Sorted by target and kind; ``kinds`` are all files of the repository."""
    places: _Places = {}
    _join_imports(places, unit, links, kinds)
    _join_references(places, unit, links, kinds)
    for target, kind, line, confidence, n in links.edges:
        _join(places, (target, kind), (confidence, line, n))
    places_in_repository = {
        key: at for key, at in places.items() if key[0] != unit.path and key[0] in kinds
    }
    if unit.role == "test" and links.kind is None:
        for (target, kind), at in list(places_in_repository.items()):
            if kind in _TESTING and kinds[target].role != "test":
                _join(places_in_repository, (target, "test"), at)
    return tuple(
        [
            FileEdge(target, kind, line, confidence, n)
            for (target, kind), (confidence, line, n) in sorted(
                places_in_repository.items(), key=itemgetter(0)
            )
        ]
    )


# By target and kind: how sure, the first line, in how many places. Plain, for there are millions.
_Key = tuple[str, EdgeKind]
_At = tuple[Confidence, int, int]
_Places = dict[_Key, _At]


def _join_imports(places: _Places, unit: Unit, links: FileLinks, kinds: Mapping[str, Unit]) -> None:
    for imported, link in zip(unit.imports, links.imports, strict=True):
        if link.targets:
            kind = links.kind or import_kind(unit, imported)
            for path, confidence in _reached(link, kinds):
                _join(places, (path, kind), (confidence, imported.line, 1))


def import_kind(unit: Unit, imported: Import) -> EdgeKind:
    """What a test imports it runs, wherever the import stands."""
    kind = _KIND_BY_FORM.get(imported.form, "import")
    return "import" if kind in LATER_IMPORTS and unit.role == "test" else kind


def _join_references(
    places: _Places, unit: Unit, links: FileLinks, kinds: Mapping[str, Unit]
) -> None:
    reached_by_link: dict[Link, list[tuple[str, Confidence]]] = {}
    for (_, _, role, positions), link in zip(unit.references, links.references, strict=True):
        if link.targets:
            kind = links.kind or _KIND_BY_ROLE.get(role, "use")
            line, n = positions[0] >> COLUMN_BITS, len(positions)
            reached = reached_by_link.get(link)
            if reached is None:
                reached = reached_by_link[link] = _reached(link, kinds)
            for path, confidence in reached:
                _join(places, (path, kind), (confidence, line, n))


def _reached(link: Link, kinds: Mapping[str, Unit]) -> list[tuple[str, Confidence]]:
    """The files that a link leads to; of candidates in one file, the file at least is settled."""
    targets, confidence, _ = link
    if len(targets) == 1:
        return [(_path_of(targets[0], kinds), confidence)]
    paths = sorted({_path_of(target, kinds) for target in targets})
    if confidence != "ambiguous":
        return [(path, confidence) for path in paths]
    if len(paths) == 1:
        return [(paths[0], "inferred")]
    return [(path, "ambiguous") for path in paths] if len(paths) <= _MAX_AMBIGUOUS_FILES else []


def _path_of(target: str, kinds: Mapping[str, Unit]) -> str:
    """The file that a target is or is in; a path may hold the separator of symbol ids itself."""
    path = target.partition("::")[0]
    while path not in kinds and len(path) < min(len(target), _MAX_PATH):
        at = target.find("::", len(path) + 2)
        path = target if at < 0 else target[:at]
    return path


def _join(places: _Places, key: _Key, at: _At) -> None:
    """The highest confidence wins; places of the same confidence are counted together."""
    best = places.get(key)
    if best is None:
        places[key] = at
    elif best[0] == at[0]:
        places[key] = best[0], min(best[1], at[1]), best[2] + at[2]
    elif _RANK[at[0]] < _RANK[best[0]]:
        places[key] = at
