"""The last published index as a base for the next: only when it is whole and made the same way."""

from pathlib import Path
from typing import Final, NamedTuple

import apsw

from repobook.store import schema
from repobook.store.manifest import file_sha256, read_manifest
from repobook.store.writer import FILE_COLUMNS, FileKey

_NAME: Final = "book.db"


class PreviousIndex(NamedTuple):
    path: Path | None
    """None when there is nothing to start from."""
    keys: dict[str, FileKey]
    meta: dict[str, str]


NOTHING: Final = PreviousIndex(None, {}, {})


def load_previous(folder: Path, made_by: str, trusted_stamp: str) -> PreviousIndex:
    """``trusted_stamp`` is that of the index as this machine published it; any other is hashed."""
    path = folder / _NAME
    stamp = index_stamp(path)
    if not stamp or (stamp != trusted_stamp and not _is_as_published(folder, path)):
        return NOTHING
    try:
        return _load(path, made_by)
    except apsw.Error:
        # Damaged or not an index at all: the facts are at hand, so it is simply made anew.
        return NOTHING


def index_stamp(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_ino}.{status.st_size}.{status.st_mtime_ns}.{status.st_ctime_ns}"


def _is_as_published(folder: Path, path: Path) -> bool:
    outputs = read_manifest(folder).get("outputs", {})
    return bool(outputs) and outputs.get(_NAME, {}).get("sha256") == file_sha256(path)


def _load(path: Path, made_by: str) -> PreviousIndex:
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        if db.execute("PRAGMA user_version").get != schema.VERSION:
            return NOTHING
        meta = dict(db.execute("SELECT key, value FROM meta_entry"))
        if meta.get("made_by") != made_by:
            return NOTHING
        rows = db.execute(f"SELECT {FILE_COLUMNS} FROM file")
        return PreviousIndex(path, {row[1]: FileKey(*row) for row in rows}, meta)
    finally:
        db.close()
