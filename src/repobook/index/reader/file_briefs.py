"""Short descriptions of files in answers: path, language, role, importance."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.index.reader.rows import Rows, listed


class FileBrief(NamedTuple):
    id: int
    path: str
    language: str
    role: str
    score: int | None
    """Its importance in millionths, if it is ranked."""


class FileAccount(NamedTuple):
    """What became of a file."""

    path: str
    blob: str
    status: str
    reason: str


def briefs_by_id(rows: Rows, ids: Iterable[int]) -> dict[int, FileBrief]:
    return {row[0]: FileBrief._make(row) for row in rows(_BY_ID, listed(ids))}


def briefs_by_path(rows: Rows, paths: Iterable[str]) -> dict[str, FileBrief]:
    return {row[1]: FileBrief._make(row) for row in rows(_BY_PATH, listed(paths))}


def documented_by_importance(rows: Rows) -> list[FileBrief]:
    return [FileBrief._make(row) for row in rows(_BY_IMPORTANCE, ())]


def all_paths(rows: Rows) -> list[str]:
    """In order, out of their index alone: the rows of files are long."""
    return [path for (path,) in rows("SELECT path FROM file ORDER BY path", ())]


def accounts(rows: Rows) -> list[FileAccount]:
    return [FileAccount._make(row) for row in rows(_ACCOUNTS, ())]


def markers(rows: Rows) -> dict[str, tuple[str, int]]:
    """By folder: the pattern of its uniform empty files and their number."""
    found = rows("SELECT folder, pattern, count FROM marker_folder", ())
    return {folder: (pattern, n) for folder, pattern, n in found}


def skipped_paths(rows: Rows) -> tuple[tuple[str, str], ...]:
    """Each with the rule that left it out."""
    return tuple(rows("SELECT path, rule FROM skipped", ()))


def parse_problems(rows: Rows) -> tuple[tuple[str, int, str], ...]:
    """Path, line and message."""
    query = "SELECT path, line, message FROM diagnostics ORDER BY path, line, message"
    return tuple(rows(query, ()))


def using_folders(places: Iterable[tuple[str, int]]) -> list[tuple[str, int, int]]:
    """Of files with the number of places: folders with that of files and places, most first."""
    n_files: defaultdict[str, int] = defaultdict(int)
    n_places: defaultdict[str, int] = defaultdict(int)
    for path, n in places:
        folder = path.rpartition("/")[0]
        n_files[folder] += 1
        n_places[folder] += n
    counted_folders = [(folder, n, n_places[folder]) for folder, n in n_files.items()]
    return sorted(counted_folders, key=lambda folder: (-folder[2], folder[0]))


_BRIEF: Final = "SELECT f.id, f.path, f.language, f.role, r.score"
_RANKED: Final = "LEFT JOIN file_rank r ON r.file = f.id"
_BY_ID: Final = f"{_BRIEF} FROM json_each(?) k CROSS JOIN file f ON f.id = k.value {_RANKED}"
_BY_PATH: Final = f"{_BRIEF} FROM json_each(?) k CROSS JOIN file f ON f.path = k.value {_RANKED}"
_BY_IMPORTANCE: Final = f"""
    {_BRIEF} FROM file f {_RANKED} WHERE f.status = 'documented'
    ORDER BY f.role != 'source', coalesce(r.score, 0) DESC, f.path
"""
_ACCOUNTS: Final = "SELECT path, blob, status, reason FROM files"
