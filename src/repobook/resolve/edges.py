"""Edges between files, derived from one file's links: for each kind the best that was found.

An edge stands for all places that lead to the same file in the same way and as surely as the
surest of them; its line is the first of those places.
"""

from collections.abc import Mapping
from operator import itemgetter
from typing import Final

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
    found: _Found = {}
    _join_imports(found, unit, links, kinds)
    _join_references(found, unit, links, kinds)
    for target, kind, line, confidence, n in links.edges:
        _join(found, (target, kind), (confidence, line, n))
    known = {key: at for key, at in found.items() if key[0] != unit.path and key[0] in kinds}
    if unit.role == "test" and links.kind is None:
        for (target, kind), at in list(known.items()):
            if kind in _TESTING and kinds[target].role != "test":
                _join(known, (target, "test"), at)
    return tuple(
        [
            FileEdge(target, kind, line, confidence, n)
            for (target, kind), (confidence, line, n) in sorted(known.items(), key=itemgetter(0))
        ]
    )


# By target and kind: how sure, the first line, in how many places. Plain, for there are millions.
_Key = tuple[str, EdgeKind]
_At = tuple[Confidence, int, int]
_Found = dict[_Key, _At]


def _join_imports(
    found: _Found, unit: Unit, links: FileLinks, kinds: Mapping[str, FileKind]
) -> None:
    for imported, link in zip(unit.imports, links.imports, strict=True):
        if link.targets:
            kind = links.kind or _KIND_BY_FORM.get(imported.form, "import")
            for path, confidence in _reached(link, kinds):
                _join(found, (path, kind), (confidence, imported.line, 1))


def _join_references(
    found: _Found, unit: Unit, links: FileLinks, kinds: Mapping[str, FileKind]
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
                _join(found, (path, kind), (confidence, line, n))


def _reached(link: Link, kinds: Mapping[str, FileKind]) -> list[tuple[str, Confidence]]:
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


def _path_of(target: str, kinds: Mapping[str, FileKind]) -> str:
    """The file that a target is or is in; a path may hold the separator of symbol ids itself."""
    path = target.partition("::")[0]
    while path not in kinds and len(path) < min(len(target), _MAX_PATH):
        at = target.find("::", len(path) + 2)
        path = target if at < 0 else target[:at]
    return path


def _join(found: _Found, key: _Key, at: _At) -> None:
    """The surest places win; equally sure ones are counted together."""
    known = found.get(key)
    if known is None:
        found[key] = at
    elif known[0] == at[0]:
        found[key] = known[0], min(known[1], at[1]), known[2] + at[2]
    elif _RANK[at[0]] < _RANK[known[0]]:
        found[key] = at
