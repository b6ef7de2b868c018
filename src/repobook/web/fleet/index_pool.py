"""Connections to the index of a fleet, lent to one question at a time."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from repobook.errors import RepobookError
from repobook.fleet.database.database import Principals, UnreachableError, open_database
from repobook.fleet.database.fleet_index import FleetIndex

_MAX_WAIT_SECONDS: Final = 5.0


class IndexPool:
    """A connection serves one user after the other and is set to the user before each query."""

    def __init__(self, address: str, size: int) -> None:
        self._address = address
        self._idle: queue.LifoQueue[FleetIndex | None] = queue.LifoQueue()
        for _ in range(size):
            self._idle.put(None)

    @contextmanager
    def lent(self, principals: Principals) -> Iterator[FleetIndex]:
        try:
            index = self._idle.get(timeout=_MAX_WAIT_SECONDS)
        except queue.Empty:
            raise UnreachableError("all connections to the index are busy") from None
        try:
            index = index or FleetIndex(open_database(self._address))
            index.show_only_to(principals)
            yield index
        except UnreachableError:
            _close(index)
            index = None
            raise
        finally:
            self._idle.put(index)

    def close(self) -> None:
        with suppress(queue.Empty):
            while True:
                _close(self._idle.get_nowait())


def _close(index: FleetIndex | None) -> None:
    if index is not None:
        with suppress(RepobookError, OSError):
            index.close()
