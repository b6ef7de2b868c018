"""The last published index as the base of the next, if it is intact and its inputs match."""

from pathlib import Path
from typing import Final, NamedTuple

import apsw

from repobook.errors import RepobookError
from repobook.index.cache.scan_cache import ScanCache
from repobook.index.publish.book_folder import book_stamp
from repobook.index.publish.manifest import file_sha256
from repobook.index.reader.open_index import open_index
from repobook.index.reader.read_only import SECONDS_TO_VERIFY, ReadingTime
from repobook.index.writer import FILE_COLUMNS, FileKey
from repobook.model.book_layout import INDEX
from repobook.model.files import SkippedPath


class PreviousIndex(NamedTuple):
    path: Path | None
    """None when there is nothing to start from."""
    keys: dict[str, FileKey]
    meta: dict[str, str]
    skipped: tuple[SkippedPath, ...]
    is_trusted: bool = False
    """Whether both indexes and the manifest are the very files that this machine published."""
    sha256: str = ""
    """Of the index."""


NOTHING: Final = PreviousIndex(None, {}, {}, ())


def load_previous(folder: Path, made_by: str, scan_cache: ScanCache) -> PreviousIndex:
    """Only the index that the last build published; if its stamp differs, it is hashed."""
    path = folder / INDEX
    is_trusted = scan_cache.index_stamp != "" and book_stamp(folder) == scan_cache.index_stamp
    if not is_trusted and not _is_as_published(path, scan_cache.index_sha256):
        return NOTHING
    try:
        sha256 = scan_cache.index_sha256
        return load_index(path, made_by)._replace(is_trusted=is_trusted, sha256=sha256)
    except (apsw.Error, RepobookError):
        # Damaged or not an index at all: it is rebuilt from the cached facts.
        return NOTHING


def _is_as_published(path: Path, sha256: str) -> bool:
    return bool(sha256) and path.is_file() and sha256 == file_sha256(path)


def load_index(path: Path, made_by: str) -> PreviousIndex:
    """Nothing if another version made it."""
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
