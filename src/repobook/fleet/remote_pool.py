"""Distributes resolving and rendering of one huge repository over many machines.

A share is worked on by a pool of one process, as on the machine that builds the book. Its files are
lent by the store; answers come back, and with them the pages that were written there.
"""

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from repobook.disk.writing import WritableFolder, make_folders
from repobook.fleet.store import open_store
from repobook.workers.pool import DEFAULT_LIMITS, Answer, Limits, MovableFactory, Pool, WorkerPool

Item = TypeVar("Item")
Weighted = tuple[Item, int]
Families = Callable[[Item], int]

# So few are worked on here: sending their files would take longer.
_FEW: Final = 60
_LEAST_WEIGHT: Final = 4 << 10
"""Of an item whose work is not that of a file's bytes."""


class Helpers(Protocol):
    def run(self, work: bytes, shares: list[bytes]) -> Iterator[tuple[int, bytes | None]]:
        """Each share by its number, in any order; None for one that no machine has ended."""


class RemotePools(NamedTuple):
    helpers: Helpers
    store: str
    repository: str
    n_shares: int

    def open(
        self,
        factory: MovableFactory,
        limits: Limits = DEFAULT_LIMITS,
        families: Families[Item] | None = None,
    ) -> Pool[Item]:
        return RemotePool(self, factory, limits, families)


class RemotePool(Generic[Item]):
    def __init__(
        self,
        pools: RemotePools,
        factory: MovableFactory,
        limits: Limits,
        families: Families[Item] | None,
    ) -> None:
        self._pools = pools
        self._factory = factory
        self._limits = limits
        self._families = families

    def run(self, items: Sequence[Weighted[Item]]) -> Iterator[Answer[Item]]:
        if len(items) <= _FEW:
            yield from self._here.run(items) if items else ()
            return
        store, name = open_store(self._pools.store), self._pools.repository
        store.take_back(name)
        try:
            lent = {path: store.lend(name, path) for path in self._factory.reads()}
            yield from self._shared(items, lent)
        finally:
            store.take_back(name)

    def _shared(
        self, items: Sequence[Weighted[Item]], lent: dict[str, str]
    ) -> Iterator[Answer[Item]]:
        work = _Work(self._factory, self._limits, self._families, self._pools.store, lent)
        shares = divided(items, self._families, self._pools.n_shares)
        sent = [pickle.dumps(share) for share in shares]
        for number, data in self._pools.helpers.run(pickle.dumps(work), sent):
            if data is None:
                yield from self._here.run(shares[number])
                continue
            done: _Done = pickle.loads(data)
            if done.files:
                with WritableFolder(Path(self._factory.writes())) as folder:
                    for name, content in done.files.items():
                        folder.write(name, content)
            yield from done.answers

    def close(self) -> None:
        if "_here" in vars(self):
            self._here.close()

    @cached_property
    def _here(self) -> WorkerPool[Item]:
        return WorkerPool(self._factory.open, 1, self._limits, self._families)


def divided(
    items: Sequence[Weighted[Item]], families: Families[Item] | None, n: int
) -> list[list[Weighted[Item]]]:
    """In up to ``n`` shares of about the same weight; what needs the same things stays together."""
    shares: list[list[Weighted[Item]]] = [[] for _ in range(n)]
    whole = sum(weight + _LEAST_WEIGHT for _, weight in items)
    before = 0
    for item, weight in sorted(items, key=lambda pair: families(pair[0])) if families else items:
        shares[before * n // whole].append((item, weight))
        before += weight + _LEAST_WEIGHT
    return [share for share in shares if share]


class _Work(NamedTuple):
    """What all shares have in common."""

    factory: MovableFactory
    limits: Limits
    families: Families[Any] | None
    store: str
    lent: dict[str, str]
    """What it is known by, by its path on the machine that builds the book."""


class _Done(NamedTuple):
    answers: list[Answer[Any]]
    files: dict[str, bytes]
    """What was written, by name."""


def work_on_share(work: bytes, share: bytes) -> bytes:
    """On any machine that sees the store and the repository."""
    factory, limits, families, address, lent = pickle.loads(work)
    store = open_store(address)
    with TemporaryDirectory(prefix="repobook-") as folder:
        place_by_path = {path: store.borrow(each, folder) for path, each in lent.items()}
        written = Path(folder, "written")
        make_folders(written)
        moved = factory.moved(place_by_path, str(written))
        pool: WorkerPool[Any] = WorkerPool(moved.open, 1, limits, families)
        try:
            answers = [*pool.run(pickle.loads(share))]
        finally:
            pool.close()
        return pickle.dumps(_Done(answers, dict(_files(written))))


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            yield path.relative_to(folder).as_posix(), path.read_bytes()
