"""Whether a changed index makes pages of operators untrue.

They show what files declare, bind and register of operators, what they compute them with, and the
tests that name them.
"""

import json
from typing import Final

import apsw

from repobook.index.stale.changes import Changes
from repobook.model.kinds import OPERATOR, STUB


def operators_shown_differently(db: apsw.Connection, changes: Changes) -> bool:
    """Asked of an index before and after; never, where there are no operators."""
    files = json.dumps(sorted(changes.files | changes.texts | changes.listed))
    targets = json.dumps(sorted(changes.targets | {key for _, key in changes.moved}))
    if not next(db.execute(_HAS_ANY))[0]:
        return False
    return bool(
        next(db.execute(_DECLARED, (files,)))[0]
        or next(db.execute(_BOUND, (files,)))[0]
        or next(db.execute(_REFERRING, (files,)))[0]
        or next(db.execute(_TARGETS, (targets,)))[0]
    )


_HAS_ANY: Final = f"""
    SELECT EXISTS (
        SELECT 1 FROM symbol INDEXED BY symbol_of_operator WHERE kind = '{OPERATOR}')
"""
_DECLARED: Final = f"""
    SELECT EXISTS (
        SELECT 1 FROM json_each(?) k JOIN symbol s ON s.file = k.value WHERE s.kind = '{OPERATOR}')
"""
_BOUND: Final = """
    SELECT EXISTS (
        SELECT 1 FROM json_each(?) k CROSS JOIN symbol s ON s.file = k.value
        CROSS JOIN referrer r ON r.target = s.key WHERE r.role = 'bind')
"""
_REFERRING: Final = f"""
    SELECT EXISTS (
        SELECT 1 FROM json_each(?) k CROSS JOIN referrer r ON r.file = k.value
        JOIN symbol s ON s.key = r.target WHERE s.kind IN ('{OPERATOR}', '{STUB}'))
"""
_TARGETS: Final = f"""
    SELECT EXISTS (
        SELECT 1 FROM json_each(?) k JOIN symbol s ON s.key = k.value WHERE s.kind = '{OPERATOR}')
"""
