"""The index of a fleet: what one repository contributes, and what is answered across all."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from repobook.fleet.config import FleetRepository
from repobook.fleet.database.database import Database, Principals, Row
from repobook.fleet.database.schema import tables
from repobook.fleet.fleet_answers import (
    STATES,
    FleetEntry,
    FleetFinding,
    OfferedSymbol,
    PackageEdge,
    RepositoryLine,
    RuleCount,
    State,
)

_COLUMNS_BY_TABLE: Final = {table.name: table.names for table in tables()}


class Contributed(NamedTuple):
    """What is said of a repository with its rows."""

    state: State
    commit: str
    identity: str
    contribution: str
    """Stands for all that the rows were read from."""
    book: str
    n_documented: int
    n_listed: int
    n_symbols: int
    seconds: float


class Symbol(NamedTuple):
    repository: int
    path: str
    qualname: str


class UseRow(NamedTuple):
    repository: int
    repository_name: str
    path: str
    line: int
    role: str
    name: str
    confidence: str
    offer_confidence: str
    is_test: int


class FleetIndex:
    def __init__(self, database: Database) -> None:
        self._db = database

    def close(self) -> None:
        self._db.close()

    def try_lock(self, name: str) -> bool:
        return self._db.try_lock(name)

    def enrol(self, repositories: Iterable[FleetRepository]) -> None:
        """The fleet is these repositories with these readers, and no others."""
        ids = {repository_id(each.name): each for each in repositories}
        with self._db.transaction():
            known = {id for (id,) in self._db.rows("SELECT id FROM repository")}
            for id in known - ids.keys():
                self._remove(id)
            for id, each in ids.items():
                self._enrol(id, each, is_known=id in known)

    def await_builds(self, names: Iterable[str]) -> None:
        """These are to be looked at again; what is known of them is still answered."""
        with self._db.transaction():
            for name in names:
                query = "UPDATE repository SET state = 'waiting', reason = '' WHERE id = ?"
                self._db.rows(query, (repository_id(name),))

    def record_failure(self, name: str, reason: str, seconds: float) -> None:
        query = "UPDATE repository SET state = 'failed', reason = ?, seconds = ? WHERE id = ?"
        self._db.rows(query, (reason, seconds, repository_id(name)))

    def contribution_of(self, name: str) -> str:
        """What the rows of a repository were read from; empty where it has none."""
        query = "SELECT contribution FROM repository WHERE id = ?"
        return "".join(text for (text,) in self._db.rows(query, (repository_id(name),)))

    def record(self, name: str, contributed: Contributed) -> None:
        query = f"UPDATE repository SET reason = '', {_SET_CONTRIBUTED} WHERE id = ?"
        self._db.rows(query, (*contributed, repository_id(name)))

    def replace(
        self, name: str, contributed: Contributed, rows_by_table: dict[str, Iterable[Row]]
    ) -> None:
        """Readers see the old rows of a repository or the new ones."""
        id = repository_id(name)
        with self._db.transaction():
            self.record(name, contributed)  # first: it makes another writer of the same rows wait
            for table, rows in rows_by_table.items():
                self._db.rows(f"DELETE FROM {table} WHERE repository = ?", (id,))
                self._db.load(table, _COLUMNS_BY_TABLE[table], ((id, *row) for row in rows))

    def book_of(self, name: str) -> str:
        """Where its book is; empty where it has none, or may not be seen."""
        query = "SELECT book FROM repository WHERE id = ?"
        return "".join(book for (book,) in self._db.rows(query, (repository_id(name),)))

    def repositories(self) -> list[RepositoryLine]:
        return [RepositoryLine(*row) for row in self._db.rows(_REPOSITORIES)]

    def identity(self) -> str:
        """Stands for all that is answered; with anything else it is another."""
        rows = self._db.rows("SELECT name, contribution FROM repository ORDER BY name")
        return hashlib.blake2b(repr(rows).encode(), digest_size=16).hexdigest()

    def n_repositories(self) -> int:
        return int(self._db.rows("SELECT count(*) FROM repository")[0][0])

    def entries(self, query: str, terms: Sequence[str], limit: int) -> list[FleetEntry]:
        if not terms:
            return []
        name = query.strip().lower()
        values = (self._db.words(terms), name, name, limit)
        found = self._db.rows(_ENTRIES.format(matching=self._db.entries_matching), values)
        return [FleetEntry(*row) for row in found]

    def symbols_called(self, name: str) -> list[tuple[Symbol, OfferedSymbol]]:
        """By a name across repositories, by ``repository:path::Name``, as it is defined, or as a
        member that a class inherits (``Flask.route``); the most used first."""
        repository, colon, rest = name.partition(":")
        path, _, qualname = rest.partition("::")
        owner, _, member = name.replace("::", ".").rpartition(".")
        for query, values in (
            (_BY_ID, (repository, path, qualname) if colon and path else None),
            (_BY_NAME, (name,)),
            (_BY_QUALNAME, (name,)),
            (_BY_MEMBER, (f".{member}", f"::{member}", owner) if owner else None),
        ):
            found = self._db.rows(query, values) if values else []
            if found:
                return self._most_used_first(
                    [(Symbol(*row[:3]), OfferedSymbol(*row[3:])) for row in found]
                )
        return []

    def _most_used_first(
        self, symbols: list[tuple[Symbol, OfferedSymbol]]
    ) -> list[tuple[Symbol, OfferedSymbol]]:
        n_uses: dict[Symbol, int] = {}
        for qualname in {symbol.qualname for symbol, _ in symbols} if len(symbols) > 1 else ():
            for repository, path, n in self._db.rows(_N_USES, (qualname,)):
                n_uses[Symbol(repository, path, qualname)] = n
        return sorted(symbols, key=lambda pair: (-n_uses.get(pair[0], 0), pair[1]))

    def names_of(self, symbol: Symbol) -> list[tuple[str, str]]:
        """Ecosystem and name, the shortest first."""
        rows = self._db.rows(_NAMES, symbol)
        return sorted(((ecosystem, name) for ecosystem, name in rows), key=_by_length)

    def uses_of(self, symbol: Symbol) -> list[UseRow]:
        return [UseRow(*row) for row in self._db.rows(_USES, symbol)]

    def used_symbols(self) -> list[OfferedSymbol]:
        """Those that other repositories use, the most used first."""
        return [OfferedSymbol(*row) for row in self._db.rows(_USED_SYMBOLS)]

    def providers_of(self, symbol: Symbol) -> dict[str, set[int]]:
        """Which repositories offer each name of a symbol."""
        providers: defaultdict[str, set[int]] = defaultdict(set)
        for name, repository in self._db.rows(_PROVIDERS, symbol):
            providers[name].add(repository)
        return providers

    def dependents_of(self, repositories: Iterable[int]) -> dict[int, set[int]]:
        """By repository those that declare a dependency on a package that it publishes."""
        return {
            id: {dependent for (dependent,) in self._db.rows(_DEPENDENTS, (id, id))}
            for id in repositories
        }

    def package_edges(self) -> list[PackageEdge]:
        return [PackageEdge(*row) for row in self._db.rows(_PACKAGE_EDGES)]

    def rules_found(self) -> list[RuleCount]:
        return [RuleCount(*row) for row in self._db.rows(_RULES_FOUND)]

    def findings_of(self, rule: str, limit: int) -> list[FleetFinding]:
        return [FleetFinding(*row) for row in self._db.rows(_FINDINGS, (rule, limit))]

    def counts(self) -> Counter[str]:
        """Rows by table."""
        counted = {
            table: self._db.rows(f"SELECT count(*) FROM {table}") for table in _COLUMNS_BY_TABLE
        }
        return Counter({table: int(rows[0][0]) for table, rows in counted.items()})

    def optimise(self) -> None:
        """Counts what is there, so that questions are answered by the right indexes."""
        self._db.rows("ANALYZE")

    def show_only_to(self, principals: Principals) -> None:
        self._db.show_only_to(principals)

    def n_by_state(self) -> dict[str, int]:
        counted = self._db.rows("SELECT state, count(*) FROM repository GROUP BY state")
        return {**dict.fromkeys(STATES, 0), **dict(counted)}

    def enqueue(self, name: str) -> None:
        """It has changed, and is to be built again; once, however often it is said."""
        self._db.rows(_ENQUEUE, (repository_id(name), datetime.now(UTC).isoformat()))

    def n_changed(self) -> int:
        return int(self._db.rows("SELECT count(*) FROM changed_repository")[0][0])

    def changed(self) -> dict[str, str]:
        """Repositories that are to be built again, the first of them first, and since when."""
        return dict(self._db.rows(_CHANGED))

    def dequeue(self, name: str, since: str) -> None:
        """It was built; if it has changed since then, it stays."""
        query = "DELETE FROM changed_repository WHERE repository = ? AND since = ?"
        self._db.rows(query, (repository_id(name), since))

    def _enrol(self, id: int, repository: FleetRepository, *, is_known: bool) -> None:
        if is_known:
            query = "UPDATE repository SET source = ? WHERE id = ?"
            self._db.rows(query, (repository.source, id))
        else:
            self._db.rows(_ENROL, (id, repository.name, repository.source))
        self._db.rows("DELETE FROM reader WHERE repository = ?", (id,))
        readers = ((id, principal) for principal in repository.readers)
        self._db.load("reader", ("repository", "principal"), readers)

    def _remove(self, id: int) -> None:
        for table in (*_COLUMNS_BY_TABLE, "reader", "changed_repository"):
            self._db.rows(f"DELETE FROM {table} WHERE repository = ?", (id,))
        self._db.rows("DELETE FROM repository WHERE id = ?", (id,))


def repository_id(name: str) -> int:
    """Of its name alone, so that any machine knows it; two would have to share 63 bits."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big") >> 1


