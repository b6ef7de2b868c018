"""Which file each ``#include`` of the C family means, without knowing the include roots.

A written path means a file beside the includer or any file whose path ends with it. Of several the
folders around the includer decide, then the roots of its other includes. Only the includer's own
text and the paths of the repository are asked, so that one file's includes move no other's.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import Final

from repobook.languages.c_family.resolver.system_headers import is_system_header
from repobook.model.facts import Import
from repobook.model.graph import DYNAMIC, EXTERNAL, MAX_CANDIDATES, UNKNOWN, Link, Unit
from repobook.resolve.cached_method import remembered
from repobook.resolve.paths import ONLY_FILE, joined
from repobook.resolve.world import World
from repobook.text.folders import folder_of, folders_around

ABSENT: Final = Link((), "", "not in the repository")
"""A header of the repository's own that the build makes, or that is not there."""

_FORMS: Final = frozenset(["include", "system"])
_ROOTS: Final = ("", "include", "src", "inc", "lib")
"""Where a project keeps what it includes, below any folder around the includer."""
_MAX_DEPTH: Final = 64
_MAX_MATCHES: Final = 64


class IncludeResolver:
    def __init__(self, world: World) -> None:
        self._world = world
        self._links_by_path: dict[str, tuple[Link, ...]] = {}

    def links(self, unit: Unit) -> tuple[Link, ...]:
        """Parallel to the unit's imports; what is no include stays unknown."""
        if unit.path not in self._links_by_path:
            self._links_by_path[unit.path] = self._links(unit)
        return self._links_by_path[unit.path]

    def _links(self, unit: Unit) -> tuple[Link, ...]:
        links = [self._link(imported, unit.path) for imported in unit.imports]
        roots = {
            _root(link.targets[0], imported.module) for imported, link in _settled(unit, links)
        }
        own = {imported.module.partition("/")[0] for imported, _ in _settled(unit, links)}
        own.update(unit.path.split("/")[:-1])
        for n, (imported, link) in enumerate(zip(unit.imports, links, strict=True)):
            if link.confidence == "ambiguous":
                links[n] = _by_root(link, imported.module, roots)
            elif link is EXTERNAL and _is_absent(imported, own):
                links[n] = ABSENT
        return tuple([_within_limit(link) for link in links])

    def _link(self, imported: Import, path: str) -> Link:
        if imported.form not in _FORMS:
            return UNKNOWN
        written = imported.module.replace("\\", "/")
        plain = joined("", written.lstrip("./")) or ""
        if imported.form == "system":
            if is_system_header(plain):
                return self._of_the_system(plain, path)
            return self._by_path(plain, path, is_loose="/" not in plain)
        sibling = joined(folder_of(path), written)
        if sibling and sibling in self._world.files:
            return Link((sibling,), "exact")
        link = self._by_path(plain, path, is_loose=written.startswith(".."))
        # ``#include CONFIG_HEADER``: the build decides what the macro stands for.
        return DYNAMIC if link is EXTERNAL and written.isidentifier() else link

    def _of_the_system(self, written: str, path: str) -> Link:
        """Only a C library keeps such headers of its own, and where one looks for them."""
        for offered in self._around(written, path):
            if _root(offered, written).rpartition("/")[2] == "include":
                return Link((offered,), "exact")
        return EXTERNAL

    def _by_path(self, written: str, path: str, *, is_loose: bool) -> Link:
        matches = self._matches(written, path)
        if is_loose and matches:
            return self._in_a_root(written, path, matches)
        if len(matches) > 1:
            nearest = self._around(written, path)
            return Link((nearest[0],), "exact") if nearest else Link(matches, "ambiguous")
        return Link(matches, "exact") if matches else EXTERNAL

    def _in_a_root(self, written: str, path: str, matches: tuple[str, ...]) -> Link:
        """``<cuda.h>`` is not the cuda.h of any folder, only that of one that holds headers."""
        in_roots = [match for match in matches if _is_root(_root(match, written))]
        if len(in_roots) > 1:
            nearest = self._around(written, path)
            in_roots = [near for near in nearest if _is_root(_root(near, written))][:1] or in_roots
        if in_roots:
            return Link(tuple(in_roots), "exact" if len(in_roots) == 1 else "ambiguous")
        return Link(matches, "inferred", ONLY_FILE) if len(matches) == 1 else EXTERNAL

    def _matches(self, written: str, path: str) -> tuple[str, ...]:
        """Files whose path ends with what is written, in a stable order, without the includer."""
        matches = self._ending_with(written)
        return tuple([match for match in matches if match != path]) if path in matches else matches

    @remembered
    def _ending_with(self, written: str) -> tuple[str, ...]:
        """Read backwards, paths with a common end lie side by side: no search is a scan."""
        name = written.rpartition("/")[2]
        if not name or name not in self._world.paths_by_name:
            return ()
        keys, end = self._backwards(name), f"/{written}"[::-1]
        first = bisect_left(keys, end)
        last = bisect_left(keys, f"{end}\U0010ffff", first)
        found = keys[first : min(last, first + _MAX_MATCHES)]
        return tuple(sorted([key[-2::-1] for key in found]))

    @remembered
    def _backwards(self, name: str) -> list[str]:
        return sorted(f"/{path}"[::-1] for path in self._world.paths_by_name[name])

    def _around(self, written: str, path: str) -> list[str]:
        """The file of that path below each folder around the includer, the nearest folder first."""
        files = self._world.files
        candidates = [prefix + written for prefix in self._prefixes(folder_of(path))]
        return [candidate for candidate in candidates if candidate in files and candidate != path]

    @remembered
    def _prefixes(self, folder: str) -> list[str]:
        return [
            f"{around}{'/' if around else ''}{root}{'/' if root else ''}"
            for around in islice(folders_around(f"{folder}/"), _MAX_DEPTH)
            for root in _ROOTS
        ]


def _settled(unit: Unit, links: list[Link]) -> Iterator[tuple[Import, Link]]:
    for imported, link in zip(unit.imports, links, strict=True):
        if link.confidence == "exact" and "/" in imported.module:
            yield imported, link


def _root(path: str, written: str) -> str:
    """The folder against which a written path means a file."""
    return path[: -len(written)].rstrip("/") if path.endswith(written) else ""


def _is_root(folder: str) -> bool:
    return folder.rpartition("/")[2] in _ROOTS


def _by_root(link: Link, written: str, roots: set[str]) -> Link:
    """Other includes of the same file reveal the roots it is built with."""
    targets = tuple([path for path in link.targets if _root(path, written) in roots])
    return Link(targets, "exact") if len(targets) == 1 else link


def _is_absent(imported: Import, own: set[str]) -> bool:
    """A quoted header, or one of a folder whose other headers are here."""
    if is_system_header(imported.module):
        return False
    first, slash, _ = imported.module.partition("/")
    return imported.form == "include" or (bool(slash) and first in own)


def _within_limit(link: Link) -> Link:
    return DYNAMIC if len(link.targets) > MAX_CANDIDATES else link
