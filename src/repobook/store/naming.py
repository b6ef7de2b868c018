"""What a repository calls itself: by the files that package it, never by the folder it lies in.

The name of the folder is the reader's, and the same sources must give the same pages anywhere.
"""

import re
from pathlib import Path
from typing import Final

import apsw

from repobook.text.visible import one_visible_line

# Where the name stands, best first: the file at the root and the key in it.
_TELLING: Final = (
    ("pyproject.toml", "project.name"),
    ("pyproject.toml", "tool.poetry.name"),
    ("package.json", "name"),
    ("Cargo.toml", "package.name"),
    ("setup.cfg", "metadata.name"),
    ("composer.json", "name"),
)
_VALUE: Final = re.compile(r"[:=]\s*[\"']?([^\"',]{1,80})")
UNNAMED: Final = "Repository"


def own_name(index: Path) -> str:
    db = apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        found = (db.execute(_LINE, place).get for place in _TELLING)
        named = [match[1] for line in found if line and (match := _VALUE.search(line))]
        module = db.execute(_GO_MODULE).get
        return next((one_visible_line(name).strip() for name in (*named, module) if name), UNNAMED)
    finally:
        db.close()


_LINE: Final = "SELECT signature FROM symbols WHERE path = ? AND qualname = ? LIMIT 1"
# The last part of its address: a Go module has no other name.
_GO_MODULE: Final = "SELECT name FROM symbols WHERE path = 'go.mod' AND kind = 'module' LIMIT 1"
