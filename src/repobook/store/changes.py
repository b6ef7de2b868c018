"""Which files the rows that an update changed are about: what pages have to be made anew.

SQLite's session extension keeps the net difference, so rows that were taken out and put back the
same are no change.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import apsw
import msgspec

# Columns that hold the number of a file that the row is about.
_FILES: Final = {
    "edge": (0, 1),
    "co_change": (0, 2),
    # Compared as a whole: its numbers move a little with every change, what pages tell seldom does.
    "file_rank": (),
    "file_names": (),
    "meta_entry": (),
    "skipped_path": (),
    "marker_folder": (),
}
# What others tell of a file.
_FACE: Final = frozenset(["path", "language", "role", "status", "doc", "summary"])
_SYMBOL_NAME: Final = 5
_USE_LINE: Final = 5
_SYMBOL_STANDING: Final = (3, 4, 6, 13)  # overload, kind, qualified name, exported
_LINKS: Final = msgspec.json.Decoder(list[tuple[int, float, tuple[str, ...]]])


class Changes(NamedTuple):
    files: frozenset[int]
    """A row about them changed."""
    faces: frozenset[int]
    """What others tell of them changed."""
    comings: frozenset[int]
    """They came, went, or changed their standing in the folder."""
    targets: frozenset[int]
    """Keys of symbols that are used differently."""
    names: frozenset[str]
    """Names that are defined in more or fewer places, and registries."""
    symbols: frozenset[tuple[int, int]] = frozenset()
    """File and number of those that are of another kind now, stand in something else, or are
    exported or not any more."""
    moved: frozenset[tuple[int, int]] = frozenset()
    """Files that use a symbol as before, but in another line, and the key of the symbol."""
    findings: frozenset[int] = frozenset()
    """Files of which something else is found."""


NO_CHANGES: Final = Changes(frozenset(), frozenset(), frozenset(), frozenset(), frozenset())


class ChangeLog:
    """Begins before the first change to an index."""

    def __init__(self, db: apsw.Connection) -> None:
        columns = [name for _, name, *_ in db.execute("PRAGMA table_info(file)")]
        self._face_columns = [n for n, name in enumerate(columns) if name in _FACE]
        self._session = apsw.Session(db, "main")
        self._session.attach()

    def changes(self) -> Changes:
        told = _Told(self._face_columns)
        for change in apsw.Changeset.iter(self._session.changeset()):
            told.take(change)
        return told.result()

    def close(self) -> None:
        self._session.close()


class _Told:
    def __init__(self, face_columns: list[int]) -> None:
        self._face_columns = face_columns
        self._files: set[int] = set()
        self._faces: set[int] = set()
        self._comings: set[int] = set()
        self._targets: set[int] = set()
        self._names: set[str] = set()
        self._symbols: set[tuple[int, int]] = set()
        self._moved: set[tuple[int, int]] = set()
        self._findings: set[int] = set()

    def take(self, change: apsw.TableChange) -> None:
        table = change.name
        values = tuple(_sides(change))
        for column in _FILES.get(table, (0,)):
            self._files.update(row[column] for row in values if isinstance(row[column], int))
        if table == "file":
            self._take_file(change, values)
        elif table == "symbol":
            self._names.update(_texts(values, _SYMBOL_NAME))
            self._take_symbol(change)
        elif table == "registration":
            self._names.update(_texts(values, 1))
        elif table == "referrer":
            self._take_use(change, values)
        elif table == "file_tests":
            for links in _texts(values, 1):
                self._files.update(test for test, *_ in _LINKS.decode(links))
        elif table == "finding":
            self._findings.update(row[0] for row in values if isinstance(row[0], int))
        elif table == "test_command":
            self._faces.update(row[0] for row in values if isinstance(row[0], int))

    def _take_symbol(self, change: apsw.TableChange) -> None:
        old, new = change.old, change.new
        if old and new and any(new[n] is not apsw.no_change for n in _SYMBOL_STANDING):
            self._symbols.add(_key(old))

    def _take_use(self, change: apsw.TableChange, values: tuple[tuple[Any, ...], ...]) -> None:
        file, target = _key(values[0])
        new = change.new or ()
        if len(values) > 1 and all(value is apsw.no_change for value in new[:_USE_LINE]):
            self._moved.add((file, target))
        else:
            self._targets.add(target)

    def _take_file(self, change: apsw.TableChange, values: tuple[tuple[Any, ...], ...]) -> None:
        id = next(row[0] for row in values if isinstance(row[0], int))
        is_update = change.opcode == apsw.SQLITE_UPDATE
        new = change.new or ()
        if not is_update or any(new[n] is not apsw.no_change for n in self._face_columns):
            self._faces.add(id)
            self._comings.add(id)

    def result(self) -> Changes:
        return Changes(
            frozenset(self._files),
            frozenset(self._faces),
            frozenset(self._comings),
            frozenset(self._targets),
            frozenset(self._names),
            frozenset(self._symbols),
            frozenset(self._moved),
            frozenset(self._findings),
        )


def _sides(change: apsw.TableChange) -> Iterator[tuple[Any, ...]]:
    if change.old is not None:
        yield change.old
    if change.new is not None:
        yield change.new


def _texts(values: tuple[tuple[Any, ...], ...], column: int) -> list[str]:
    return [row[column] for row in values if isinstance(row[column], str)]


def _key(row: tuple[Any, ...]) -> tuple[int, int]:
    return row[0], row[1]
