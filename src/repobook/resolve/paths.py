"""Paths as files write them: relative to a folder, climbing, with a pattern; and what they mean.

Everything here is a path of the repository, without ``.`` and ``..``; the root is empty.
"""

from bisect import bisect_left
from functools import cached_property
from typing import Final

from repobook.model.graph import DYNAMIC, MAX_CANDIDATES, UNKNOWN, Link
from repobook.resolve.cached_method import remembered
from repobook.resolve.world import World
from repobook.text.folders import folder_of, folders_around

ONLY_FILE: Final = "only file of that name"
_MAX_HOMONYMS: Final = 1000
_MAX_MATCHES: Final = 2000


def joined(folder: str, relative: str) -> str | None:
    """None where the path leaves the repository."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


class Paths:
    """Questions about the paths of one world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def file(self, folder: str, relative: str) -> str:
        """The file that a relative path means in a folder; empty where there is none."""
        path = joined(folder, relative)
        return path if path and path in self._world.files else ""

    def around(self, path: str, relative: str) -> list[str]:
        """The files it means in any of the folders around a file, the nearest first."""
        files = [self.file(folder, relative) for folder in folders_around(path)]
        return list(dict.fromkeys(filter(None, files)))

    @remembered
    def ending_with(self, relative: str) -> Link:
        """The files of the repository whose path ends so, inferred from there being few."""
        wanted = joined("", relative.lstrip("./"))
        if not wanted:
            return UNKNOWN
        homonyms = self._world.paths_by_name.get(wanted.rpartition("/")[2], ())
        if len(homonyms) > _MAX_HOMONYMS:
            return DYNAMIC
        return one_of([path for path in homonyms if f"/{path}".endswith(f"/{wanted}")], ONLY_FILE)

    def matching(self, folder: str, pattern: str, *, deep: bool = False) -> list[str]:
        """The files that a pattern with one ``*`` in its last part matches, sorted.

        ``deep`` looks into the folders below as well. Patterns of other forms match nothing.
        """
        written, _, last = pattern.rpartition("/")
        start = joined(folder, written)
        if start is None or "*" in written or last.count("*") != 1 or "[" in last:
            return []
        before, after = last.split("*")
        pool = self._below(f"{start}/" if start else "") if deep else self._in_folder.get(start, [])
        names = [(path, path.rpartition("/")[2]) for path in pool]
        return [
            path
            for path, name in names
            if len(name) >= len(last) - 1 and name.startswith(before) and name.endswith(after)
        ][:_MAX_MATCHES]

    def _below(self, prefix: str) -> list[str]:
        first = bisect_left(self._sorted, prefix)
        return self._sorted[first : bisect_left(self._sorted, prefix + "\U0010ffff", first)]

    @cached_property
    def _in_folder(self) -> dict[str, list[str]]:
        paths_by_folder: dict[str, list[str]] = {}
        for path in self._sorted:
            paths_by_folder.setdefault(folder_of(path), []).append(path)
        return paths_by_folder

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._world.files)


def one_of(candidates: list[str], rule: str) -> Link:
    """Inferred where there is one, ambiguous where there are some."""
    if len(candidates) == 1:
        return Link((candidates[0],), "inferred", rule)
    if len(candidates) > MAX_CANDIDATES:
        return DYNAMIC
    return Link(tuple(candidates), "ambiguous") if candidates else UNKNOWN
