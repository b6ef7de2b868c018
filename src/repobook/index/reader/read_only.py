"""The only module that opens an index for reading: a book may be forged.

It may have come with a repository or from another machine. So only a regular file is opened, and
only for reading; its schema must be, statement by statement, the one that this version writes, so
that no view, trigger or index of somebody else's runs; and what it may take is limited.
"""

import hashlib
import os
import stat
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import apsw

from repobook.errors import RepobookError

BUILD_AGAIN: Final = "build it again with: repobook build PATH"
_UPGRADE: Final = "upgrade repobook, or build it again"
# Processor time: an answer from the largest books takes less than one second.
SECONDS_TO_ANSWER: Final = 20.0
SECONDS_TO_VERIFY: Final = 120.0  # and to read all rows, as a build does
_STEPS_BETWEEN_LOOKS: Final = 100_000  # some milliseconds
_MAX_SQL: Final = 1 << 20
_MIN_VALUE, _MAX_VALUE = 16 << 20, 256 << 20
# A build replaces the file and never writes to it: no journal beside it is read, and nothing is
# locked or made beside it.
_FLAGS: Final = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_NOFOLLOW
_SWITCHES: Final = (
    (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
    (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
)
_SCHEMA: Final = "SELECT type, name, tbl_name, sql FROM {}.sqlite_schema ORDER BY name, type"


class KnownSchema(NamedTuple):
    """A schema that a reader accepts."""

    sha256: str
    """Of all its definitions, as the SQLite of our tests stores them."""
    statements: str
    """The statements that create it: another SQLite may store them differently."""


class ReadingTime:
    """How much processor time a question to a book may take."""

    def __init__(self, path: Path, seconds: float = SECONDS_TO_ANSWER) -> None:
        self._path = path
        self._seconds = seconds
        self.begin()

    def begin(self) -> None:
        self._end = time.process_time() + self._seconds

    def check(self) -> bool:
        """Raises once the time is over; SQLite continues on False."""
        if time.process_time() > self._end:
            message = f"{self._path}: reading it took longer than {self._seconds:.0f} seconds"
            raise RepobookError(f"{message}; it may be damaged", BUILD_AGAIN)
        return False


def open_read_only(path: Path, allowed: ReadingTime) -> apsw.Connection:
    """Does not read the content: call ``check_schema`` first."""
    size = _size(path)
    try:
        db = apsw.Connection(_uri(path), flags=_FLAGS)
        for switch in _SWITCHES:
            db.config(*switch)
        db.limit(apsw.SQLITE_LIMIT_SQL_LENGTH, _MAX_SQL)
        db.limit(apsw.SQLITE_LIMIT_LENGTH, _value_limit(size))
        db.set_progress_handler(allowed.check, _STEPS_BETWEEN_LOOKS)
        db.execute("PRAGMA cell_size_check = ON")
    except apsw.Error as error:
        raise unreadable(path, error) from None
    return db


def attach_read_only(db: apsw.Connection, path: Path, name: str) -> None:
    limit = max(db.limit(apsw.SQLITE_LIMIT_LENGTH), _value_limit(_size(path)))
    db.limit(apsw.SQLITE_LIMIT_LENGTH, limit)
    try:
        db.execute(f"ATTACH ? AS {name}", (_uri(path),))
    except apsw.Error as error:
        raise unreadable(path, error) from None


def check_schema(
    db: apsw.Connection, path: Path, schemas: Mapping[int, KnownSchema], name: str = "main"
) -> None:
    """``path`` is the file of the database ``name``."""
    try:
        version = db.execute(f"PRAGMA {name}.user_version").get
        sha256 = schema_sha256(db, name)
    except (apsw.Error, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None
    if version > max(schemas):
        raise RepobookError(f"{path}: made by a newer repobook (schema {version})", _UPGRADE)
    if version not in schemas:
        raise RepobookError(f"{path}: made by an older repobook (schema {version})", BUILD_AGAIN)
    expected = schemas[version]
    if sha256 != expected.sha256 and sha256 != _sha256_here(expected.statements):
        raise RepobookError(f"{path}: its tables are not those that repobook makes", BUILD_AGAIN)


def schema_sha256(db: apsw.Connection, name: str = "main") -> str:
    """Of everything that the database defines, as SQLite keeps it."""
    digest = hashlib.sha256()
    for row in db.execute(_SCHEMA.format(name)):
        digest.update(repr(row).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _sha256_here(statements: str) -> str:
    """As the installed version of SQLite stores it."""
    db = apsw.Connection(":memory:")
    db.execute(statements)
    return schema_sha256(db)


def _size(path: Path) -> int:
    """Raises where it is no regular file: a link may lead anywhere, and a FIFO never answers."""
    try:
        status = path.lstat()
    except OSError as error:
        raise RepobookError(f"{path}: {error.strerror}", BUILD_AGAIN) from None
    if not stat.S_ISREG(status.st_mode):
        raise RepobookError(f"{path}: not a regular file", BUILD_AGAIN)
    return status.st_size


def _value_limit(size: int) -> int:
    """No value is much longer than its file, terms that share beginnings counted in; a forged one
    may claim any length."""
    return min(_MAX_VALUE, max(_MIN_VALUE, 4 * size))


def _uri(path: Path) -> str:
    """With every byte escaped. The folder may be a link, which SQLite would refuse."""
    place = os.path.join(os.path.realpath(path.parent), path.name)
    return f"file:{''.join(f'%{byte:02x}' for byte in os.fsencode(place))}?immutable=1"


def unreadable(path: Path, error: Exception) -> RepobookError:
    if isinstance(error, apsw.NoMemError):
        return RepobookError(f"{path}: there is not enough memory to read it")
    if isinstance(error, apsw.CantOpenError):
        return RepobookError(f"{path}: cannot be opened")
    return RepobookError(f"{path}: damaged, or not made by repobook", BUILD_AGAIN)
