"""What a repository calls itself: by the files that package it, or by the title of its README.

Never by the folder it lies in: that name is the reader's, and the same sources must give the same
pages anywhere.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import apsw

from repobook.text.visible import one_visible_line

# Where the name stands, best first: the file at the root and the key in it.
_NAME_KEYS: Final = (
    ("repobook.toml", "title"),
    ("pyproject.toml", "tool.repobook.title"),
    ("pyproject.toml", "project.name"),
    ("pyproject.toml", "tool.poetry.name"),
    ("package.json", "name"),
    ("Cargo.toml", "package.name"),
    ("setup.cfg", "metadata.name"),
    ("composer.json", "name"),
    ("package.json", "repository.url"),
    ("package.json", "repository"),
)
_VALUE: Final = re.compile(r"[:=]\s*[\"']?([^\"',]{1,80})")
_GO_VERSION: Final = re.compile(r"/v\d+$")
_COMPUTED: Final = re.compile(r"[${}()]")
_BEHIND_NAME: Final = re.compile(r"[:,]\s| [-–—] ")
_ASKED: Final = re.compile(r"(?:what is|what's|welcome to|introduction to|about)\s+", re.I)
_DEFINED: Final = re.compile(r"([A-Z][\w.+-]{1,40}) (?:is|are|provides)\b")
_NO_LETTERS: Final = re.compile(r"[\W_]+")
_MAX_MORE: Final = 3
_MAX_WORDS: Final = 3
_NO_NAMES: Final = frozenset(
    [
        "about",
        "building",
        "contents",
        "introduction",
        "overview",
        "readme",
        "table",
        "the",
        "welcome",
    ]
)
UNNAMED: Final = "Repository"


def own_name(index: Path) -> str:
    db = apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        packaged = next(_visible(_packaged(db)), "")
        called = [*_visible(_called(db))]
        if packaged:
            return next((name for name in called if _is_spelling(name, packaged)), packaged)
        return next(iter(called), UNNAMED)
    finally:
        db.close()


def _packaged(db: apsw.Connection) -> Iterator[str]:
    """As files call it that package it."""
    for place in _NAME_KEYS:
        if match := _VALUE.search(db.execute(_LINE, place).get or ""):
            yield _last_part(match[1]) if place[1].startswith("repository") else match[1]
    if module := db.execute(_GO_MODULE).get:
        yield _last_part(_GO_VERSION.sub("", module))
    yield db.execute(_CMAKE_PROJECT).get or ""


def _last_part(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2].removesuffix(".git")


def _called(db: apsw.Connection) -> Iterator[str]:
    """As its README calls it: in the title, in ``PyTorch is a package``."""
    title = _BEHIND_NAME.split(db.execute(_TITLE).get or "")[0]
    named = _ASKED.sub("", title).rstrip("?! ")
    if _is_name(named):
        yield named
    if defined := _DEFINED.match(db.execute(_SENTENCE).get or ""):
        yield defined[1].rstrip("_")


def _visible(names: Iterator[str]) -> Iterator[str]:
    shown = (one_visible_line(name).strip() for name in names if not _COMPUTED.search(name))
    return filter(None, shown)


def _is_spelling(name: str, packaged: str) -> bool:
    """``PyTorch`` is what ``torch`` is called; ``Gin`` is how ``gin`` is written."""
    letters, packaged_letters = (_NO_LETTERS.sub("", one).lower() for one in (name, packaged))
    n_more = len(letters) - len(packaged_letters)
    return packaged_letters in letters and n_more <= _MAX_MORE


def _is_name(title: str) -> bool:
    """Short, and not what any README may be called."""
    words = title.split()
    return 0 < len(words) <= _MAX_WORDS and words[0].lower() not in _NO_NAMES


_LINE: Final = "SELECT signature FROM symbols WHERE path = ? AND qualname = ? LIMIT 1"
# A Go module has no name but its address.
_GO_MODULE: Final = "SELECT qualname FROM symbols WHERE path = 'go.mod' AND kind = 'module' LIMIT 1"
_CMAKE_PROJECT: Final = """
    SELECT name FROM symbols WHERE path = 'CMakeLists.txt' AND kind = 'package'
    ORDER BY line LIMIT 1
"""
_SENTENCE: Final = """
    SELECT summary FROM file WHERE lower(path) IN ('readme.md', 'readme.rst', 'readme.markdown')
    ORDER BY path LIMIT 1
"""
# Files first: the other way round the symbols of all of them would be read at every build.
_TITLE: Final = """
    SELECT s.name FROM file f CROSS JOIN symbol s ON s.file = f.id
    WHERE lower(f.path) IN ('readme.md', 'readme.rst', 'readme.markdown') AND s.kind = 'heading'
    ORDER BY f.path, s.line LIMIT 1
"""
