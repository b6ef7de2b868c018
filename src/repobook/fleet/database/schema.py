"""The tables of a fleet's index, as migrations: what was applied once is never edited.

Two tables answer across repositories: the names that one offers, and the names that others use.
They meet when a question is asked, so that a repository is replaced without a look at any other.
"""

from typing import Final, NamedTuple

N_PARTITIONS: Final = 16


class Table(NamedTuple):
    """One with a column ``repository``, whose rows are seen by those who may read it."""

    name: str
    columns: tuple[str, ...]
    """With their types, which both databases know."""
    indexes: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.split()[0] for column in self.columns)


class Migration(NamedTuple):
    about: str
    tables: tuple[Table, ...] = ()
    shared: tuple[str, ...] = ()
    """Statements for tables of the fleet itself."""
    has_new_policies: bool = False
    """Whether who may see a row is written otherwise from here on."""


_PLACE: Final = ("path TEXT NOT NULL", "line INTEGER NOT NULL")
_OF: Final = "repository BIGINT NOT NULL"

MIGRATIONS: Final = (
    Migration(
        "repositories and who may read them; packages; offered and used names; entries to search",
        (
            Table(
                "package",
                (
                    _OF,
                    "purl TEXT NOT NULL",
                    "relation TEXT NOT NULL",
                    "version TEXT NOT NULL",
                    "scope TEXT NOT NULL",
                    *_PLACE,
                ),
                (("purl", "relation"), ("repository",)),
            ),
            Table(
                "offered_name",
                (
                    _OF,
                    "ecosystem TEXT NOT NULL",
                    "name TEXT NOT NULL",
                    *_PLACE,
                    "qualname TEXT NOT NULL",
                    "kind TEXT NOT NULL",
                    "confidence TEXT NOT NULL",
                ),
                (("name", "ecosystem"), ("repository", "qualname"), ("qualname",)),
            ),
            Table(
                "used_name",
                (
                    _OF,
                    "ecosystem TEXT NOT NULL",
                    "name TEXT NOT NULL",
                    *_PLACE,
                    "role TEXT NOT NULL",
                    "confidence TEXT NOT NULL",
                    "is_test INTEGER NOT NULL",
                ),
                (("name", "ecosystem"), ("repository",)),
            ),
            Table(
                "entry",
                (
                    _OF,
                    "id BIGINT NOT NULL",
                    "kind TEXT NOT NULL",
                    "name TEXT NOT NULL",
                    "qualname TEXT NOT NULL",
                    *_PLACE,
                    "about TEXT NOT NULL",
                    "n_users INTEGER NOT NULL",
                    "words TEXT NOT NULL",
                ),
                (("name",), ("id",), ("repository",)),
            ),
        ),
        (
            """CREATE TABLE repository (
                id BIGINT PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                source TEXT NOT NULL,
                state TEXT NOT NULL,
                reason TEXT NOT NULL,
                commit_id TEXT NOT NULL,
                identity TEXT NOT NULL,
                contribution TEXT NOT NULL,
                book TEXT NOT NULL,
                n_documented BIGINT NOT NULL,
                n_listed BIGINT NOT NULL,
                n_symbols BIGINT NOT NULL,
                seconds REAL NOT NULL
            )""",
            """CREATE TABLE reader (
                repository BIGINT NOT NULL, principal TEXT NOT NULL,
                PRIMARY KEY (repository, principal)
            )""",
        ),
    ),
    Migration(
        "the queue of changed repositories",
        shared=(
            "CREATE TABLE changed_repository (repository BIGINT PRIMARY KEY, since TEXT NOT NULL)",
        ),
    ),
    Migration(
        "who may see what is worked out once a question; findings",
        (
            Table(
                "finding",
                (
                    _OF,
                    "rule TEXT NOT NULL",
                    "severity TEXT NOT NULL",
                    "category TEXT NOT NULL",
                    *_PLACE,
                    "message TEXT NOT NULL",
                ),
                (("rule",), ("repository",)),
            ),
        ),
        ("CREATE INDEX reader_by_principal ON reader (principal, repository)",),
        has_new_policies=True,
    ),
)
"""Oldest first; the version of a database is the number of those that it has."""

HISTORY: Final = (
    "CREATE TABLE IF NOT EXISTS migration"
    " (version INTEGER PRIMARY KEY, about TEXT NOT NULL, applied TEXT NOT NULL)"
)


def tables() -> tuple[Table, ...]:
    return tuple(table for migration in MIGRATIONS for table in migration.tables)
