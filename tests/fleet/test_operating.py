"""What an operator does to the index of a fleet: upgrade it, back it up, lose it for a while."""

import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import closing

import apsw
import pytest

from repobook.errors import RepobookError
from repobook.fleet.config import Fleet
from repobook.fleet.database import postgres as postgres_module
from repobook.fleet.database import sqlite as sqlite_module
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.database.schema import MIGRATIONS, Migration
from repobook.fleet.driver import build_fleet
from repobook.fleet.fleet_answers import FleetReferences, FleetUse
from repobook.fleet.fleet_questions import references, status
from tests.fakes.postgres import Postgres
from tests.fleet.conftest import InlineRunner, MakeFleet


def _answers(fleet: Fleet) -> tuple[object, object, Counter[str]]:
    with closing(FleetIndex(open_database(fleet.database))) as index:
        return references(index, "shop.price"), status(index, fleet.name), index.counts()


def _uses(fleet: Fleet, principals: tuple[str, ...]) -> tuple[FleetUse, ...]:
    with closing(FleetIndex(open_database(fleet.database, principals))) as index:
        found = references(index, "shop.price")
    assert isinstance(found, FleetReferences)
    return found.uses


def _copy(source: str, target: str, migrations: Sequence[Migration]) -> None:
    """All rows of the tables that an index of an older version has."""
    of_fleet = {"repository": "*", "reader": "repository, principal"}
    with closing(apsw.Connection(source)) as rows, closing(open_database(target)) as index:
        tables = [table for migration in migrations for table in migration.tables]
        for name, columns in {**of_fleet, **{t.name: ", ".join(t.names) for t in tables}}.items():
            found = rows.execute(f"SELECT {columns} FROM {name}")
            names = tuple(column for column, _ in found.get_description())
            with index.transaction():
                index.load(name, names, found)


def _restored(server: Postgres, address: str) -> str:
    """What was dumped of one database, in another."""
    restored = server.new_database()
    where = ("-h", server.folder, "-U", "admin", "-d")
    dump = server.program("pg_dump", "-Fc", *where, _name(address))
    server.program("pg_restore", *where, _name(restored), stdin=dump)
    return restored


def _name(address: str) -> str:
    return address.partition("@/")[2].partition("?")[0]


@pytest.mark.parametrize("n_migrations", range(1, len(MIGRATIONS)))
def test_an_index_of_an_older_version_is_migrated_with_what_it_holds(
    n_migrations: int,
    database: str,
    make_fleet: MakeFleet,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    built = make_fleet("built.db", readers='readers = ["ann"]')
    build_fleet(built, InlineRunner())
    fleet = built._replace(database=database)
    with monkeypatch.context() as older:
        for module in (sqlite_module, postgres_module):
            older.setattr(module, "MIGRATIONS", MIGRATIONS[:n_migrations])
        _copy(built.database, database, MIGRATIONS[:n_migrations])
    if database.startswith("postgresql"):
        server: Postgres = request.getfixturevalue("postgres")
        fleet = fleet._replace(database=_restored(server, database))
    before, after = _answers(built), _answers(fleet)
    assert after[0] == before[0]
    assert {**after[2], "finding": 0} == {**before[2], "finding": 0}
    assert [use.repository for use in _uses(fleet, ("bob",))] == ["script"] * 2
    assert [use.repository for use in _uses(fleet, ("ann",))] == ["script"] * 2 + ["site"]
    with closing(open_database(fleet.database)) as migrated:
        history = migrated.rows("SELECT version, about FROM migration ORDER BY version")
        assert history == [(n, each.about) for n, each in enumerate(MIGRATIONS, 1)]
        migrated.rows("INSERT INTO migration VALUES (99, 'of the future', 'now')")
    with pytest.raises(RepobookError, match="made by a newer repobook"):
        open_database(fleet.database)


def test_what_was_backed_up_answers_and_is_unchanged(
    postgres: Postgres, make_fleet: MakeFleet
) -> None:
    fleet = make_fleet(postgres.new_database())
    build_fleet(fleet, InlineRunner())
    restored = fleet._replace(database=_restored(postgres, fleet.database))
    assert _answers(restored) == _answers(fleet)
    again = build_fleet(restored, InlineRunner())
    assert {line.state for line in again.repositories} == {"unchanged"}


def test_a_database_that_is_killed_in_the_middle_is_waited_for(
    postgres: Postgres, make_fleet: MakeFleet
) -> None:
    fleet = make_fleet(postgres.new_database())
    n_ended = 0

    def kill_after_the_first(*outcome: object) -> None:
        nonlocal n_ended
        n_ended += 1
        if n_ended == 1:
            postgres.kill()
            threading.Timer(0.5, postgres.start).start()

    answer = build_fleet(fleet, InlineRunner(), on_outcome=kill_after_the_first)
    assert {line.state for line in answer.repositories} == {"built"}
    other = make_fleet("undisturbed.db")
    build_fleet(other, InlineRunner())
    assert _answers(fleet)[2] == _answers(other)[2]
