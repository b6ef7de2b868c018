"""How the larger folders lean on each other: the repository cut into parts of a like size.

A folder that holds much of the whole is told by the larger folders in it and by the rest.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from repobook.model.folder_dossier import ChildEdge, Place
from repobook.model.survey import Ties
from repobook.store.folder_tables import Tables

_MAX_FOLDERS: Final = 50
_MAX_TOP: Final = 30
_MAX_DEPTH: Final = 5
_MIN_SHARE: Final = 0.005
"""Of all files that lean on something: a smaller folder is told with the one around it."""
_SURENESS: Final = {"exact": 0, "inferred": 1}
_NAMES: Final = {n: name for name, n in _SURENESS.items()}

# Of a pair of files how sure it is, the first with the line, and the second.
_Best = tuple[int, str, int, str]


def folder_ties(tables: Tables) -> Ties:
    """What tests lean on is left out: they lean on everything."""
    pairs = [
        (_SURENESS[confidence], tables.row_by_id[source].line, line, tables.row_by_id[target].line)
        for source, target, line, confidence, _ in tables.pairs
    ]
    kept = [
        (sureness, a.path, line, b.path)
        for sureness, a, line, b in pairs
        if a.role != "test" and b.role != "test"
    ]
    folder_by_path, split = _parts({path for pair in kept for path in (pair[1], pair[3])})
    edges = _edges(kept, folder_by_path)
    folders = {folder for edge in edges for folder in edge[:2]}
    return Ties(tuple(sorted(folders)), edges, frozenset(split & folders))


def _parts(paths: set[str]) -> tuple[dict[str, str], set[str]]:
    """The folder that each file is counted in, and those with parts that are told beside them."""
    chosen = _chosen(Counter(folder for path in paths for folder in _around(path)), len(paths))
    home = {path: next((f for f in _around(path) if f in chosen), "") for path in paths}
    return home, {above for folder in chosen for above in _around(folder)} | {""}


def _chosen(n_by_folder: Counter[str], n_all: int) -> set[str]:
    """Those at the top, then whatever holds most files."""
    ordered = sorted(n_by_folder, key=lambda folder: (-n_by_folder[folder], folder))
    top = [folder for folder in ordered if "/" not in folder][:_MAX_TOP]
    least = _MIN_SHARE * n_all
    inner = [f for f in ordered if 1 <= f.count("/") < _MAX_DEPTH and n_by_folder[f] >= least]
    return {*top, *inner[: _MAX_FOLDERS - len(top)]}


def _around(path: str) -> Iterator[str]:
    """The folders around a file or folder, the nearest first; not the root."""
    while path := path.rpartition("/")[0]:
        yield path


def _edges(pairs: list[_Best], folder_by_path: dict[str, str]) -> tuple[ChildEdge, ...]:
    n: Counter[tuple[str, str]] = Counter()
    best: dict[tuple[str, str], _Best] = {}
    for pair in pairs:
        between = folder_by_path[pair[1]], folder_by_path[pair[3]]
        if between[0] != between[1]:
            n[between] += 1
            best[between] = min(best.get(between, pair), pair)
    found = [
        ChildEdge(*between, n[between], Place(path, line), to, _NAMES[sureness])
        for between, (sureness, path, line, to) in best.items()
    ]
    return tuple(sorted(found, key=lambda edge: (-edge.n, edge.source, edge.target)))
