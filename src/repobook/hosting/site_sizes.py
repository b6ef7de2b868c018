"""The size of a site by kind of page and folder, and which folders to exclude."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

_KIND: Final = re.compile(r"_(docs|src|sym)(?:_[^/]*)?\.html\Z")
_NAMES: Final = {"docs": "documents", "src": "sources", "sym": "symbols"}
_INDEX: Final = "book-index/"
_N_FOLDERS: Final = 5


class SiteSizes(NamedTuple):
    n_bytes: int
    by_kind: tuple[tuple[str, int], ...]
    """The heaviest first."""
    by_folder: tuple[tuple[str, int], ...]
    """Of the folders at the top of the repository, the heaviest first."""


def sizes_of(size_by_name: Mapping[str, int]) -> SiteSizes:
    kinds: Counter[str] = Counter()
    folders: Counter[str] = Counter()
    for name, n_bytes in size_by_name.items():
        kinds[_kind(name)] += n_bytes
        top, is_below, _ = name.partition("/")
        if is_below and not name.startswith("book-"):
            folders[top] += n_bytes
    return SiteSizes(sum(kinds.values()), tuple(kinds.most_common()), tuple(folders.most_common()))


def _kind(name: str) -> str:
    match = _KIND.search(name)
    if match:
        return _NAMES[match[1]]
    if name.startswith(_INDEX):
        return "search"
    if name.startswith("sitemap"):
        return "for search engines"
    return "folders and the whole"


def ways_to_shrink(sizes: SiteSizes, max_bytes: int) -> list[str]:
    """Options of ``repobook build``, each with what it saves; folders until the rest would fit."""
    ways = []
    left = sizes.n_bytes
    for folder, n_bytes in sizes.by_folder[:_N_FOLDERS]:
        if left <= max_bytes:
            break
        ways.append(f"--exclude '{folder}/**' saves about {n_bytes / 1e6:,.1f} MB")
        left -= n_bytes
    return ways
