"""A database that carries its own checksum."""

from pathlib import Path

import apsw
import pytest

from repobook.index.checksum import is_sealed, seal


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "x.db"
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE t (a); INSERT INTO t VALUES (randomblob(3000000))")
    db.close()
    return path


def test_a_sealed_database_is_a_database(database: Path) -> None:
    seal(database)
    assert is_sealed(database)
    assert apsw.Connection(str(database)).execute("SELECT count(*) FROM t").get == 1


@pytest.mark.parametrize("at", [0, 20, 67, 68, 71, 72, 1 << 20, 2_999_999])
def test_one_bit_breaks_the_seal(database: Path, at: int) -> None:
    seal(database)
    data = bytearray(database.read_bytes())
    data[at] ^= 1
    database.write_bytes(data)
    assert not is_sealed(database)


def test_what_was_cut_or_never_sealed_is_not(database: Path) -> None:
    assert not is_sealed(database)
    seal(database)
    database.write_bytes(database.read_bytes()[:-1])
    assert not is_sealed(database)
    database.write_bytes(b"")
    assert not is_sealed(database)
