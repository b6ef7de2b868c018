"""Spoils the indexes of a book as somebody may who wants to harm whoever reads it."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import apsw
import msgspec
import zstandard

Value = str | bytes | int | float | None
# Either index by its name, and the tables in it that hold rows of ours.
INDEXES: Final = ("book.db", "search.db")
_TABLES: Final = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'"
_TYPES: Final = re.compile(
    r" (?:TEXT|INTEGER|BLOB)(?= NOT NULL|[,\n)])| TEXT(?= PRIMARY)| NOT NULL"
)
_BOMB: Final = zstandard.ZstdCompressor().compress(bytes(1 << 24))
LYING_TEXT: Final = b"(\xb5/\xfd\xe0" + (1 << 50).to_bytes(8, "little") + b"\x01\x00\x00"
VALUES: Final[tuple[Value, ...]] = (
    *(None, 0, -1, 7, 1 << 40, (1 << 63) - 1, -(1 << 63), 1.5, float("inf"), -0.0),
    *("", "x", "a\0b", "[]", "{}", "null", "[[]]", "[[1, 2, 3, 4, 5, 6, 7]]", '["\\ud800"]', "-1"),
    *("[" * 5000, "a" * 100_000, '[[0, 1, [2]], "x"]', "[1e999]", "../../x", "documented"),
    *(b"", b"\xff", b"\x28\xb5\x2f\xfd", _BOMB, _BOMB[:-3], LYING_TEXT, b"\x91" * 5000),
    msgspec.msgpack.encode({"a": [1, "b", None]}),
)
# What is in no book that repobook makes, or not like this.
ADDITIONS: Final = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON meta_entry BEGIN SELECT 1; END",
    "view": "CREATE VIEW more AS SELECT 1",
    "endless view": "DROP VIEW meta; CREATE VIEW meta AS WITH RECURSIVE e(key, value) AS"
    " (SELECT '', '' UNION ALL SELECT key, value FROM e) SELECT key, value FROM e",
    "table": "CREATE TABLE more (x)",
    "generated column": "DROP TABLE entry_point; CREATE TABLE entry_point"
    " (file INTEGER PRIMARY KEY, line INTEGER GENERATED ALWAYS AS (file * 2))",
    "virtual table": "CREATE VIRTUAL TABLE more USING fts5(x)",
    "index over an expression": "CREATE INDEX more ON file (abs(id))",
    "statistics": "ANALYZE",
    "missing index": "DROP INDEX symbol_by_name",
    "missing view": "DROP VIEW findings",
}


def rewrite(path: Path, statements: str, *values: Value) -> None:
    db = _opened(path)
    try:
        for _ in db.execute(statements, values or None):
            pass
    finally:
        db.close()


def spoil_column(path: Path, random: Random) -> str:
    """Gives some cells of one column any values, of any type; tells which."""
    schema = _loosened(path)
    db = _opened(path)
    table = random.choice([name for (name,) in db.execute(_TABLES)])
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    column, value = random.choice(columns), random.choice(VALUES)
    if isinstance(value, bytes) and random.random() < 0.2:
        value = random.randbytes(len(value) % 100)
    rows = f"{columns[0]} {{}} (SELECT {columns[0]} FROM {table} LIMIT 1)"
    part = random.choice(("1", "1", rows.format("="), rows.format(">")))
    with suppress(apsw.Error):  # a key must stay what it is
        db.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {part}", (value,))
    db.close()
    _restore(path, schema)
    return f"{path.name} {table}.{column} = {str(value)[:30]!r} where {part[:20]}"


def damage_blobs(path: Path, random: Random) -> str:
    """Cuts every blob or text of one column short, or flips a bit in it."""
    db = _opened(path)
    table = random.choice([name for (name,) in db.execute(_TABLES)])
    key, *columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    column = random.choice(columns or [key])
    damage = random.choice((_cut, _flipped))
    for row, data in [*db.execute(f"SELECT {key}, {column} FROM {table} WHERE length({column})")]:
        spoilt = damage(data, random)
        with suppress(apsw.Error):
            db.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {key} = ?", (spoilt, row))
    db.close()
    return f"{path.name} {table}.{column} {damage.__name__}"


def flip_bytes(path: Path, random: Random) -> str:
    """Anywhere in the file, but for what says that it is one."""
    data = bytearray(path.read_bytes())
    places = [random.randrange(100, len(data)) for _ in range(random.choice((1, 5, 200)))]
    for at in places:
        data[at] = random.randrange(256)
    path.write_bytes(data)
    return f"{path.name} bytes at {places[:5]}"


WAYS: Final[tuple[Callable[[Path, Random], str], ...]] = (
    spoil_column,
    spoil_column,
    spoil_column,
    damage_blobs,
    flip_bytes,
)


def _opened(path: Path) -> apsw.Connection:
    db = apsw.Connection(str(path))
    db.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY").fetchall()
    return db


def _cut(data: object, random: Random) -> object:
    return data[: random.randrange(len(data))] if isinstance(data, str | bytes) else data


def _flipped(data: object, random: Random) -> object:
    if isinstance(data, bytes):
        at = random.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
    return _cut(data, random)


def _loosened(path: Path) -> list[tuple[int, str]]:
    """Takes types and demands out of the tables, and gives what stood there."""
    db = _opened(path)
    found = list(db.execute("SELECT rowid, sql FROM sqlite_schema WHERE sql LIKE 'CREATE TABLE%'"))
    db.close()
    _restore(path, [(row, _TYPES.sub("", sql)) for row, sql in found])
    return found


def _restore(path: Path, schema: list[tuple[int, str]]) -> None:
    db = _opened(path)
    db.execute("PRAGMA writable_schema = ON; BEGIN")
    db.executemany("UPDATE sqlite_schema SET sql = ?2 WHERE rowid = ?1", schema)
    db.execute("COMMIT")
    db.close()
