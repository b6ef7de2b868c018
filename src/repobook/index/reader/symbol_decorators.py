"""The decorators of the definitions in a file."""

import json
from typing import Final

from repobook.index.reader.rows import Rows


def decorators_in(rows: Rows, path: str) -> dict[str, tuple[str, ...]]:
    """By symbol id; only of those that have some."""
    return {id: tuple(json.loads(marks)) for id, marks in rows(_DECORATORS, (path,))}


_DECORATORS: Final = "SELECT id, decorators FROM symbols WHERE path = ? AND decorators != '[]'"
