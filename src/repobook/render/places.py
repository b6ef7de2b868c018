"""Where pages lie below the folder of a format, and how one leads to another.

Names follow the contract: ``<file>_docs.md``, ``<file>_kw.md``; a folder's ``index.md``,
``doc.md`` and ``sub.md``. What a name cannot be on some file system is spelt differently.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote

from repobook.model.blocks import PageKind, PageRef
from repobook.render.file_names import as_address, below, file_name, folded, folder_name, shortened
from repobook.text.folders import folders_of
from repobook.text.naming.slugs import anchor as anchor_of

SOURCE_ANCHOR: Final = anchor_of("Original Source")
LINES_APART: Final = 20
"""A text has an anchor at every so many lines, whatever else it has."""
_UNFIT_IN_ANCHOR: Final = re.compile(r"[^\w.~-]")
_MAX_MARKED: Final = 225  # with the hash as long as any name may be

_OF_FILE: Final[Mapping[PageKind, str]] = {
    "file": "_docs",
    "keywords": "_kw",
    "source": "_src",
    "symbols": "_sym",
}
_OF_FOLDER: Final[Mapping[PageKind, str]] = {
    "listing": "index",
    "overview": "doc",
    "subtree": "sub",
}
_GLOBAL: Final[Mapping[PageKind, str]] = {
    "a-z": "keywords",
    "book": "comprehensive_book",
    "readme": "README",
    "verification": "verification_report",
    "help": "help",
    "settings": "settings",
    "search": "search",
    "findings": "findings",
    "hotspots": "hotspots",
    "dependencies": "dependencies",
    "gaps": "gaps",
    "routes": "routes",
    "commands": "commands",
    "tasks": "tasks",
    "signals": "signals",
    "tables": "tables",
    "environment": "environment",
    "operators": "operators",
}

_PAGE_OF_FILE: Final = re.compile(rf"(?:{'|'.join(_OF_FILE.values())})(?:_\w{{1,40}})?\.\w+\Z")


def is_of_file(name: str) -> bool:
    """Whether the name of a page looks like one of a file, whatever format it is in."""
    return _PAGE_OF_FILE.search(name) is not None


class Places(NamedTuple):
    """Made by `places_of`; holds only what is out of the ordinary, so it is cheap to send."""

    folders: Mapping[str, str]
    """Folders that are not where their path alone says, and all below them."""
    files: Mapping[str, str]
    """Names without folder of files whose name another file of the folder has already."""
    sources: str = ""
    """From the folder of the format to the root of the repository; empty where the book lies
    elsewhere, and lines are shown by the page that holds the text."""
    suffix: str = ".md"
    title: str = ""
    """What the repository calls itself, for formats that show it on every page."""

    def name(self, ref: PageRef) -> str:
        """Relative to the folder of the format, with ``/``."""
        kind, path, part = ref
        if kind in _OF_FILE:
            folder, _, last = path.rpartition("/")
            base = (self.files.get(path) or file_name(last)) + _OF_FILE[kind]
        elif kind in _OF_FOLDER:
            folder, base = path, _OF_FOLDER[kind]
        else:
            folder, base = "", _GLOBAL[kind]
        folder = self.folders.get(folder) or folder_name(folder)
        page = f"{base}_{_part(part)}{self.suffix}" if part else f"{base}{self.suffix}"
        return f"{folder}/{page}" if folder else page

    def href(self, here: PageRef, there: PageRef, anchor: str = "") -> str:
        return with_anchor(relative(self.name(here), self.name(there)), anchor)

    def source_href(self, here: PageRef, path: str) -> str:
        """To a file in the repository, or to the page that shows its text."""
        if not self.sources:
            return relative(self.name(here), self.name(PageRef("file", path)))
        up = "../" * self.name(here).count("/")
        return up + as_address(f"{self.sources}/{path}")


def places_of(paths: Iterable[str], sources: str = "", reserved: Iterable[str] = ()) -> Places:
    """Given every file that has pages: of two names that some file system takes for one, the
    second in order gets a hash; so does a folder at the top whose name is ``reserved``."""
    ordered = tuple(sorted(paths))
    tops = {folded(_top(path)) for path in ordered}
    return Places(*_moved(ordered, frozenset(map(folded, reserved)) & tops), sources)


def _top(path: str) -> str:
    return path.partition("/")[0]


@lru_cache(maxsize=1)  # Formats seldom reserve a name that is met, and then differ in nothing.
def _moved(
    ordered: tuple[str, ...], reserved: frozenset[str]
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Folders and files that do not lie where their path alone says."""
    spelt, moved = _spelt_folders(ordered, reserved)
    folded_by_folder = {folder: folded(name) for folder, name in spelt.items()}
    taken: set[str] = set()
    files: dict[str, str] = {}
    for path in ordered:
        folder, _, last = path.rpartition("/")
        name = file_name(last)
        free = _free(name, path, folded_by_folder[folder], taken)
        if free != name:
            files[path] = free
    return moved, files


def _spelt_folders(
    paths: Iterable[str], reserved: Iterable[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Where each folder lies, and those of them that do not lie where their path alone says."""
    spelt, moved = {"": ""}, {}
    taken = {f"/{name}" for name in reserved}
    for path in folders_of(paths)[1:]:
        parent, _, last = path.rpartition("/")
        name = below(spelt[parent], last, path)
        spelt[path] = _free(name, path, "", taken)
        if spelt[path] != name or parent in moved:
            moved[path] = spelt[path]
    return spelt, moved


def _free(name: str, path: str, folder: str, taken: set[str]) -> str:
    free, salt = name, path
    while (key := f"{folder}/{folded(free)}") in taken:
        free = shortened(name, salt, _MAX_MARKED)
        salt += "~"
    taken.add(key)
    return free


def _part(part: str) -> str:
    """Never such that the page of a folder could be one of a file called ``sub``."""
    name = file_name(part.lower())
    is_like_file = f"_{name.partition('_')[0]}" in _OF_FILE.values()
    return f"%{ord(name[0]):02X}{name[1:]}" if is_like_file else name


def relative(here: str, there: str) -> str:
    """The address of one page as seen from another; empty for itself."""
    if here == there:
        return ""
    folder, up = here[: here.rfind("/") + 1], ""
    while not there.startswith(folder):
        folder = folder[: folder.rfind("/", 0, -1) + 1]
        up += "../"
    return up + as_address(there[len(folder) :])


def line_range(line: int, end_line: int) -> str:
    """``L10`` or ``L10-L20``."""
    return f"L{line}-L{end_line}" if end_line > line else f"L{line}"


def line_anchor(line: int) -> str:
    """The last anchor that every text has above a line."""
    return f"L{(line - 1) // LINES_APART * LINES_APART + 1}"


def anchor_name(anchor: str) -> str:
    """As it stands on the page; nothing in it means anything to HTML."""
    return _UNFIT_IN_ANCHOR.sub("-", anchor)


def with_anchor(address: str, anchor: str) -> str:
    """An address of a page, empty for the page itself, and a place on it."""
    return f"{address}#{_in_address(anchor)}" if anchor else address or "#"


@lru_cache(maxsize=1 << 10)
def _in_address(anchor: str) -> str:
    name = anchor_name(anchor)
    return name if name.isascii() else quote(name, safe="")
