"""Which files' pages a changed index makes untrue."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Set
from types import MappingProxyType
from typing import Any, Final

import apsw

from repobook.index.publish.page_memory import PublishedPages, stands_among
from repobook.index.reader.file.file_keywords import homonym_counts
from repobook.index.reader.same_symbols import same_symbols
from repobook.index.stale.changes import Changes
from repobook.index.stale.stale_implementations import files_leading_elsewhere
from repobook.model.dossiers.dossier import MANY_HOMONYMS


def files_shown_differently(
    old: apsw.Connection, new: apsw.Connection, changes: Changes
) -> frozenset[int]:
    """By their own rows, their place among all files, or what shares a name or folder with them."""
    stale = set(changes.files)
    restanding = _with_same(new, _standing_differently(old, new, changes.files))
    stale.update(_column(new, _BY_USE, restanding), _column(new, _BY_TARGET, restanding))
    stale.update(_column(new, _BY_TARGET, _with_same(new, changes.targets)))
    names = changes.names - _named_as_before(old, new, changes.texts)
    stale.update(_column(new, _BY_REGISTRY, names))
    stale.update(_column(new, _BY_NAME, names - (_of_many(old, names) & _of_many(new, names))))
    stale.update(_column(new, _BY_USER, _in_another_role(old, new, changes.listed)))
    stale.update(_neighbours(old, new, changes.listed))
    stale.update(_moved(old, new))
    stale.update(files_leading_elsewhere(old, new, changes))
    return frozenset(stale)


def _of_many(db: apsw.Connection, names: Iterable[str]) -> set[str]:
    """Names with so many definitions that pages do not tell one more or less."""
    return {name for name, n in homonym_counts(db, names).items() if n > MANY_HOMONYMS}


def paths_of(db: apsw.Connection, ids: Iterable[int]) -> set[str]:
    return _column(db, "SELECT f.path FROM json_each(?) k JOIN file f ON f.id = k.value", ids)


def users_moved(new: apsw.Connection, changes: Changes) -> dict[int, set[int]]:
    """By file: the others that use what it defines in other lines than before."""
    files_by_target: defaultdict[int, set[int]] = defaultdict(set)
    for user, target in changes.moved:
        files_by_target[target].add(user)
    users_by_file: defaultdict[int, set[int]] = defaultdict(set)
    for target, other, _ in same_symbols(new.execute, sorted(files_by_target)):
        files_by_target[other] = files_by_target[other] | files_by_target[target]
    for target, file in new.execute(_DEFINED, (json.dumps(sorted(files_by_target)),)):
        users_by_file[file] |= files_by_target[target]
    return users_by_file


def _with_same(new: apsw.Connection, keys: Iterable[int]) -> set[int]:
    """What is used differently, with what is the same thing elsewhere."""
    return {*keys, *(one.other for one in same_symbols(new.execute, sorted(keys)))}


class StaleCheck:
    """Which pages a change makes untrue, by the other files that they were made from."""

    def __init__(
        self,
        changed_files: frozenset[int],
        changes: Changes,
        moved: Mapping[int, Set[int]] = MappingProxyType({}),
        read_otherwise: Set[int] = frozenset(),
    ) -> None:
        self._changed_files = changed_files
        self._moved = moved
        self.has_other_summary = stands_among(changes.summaries)
        self._has_other_text = stands_among(changes.texts)
        self._is_changed = stands_among(changes.files)
        self._is_read_otherwise = stands_among(read_otherwise)

    def is_stale(self, id: int, pages: PublishedPages) -> bool:
        """``pages`` are those of the file with this id."""
        return (
            id in self._changed_files
            or self.has_other_summary(pages.summaries)
            or self._has_other_text(pages.quoted)
            or self._is_changed(pages.documents)
            or self._is_read_otherwise(pages.read)
            or (id in self._moved and stands_among(self._moved[id])(pages.users))
        )


def _standing_differently(
    old: apsw.Connection, new: apsw.Connection, files: Iterable[int]
) -> set[int]:
    """Keys of symbols that are of another kind or exported otherwise: others may lead to them."""
    parameters = (json.dumps(sorted(files)),)
    before, after = (
        {key: standing for key, *standing in db.execute(_SYMBOLS, parameters)} for db in (old, new)
    )
    return {key for key in before.keys() & after.keys() if before[key] != after[key]}


def _named_as_before(old: apsw.Connection, new: apsw.Connection, files: Iterable[int]) -> set[str]:
    """Names in edited files that stand for the same: their rows have another number, no more."""
    parameters = (json.dumps(sorted(files)),)
    before, after = (Counter(db.execute(_NAMED, parameters)) for db in (old, new))
    moved = {name for name, *_ in (before - after) + (after - before)}
    return {name for name, *_ in before} - moved


def _in_another_role(old: apsw.Connection, new: apsw.Connection, ids: Iterable[int]) -> set[int]:
    """Pages distinguish uses in tests from others."""
    parameters = (json.dumps(sorted(ids)),)
    before, after = (dict(db.execute(_ROLES, parameters)) for db in (old, new))
    return {id for id in before.keys() & after.keys() if before[id] != after[id]}


def _neighbours(
    old: apsw.Connection, new: apsw.Connection, listed: Iterable[int]
) -> frozenset[int]:
    """The files of every folder where one came or went: pages lead to the one before and after."""
    if not listed:
        return frozenset()
    wanted = frozenset(listed)
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
    members_hash = {cycle: hash(tuple(sorted(ids))) for cycle, ids in members.items()}
    return {id: (*rest, members_hash.get(cycle)) for id, *rest, cycle in rows}


def _column(db: apsw.Connection, query: str, values: Iterable[object]) -> set[Any]:
    return {found for (found,) in db.execute(query, (json.dumps(sorted(values, key=str)),))}


_BY_TARGET: Final = "SELECT s.file FROM json_each(?) k JOIN symbol s ON s.key = k.value"
_ROLES: Final = "SELECT f.id, f.role FROM json_each(?) k JOIN file f ON f.id = k.value"
_BY_USER: Final = """
    WITH used AS (SELECT DISTINCT r.target FROM json_each(?) k JOIN referrer r ON r.file = k.value)
    SELECT s.file FROM used u JOIN symbol s ON s.key = u.target
    UNION SELECT s.file FROM used u JOIN same_symbol t ON t.key = u.target
          JOIN symbol s ON s.key = t.other
"""
_NAMED: Final = """
    SELECT s.name, s.file, s.kind, s.qualname, s.overload, s.exported, s.signature, s.doc, 0
    FROM json_each(?1) k JOIN symbol s ON s.file = k.value
    UNION ALL
    SELECT r.name, r.file, '', '', 0, 0, '', '', r.n
    FROM json_each(?1) k JOIN registration r ON r.file = k.value
"""
_BY_USE: Final = "SELECT DISTINCT r.file FROM json_each(?) k JOIN referrer r ON r.target = k.value"
_DEFINED: Final = "SELECT s.key, s.file FROM json_each(?) k JOIN symbol s ON s.key = k.value"
_SYMBOLS: Final = """
    SELECT s.key, s.kind, s.exported FROM json_each(?) k JOIN symbol s ON s.file = k.value
"""
_BY_NAME: Final = "SELECT DISTINCT s.file FROM json_each(?) k JOIN symbol s ON s.name = k.value"
_BY_REGISTRY: Final = "SELECT r.file FROM json_each(?) k JOIN registration r ON r.name = k.value"
_RANKS: Final = "SELECT file, fan_in, fan_out, layer, is_entry, cycle FROM file_rank"
