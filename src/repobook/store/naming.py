"""What a repository calls itself: by the files that package it, or by the title of its README.

Never by the folder it lies in: that name is the reader's, and the same sources must give the same
pages anywhere.
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
_COMPUTED: Final = re.compile(r"[${}()]")
_BEHIND_NAME: Final = re.compile(r"[:,]\s| [-–—] ")
_MAX_WORDS: Final = 3
_NO_NAMES: Final = frozenset(
    ["about", "building", "contents", "introduction", "overview", "readme", "table", "welcome"]
)
UNNAMED: Final = "Repository"


def own_name(index: Path) -> str:
    db = apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        found = (db.execute(_LINE, place).get for place in _TELLING)
        named = [match[1] for line in found if line and (match := _VALUE.search(line))]
        named += [name for query in (_GO_MODULE, _CMAKE_PROJECT) if (name := db.execute(query).get)]
        named += filter(_is_name, [_BEHIND_NAME.split(db.execute(_TITLE).get or "")[0]])
        told = (one_visible_line(name).strip() for name in named if not _COMPUTED.search(name))
        return next(filter(None, told), UNNAMED)
    finally:
        db.close()


def _is_name(title: str) -> bool:
    """Short, and not what any README may be called."""
    words = title.split()
    return 0 < len(words) <= _MAX_WORDS and words[0].lower() not in _NO_NAMES


_LINE: Final = "SELECT signature FROM symbols WHERE path = ? AND qualname = ? LIMIT 1"
# The last part of its address: a Go module has no other name.
_GO_MODULE: Final = "SELECT name FROM symbols WHERE path = 'go.mod' AND kind = 'module' LIMIT 1"
_CMAKE_PROJECT: Final = """
    SELECT name FROM symbols WHERE path = 'CMakeLists.txt' AND kind = 'package'
    ORDER BY line LIMIT 1
"""
# Files first: the other way round the symbols of all of them would be read at every build.
_TITLE: Final = """
    SELECT s.name FROM file f CROSS JOIN symbol s ON s.file = f.id
    WHERE lower(f.path) IN ('readme.md', 'readme.rst', 'readme.markdown') AND s.kind = 'heading'
    ORDER BY f.path, s.line LIMIT 1
"""
