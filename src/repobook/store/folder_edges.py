"""Which folders lean on which: pairs of files, added up where their ways part.

Of two files the folder that holds both is where one of its children leans on another; below that,
the folders around each file lean on something outside.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.model.folder_dossier import ChildEdge, Neighbour, Place
from repobook.store.folder_tables import Tables

_SURENESS: Final = {"exact": 0, "inferred": 1}


class _Sum:
    """How many pairs there are between two places, and the surest of them."""

    __slots__ = ("best", "n")

    def __init__(self) -> None:
        self.n = 0
        self.best: tuple[int, str, int, str] = (len(_SURENESS), "", 0, "")


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
        rows = tables.row_by_id
        n_by_ways: defaultdict[tuple[_Fork, bool], defaultdict[tuple[str, str], int]]
        n_by_ways = defaultdict(lambda: defaultdict(int))
        forks: dict[tuple[str, str], _Fork] = {}
        for source, target, line, confidence in tables.pairs:
            first, second = rows[source].line, rows[target].line
            a, b = first.path, second.path
            folders = a.rpartition("/")[0], b.rpartition("/")[0]
            fork = forks.get(folders) or forks.setdefault(folders, _fork(*folders))
            fork = _Fork(fork.folder, fork.source or a, fork.target or b)
            is_test = first.role == "test" and second.role != "test"
            n_by_ways[fork, is_test][folders] += 1
            if not is_test:
                one = self._inside[fork.folder].setdefault((fork.source, fork.target), _Sum())
                one.n += 1
                one.best = min(one.best, (_SURENESS[confidence], a, line, b))
        for (fork, is_test), ways in n_by_ways.items():
            for (a, b), n in ways.items():
                for folder in _up(a, fork.folder):
                    self._out[folder].setdefault(fork.target, [0, 0])[is_test] += n
                for folder in _up(b, fork.folder):
                    self._in[folder].setdefault(fork.source, [0, 0])[is_test] += n


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
