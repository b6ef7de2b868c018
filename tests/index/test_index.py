"""The public views and the identity of rows."""

from pathlib import Path

import apsw
import pytest

from repobook.index import schema, writer
from repobook.index.record import LinkRows
from repobook.index.writer import IndexWriter
from tests.fakes.books import VIEWS, make_book, rows
from tests.fakes.trees import write_tree

CONTRACT = {
    "files": "path, language, role, bytes, lines, blob, status, reason",
    "symbols": "id, path, name, qualname, kind, line, end_line, signature, doc, exported",
    "refs": "path, line, col, name, role, target, confidence",
    "file_edges": "source, target, kind, line, confidence",
    "keywords": "path, rank, keyword, kind, score, line",
    "tests": "path, test_path, rank, score, reasons",
    "findings": "path, line, rule, severity, category, message",
    "meta": "key, value",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("index")
    code = "def f(): pass\n\n\ndef f(): return g(1)\n\n\nclass A:\n    def m(self): pass\n"
    make_book(write_tree(folder / "root", {"a.py": code, "e.md": ""}), folder / "book")
    return folder / "book"


@pytest.mark.parametrize("view", CONTRACT)
def test_views_have_the_columns_of_the_contract_first(book: Path, view: str) -> None:
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({view})")]
    wanted = CONTRACT[view].split(", ")
    assert columns[: len(wanted)] == wanted
    assert view in VIEWS


def test_symbols_of_one_name_are_told_apart_by_position(book: Path) -> None:
    lines_by_id = {row[0]: row[5] for row in rows(book, "symbols")}
    assert lines_by_id == {"a.py::f": 1, "a.py::f~2": 4, "a.py::A": 7, "a.py::A.m": 8}


def test_references_have_line_and_column(book: Path) -> None:
    calls = [row[:5] for row in rows(book, "refs") if row[4] == "call"]
    assert calls == [("a.py", 4, 16, "g", "call")]


def test_meta_says_what_made_it(book: Path) -> None:
    meta = dict(rows(book, "meta"))
    assert meta["schema_version"] == str(schema.VERSION)
    assert (meta["n_files"], meta["n_documented"], meta["n_listed"]) == ("2", "1", "1")


def test_history_of_the_schema_ends_in_its_version() -> None:
    assert schema.HISTORY[-1].startswith(f"{schema.VERSION}:")


def test_an_index_at_work_takes_no_more_memory_than_its_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_FRESH_CACHE", 1 << 10)
    before = _sqlite_bytes()
    index = IndexWriter(tmp_path / "working", is_copy=False)
    for id in range(200):
        index.add_links(id, {"file_names": [(bytes(40_000),)]})
    taken = _sqlite_bytes() - before
    index.close()
    assert taken < 2 << 20


def test_links_that_are_as_they_were_are_not_written(tmp_path: Path) -> None:
    index = IndexWriter(tmp_path / "working", is_copy=False)
    links: LinkRows = {"file_names": [(b"names",)], "entry_point": [(3,)]}
    index.put_links(1, links)
    written = index._db.total_changes()
    index.put_links(1, links)
    assert index._db.total_changes() == written
    index.put_links(1, {"file_names": [(b"names",)]})
    assert index._db.execute("SELECT count(*) FROM entry_point").get == 0
    assert index._db.total_changes() == written + 1
    index.close()


def _sqlite_bytes() -> int:
    return apsw.status(apsw.SQLITE_STATUS_MEMORY_USED)[0]
