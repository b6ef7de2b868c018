"""Which folders' pages a changed index makes untrue.

A folder tells of the files below it, by their rows and the edges at them, and of the files at the
other ends of these edges what kind of file each is.
"""

import json
from collections.abc import Iterable
from typing import Final

import apsw

from repobook.store.stale import paths_of
from repobook.store.telling import is_telling_document
from repobook.text.folders import folders_of


def folders_shown_differently(
    old: apsw.Connection, new: apsw.Connection, shown: Iterable[int], faces: Iterable[int]
) -> frozenset[str]:
    """``shown`` are the files with a changed row at all, of ``faces`` others tell something else.

    Folders that are gone may be among them.
    """
    paths: set[str] = set()
    for db in (old, new):
        paths |= paths_of(db, shown) | paths_of(db, _neighbours(db, faces))
    if any(map(is_telling_document, paths)):
        # What the old one said of which folder is not known any more.
        return frozenset(folders_of(path for (path,) in new.execute("SELECT path FROM file")))
    return frozenset(folders_of(paths))


def _neighbours(db: apsw.Connection, files: Iterable[int]) -> set[int]:
    wanted = json.dumps(sorted(files))
    return {other for query in _ENDS for (other,) in db.execute(query, (wanted,))}


_ENDS: Final = (
    "SELECT DISTINCT e.target FROM json_each(?) k JOIN edge e ON e.source = k.value",
    "SELECT DISTINCT e.source FROM json_each(?) k JOIN edge e ON e.target = k.value",
)
