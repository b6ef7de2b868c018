"""What the index asks of a database: rows, bulk loads, transactions, a lock and a search.

Queries are written once, with ``?`` for values; a database translates what it spells otherwise.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol, TypeVar

from repobook.errors import RepobookError

_PATIENCE_SECONDS: Final = 120.0
_PAUSE_SECONDS: Final = 0.5
Result = TypeVar("Result")
Row = tuple[Any, ...]
Principals = tuple[str, ...] | None
"""A user with all groups; None for the operator, who sees everything."""


class UnreachableError(RepobookError):
    """The database does not answer now; it may again in a moment."""


def patiently(work: Callable[[], Result]) -> Result:
    """Tries again while the database does not answer, for as long as one takes to start again."""
    began = time.monotonic()
    while True:
        try:
            return work()
        except UnreachableError:
            if time.monotonic() - began > _PATIENCE_SECONDS:
                raise
            time.sleep(_PAUSE_SECONDS)


class Database(Protocol):
    entries_matching: str
    """What selects the entries that have all words of a query; it takes what ``words`` gives."""

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Row]: ...

    def load(self, table: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
        """In bulk."""

    def show_only_to(self, principals: Principals) -> None:
        """From now on; None for the operator."""

    def words(self, terms: Sequence[str]) -> str:
        """The value for ``entries_matching``; the last term may be the beginning of a word."""

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing, one writer of a row at a time."""

    def try_lock(self, name: str) -> bool:
        """Held until the database is closed or this process dies; False if another has it."""

    def close(self) -> None: ...


def open_database(address: str, principals: Principals = None) -> Database:
    """Migrated to the newest schema; readers see what ``principals`` may see, and no more."""
    if address.startswith(("postgresql://", "postgres://")):
        try:
            from repobook.fleet.database.postgres import PostgresDatabase
        except ImportError:
            hint = "pip install 'repobook[fleet]'"
            raise RepobookError("PostgreSQL needs the fleet extra", hint) from None
        return PostgresDatabase(address, principals)
    if "://" in address:
        raise RepobookError(f"no such index: {address}", "a path, or postgresql://…")
    from repobook.fleet.database.sqlite import SqliteDatabase

    return SqliteDatabase(address, principals)
