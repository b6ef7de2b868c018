"""How the larger folders lean on each other: the repository cut into parts of a like size.

A folder that holds much of the whole is told by the larger folders in it and by the rest.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from repobook.model.folder_dossier import ChildEdge, Place
from repobook.model.survey import Ties
from repobook.store.folder_tables import Pair, Tables

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
    path_by_id = {row.id: row.line.path for row in tables.rows if row.line.role != "test"}
    pairs = [pair for pair in tables.pairs if pair[0] in path_by_id and pair[1] in path_by_id]
    tied = {id for pair in pairs for id in pair[:2]}
    folder_by_path, split = _parts({path_by_id[id] for id in tied})
    edges = _edges(pairs, path_by_id, {id: folder_by_path[path_by_id[id]] for id in tied})
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


def _edges(
    pairs: list[Pair], path_by_id: dict[int, str], folder_by_id: dict[int, str]
) -> tuple[ChildEdge, ...]:
    between: defaultdict[tuple[str, str], list[_Best]] = defaultdict(list)
    for source, target, line, confidence, _ in pairs:
        a, b = folder_by_id[source], folder_by_id[target]
        if a != b:
            best = _SURENESS[confidence], path_by_id[source], line, path_by_id[target]
            between[a, b].append(best)
    found = [
        ChildEdge(a, b, len(ties), Place(path, line), to, _NAMES[sureness])
        for (a, b), ties in between.items()
        for sureness, path, line, to in [min(ties)]
    ]
    return tuple(sorted(found, key=lambda edge: (-edge.n, edge.source, edge.target)))
