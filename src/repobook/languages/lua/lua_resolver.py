"""Lua: modules are the tables that files return; globals are seen by whoever runs later."""

from typing import Final, NamedTuple

from repobook.languages.lua.lua_members import RETURNED
from repobook.languages.lua.lua_scopes import IN_LINE, REQUIRED
from repobook.model.facts import Definition, Reference
from repobook.model.graph import EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.candidates import ONLY_ONE, Candidates
from repobook.resolve.follow import OUTSIDE, STANDARD, WHOLE, Follower, Place, Places
from repobook.resolve.linking import Linker
from repobook.resolve.paths import Paths, folder_of, folders_around, one_of
from repobook.resolve.world import World

_LANGUAGES: Final = frozenset(["Lua"])
_MEMBERS: Final = frozenset(["function", "method"])
_GLOBALS: Final = """
    _ENV _G _VERSION arg assert bit bit32 collectgarbage coroutine debug dofile error getfenv
    getmetatable io ipairs jit load loadfile loadstring math module newproxy next os package pairs
    pcall print rawequal rawget rawlen rawset require select setfenv setmetatable string table
    tonumber tostring type unpack utf8 warn xpcall
"""
_OF_TYPES: Final = """
    byte char close concat dump find flush format getenv gmatch gsub insert len lines lower match
    read remove rep reverse seek setvbuf sort sub unpack upper write
"""
STANDARD_NAMES: Final = frozenset(_GLOBALS.split())
_STANDARD_MEMBERS: Final = frozenset(_OF_TYPES.split())
# Where a package keeps what it offers; the folder itself comes last.
_ROOTS: Final = ("lua/", "src/", "lib/", "")
_MAX_HOMONYMS: Final = 50
# Places that are known by their line count down from here.
_LINE: Final = -10


def resolver(world: World) -> Resolve:
    return _Lua(world).resolve


class _Table(NamedTuple):
    """A file by its names."""

    definitions: tuple[Definition, ...]
    members: dict[str, dict[str, list[int]]]
    """By the name of the table that holds them; empty for what no table holds."""
    module: str
    """The table that the file returns."""
    in_lines: dict[tuple[str, int], list[int]]
    aliases: dict[str, str]
    """Modules by the names that the file gives them."""


class _Lua:
    depth_first = True

    def __init__(self, world: World) -> None:
        self._world = world
        self._paths = Paths(world)
        self._follower = Follower(world, self)
        by_name = Candidates(world, _LANGUAGES, _MEMBERS, _STANDARD_MEMBERS, EXTERNAL)
        self._linker = Linker(self._follower, by_name)
        self._tables: dict[str, _Table] = {}
        self._links: dict[tuple[str, str], Link] = {}

    def resolve(self, unit: Unit) -> FileLinks:
        links = self._linker.references(unit)
        pairs = zip(unit.references, links, strict=True)
        imports = [self._link_of_module(unit.path, each.module) for each in unit.imports]
        return FileLinks(tuple([self._or_global(r, link) for r, link in pairs]), tuple(imports))

    def names(self, path: str, name: str) -> Places:
        if name.startswith(REQUIRED):
            return self._module(path, name[len(REQUIRED) :].replace("$", "."))
        if name.startswith(IN_LINE):
            return (Place(path, _LINE - int(name[len(IN_LINE) :])),)
        table = self._table(path)
        own = self._places(path, table.members.get("", {}).get(name, ()))
        if own:
            return own
        if name in table.aliases:
            return self._module(path, table.aliases[name])
        return (STANDARD,) if name in STANDARD_NAMES else ()

    def members(self, place: Place, name: str) -> Places:
        table = self._table(place.path)
        if place.nth == WHOLE:
            return self._of_module(place.path, table, name)
        if place.nth <= _LINE:
            held = table.in_lines.get((name, _LINE - place.nth), ())
            return self._places(place.path, held)
        owner = table.definitions[place.nth].qualname if place.nth >= 0 else ""
        return self._places(place.path, table.members.get(owner, {}).get(name, ())) if owner else ()

    def _of_module(self, path: str, table: _Table, name: str) -> Places:
        """What the table that a file returns holds, or its fields stand for."""
        held = self._places(path, table.members.get(table.module, {}).get(name, ()))
        if table.module != RETURNED:
            own = table.members.get("", {}).get(table.module, ())
            inherited = [p for nth in own for p in self._follower.member(Place(path, nth), name)]
            return held or tuple(dict.fromkeys(inherited))
        values = [table.definitions[place.nth].value for place in held]
        meant = [p for value in values if value for p in self._follower.follow(path, value)]
        return tuple([p for p in meant if p.nth >= 0]) or held

    def _module(self, path: str, name: str) -> Places:
        link = self._link_of_module(path, name)
        if link.confidence != "exact":
            # What is only likely the module makes nothing of it sure.
            return () if link.targets else (OUTSIDE,)
        (target,) = link.targets
        return (Place(target, WHOLE),)

    def _link_of_module(self, path: str, name: str) -> Link:
        key = (folder_of(path), name)
        if key not in self._links:
            self._links[key] = self._file_of(path, name)
        return self._links[key]

    def _file_of(self, path: str, name: str) -> Link:
        written = name.replace(".", "/")
        endings = [f"{written}.lua", f"{written}/init.lua"]
        for folder in folders_around(path):
            for root in _ROOTS:
                for ending in endings:
                    if found := self._paths.file(folder, root + ending):
                        return Link((found,), "exact")
        likely = [self._paths.ending_with(each) for each in endings if "/" in written]
        return next((link for link in likely if link.targets), EXTERNAL)

    def _or_global(self, reference: Reference, link: Link) -> Link:
        """A global that any other file defines may be meant."""
        if link != UNKNOWN or reference.receiver:
            return link
        candidates = self._world.named(reference.name, _LANGUAGES)[:_MAX_HOMONYMS]
        found = [c.id for c in candidates if self._is_global(c.path, c.nth)]
        return one_of(found, ONLY_ONE)

    def _is_global(self, path: str, nth: int) -> bool:
        definition = self._table(path).definitions[nth]
        is_outer = definition.parent < 0 and "." not in definition.qualname
        return is_outer and not definition.signature.startswith("local ")

    def _places(self, path: str, several: list[int] | tuple[int, ...]) -> Places:
        return tuple([Place(path, nth) for nth in several])

    def _table(self, path: str) -> _Table:
        if path not in self._tables:
            self._tables[path] = _table(self._world.unit(path) or Unit(path, "", ""))
        return self._tables[path]


def _table(unit: Unit) -> _Table:
    members: dict[str, dict[str, list[int]]] = {}
    in_lines: dict[tuple[str, int], list[int]] = {}
    module = RETURNED
    for nth, definition in enumerate(unit.definitions):
        owner = definition.qualname[: -len(definition.name)].rstrip(".")
        members.setdefault(owner, {}).setdefault(definition.name, []).append(nth)
        in_lines.setdefault((definition.name, definition.line), []).append(nth)
        is_local = definition.signature.startswith("local ")
        if is_local and definition.exported and not owner:
            module = definition.name
    aliases = {each.alias: each.module for each in unit.imports if each.alias}
    return _Table(unit.definitions, members, module, in_lines, aliases)
