"""Routes and commands by their whole names: what other files mount stands before their own."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from repobook.index.reader.binding_reader import BindingReader, BoundPlace, SymbolRows
from repobook.model.answers import SymbolLine
from repobook.model.kinds import COMMAND, ROUTE
from repobook.text.route_paths import REPLACING, joined_path, joined_words

_MAX_DEPTH: Final = 6
_MAX_PATHS: Final = 20


class WholePath(NamedTuple):
    path: str
    mounts: tuple[BoundPlace, ...]
    """The outermost first."""


class RouteLine(NamedTuple):
    """A route or a command by one of its whole names."""

    name: str
    """``GET /api/users``, ``users add``."""
    symbol: SymbolLine
    mounts: tuple[BoundPlace, ...]
    handlers: tuple[BoundPlace, ...]


class RouteReader:
    def __init__(self, reader: SymbolRows, bindings: BindingReader) -> None:
        self._reader = reader
        self._bindings = bindings
        self._mounts_by_router: dict[int, list[BoundPlace]] = {}

    def all(self, kind: str = ROUTE) -> list[RouteLine]:
        """By path and method, or by name."""
        symbols = self._reader.symbol_lines(f"kind = '{kind}'", ())  # as its index has it
        lines = [line for symbol in symbols for line in self.of(symbol)]
        return sorted(lines, key=_order)

    def called(self, name: str) -> list[SymbolLine]:
        """``GET /api/users`` or ``/api/users``; those below such a path where none matches.

        A command by its whole name.
        """
        wanted = name.rstrip("/") or "/"
        lines = self.all() if "/" in name else []
        lines += [line for line in self.all(COMMAND) if line.mounts]
        meant = [line for line in lines if wanted in _spellings(line.name)]
        meant = meant or [line for line in lines if _is_below(line.name, wanted)]
        return list(dict.fromkeys(line.symbol for line in meant))

    def of(self, symbol: SymbolLine) -> Iterator[RouteLine]:
        places = self._bindings.places_about(symbol)
        handlers = tuple(p for p in places if p.binding.stage in ("handler", "runs"))
        routers = [place for place in places if place.binding.stage == "router"]
        is_command = symbol.kind == COMMAND
        method, _, path = symbol.name.partition(" ")
        for whole in self._whole_paths(path, routers[:1]):
            name = whole.path if is_command else f"{method} {whole.path}"
            yield RouteLine(name, symbol, whole.mounts, handlers)

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
            path = _path_below(mount, router, below.path)
            above = WholePath(path, (mount, *below.mounts))
            parent = self._bindings.beside(mount, "mounted-on")
            if parent is None:
                yield above
            else:
                is_route = path.startswith("/")
                whole = joined_path(parent.binding.detail, path) if is_route else path
                yield from self._mounted(above._replace(path=whole), parent, depth - 1)

    def _mounts_of(self, keys: tuple[int, ...]) -> list[BoundPlace]:
        for key in keys:
            if key not in self._mounts_by_router:
                places = self._bindings.places_to(key)
                mounts = [place for place in places if place.binding.stage == "mount"]
                self._mounts_by_router[key] = mounts
        return [mount for key in keys for mount in self._mounts_by_router[key]]


def _path_below(mount: BoundPlace, router: BoundPlace, path: str) -> str:
    own, given = router.binding.detail, mount.binding.subject
    if given.startswith("/"):
        is_replaced = mount.binding.detail == REPLACING
        return joined_path(given, path.removeprefix(own.rstrip("/")) if is_replaced else path)
    return joined_words(given or own, "" if path == own else path)


def _order(line: RouteLine) -> tuple[object, ...]:
    is_command = line.symbol.kind == COMMAND
    method, _, path = ("", "", line.name) if is_command else line.name.partition(" ")
    return path, method, line.symbol.path, line.symbol.line


def _spellings(name: str) -> tuple[str, str]:
    method, _, path = name.partition(" ")
    bare = path.rstrip("/") or "/"
    return f"{method} {bare}", bare


def _is_below(name: str, path: str) -> bool:
    return any(spelling.startswith(f"{path}/") for spelling in _spellings(name))
