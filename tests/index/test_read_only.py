"""Opening an index that anybody may have made: what is refused, and what it may not take."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from repobook.errors import RepobookError
from repobook.index.reader.open_index import SCHEMAS, open_index
from repobook.index.reader.read_only import (
    KnownSchema,
    ReadingTime,
    check_schema,
    open_read_only,
    schema_sha256,
)
from repobook.index.search.search_index import SEARCH_SCHEMAS
from repobook.model.book_layout import INDEX
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_ENDLESS = "WITH RECURSIVE e(x) AS (SELECT 1 UNION ALL SELECT x FROM e) SELECT max(x) FROM e"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    make_book(write_tree(tmp_path / "root", {"a.py": "def f(): pass\n"}), tmp_path / "book")
    return tmp_path / "book"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    path = tmp_path / "x.db"
    with closing(apsw.Connection(str(path))) as made:
        made.execute("CREATE TABLE t (x)")
    with closing(open_read_only(path, ReadingTime(path))) as opened:
        yield opened


@pytest.mark.parametrize("known", [*SCHEMAS.values(), *SEARCH_SCHEMAS.values()])
def test_the_sums_of_the_schemas_are_those_of_what_is_written(known: KnownSchema) -> None:
    """A schema that changes has another sum, and a new version in its history."""
    with closing(apsw.Connection(":memory:")) as made:
        made.execute(known.statements)
        assert schema_sha256(made) == known.sha256


def test_a_schema_in_the_words_of_another_sqlite_is_accepted(book: Path) -> None:
    """The sum is of what the SQLite writes that we are tested with."""
    known = {version: found._replace(sha256="other") for version, found in SCHEMAS.items()}
    with closing(open_read_only(book / INDEX, ReadingTime(book))) as db:
        check_schema(db, book / INDEX, known)


def test_a_question_that_never_ends_is_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    apsw.Connection(str(path)).execute("CREATE TABLE t (x)")
    db = open_read_only(path, ReadingTime(path, -1.0))
    with closing(db), pytest.raises(RepobookError, match="took longer than -1 seconds"):
        db.execute(_ENDLESS)


def test_a_value_that_no_file_of_that_size_holds_is_refused(db: apsw.Connection) -> None:
    with pytest.raises(apsw.TooBigError):
        db.execute("SELECT zeroblob(17 << 20)")


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO t VALUES (1)",
        "PRAGMA main.journal_mode = WAL; CREATE TABLE main.u (x)",
        "SELECT load_extension('x')",
    ],
)
def test_nothing_is_written_or_loaded(db: apsw.Connection, statement: str) -> None:
    with pytest.raises(apsw.Error):
        db.execute(statement).fetchall()


def test_what_lies_beside_an_index_is_neither_read_nor_made(book: Path) -> None:
    path = book / "book.db"
    with closing(apsw.Connection(str(path))) as writer:
        writer.execute("PRAGMA journal_mode = WAL").fetchall()
        writer.execute("INSERT INTO meta_entry VALUES ('forged', 'x')")
        (book / "other.db").write_bytes(path.read_bytes())
        (book / "kept-wal").write_bytes((book / "book.db-wal").read_bytes())
    (book / "other.db").replace(path)
    (book / "kept-wal").replace(book / "book.db-wal")
    before = sorted(os.listdir(book))
    with closing(open_index(book)) as db:
        assert not db.execute("SELECT 1 FROM meta WHERE key = 'forged'").get
        assert sorted(os.listdir(book)) == before


def test_a_link_in_the_place_of_an_index_is_not_followed(book: Path, tmp_path: Path) -> None:
    (book / "book.db").rename(tmp_path / "elsewhere.db")
    (book / "book.db").symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(RepobookError, match=r"book\.db: not a regular file"):
        open_index(book)


def test_the_folder_of_a_book_may_be_a_link_and_have_any_name(book: Path, tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"a?b#c%20\xff")
    book.rename(odd)
    (tmp_path / "link").symlink_to(odd)
    open_index(tmp_path / "link").close()
    open_index(odd).close()


def test_a_fifo_in_the_place_of_an_index_is_not_waited_for(book: Path) -> None:
    (book / "book.db").unlink()
    os.mkfifo(book / "book.db")
    with pytest.raises(RepobookError, match="not a regular file"):
        open_index(book)
