"""Finds files and folders by a piece of their path, or by a place in one: ``init.py:120``."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file_briefs import all_paths, briefs_by_path

_PLACE: Final = re.compile(r"(.+?):(\d{1,7})(?::\d{1,7})?:?")
_EXTENSION: Final = re.compile(r"[^.]\.\w{1,12}")
_MAX_PATH: Final = 500


class PathQuery(NamedTuple):
    path: str
    """Without ``./``, quotes and slashes around it."""
    line: int
    """0 where the query names none."""
    is_sure: bool
    """A slash or a line distinguishes a path from a name like ``Class.method``."""


class PathMatch(NamedTuple):
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

    def files(self, fragment: str, is_sure: bool) -> list[PathMatch]:
        """The very path, paths that end so, paths that hold it; tests last, the shortest first.

        A fragment that may be no path (``torch.compile``) is found whole or not at all. Of a path
        that leads here from elsewhere (``/home/me/repo/a/b.py``) its end counts.
        """
        wanted = fragment.lower()
        matches = _matching(self._paths, wanted)
        if not is_sure:
            matches = _whole(matches)
        while is_sure and not matches and "/" in wanted:
            wanted = wanted.partition("/")[2]
            matches = _whole(_matching(self._paths, wanted))
        files = briefs_by_path(self._reader.rows, [one.path for one in matches])
        return sorted(matches, key=lambda one: (-one.points, files[one.path].role == "test"))

    def folders(self, fragment: str) -> list[PathMatch]:
        """Folders whose path ends so, the greatest first."""
        wanted = fragment.lower()
        candidates = self._folders_by_name.get(wanted.rpartition("/")[2], ())
        matches = _whole(_matching(candidates, wanted))
        return sorted(matches, key=lambda one: (-one.points, -self.n_files(one.path)))

    def n_files(self, folder: str) -> int:
        return self._n_files_by_folder[folder]

    @cached_property
    def _paths(self) -> list[str]:
        return all_paths(self._reader.rows)

    @cached_property
    def _folders_by_name(self) -> dict[str, list[str]]:
        """By the last step of their paths, in lower case."""
        folders_by_name: defaultdict[str, list[str]] = defaultdict(list)
        for folder in self._n_files_by_folder:
            folders_by_name[folder.lower().rpartition("/")[2]].append(folder)
        return folders_by_name

    @cached_property
    def _n_files_by_folder(self) -> Counter[str]:
        n_files: Counter[str] = Counter()
        n_inside = Counter(path.rpartition("/")[0] for path in self._paths)
        for inside, n in n_inside.items():
            folder = inside
            while folder:
                n_files[folder] += n
                folder = folder.rpartition("/")[0]
        return n_files


_HOLDS: Final = "path holds it"


def _matching(paths: Iterable[str], wanted: str) -> list[PathMatch]:
    found = [one for path in paths if wanted in path.lower() and (one := _judged(path, wanted))]
    return sorted(found, key=lambda one: (-one.points, len(one.path), one.path))


def _whole(matches: list[PathMatch]) -> list[PathMatch]:
    return [one for one in matches if one.how != _HOLDS]


def _judged(path: str, wanted: str) -> PathMatch | None:
    lowered = path.lower()
    if lowered == wanted:
        return PathMatch(path, 100, "the path")
    if lowered.endswith(f"/{wanted}"):
        return PathMatch(path, 90, "end of the path")
    return PathMatch(path, 60, _HOLDS) if wanted else None
