"""Which files show otherwise what operators they implement, because of what other files say.

Their pages lead to those of operators, which come, go and are numbered with what any file declares;
and code that is registered for a stub implements what calls the stub.
"""

from collections.abc import Iterable
from typing import Any, Final

import apsw

from repobook.index.reader.binding_reader import BindingReader
from repobook.index.reader.repository.offered_names import IndexRows
from repobook.index.reader.repository.operator_families import OperatorFamilies, family_name
from repobook.index.reader.rows import listed
from repobook.index.stale.changes import Changes
from repobook.model.kinds import OPERATOR, STUB
from repobook.text.naming.name_hashes import hashes_of, mentions_any


def edited_files(changes: Changes) -> frozenset[int]:
    """They say otherwise what implements what."""
    return changes.texts | changes.linked | changes.listed


def read_otherwise(new: apsw.Connection, changes: Changes) -> set[int]:
    """Files and stubs by which operators are gathered, as pages have a record of them."""
    edited = edited_files(changes)
    return {*edited, *_column(new, _STUBS, edited)}


def files_leading_elsewhere(
    old: apsw.Connection, new: apsw.Connection, changes: Changes
) -> set[int]:
    """Those with code of operators whose page came, went or is called otherwise."""
    edited = changes.texts | changes.listed
    if not any(_column(db, _DECLARING, edited) for db in (old, new)):
        return set()
    before, after = (OperatorFamilies(db.execute).parts for db in (old, new))
    moved = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    return _files_of_code(new, moved) if moved else set()


def _files_of_code(db: apsw.Connection, families: set[str]) -> set[int]:
    """What binds them names them, with a sign where it works in place."""
    hashes = hashes_of([*families, *(f"{name}_" for name in families)])
    rows = db.execute("SELECT f.path, n.names FROM file_names n JOIN file f ON f.id = n.file")
    paths = [path for path, names in rows if mentions_any(names, hashes)]
    bindings = BindingReader(IndexRows(db.execute))
    targets = {
        key
        for path in paths
        for subject in bindings.subjects_in(path)
        if family_name(subject) in families
        for place in bindings.places_bound(path, subject)
        for key in place.targets
    }
    called = _column(db, _STUBS, set(_column(db, _FILES, targets)))
    return {*_column(db, _FILES, targets), *_column(db, _REGISTERING, called)}


def _column(db: apsw.Connection, query: str, keys: Iterable[int]) -> list[Any]:
    return [found for (found,) in db.execute(query, listed(keys))]


_DECLARING: Final = f"""
    SELECT 1 FROM json_each(?) k JOIN symbol s ON s.file = k.value AND s.kind = '{OPERATOR}' LIMIT 1
"""
_FILES: Final = "SELECT s.file FROM json_each(?) k JOIN symbol s ON s.key = k.value"
_STUBS: Final = f"""
    SELECT DISTINCT s.key FROM json_each(?) k CROSS JOIN referrer r ON r.file = k.value
    JOIN symbol s ON s.key = r.target WHERE s.kind = '{STUB}' AND r.role = 'bind'
"""
_REGISTERING: Final = """
    SELECT DISTINCT r.file FROM json_each(?) k CROSS JOIN referrer r ON r.target = k.value
    WHERE r.role = 'bind'
"""
