"""Which files the changed rows of an update belong to, and so which pages are stale.

SQLite's session extension keeps the net difference, so rows that were taken out and put back the
same are no change.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import apsw

from repobook.index.record import decode_tests
from repobook.model.graph import Reason

# Columns that hold the number of a file that the row is about.
_FILES: Final = {
    "edge": (0, 1),
    "co_change": (0, 2),
    "file_tests": (),
    # Compared as a whole: its numbers move a little with every change, what pages show seldom does.
    "file_rank": (),
    "file_names": (),
    "meta_entry": (),
    "skipped_path": (),
    "marker_folder": (),
}
# What pages of other files show of a file.
_SUMMARY_COLUMNS: Final = frozenset(["path", "language", "role", "status", "doc", "summary"])
_SYMBOL_NAME: Final = 5
_USE_LINE: Final = 5
_SYMBOL_STANDING: Final = (3, 4, 6, 13)  # overload, kind, qualified name, exported


class Changes(NamedTuple):
    files: frozenset[int]
    """A row about them changed."""
    summaries: frozenset[int]
    """What pages of other files show of them changed."""
    texts: frozenset[int]
    """They hold another text."""
    listed: frozenset[int]
    """They were added, removed, or changed what folders show of them."""
    targets: frozenset[int]
    """Keys of symbols that are used differently."""
    names: frozenset[str]
    """Names that are defined in more or fewer places, and registries."""
    symbols: frozenset[tuple[int, int]] = frozenset()
    """File and number of those whose kind, parent or export changed."""
    moved: frozenset[tuple[int, int]] = frozenset()
    """Files that use a symbol as before, but in another line, and the key of the symbol."""
    findings: frozenset[int] = frozenset()
    """Files whose findings changed."""
    purposes: frozenset[int] = frozenset()
    """Files of which the book says otherwise what they are for."""
    linked: frozenset[int] = frozenset()
    """Files with other references, or whose references lead elsewhere."""


_NONE: Final[frozenset[int]] = frozenset()
NO_CHANGES: Final = Changes(_NONE, _NONE, _NONE, _NONE, _NONE, frozenset())


class ChangeLog:
    """Begins before the first change to an index."""

    def __init__(self, db: apsw.Connection) -> None:
        columns = [name for _, name, *_ in db.execute("PRAGMA table_info(file)")]
        self._summary_columns = [n for n, name in enumerate(columns) if name in _SUMMARY_COLUMNS]
        self._blob = columns.index("blob")
        self._session = apsw.Session(db, "main")
        self._session.attach()

    def changes(self) -> Changes:
        keys = _ChangedKeys(self._summary_columns, self._blob)
        for change in apsw.Changeset.iter(self._session.changeset()):
            keys.take(change)
        return keys.result()

    def close(self) -> None:
        self._session.close()


class _ChangedKeys:
    def __init__(self, summary_columns: list[int], blob: int) -> None:
        self._summary_columns = summary_columns
        self._blob = blob
        self._texts: set[int] = set()
        self._files: set[int] = set()
        self._summaries: set[int] = set()
        self._listed: set[int] = set()
        self._targets: set[int] = set()
        self._names: set[str] = set()
        self._symbols: set[tuple[int, int]] = set()
        self._moved: set[tuple[int, int]] = set()
        self._findings: set[int] = set()
        self._purposes: set[int] = set()
        self._linked: set[int] = set()

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
        elif table == "same_symbol":
            self._targets.update(key for row in values for key in row[1:])
        elif table == "file_tests":
            self._take_tests(change, values)
        elif table == "finding":
            self._findings.update(row[0] for row in values if isinstance(row[0], int))
        elif table == "file_purpose":
            self._purposes.update(row[0] for row in values if isinstance(row[0], int))
        elif table == "file_references":
            self._linked.update(row[0] for row in values if isinstance(row[0], int))
        elif table == "test_command":
            self._summaries.update(row[0] for row in values if isinstance(row[0], int))

    def _take_tests(self, change: apsw.TableChange, values: tuple[tuple[Any, ...], ...]) -> None:
        """The page of a file shows the order of tests and the reasons, but no score; that of a
        test shows both only where the paths are alike."""
        old, new = (_shown_tests(side) for side in (change.old, change.new))
        tests = [test for test in old.keys() | new.keys() if old.get(test) != new.get(test)]
        if tests:
            self._files.add(values[0][0])
        self._files.update(
            test for test in tests if _shown_by(old.get(test)) != _shown_by(new.get(test))
        )

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
        if not is_update or new[self._blob] is not apsw.no_change:
            self._texts.add(id)
        if not is_update or any(new[n] is not apsw.no_change for n in self._summary_columns):
            self._summaries.add(id)
            self._listed.add(id)

    def result(self) -> Changes:
        return Changes(
            frozenset(self._files),
            frozenset(self._summaries),
            frozenset(self._texts),
            frozenset(self._listed),
            frozenset(self._targets),
            frozenset(self._names),
            frozenset(self._symbols),
            frozenset(self._moved),
            frozenset(self._findings),
            frozenset(self._purposes),
            frozenset(self._linked),
        )


def _sides(change: apsw.TableChange) -> Iterator[tuple[Any, ...]]:
    if change.old is not None:
        yield change.old
    if change.new is not None:
        yield change.new


# The place of a test among those of a file, and the reasons.
_Ranked = tuple[int, tuple[Reason, ...]]


def _shown_by(ranked: _Ranked | None) -> object:
    """What the page of a test shows of a file that it is ranked for."""
    is_whole = ranked is None or any(reason.kind == "path" for reason in ranked[1])
    return ranked if is_whole else ()


def _shown_tests(row: tuple[Any, ...] | None) -> dict[int, _Ranked]:
    """By test."""
    links = decode_tests(row[1]) if row and isinstance(row[1], str) else []
    return {test: (place, reasons) for place, (test, _, reasons) in enumerate(links)}


def _texts(values: tuple[tuple[Any, ...], ...], column: int) -> list[str]:
    return [row[column] for row in values if isinstance(row[column], str)]


def _key(row: tuple[Any, ...]) -> tuple[int, int]:
    return row[0], row[1]
