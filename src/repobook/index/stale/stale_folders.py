"""Which folders' pages a changed index makes untrue.

A folder shows the files below it, by their rows and edges, of the files at the other ends of these
edges their kind, and of documents that mention its files what they are for. What documents of the
whole say of it is looked for by those who made it.
"""

import json
from collections.abc import Iterable
from typing import Final

import apsw

from repobook.index.reader.repository.repository_docs import is_repository_document
from repobook.index.stale.changes import Changes
from repobook.index.stale.stale_files import paths_of
from repobook.text.folders import folders_of


def folders_shown_differently(
    old: apsw.Connection, new: apsw.Connection, changed: Iterable[int], changes: Changes
) -> frozenset[str]:
    """``changed`` are the files with a changed row. Folders that are gone may be among them."""
    paths: set[str] = set()
    for db in (old, new):
        ends = _related_files(db, _ENDS, changes.summaries) | _related_files(
            db, _MENTIONED, changes.purposes
        )
        paths |= paths_of(db, changed) | paths_of(db, ends)
    return frozenset(folders_of(paths))


def repository_documents(
    old: apsw.Connection, new: apsw.Connection, files: Iterable[int]
) -> frozenset[int]:
    """Those of the files that may say what folders are for."""
    wanted = json.dumps(sorted(files))
    rows = (row for db in (old, new) for row in db.execute(_PATHS, (wanted,)))
    return frozenset(id for id, path in rows if is_repository_document(path))


def _related_files(db: apsw.Connection, query: str, files: Iterable[int]) -> set[int]:
    return {other for (other,) in db.execute(query, (json.dumps(sorted(files)),))}


_PATHS: Final = "SELECT f.id, f.path FROM json_each(?) k JOIN file f ON f.id = k.value"
_ENDS: Final = """
    SELECT e.target FROM json_each(?1) k JOIN edge e ON e.source = k.value UNION
    SELECT e.source FROM json_each(?1) k JOIN edge e ON e.target = k.value
"""
_MENTIONED: Final = """
    SELECT DISTINCT e.target FROM json_each(?) k JOIN edge e ON e.source = k.value
    WHERE e.kind = 'document'
"""
