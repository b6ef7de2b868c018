"""PostgreSQL: one index for thousands of repositories and for workers on many machines.

Rows are partitioned by a hash of their repository: a repository is replaced in one partition, and
a name is looked up in as many indexes as there are partitions, not in as many as repositories. Who
may see a row is a policy of its table (row level security) for the role that answers users; the
owner of the tables writes them.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from repobook.errors import RepobookError
from repobook.fleet.database.database import Principals, Row, UnreachableError
from repobook.fleet.database.schema import HISTORY, MIGRATIONS, N_PARTITIONS, Migration, Table

_READER: Final = "repobook_reader"
_PRINCIPALS: Final = "repobook.principals"
# An array is worked out once a question, where a hash would be for every partition. What it is
# compared with is found by other indexes; as a condition that is true it asks for none.
_POLICY: Final = f"""
    ({{}} = ANY (ARRAY(
        SELECT repository FROM reader WHERE principal = ANY (
            string_to_array('*' || E'\\n' || current_setting('{_PRINCIPALS}', true), E'\\n')
        )
    ))) IS TRUE
"""
_TERMS: Final = "array_to_tsvector(string_to_array(words, ' '))"
# Behind a policy no index is asked that might leak by its errors, as one of words might: the reader
# asks this function of the owner's, which looks words up first and shows what the policy would. One
# of SQL would be planned for every question.
_SEARCH: Final = f"""
    CREATE OR REPLACE FUNCTION matching_entries(wanted tsquery) RETURNS SETOF entry
        LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
        AS $$ BEGIN RETURN QUERY
            SELECT * FROM entry WHERE {_TERMS} @@ wanted AND {_POLICY.format("repository")};
        END $$;
    REVOKE ALL ON FUNCTION matching_entries FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION matching_entries TO {_READER}
"""
_INDEX_OF_WORDS: Final = f"""
    CREATE INDEX entry_by_words ON entry USING gin ({_TERMS}) WITH (fastupdate = off)
