"""The routes of one file: routers with their prefixes, what is mounted where, and the handlers.

What the file itself mounts is part of a route's name; what other files mount is bound, and joined
by whoever asks for the whole path.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from repobook.packs.calls import Use
from repobook.packs.gathered import Gathered
from repobook.packs.pack import PackFacts
from repobook.parse.source import SourceText
from repobook.text.route_paths import REPLACING, joined_path

PACK_NAME: Final = "web"
KIND: Final = "route"
ANY: Final = "ANY"
_MAX_DEPTH: Final = 5
_MAX_MOUNTS: Final = 20


class Router(NamedTuple):
    """What routes are added to: an application, a blueprint, a list of patterns."""

    key: str
    """By which the file knows it."""
    use: Use | None = None
    """By which others do; None for a local."""
    prefix: str = ""
    is_replaced: bool = False
    """Whether mounting with a prefix of its own replaces this one."""


class Route(NamedTuple):
    methods: tuple[str, ...]
    path: str
    router: Router
    handler: Use | None
    start: int
    end: int


class Mount(NamedTuple):
    prefix: str
    is_replacing: bool
    """Whether it replaces the prefix that a blueprint has."""
    parent: Router
    child: Router
    offset: int


class _Top(NamedTuple):
    """A path up to the last router that the file itself knows the way to."""

    path: str
    router: Router
    own_prefix: str


class RouteTable:
    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._routes: list[Route] = []
        self._mounts: dict[str, list[Mount]] = {}

    def add(self, route: Route) -> None:
        self._routes.append(route)

    def mount(self, mount: Mount) -> None:
        self._mounts.setdefault(mount.child.key, []).append(mount)

    def facts(self) -> PackFacts:
        gathered = Gathered(PACK_NAME, self._source)
        own = {route.router.key for route in self._routes}
        for route in self._routes:
            for top in self._tops(_Top(route.path, route.router, ""), _MAX_DEPTH):
                _gather(gathered, route, top)
        for mounts in self._mounts.values():
            for mount in mounts:
                if not self._is_joined(mount, own):
                    _gather_mount(gathered, mount)
        return gathered.facts()

    def _is_joined(self, mount: Mount, own: set[str]) -> bool:
        """Whether names of routes have it already."""
        use = mount.child.use
        return use is None or mount.child.key in own

    def _tops(self, below: _Top, depth: int) -> Iterator[_Top]:
        router = below.router
        mounts = self._mounts.get(router.key, ())[:_MAX_MOUNTS] if depth else ()
        if not mounts:
            path = joined_path(router.prefix, below.path)
            yield _Top(path, router, router.prefix if router.is_replaced else "")
        for mount in mounts:
            own = "" if router.is_replaced and mount.is_replacing else router.prefix
            path = joined_path(mount.prefix, joined_path(own, below.path))
            yield from self._tops(_Top(path, mount.parent, ""), depth - 1)


def names_of(methods: Sequence[str], path: str) -> list[str]:
    return [f"{method} /{path.lstrip('/')}" for method in methods or (ANY,)]


def _gather(gathered: Gathered, route: Route, top: _Top) -> None:
    for name in names_of(route.methods, top.path):
        name = gathered.define(KIND, name, route.start, route.end)
        if route.handler:
            gathered.bind(name, "handler", route.handler)
        if top.router.use:
            use = top.router.use._replace(offset=route.start)
            gathered.bind(name, "router", use, top.own_prefix)


def _gather_mount(gathered: Gathered, mount: Mount) -> None:
    if mount.child.use:
        prefix = joined_path("/", mount.prefix) if mount.prefix else "/"
        gathered.bind(prefix, "mount", mount.child.use, REPLACING if mount.is_replacing else "")
        if mount.parent.use:
            use = mount.parent.use._replace(offset=mount.offset)
            gathered.bind(prefix, "mounted-on", use, mount.parent.prefix)
