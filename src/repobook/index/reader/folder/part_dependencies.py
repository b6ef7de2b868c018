"""Dependencies between the larger folders: the repository cut into parts of similar size.

A folder that holds much of the whole is split into the larger folders in it and the rest.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from repobook.index.reader.folder.folder_edges import Best, child_edges
from repobook.index.reader.folder.folder_tables import Pair, Tables
from repobook.model.dossiers.folder_dossier import ChildEdge
from repobook.model.dossiers.survey import FolderDependencies
from repobook.model.graph import CONFIDENCES

_MAX_FOLDERS: Final = 50
_MAX_TOP: Final = 30
_MAX_DEPTH: Final = 5
_MIN_SHARE: Final = 0.005
"""Of all files with dependencies: a smaller folder counts with the one around it."""


def folder_dependencies(tables: Tables) -> FolderDependencies:
    """Without tests, which depend on everything."""
    path_by_id = {row.id: row.line.path for row in tables.rows if row.line.role != "test"}
    pairs = [pair for pair in tables.pairs if pair[0] in path_by_id and pair[1] in path_by_id]
    linked_ids = {id for pair in pairs for id in pair[:2]}
    folder_by_path, split = _parts({path_by_id[id] for id in linked_ids})
    edges = _edges(pairs, path_by_id, {id: folder_by_path[path_by_id[id]] for id in linked_ids})
    folders = {folder for edge in edges for folder in edge[:2]}
    return FolderDependencies(tuple(sorted(folders)), edges, frozenset(split & folders))


def _parts(paths: set[str]) -> tuple[dict[str, str], set[str]]:
    """The folder that each file is counted in, and the folders that were split."""
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
    between: defaultdict[tuple[str, str], list[Best]] = defaultdict(list)
    for source, target, line, confidence, _ in pairs:
        a, b = folder_by_id[source], folder_by_id[target]
        if a != b:
            best = CONFIDENCES.index(confidence), path_by_id[source], line, path_by_id[target]
            between[a, b].append(best)
    return child_edges((*ends, len(pairs), min(pairs)) for ends, pairs in between.items())
