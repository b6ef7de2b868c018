"""The last published index as a base for the next: only when it is whole and made the same way."""

from pathlib import Path
from typing import Final, NamedTuple

import apsw

from repobook.errors import RepobookError
from repobook.model.files import SkippedPath
from repobook.store import search_schema
from repobook.store.manifest import MANIFEST, file_sha256
from repobook.store.read_only import SECONDS_TO_VERIFY, ReadingTime
from repobook.store.reader import open_index
from repobook.store.seen import SeenFiles
from repobook.store.writer import FILE_COLUMNS, FileKey

_NAME: Final = "book.db"


class PreviousIndex(NamedTuple):
    path: Path | None
    """None when there is nothing to start from."""
    keys: dict[str, FileKey]
    meta: dict[str, str]
    skipped: tuple[SkippedPath, ...]
    is_trusted: bool = False
    """Whether both indexes and the manifest are the very files that this machine published."""


NOTHING: Final = PreviousIndex(None, {}, {}, ())


def load_previous(folder: Path, made_by: str, seen: SeenFiles) -> PreviousIndex:
    """Only one that was remembered as published; where it is another file, it is hashed."""
    path = folder / _NAME
    is_trusted = seen.index_stamp != "" and book_stamp(folder) == seen.index_stamp
    if not is_trusted and not _is_as_published(path, seen.index_sha256):
        return NOTHING
    try:
        return _load(path, made_by)._replace(is_trusted=is_trusted)
    except (apsw.Error, RepobookError):
        # Damaged or not an index at all: the facts are at hand, so it is simply made anew.
        return NOTHING


def book_stamp(folder: Path) -> str:
    """Of both indexes and the manifest together; empty when one is missing."""
    try:
        found = [(folder / name).stat() for name in (_NAME, search_schema.NAME, MANIFEST)]
    except OSError:
        return ""
    return " ".join(f"{s.st_ino}.{s.st_size}.{s.st_mtime_ns}.{s.st_ctime_ns}" for s in found)


def _is_as_published(path: Path, sha256: str) -> bool:
    return bool(sha256) and path.is_file() and sha256 == file_sha256(path)


def _load(path: Path, made_by: str) -> PreviousIndex:
    db = open_index(path.parent, ReadingTime(path, SECONDS_TO_VERIFY))
    try:
        meta = dict(db.execute("SELECT key, value FROM meta_entry"))
        if meta.get("made_by") != made_by:
            return NOTHING
        rows = db.execute(f"SELECT {FILE_COLUMNS} FROM file")
        keys = {row[1]: FileKey(*row) for row in rows}
        skipped = db.execute("SELECT path, rule FROM skipped_path ORDER BY path")
        return PreviousIndex(path, keys, meta, tuple(SkippedPath(*row) for row in skipped))
    finally:
        db.close()