"""
_OF_OPERATOR: Final = f"(SELECT * FROM entry WHERE {_TERMS} @@ ?::tsquery)"
_OF_READER: Final = "matching_entries(?::tsquery)"
# Every question follows a few rows through indexes, which takes a fraction of the time of planning
# it for all partitions: that is done once a connection. The planner knows no values then, and would
# rather read partitions through.
_SHORT_QUESTIONS: Final = ";".join(
    [
        *("SET plan_cache_mode = force_generic_plan", "SET max_parallel_workers_per_gather = 0"),
        *(f"SET {it} = off" for it in ("jit", "enable_seqscan", "enable_hashjoin")),
        "SET enable_mergejoin = off",
    ]
)
_BECOME_READER: Final = f"SET default_transaction_read_only = on; SET ROLE {_READER}"
_BECOME_OPERATOR: Final = "RESET ROLE; RESET default_transaction_read_only"
_MIGRATION_LOCK: Final = 0x7265706F


class PostgresDatabase:
    entries_matching = _OF_OPERATOR

    def __init__(self, address: str, principals: Principals) -> None:
        with _reported():
            self._db = psycopg.connect(address, autocommit=True, connect_timeout=10)
        self._is_reader = False
        try:
            with _reported():
                self._migrate()
                self._db.execute(_SHORT_QUESTIONS)
            self.show_only_to(principals)
        except BaseException:
            self._db.close()
            raise

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Row]:
        with _reported():
            found = self._db.execute(_spelt(query), tuple(values), prepare=True)
            return found.fetchall() if found.description else []

    def load(self, table: str, columns: tuple[str, ...], rows: Iterable[Row]) -> None:
        copy_into = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
        with _reported(), self._db.cursor() as cursor, cursor.copy(copy_into.encode()) as copy:
            for row in rows:
                copy.write_row([_storable(value) for value in row])

    def show_only_to(self, principals: Principals) -> None:
        is_reader = principals is not None
        with _reported():
            if principals is not None:
                value = "\n".join(each for each in principals if "\n" not in each)
                self._db.execute("SELECT set_config(%s, %s, false)", (_PRINCIPALS, value))
            if is_reader != self._is_reader:  # a change of roles costs every plan
                self._db.execute(_BECOME_READER if is_reader else _BECOME_OPERATOR)
                self.entries_matching = _OF_READER if is_reader else _OF_OPERATOR
        self._is_reader = is_reader

    def words(self, terms: Sequence[str]) -> str:
        quoted = ["'" + term.replace("\\", "").replace("'", "") + "'" for term in terms]
        return " & ".join([*quoted[:-1], f"{quoted[-1]}:*"])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with _reported(), self._db.transaction():
            yield

    def try_lock(self, name: str) -> bool:
        """The server drops it with the connection."""
        digest = hashlib.blake2b(f"repobook {name}".encode(), digest_size=8).digest()
        key = int.from_bytes(digest, "big", signed=True)
        return bool(self.rows("SELECT pg_try_advisory_lock(?)", (key,))[0][0])

    def close(self) -> None:
        self._db.close()

    def _migrate(self) -> None:
        if self._version() == len(MIGRATIONS):
            return
        with self._db.transaction():
            self._db.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
            self._ensure_reader()
            self._db.execute(HISTORY)
            for n in range(self._version() + 1, len(MIGRATIONS) + 1):
                for statement in _statements(MIGRATIONS[n - 1], MIGRATIONS[: n - 1]):
                    self._db.execute(statement.encode())
                values = n, MIGRATIONS[n - 1].about
                self._db.execute("INSERT INTO migration VALUES (%s, %s, now()::text)", values)

    def _version(self) -> int:
        found = self._db.execute("SELECT to_regclass('migration') IS NOT NULL").fetchone()
        if not found or not found[0]:
            return 0
        row = self._db.execute("SELECT coalesce(max(version), 0) FROM migration").fetchone()
        version: int = row[0] if row else 0
        if version > len(MIGRATIONS):
            raise RepobookError(f"the index was made by a newer repobook (schema {version})")
        return version

    def _ensure_reader(self) -> None:
        known = self._db.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (_READER,))
        if known.fetchone() is not None:
            return
        try:
            self._db.execute(f"CREATE ROLE {_READER}; GRANT {_READER} TO CURRENT_USER")
        except psycopg.errors.InsufficientPrivilege:
            hint = (
                f"as a superuser: CREATE ROLE {_READER}; GRANT {_READER} TO the role of the index"
            )
            raise RepobookError(f"PostgreSQL has no role {_READER}", hint) from None


@contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        lines = f"{error}".strip().splitlines() or ["no answer"]
        raise UnreachableError(f"PostgreSQL: {lines[0]}") from None


def _spelt(query: str) -> bytes:
    """No query of ours has a question mark or a percent sign in it that means anything else."""
    return query.replace("%", "%%").replace("?", "%s").encode()


def _storable(value: Any) -> Any:
    """PostgreSQL stores neither a null character nor half of a surrogate pair."""
    if not isinstance(value, str):
        return value
    return value.replace("\0", "�").encode("utf-8", "replace").decode()


def _statements(migration: Migration, before: Sequence[Migration]) -> Iterator[str]:
    yield from migration.shared
    for table in migration.tables:
        yield from _create(table)
        yield from _protect(table.name, "repository")
        if table.name == "entry":
            yield _INDEX_OF_WORDS
            yield _SEARCH
    if any("TABLE repository" in statement for statement in migration.shared):
        yield from _protect("repository", "id")
        yield f"GRANT SELECT ON reader, migration TO {_READER}"  # which the policies read
    if migration.has_new_policies:
        names = [table.name for each in before for table in each.tables]
        for name, column in (("repository", "id"), *((name, "repository") for name in names)):
            yield f"ALTER POLICY readers ON {name} USING ({_POLICY.format(column)})"
        yield _SEARCH


def _create(table: Table) -> Iterator[str]:
    yield f"CREATE TABLE {table.name} ({', '.join(table.columns)}) PARTITION BY HASH (repository)"
    for n in range(N_PARTITIONS):
        yield (
            f"CREATE TABLE {table.name}_{n} PARTITION OF {table.name}"
            f" FOR VALUES WITH (MODULUS {N_PARTITIONS}, REMAINDER {n})"
        )
    for columns in table.indexes:
        yield (
            f"CREATE INDEX {table.name}_by_{'_'.join(columns)} ON {table.name}"
            f" ({', '.join(columns)})"
        )


def _protect(table: str, column: str) -> Iterator[str]:
    yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"
    yield f"CREATE POLICY readers ON {table} TO {_READER} USING ({_POLICY.format(column)})"
    yield f"GRANT SELECT ON {table} TO {_READER}"
