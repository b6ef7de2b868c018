"""Recognises folders of many empty files that mark something by their names, all of one shape."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

_MIN_FILES: Final = 20
_MIN_SHARE: Final = 0.9


class MarkerFolder(NamedTuple):
    folder: str
    n_files: int
    pattern: str
    """The shape nearly all names share: ``Test*.test_*``, ``*.skip``, or ``*``."""


def marker_folders(paths_of_empty_files: Iterable[str]) -> tuple[MarkerFolder, ...]:
    """Folders that directly hold many empty files of one shape, sorted by path."""
    names_by_folder: dict[str, list[str]] = defaultdict(list)
    for path in paths_of_empty_files:
        folder, _, name = path.rpartition("/")
        names_by_folder[folder].append(name)
    return tuple(
        MarkerFolder(folder, len(names), _shared_pattern(names))
        for folder, names in sorted(names_by_folder.items())
        if len(names) >= _MIN_FILES
    )


def _shared_pattern(names: list[str]) -> str:
    shapes = Counter(name.count(".") for name in names)
    n_dots, n_names = max(shapes.items(), key=lambda item: (item[1], -item[0]))
    if n_names < _MIN_SHARE * len(names):
        return "*"
    columns = zip(*(name.split(".") for name in names if name.count(".") == n_dots), strict=True)
    return ".".join(_shared_part(column) for column in columns)


def _shared_part(parts: tuple[str, ...]) -> str:
    """What nearly all parts begin with, up to a word's end, or what they all are."""
    if len(set(parts)) == 1:
        return parts[0]
    starts = Counter(_first_word(part) for part in parts)
    word, n_parts = max(starts.items(), key=lambda item: (item[1], item[0]))
    return f"{word}*" if n_parts >= _MIN_SHARE * len(parts) else "*"


def _first_word(part: str) -> str:
    if "_" in part:
        return part[: part.index("_") + 1]
    for at in range(1, len(part)):
        if part[at].isupper() and part[at - 1].islower():
            return part[:at]
    return ""
