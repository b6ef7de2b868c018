"""Routes with their whole paths: what other files mount stands before what a route's file says."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.book_reader import BookReader
from repobook.model.answers import SymbolLine
from repobook.model.kinds import ROUTE
from repobook.text.route_paths import REPLACING, joined_path

_MAX_DEPTH: Final = 6
_MAX_PATHS: Final = 20


class WholePath(NamedTuple):
    path: str
    mounts: tuple[BoundPlace, ...]
    """The outermost first."""


class RouteLine(NamedTuple):
    """A route by one of its whole paths."""

    name: str
    """``GET /api/users``."""
    symbol: SymbolLine
    mounts: tuple[BoundPlace, ...]
    handlers: tuple[BoundPlace, ...]


class RouteReader:
    def __init__(self, reader: BookReader, bindings: BindingReader) -> None:
        self._reader = reader
        self._bindings = bindings

    def all(self) -> list[RouteLine]:
        """By path and method."""
        symbols = self._reader.symbol_lines("kind = ?", (ROUTE,))
        lines = [line for symbol in symbols for line in self.of(symbol)]
        return sorted(lines, key=_order)

    def called(self, name: str) -> list[SymbolLine]:
        """``GET /api/users`` or ``/api/users``; those below such a path where none is called so."""
        wanted = name.rstrip("/") or "/"
        lines = self.all()
        meant = [line for line in lines if wanted in _spellings(line.name)]
        meant = meant or [line for line in lines if _is_below(line.name, wanted)]
        return list(dict.fromkeys(line.symbol for line in meant))

    def of(self, symbol: SymbolLine) -> Iterator[RouteLine]:
        places = self._bindings.places_about(symbol)
        handlers = tuple(place for place in places if place.binding.stage == "handler")
        routers = [place for place in places if place.binding.stage == "router"]
        method, _, path = symbol.name.partition(" ")
        for whole in self._whole_paths(path, routers[:1]):
            yield RouteLine(f"{method} {whole.path}", symbol, whole.mounts, handlers)

    def _whole_paths(self, path: str, routers: Iterable[BoundPlace]) -> Iterator[WholePath]:
        for router in routers:
            found = list(self._mounted(WholePath(path, ()), router, _MAX_DEPTH))
            yield from found[:_MAX_PATHS]
            return
        yield WholePath(path, ())

    def _mounted(self, below: WholePath, router: BoundPlace, depth: int) -> Iterator[WholePath]:
        """``router`` is the place that names what the path belongs to."""
        mounts = self._mounts_of(router.targets) if depth else []
        if not mounts:
            yield below
        for mount in mounts[:_MAX_PATHS]:
            own = router.binding.detail if mount.binding.detail == REPLACING else ""
            path = joined_path(mount.binding.subject, below.path.removeprefix(own.rstrip("/")))
            above = WholePath(path, (mount, *below.mounts))
            parent = self._bindings.beside(mount, "mounted-on")
            if parent is None:
                yield above
            else:
                prefix = parent.binding.detail
                whole = above._replace(path=joined_path(prefix, path))
                yield from self._mounted(whole, parent, depth - 1)

    def _mounts_of(self, keys: Iterable[int]) -> list[BoundPlace]:
        places = [place for key in keys for place in self._bindings.places_to(key)]
        return [place for place in places if place.binding.stage == "mount"]


def _order(line: RouteLine) -> tuple[object, ...]:
    method, _, path = line.name.partition(" ")
    return path, method, line.symbol.path, line.symbol.line


def _spellings(name: str) -> tuple[str, str]:
    method, _, path = name.partition(" ")
    bare = path.rstrip("/") or "/"
    return f"{method} {bare}", bare


def _is_below(name: str, path: str) -> bool:
    return any(spelling.startswith(f"{path}/") for spelling in _spellings(name))
