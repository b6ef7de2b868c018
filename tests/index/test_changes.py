"""What a changed index says about which pages are untrue."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import apsw
import pytest

from repobook.index import schema
from repobook.index.publish.page_memory import published
from repobook.index.publish.pages import MadePages
from repobook.index.stale.changes import NO_CHANGES, ChangeLog, Changes
from repobook.index.stale.stale_files import StaleCheck, files_shown_differently, users_moved

A, B, C, D = 1, 2, 3, 4
KEY_OF_A = 900


@pytest.fixture
def db() -> Iterator[apsw.Connection]:
    connection = apsw.Connection("")
    connection.execute(schema.TABLES + schema.INDEXES_OF_FACTS + schema.VIEWS)
    for id, path in ((A, "src/a.py"), (B, "src/b.py"), (C, "test/c.py"), (D, "other/d.py")):
        _insert(connection, "file", id=id, path=path, language="Python", role="source", lines=9)
    _insert(connection, "symbol", file=A, n=0, name="f", qualname="f", key=KEY_OF_A)
    _insert(connection, "edge", source=B, target=A, kind="import", line=1, n=1)
    yield connection
    connection.close()


def _insert(db: apsw.Connection, table: str, **values: object) -> None:
    """Every column that is not told is empty."""
    columns = [(name, kind) for _, name, kind, *_ in db.execute(f"PRAGMA table_info({table})")]
    row = [values.get(name, 0 if kind == "INTEGER" else "") for name, kind in columns]
    db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def test_rows_that_come_back_the_same_are_no_change(db: apsw.Connection) -> None:
    log = ChangeLog(db)
    rows = list(db.execute("SELECT * FROM edge"))
    db.execute("DELETE FROM edge")
    db.executemany("INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?)", rows)
    assert log.changes() == NO_CHANGES
    log.close()


def test_an_edge_is_about_both_its_ends(db: apsw.Connection) -> None:
    log = ChangeLog(db)
    _insert(db, "edge", source=C, target=A, kind="call", line=3, n=1)
    changes = log.changes()
    log.close()
    assert changes.files == {A, C}
    assert not changes.summaries


def test_a_longer_file_looks_the_same_to_others_until_its_words_change(
    db: apsw.Connection,
) -> None:
    log = ChangeLog(db)
    db.execute("UPDATE file SET lines = 10, blob = 'x' WHERE id = 1")
    assert log.changes().files == {A}
    assert not log.changes().summaries
    db.execute("UPDATE file SET summary = 'New words.' WHERE id = 1")
    assert log.changes().summaries == {A}
    log.close()


def test_what_a_file_is_for_stands_on_its_own_page_and_those_of_its_folders(
    db: apsw.Connection,
) -> None:
    log = ChangeLog(db)
    _insert(db, "file_purpose", file=A, text="Reads.", proof=A, line=1, end_line=1)
    changes = log.changes()
    log.close()
    assert changes.files == {A}
    assert not changes.summaries


def test_who_uses_a_symbol_shows_on_the_page_of_the_symbol(db: apsw.Connection) -> None:
    log = ChangeLog(db)
    _insert(db, "referrer", file=D, target=KEY_OF_A, role="call", confidence="exact", n=1)
    changes = log.changes()
    log.close()
    assert files_shown_differently(db, db, changes) == {A, D}


def test_a_use_in_another_line_shows_only_where_its_line_is_told(db: apsw.Connection) -> None:
    _insert(db, "referrer", file=D, target=KEY_OF_A, role="call", confidence="exact", n=1, line=3)
    log = ChangeLog(db)
    db.execute("DELETE FROM referrer")
    _insert(db, "referrer", file=D, target=KEY_OF_A, role="call", confidence="exact", n=1, line=4)
    changes = log.changes()
    log.close()
    assert files_shown_differently(db, db, changes) == {D}
    moved = users_moved(db, changes)
    assert moved == {A: {D}}
    assert _is_stale(A, MadePages((), users=(D,)), changes, moved)
    assert not _is_stale(A, MadePages((), users=(C,)), changes, moved)
    assert not _is_stale(B, MadePages((), users=(D,)), changes, moved)


def test_a_use_in_more_places_shows_wherever_uses_are_told(db: apsw.Connection) -> None:
    _insert(db, "referrer", file=D, target=KEY_OF_A, role="call", confidence="exact", n=1, line=3)
    log = ChangeLog(db)
    db.execute("UPDATE referrer SET n = 2, line = 1")
    changes = log.changes()
    log.close()
    assert changes.targets == {KEY_OF_A}
    assert not changes.moved


def test_a_user_that_becomes_a_test_shows_on_the_page_of_what_it_uses(
    tmp_path: Path, db: apsw.Connection
) -> None:
    _insert(db, "referrer", file=D, target=KEY_OF_A, role="call", confidence="exact", n=1, line=3)
    db.execute("VACUUM INTO ?", (str(tmp_path / "old.db"),))
    old = apsw.Connection(str(tmp_path / "old.db"))
    log = ChangeLog(db)
    db.execute("UPDATE file SET role = 'test' WHERE id = ?", (D,))
    changes = log.changes()
    log.close()
    assert A in files_shown_differently(old, db, changes)
    old.close()


def test_what_is_exported_no_more_shows_on_the_pages_of_its_users(
    tmp_path: Path, db: apsw.Connection
) -> None:
    _insert(db, "referrer", file=D, target=KEY_OF_A, role="call", confidence="exact", n=1, line=3)
    db.execute("VACUUM INTO ?", (str(tmp_path / "old.db"),))
    old = apsw.Connection(str(tmp_path / "old.db"))
    log = ChangeLog(db)
    # Behind a new definition, so that rows by number look as if nothing but names had changed.
    _insert(db, "symbol", file=A, n=1, name="f", qualname="f", key=KEY_OF_A, exported=1)
    db.execute("UPDATE symbol SET name = 'g', qualname = 'g', key = 901 WHERE n = 0")
    changes = log.changes()
    log.close()
    assert files_shown_differently(old, db, changes) == {A, D}
    old.close()


def test_a_homonym_and_a_new_neighbour_show(tmp_path: Path, db: apsw.Connection) -> None:
    db.execute("VACUUM INTO ?", (str(tmp_path / "old.db"),))
    old = apsw.Connection(str(tmp_path / "old.db"))
    log = ChangeLog(db)
    _insert(db, "file", id=5, path="other/e.py", status="documented")
    _insert(db, "symbol", file=5, n=0, name="f", qualname="f", key=901)
    changes = log.changes()
    log.close()
    assert files_shown_differently(old, db, changes) == {5, A, D}
    old.close()


@pytest.mark.parametrize("kind", ["function", "class"])
def test_a_homonym_that_moved_shows_only_if_it_is_something_else(
    tmp_path: Path, db: apsw.Connection, kind: str
) -> None:
    db.execute("UPDATE symbol SET kind = 'function'")
    _insert(db, "symbol", file=D, n=0, name="f", qualname="f", kind="function", key=902)
    db.execute("VACUUM INTO ?", (str(tmp_path / "old.db"),))
    old = apsw.Connection(str(tmp_path / "old.db"))
    log = ChangeLog(db)
    db.execute("UPDATE file SET blob = 'another' WHERE id = ?", (A,))
    db.execute("UPDATE symbol SET n = 1, kind = ? WHERE file = ?", (kind, A))
    _insert(db, "symbol", file=A, n=0, name="g", qualname="g", kind="function", key=901)
    changes = log.changes()
    log.close()
    assert "f" in changes.names
    assert (D in files_shown_differently(old, db, changes)) == (kind == "class")
    old.close()


def test_better_tests_show_on_both_pages(db: apsw.Connection) -> None:
    log = ChangeLog(db)
    _insert(db, "file_tests", file=B, links='[[3, 1.5, [["import", [], [3]]]]]')
    assert log.changes().files == {B, C}
    log.close()


def test_pages_are_stale_by_what_they_told_of_others(db: apsw.Connection) -> None:
    log = ChangeLog(db)
    db.execute("UPDATE file SET role = 'test', lines = 11 WHERE id = 1")
    changes = log.changes()
    log.close()
    told_of_a = MadePages((), summaries=(A,))
    told_by_a = MadePages((), documents=(A,))
    quotes_a = MadePages((), quoted=(A,))
    assert _is_stale(D, told_of_a, changes)
    assert _is_stale(D, told_by_a, changes)
    assert not _is_stale(D, quotes_a, changes)  # its text is as it was
    assert not _is_stale(D, MadePages((), summaries=(B,), documents=(C,)), changes)


def test_pages_that_quote_a_text_are_stale_when_it_changes(db: apsw.Connection) -> None:
    log = ChangeLog(db)
    db.execute("UPDATE file SET blob = 'other' WHERE id = 1")
    changes = log.changes()
    log.close()
    assert _is_stale(D, MadePages((), quoted=(A,)), changes)


def test_a_score_of_tests_shows_nowhere(db: apsw.Connection) -> None:
    _insert(db, "file_tests", file=B, links='[[3, 1.5, [["import", [], [3]]]]]')
    log = ChangeLog(db)
    db.execute("UPDATE file_tests SET links = replace(links, '1.5', '1.7')")
    assert not log.changes().files
    db.execute("UPDATE file_tests SET links = replace(links, 'import', 'call')")
    assert log.changes().files == {B}
    db.execute("UPDATE file_tests SET links = replace(links, 'call', 'path')")
    assert log.changes().files == {B, C}
    log.close()


def test_how_a_file_stands_shows_and_its_place_among_all_does_not(
    tmp_path: Path, db: apsw.Connection
) -> None:
    other = apsw.Connection("")
    other.execute(schema.TABLES + schema.INDEXES_OF_FACTS + schema.VIEWS)
    for n in range(1, 9):
        _insert(db, "file_rank", file=n, rank=n, fan_in=1)
        _insert(other, "file_rank", file=n, rank=9 - n, fan_in=2 if n == 5 else 1)
    assert files_shown_differently(db, other, NO_CHANGES) == {5}
    other.close()


def _is_stale(
    id: int, pages: MadePages, changes: Changes, moved: Mapping[int, set[int]] | None = None
) -> bool:
    check = StaleCheck(frozenset(), changes, moved or {})
    return check.is_stale(id, published(pages, bool))