def _by_length(named: tuple[str, str]) -> tuple[int, str]:
    return len(named[1]), named[1]


_ENQUEUE: Final = """
    INSERT INTO changed_repository VALUES (?, ?)
    ON CONFLICT (repository) DO UPDATE SET since = excluded.since
"""
_CHANGED: Final = """
    SELECT r.name, c.since FROM changed_repository c JOIN repository r ON r.id = c.repository
    ORDER BY c.since, r.name
"""
_SET_CONTRIBUTED: Final = ", ".join(
    f"{'commit_id' if field == 'commit' else field} = ?" for field in Contributed._fields
)
_ENROL: Final = """
    INSERT INTO repository VALUES (?, ?, ?, 'waiting', '', '', '', '', '', 0, 0, 0, 0)
"""
_REPOSITORIES: Final = """
    SELECT name, state, reason, commit_id, n_documented, n_listed, n_symbols, seconds, book, source
    FROM repository ORDER BY name
"""
# What bears the very name, then what anybody uses, then the shorter name.
_ENTRIES: Final = """
    SELECT r.name, e.path, e.line, e.kind, e.name, e.qualname, e.about
    FROM {matching} e JOIN repository r ON r.id = e.repository
    ORDER BY CASE ? WHEN lower(e.qualname) THEN 0 WHEN lower(e.name) THEN 0 ELSE 1 END,
        CASE WHEN e.n_users > 0 THEN 0 ELSE 1 END,
        CASE ? WHEN '' THEN 0 ELSE length(e.name) END,
        e.n_users DESC, r.name, e.path, e.line LIMIT ?
"""
# A name may be offered thousands of times (``get``): of so many the most used are looked for.
_SYMBOLS: Final = """
    SELECT DISTINCT o.repository, o.path, o.qualname, r.name, o.path, o.line, o.qualname, o.kind
    FROM offered_name o JOIN repository r ON r.id = o.repository {} LIMIT 500
"""
_N_USES: Final = """
    SELECT o.repository, o.path, count(*) FROM offered_name o
    JOIN used_name u ON u.name = o.name AND u.ecosystem = o.ecosystem
        AND u.repository <> o.repository
    WHERE o.qualname = ? GROUP BY o.repository, o.path
"""
_BY_ID: Final = _SYMBOLS.format("WHERE r.name = ? AND o.path = ? AND o.qualname = ?")
_BY_NAME: Final = _SYMBOLS.format("WHERE o.name = ?")
_BY_QUALNAME: Final = _SYMBOLS.format("WHERE o.qualname = ?")
_BY_MEMBER: Final = _SYMBOLS.format("""
    JOIN offered_name owner ON owner.repository = o.repository
        AND o.name IN (owner.name || ?, owner.name || ?)
    WHERE owner.qualname = ?
""")
_OF_SYMBOL: Final = "o.repository = ? AND o.path = ? AND o.qualname = ?"
_NAMES: Final = f"""
    SELECT DISTINCT o.ecosystem, o.name FROM offered_name o WHERE {_OF_SYMBOL}
"""
_PROVIDERS: Final = f"""
    SELECT DISTINCT o.name, p.repository FROM offered_name o
    JOIN offered_name p ON p.name = o.name AND p.ecosystem = o.ecosystem WHERE {_OF_SYMBOL}
"""
_USES: Final = f"""
    SELECT DISTINCT u.repository, r.name, u.path, u.line, u.role, u.name, u.confidence,
        o.confidence, u.is_test
    FROM offered_name o
    JOIN used_name u ON u.name = o.name AND u.ecosystem = o.ecosystem
        AND u.repository <> o.repository
    JOIN repository r ON r.id = u.repository
    WHERE {_OF_SYMBOL} ORDER BY 2, 3, 4, 5, 6
"""
_USED_SYMBOLS: Final = """
    SELECT r.name, o.path, o.line, o.qualname, o.kind
    FROM offered_name o JOIN repository r ON r.id = o.repository
    JOIN used_name u ON u.name = o.name AND u.ecosystem = o.ecosystem
        AND u.repository <> o.repository
    GROUP BY r.name, o.path, o.line, o.qualname, o.kind ORDER BY count(*) DESC, 1, 2, 3
"""
_DEPENDENTS: Final = """
    SELECT DISTINCT d.repository FROM package p
    JOIN package d ON d.purl = p.purl AND d.relation = 'depends' AND d.repository <> ?
    WHERE p.repository = ? AND p.relation = 'publishes'
"""
_RULES_FOUND: Final = """
    SELECT rule, severity, min(category), count(*), count(DISTINCT repository)
    FROM finding GROUP BY rule, severity
"""
_FINDINGS: Final = """
    SELECT r.name, f.path, f.line, f.rule, f.severity, f.category, f.message
    FROM finding f JOIN repository r ON r.id = f.repository
    WHERE f.rule = ? ORDER BY 1, 2, 3, 7 LIMIT ?
"""
_PACKAGE_EDGES: Final = """
    SELECT s.name, t.name, d.purl, d.path, min(d.line)
    FROM package d JOIN package p ON p.purl = d.purl AND p.relation = 'publishes'
        AND p.repository <> d.repository
    JOIN repository s ON s.id = d.repository JOIN repository t ON t.id = p.repository
    WHERE d.relation = 'depends' GROUP BY s.name, t.name, d.purl, d.path ORDER BY 1, 2, 3, 4
"""
