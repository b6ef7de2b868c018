"""Which files' pages a changed index makes untrue."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from types import MappingProxyType
from typing import Any, Final

import apsw

from repobook.store.changes import Changes
from repobook.store.dossiers import percentile
from repobook.store.pages import MadePages


def files_shown_differently(
    old: apsw.Connection, new: apsw.Connection, changes: Changes
) -> frozenset[int]:
    """By their own rows, their place among all files, or what shares a name or folder with them."""
    found = set(changes.files)
    found.update(_column(new, _BY_USE, _standing_differently(old, new, changes.files)))
    found.update(_column(new, _BY_TARGET, changes.targets))
    found.update(_column(new, _BY_NAME, changes.names), _column(new, _BY_REGISTRY, changes.names))
    found.update(_column(new, _BY_USER, _in_another_role(old, new, changes.comings)))
    found.update(_neighbours(old, new, changes.comings))
    found.update(_moved(old, new))
    return frozenset(found)


def paths_of(db: apsw.Connection, ids: Iterable[int]) -> set[str]:
    return _column(db, "SELECT f.path FROM json_each(?) k JOIN file f ON f.id = k.value", ids)


def users_moved(new: apsw.Connection, changes: Changes) -> dict[int, set[int]]:
    """By file: the others that use what it defines in other lines than before."""
    files_by_target: defaultdict[int, set[int]] = defaultdict(set)
    for user, target in changes.moved:
        files_by_target[target].add(user)
    found: defaultdict[int, set[int]] = defaultdict(set)
    for target, file in new.execute(_DEFINED, (json.dumps(sorted(files_by_target)),)):
        found[file] |= files_by_target[target]
    return found


def is_stale(
    id: int,
    made: MadePages,
    shown: frozenset[int],
    changes: Changes,
    moved: Mapping[int, Set[int]] = MappingProxyType({}),
) -> bool:
    """``made`` tells which other files the pages of this one spoke of."""
    return (
        id in shown
        or not changes.faces.isdisjoint(made.faces)
        or not changes.files.isdisjoint(made.read)
        or not moved.get(id, _NOBODY).isdisjoint(made.users)
    )


def _standing_differently(
    old: apsw.Connection, new: apsw.Connection, files: Iterable[int]
) -> set[int]:
    """Keys of symbols that are of another kind or exported otherwise: others may lead to them."""
    asked = (json.dumps(sorted(files)),)
    before, after = (
        {key: standing for key, *standing in db.execute(_SYMBOLS, asked)} for db in (old, new)
    )
    return {key for key in before.keys() & after.keys() if before[key] != after[key]}


def _in_another_role(old: apsw.Connection, new: apsw.Connection, ids: Iterable[int]) -> set[int]:
    """Uses in tests are told apart from others, on the pages of what is used."""
    asked = (json.dumps(sorted(ids)),)
    before, after = (dict(db.execute(_ROLES, asked)) for db in (old, new))
    return {id for id in before.keys() & after.keys() if before[id] != after[id]}


def _neighbours(
    old: apsw.Connection, new: apsw.Connection, comings: Iterable[int]
) -> frozenset[int]:
    """The files of every folder where one came or went: pages lead to the one before and after."""
    if not comings:
        return frozenset()
    wanted = frozenset(comings)
    folders = {
        path.rpartition("/")[0]
        for db in (old, new)
        for id, path in db.execute("SELECT id, path FROM file")
        if id in wanted
    }
    rows = new.execute("SELECT id, path FROM file")
    return frozenset(id for id, path in rows if path.rpartition("/")[0] in folders)


def _moved(old: apsw.Connection, new: apsw.Connection) -> set[int]:
    before, after = _standings(old), _standings(new)
    return {id for id, standing in after.items() if before.get(id) != standing}


def _standings(db: apsw.Connection) -> dict[int, tuple[Any, ...]]:
    rows = list(db.execute(_RANKS))
    members: defaultdict[int, list[int]] = defaultdict(list)
    for id, *_, cycle in rows:
        if cycle is not None:
            members[cycle].append(id)
    circles = {cycle: hash(tuple(sorted(ids))) for cycle, ids in members.items()}
    return {
        id: (percentile(rank, len(rows)), *rest, circles.get(cycle))
        for id, rank, *rest, cycle in rows
    }


def _column(db: apsw.Connection, query: str, values: Iterable[object]) -> set[Any]:
    return {found for (found,) in db.execute(query, (json.dumps(sorted(values, key=str)),))}


_NOBODY: Final[frozenset[int]] = frozenset()
_BY_TARGET: Final = "SELECT s.file FROM json_each(?) k JOIN symbol s ON s.key = k.value"
_ROLES: Final = "SELECT f.id, f.role FROM json_each(?) k JOIN file f ON f.id = k.value"
_BY_USER: Final = """
    SELECT DISTINCT s.file FROM json_each(?) k JOIN referrer r ON r.file = k.value
    JOIN symbol s ON s.key = r.target
"""
_BY_USE: Final = "SELECT DISTINCT r.file FROM json_each(?) k JOIN referrer r ON r.target = k.value"
_DEFINED: Final = "SELECT s.key, s.file FROM json_each(?) k JOIN symbol s ON s.key = k.value"
_SYMBOLS: Final = """
    SELECT s.key, s.kind, s.exported FROM json_each(?) k JOIN symbol s ON s.file = k.value
"""
_BY_NAME: Final = "SELECT DISTINCT s.file FROM json_each(?) k JOIN symbol s ON s.name = k.value"
_BY_REGISTRY: Final = "SELECT r.file FROM json_each(?) k JOIN registration r ON r.name = k.value"
_RANKS: Final = "SELECT file, rank, fan_in, fan_out, layer, is_entry, cycle FROM file_rank"
