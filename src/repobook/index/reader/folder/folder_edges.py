"""Which folders depend on which: dependencies between files, added up by folder.

In the folder that holds both files, one child depends on another; below it, the folders around each
file depend on something outside.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from repobook.index.reader.folder.folder_tables import FileRow, Tables
from repobook.model.dossiers.folder_dossier import ChildEdge, Neighbour, Place
from repobook.model.graph import CONFIDENCES

# Of a pair of files how sure it is, the first with the line, and the second.
Best = tuple[int, str, int, str]
# All but those of a test that depends on what is none, and those.
_Pairs = tuple[list[Best], list[Best]]


class _End(NamedTuple):
    path: str
    folder: str
    is_test: bool


class _Sum:
    """How many pairs there are between two places, and the surest of them."""

    __slots__ = ("best", "n")

    def __init__(self, best: Best) -> None:
        self.n = 0
        self.best = best


class _Fork(NamedTuple):
    """The innermost folder of two files, and the children that lead to them."""

    folder: str
    source: str
    """The child of that folder on the way to the source; the file itself where it lies there."""
    target: str


class FolderEdges:
    def __init__(self, tables: Tables) -> None:
        self._folders = frozenset(tables.folders)
        self._inside: defaultdict[str, dict[tuple[str, str], _Sum]] = defaultdict(dict)
        self._out: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
        self._in: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
        self._add_up(tables)

    def inside(self, folder: str) -> tuple[ChildEdge, ...]:
        """Between children of the folder, most pairs first."""
        totals = self._inside.get(folder, {}).items()
        return child_edges((*ends, total.n, total.best) for ends, total in totals)

    def depends_on(self, folder: str) -> tuple[Neighbour, ...]:
        return self._neighbours(self._out.get(folder, {}))

    def used_by(self, folder: str) -> tuple[Neighbour, ...]:
        return self._neighbours(self._in.get(folder, {}))

    def _neighbours(self, counts: dict[str, list[int]]) -> tuple[Neighbour, ...]:
        neighbours = [Neighbour(path, path in self._folders, *n) for path, n in counts.items()]
        return tuple(sorted(neighbours, key=lambda one: (-one.n, -one.n_tests, one.path)))

    def _add_up(self, tables: Tables) -> None:
        """Folder by folder: all files of two folders have the same innermost common folder."""
        for (a, b), pairs in _by_folders(tables).items():
            fork = _fork(a, b)
            for is_apart, group_pairs in enumerate(pairs):
                for (first, second), members in _by_children(fork, group_pairs).items():
                    for around in _up(a, fork.folder):
                        self._out[around].setdefault(second, [0, 0])[is_apart] += len(members)
                    for around in _up(b, fork.folder):
                        self._in[around].setdefault(first, [0, 0])[is_apart] += len(members)
                    if not is_apart:
                        self._count(fork.folder, (first, second), members)

    def _count(self, folder: str, between: tuple[str, str], pairs: list[Best]) -> None:
        one = self._inside[folder].setdefault(between, _Sum(pairs[0]))
        one.n += len(pairs)
        one.best = min(one.best, *pairs)


def child_edges(totals: Iterable[tuple[str, str, int, Best]]) -> tuple[ChildEdge, ...]:
    """Of both ends with the number of pairs and the surest of these: most pairs first."""
    edges = [
        ChildEdge(source, target, n, Place(path, line), to, CONFIDENCES[sureness])
        for source, target, n, (sureness, path, line, to) in totals
    ]
    return tuple(sorted(edges, key=lambda edge: (-edge.n, edge.source, edge.target)))


def _by_folders(tables: Tables) -> dict[tuple[str, str], _Pairs]:
    ends = {row.id: _end(row) for row in tables.rows}
    pairs_by_folders: defaultdict[tuple[str, str], _Pairs] = defaultdict(lambda: ([], []))
    for source, target, line, confidence, _ in tables.pairs:
        a, from_folder, is_test = ends[source]
        b, to_folder, is_tested_test = ends[target]
        is_apart = is_test and not is_tested_test
        pairs_by_folders[from_folder, to_folder][is_apart].append(
            (CONFIDENCES.index(confidence), a, line, b)
        )
    return pairs_by_folders


def _by_children(fork: _Fork, pairs: list[Best]) -> dict[tuple[str, str], list[Best]]:
    _, first, second = fork
    if first and second:
        return {(first, second): pairs} if pairs else {}
    pairs_by_children: defaultdict[tuple[str, str], list[Best]] = defaultdict(list)
    for pair in pairs:
        pairs_by_children[first or pair[1], second or pair[3]].append(pair)
    return pairs_by_children


def _end(row: FileRow) -> _End:
    path = row.line.path
    return _End(path, path.rpartition("/")[0], row.line.role == "test")


def _fork(a: str, b: str) -> _Fork:
    """Of two folders; a child is empty where the file lies right in the folder that holds both."""
    first, second = _parts(a), _parts(b)
    n = 0
    while n < len(first) and n < len(second) and first[n] == second[n]:
        n += 1
    return _Fork(
        "/".join(first[:n]),
        "/".join(first[: n + 1]) if len(first) > n else "",
        "/".join(second[: n + 1]) if len(second) > n else "",
    )


def _parts(folder: str) -> list[str]:
    return folder.split("/") if folder else []


def _up(folder: str, top: str) -> Iterator[str]:
    """The folder and those around it, below ``top``."""
    while folder != top:
        yield folder
        folder = folder.rpartition("/")[0]
