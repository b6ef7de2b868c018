"""Finds files and folders by a piece of their path, or by a place in one: ``init.py:120``."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from repobook.service.reader import BookReader

_PLACE: Final = re.compile(r"(.+?):(\d{1,7})(?::\d{1,7})?:?")
_EXTENSION: Final = re.compile(r"[^.]\.\w{1,12}")
_MAX_PATH: Final = 500


class PathQuery(NamedTuple):
    path: str
    """Without what leads to the repository as far as one can tell: ``./``, quotes, slashes."""
    line: int
    """0 where the query names none."""
    is_sure: bool
    """A slash or a line tells a path from a name like ``Class.method``."""


class FoundPath(NamedTuple):
    path: str
    points: float
    how: str


def read_path(text: str) -> PathQuery | None:
    text = text.strip().strip("'\"`").replace("\\", "/")
    if not text or len(text) > _MAX_PATH or any(map(str.isspace, text)) or "::" in text:
        return None
    place = _PLACE.fullmatch(text)
    path, line = (place[1], int(place[2])) if place else (text, 0)
    is_sure = "/" in path or bool(place)
    path = path.removeprefix("./").strip("/")
    if not path or (not is_sure and not _EXTENSION.search(path)):
        return None
    return PathQuery(path, line, is_sure)


class Paths:
    """All paths of a book, read when they are first needed."""

    def __init__(self, reader: BookReader) -> None:
        self._reader = reader

    def files(self, fragment: str, is_sure: bool) -> list[FoundPath]:
        """The very path, paths that end so, paths that hold it; tests last, the shortest first.

        A fragment that may be no path (``torch.compile``) is found whole or not at all. Of a path
        that leads here from elsewhere (``/home/me/repo/a/b.py``) its end counts.
        """
        wanted = fragment.lower()
        found = _matching(self._roles, wanted)
        if not is_sure:
            found = _whole(found)
        while is_sure and not found and "/" in wanted:
            wanted = wanted.partition("/")[2]
            found = _whole(_matching(self._roles, wanted))
        return sorted(found, key=lambda one: (-one.points, self._roles[one.path] == "test"))

    def folders(self, fragment: str) -> list[FoundPath]:
        """Folders whose path ends so, the greatest first."""
        wanted = fragment.lower()
        named = self._folders_by_name.get(wanted.rpartition("/")[2], ())
        found = _whole(_matching(named, wanted))
        return sorted(found, key=lambda one: (-one.points, -self.n_files(one.path)))

    def n_files(self, folder: str) -> int:
        return self._n_files_by_folder[folder]

    @cached_property
    def _roles(self) -> dict[str, str]:
        return dict(self._reader.rows("SELECT path, role FROM file ORDER BY path"))

    @cached_property
    def _folders_by_name(self) -> dict[str, list[str]]:
        """By the last step of their paths, in lower case."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for folder in self._n_files_by_folder:
            found[folder.lower().rpartition("/")[2]].append(folder)
        return found

    @cached_property
    def _n_files_by_folder(self) -> Counter[str]:
        n_files: Counter[str] = Counter()
        for path in self._roles:
            folder = path.rpartition("/")[0]
            while folder:
                n_files[folder] += 1
                folder = folder.rpartition("/")[0]
        return n_files


_HOLDS: Final = "path holds it"


def _matching(paths: Iterable[str], wanted: str) -> list[FoundPath]:
    found = [one for path in paths if wanted in path.lower() and (one := _judged(path, wanted))]
    return sorted(found, key=lambda one: (-one.points, len(one.path), one.path))


def _whole(found: list[FoundPath]) -> list[FoundPath]:
    return [one for one in found if one.how != _HOLDS]


def _judged(path: str, wanted: str) -> FoundPath | None:
    lowered = path.lower()
    if lowered == wanted:
        return FoundPath(path, 100, "the path")
    if lowered.endswith(f"/{wanted}"):
        return FoundPath(path, 90, "end of the path")
    return FoundPath(path, 60, _HOLDS) if wanted else None
