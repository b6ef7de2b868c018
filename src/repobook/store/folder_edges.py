"""Which folders lean on which: pairs of files, added up where their ways part.

Of two files the folder that holds both is where one of its children leans on another; below that,
the folders around each file lean on something outside.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.model.folder_dossier import ChildEdge, Neighbour, Place
from repobook.store.folder_tables import FileRow, Tables

_SURENESS: Final = {"exact": 0, "inferred": 1}


# Of a pair of files how sure it is, the first with the line, and the second.
_Best = tuple[int, str, int, str]
# Where the ways to two files part, the children there, their folders, whether it is a test of it.
_Way = tuple[str, str, str, str, str, bool]


class _End(NamedTuple):
    path: str
    folder: str
    is_test: bool


class _Sum:
    """How many pairs there are between two places, and the surest of them."""

    __slots__ = ("best", "n")

    def __init__(self, best: _Best) -> None:
        self.n = 0
        self.best = best


class _Fork(NamedTuple):
    """Where the ways to two files part."""

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
        found = [
            ChildEdge(source, target, one.n, Place(path, line), to, _NAMES[sureness])
            for (source, target), one in self._inside.get(folder, {}).items()
            for sureness, path, line, to in [one.best]
        ]
        return tuple(sorted(found, key=lambda edge: (-edge.n, edge.source, edge.target)))

    def leaning_on(self, folder: str) -> tuple[Neighbour, ...]:
        return self._neighbours(self._out.get(folder, {}))

    def leant_on_by(self, folder: str) -> tuple[Neighbour, ...]:
        return self._neighbours(self._in.get(folder, {}))

    def _neighbours(self, found: dict[str, list[int]]) -> tuple[Neighbour, ...]:
        neighbours = [Neighbour(path, path in self._folders, *n) for path, n in found.items()]
        return tuple(sorted(neighbours, key=lambda one: (-one.n, -one.n_tests, one.path)))

    def _add_up(self, tables: Tables) -> None:
        ends = {row.id: _end(row) for row in tables.rows}
        n_by_way: defaultdict[_Way, int] = defaultdict(int)
        forks: dict[tuple[str, str], _Fork] = {}
        for source, target, line, confidence in tables.pairs:
            a, from_folder, is_test = ends[source]
            b, to_folder, is_tested_test = ends[target]
            fork = forks.get((from_folder, to_folder))
            if fork is None:
                fork = forks[from_folder, to_folder] = _fork(from_folder, to_folder)
            folder, first, second = fork
            between = first or a, second or b
            apart = is_test and not is_tested_test
            n_by_way[folder, *between, from_folder, to_folder, apart] += 1
            if not apart:
                self._count(folder, between, (_SURENESS[confidence], a, line, b))
        for (folder, first, second, a, b, apart), n in n_by_way.items():
            for around in _up(a, folder):
                self._out[around].setdefault(second, [0, 0])[apart] += n
            for around in _up(b, folder):
                self._in[around].setdefault(first, [0, 0])[apart] += n

    def _count(self, folder: str, between: tuple[str, str], pair: _Best) -> None:
        sums = self._inside[folder]
        one = sums.get(between)
        if one is None:
            one = sums[between] = _Sum(pair)
        one.n += 1
        if pair < one.best:
            one.best = pair


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


_NAMES: Final = {n: name for name, n in _SURENESS.items()}
