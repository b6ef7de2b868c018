"""Routes or commands of one file: routers with prefixes, what is mounted where, handlers.

A group of commands is to them what a router is to routes. What the file itself mounts is part of a
name; what other files mount is bound, and joined by whoever asks for the whole.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.model.facts import FileFacts
from repobook.model.kinds import COMMAND
from repobook.packs.calls import FileCalls, Use
from repobook.packs.gathered import Gathered
from repobook.packs.pack import Needs, PackFacts
from repobook.parse.source import SourceText
from repobook.text.route_paths import REPLACING, command_name, joined_path

ANY: Final = "ANY"
_MAX_DEPTH: Final = 5
_MAX_MOUNTS: Final = 20


class Naming(NamedTuple):
    """How a pack calls what it finds."""

    pack: str
    kind: str
    join: Callable[[str, str], str] = joined_path
    is_root_named: bool = True
    """Whether the prefix of the topmost router counts: a program is called otherwise than its group
    of commands."""


class Router(NamedTuple):
    """What routes are added to: an application, a blueprint, a list of patterns; a group."""

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


class MountTable:
    def __init__(self, source: SourceText, naming: Naming) -> None:
        self._source = source
        self._naming = naming
        self._routes: list[Route] = []
        self._mounts: dict[str, list[Mount]] = {}

    def add(self, route: Route) -> None:
        self._routes.append(route)

    def mount(self, mount: Mount) -> None:
        self._mounts.setdefault(mount.child.key, []).append(mount)

    def facts(self) -> PackFacts:
        gathered = Gathered(self._naming.pack, self._source)
        own = {route.router.key for route in self._routes}
        for route in self._routes:
            for top in self._tops(_Top(route.path, route.router, ""), _MAX_DEPTH):
                self._gather(gathered, route, top)
        for mounts in self._mounts.values():
            for mount in mounts:
                if not self._is_joined(mount, own):
                    self._gather_mount(gathered, mount)
        return gathered.facts()

    def _is_joined(self, mount: Mount, own: set[str]) -> bool:
        """Whether names of routes have it already."""
        use = mount.child.use
        return use is None or mount.child.key in own

    def _tops(self, below: _Top, depth: int) -> Iterator[_Top]:
        router = below.router
        mounts = self._mounts.get(router.key, ())[:_MAX_MOUNTS] if depth else ()
        if not mounts:
            is_named = self._naming.is_root_named or not below.path
            path = self._naming.join(router.prefix if is_named else "", below.path)
            yield _Top(path, router, router.prefix if router.is_replaced else "")
        for mount in mounts:
            own = "" if router.is_replaced and mount.is_replacing else router.prefix
            join = self._naming.join
            path = join(mount.prefix, join(own, below.path))
            yield from self._tops(_Top(path, mount.parent, ""), depth - 1)

    def _gather(self, gathered: Gathered, route: Route, top: _Top) -> None:
        for name in self._names(route.methods, top.path):
            name = gathered.define(self._naming.kind, name, route.start, route.end)
            if route.handler:
                gathered.bind(name, "handler", route.handler)
            if top.router.use:
                use = top.router.use._replace(offset=route.start)
                gathered.bind(name, "router", use, top.own_prefix)

    def _names(self, methods: Sequence[str], path: str) -> list[str]:
        if self._naming.kind == COMMAND:
            return [command_name(path)]
        return [f"{method} /{path.lstrip('/')}" for method in methods or (ANY,)]

    def _gather_mount(self, gathered: Gathered, mount: Mount) -> None:
        if mount.child.use:
            subject = (
                mount.prefix if self._naming.kind == COMMAND else joined_path("/", mount.prefix)
            )
            detail = REPLACING if mount.is_replacing else ""
            gathered.bind(subject, "mount", mount.child.use, detail)
            if mount.parent.use:
                use = mount.parent.use._replace(offset=mount.offset)
                gathered.bind(subject, "mounted-on", use, mount.parent.prefix)


Read = Callable[[FileCalls, MountTable], None]
Readers = Mapping[str, tuple[tuple[tuple[bytes, ...], Read], ...]]
"""By language: words of imports without which a file has nothing to read, and what reads it."""
# What code has that imports nothing by that name.
_IN_TEXT: Final = frozenset([(b"Subcommand",), (b"axum",), (b"actix_web", b"rocket")])


def needs(readers: Readers) -> dict[str, Needs | None]:
    """None for a language whose text must be searched."""
    return {
        language: None
        if any(words in _IN_TEXT for words, _ in pairs)
        else Needs(tuple(word.decode() for words, _ in pairs for word in words))
        for language, pairs in readers.items()
    }


def read_mounts(
    readers: Readers, naming: Naming, language: str, source: SourceText, facts: FileFacts
) -> PackFacts:
    if language not in readers:
        return PackFacts()
    imported = "\n".join(f"{one.module} {one.name}" for one in facts.imports).encode()
    applying = [
        read
        for words, read in readers[language]
        if any(word in imported for word in words)
        or (words in _IN_TEXT and any(word in source.data for word in words))
    ]
    if not applying:
        return PackFacts()
    calls, table = FileCalls(language, source, facts), MountTable(source, naming)
    for read in applying:
        read(calls, table)
    return table.facts()
