"""Lua: modules are the tables that files return; globals are seen by whoever runs later."""

from typing import Final, NamedTuple

from repobook.languages.lua.lua_members import RETURNED
from repobook.languages.lua.lua_scopes import IN_LINE, REQUIRED
from repobook.model.facts import Definition, Import, Reference
from repobook.model.graph import EXTERNAL, UNKNOWN, Candidate, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import OUTSIDE, STANDARD, WHOLE, Place, Places
from repobook.resolve.linking import MembersByOwner, NameResolver, members_by_owner, places_in
from repobook.resolve.paths import Paths
from repobook.resolve.world import World
from repobook.text.folders import folder_of, folders_around

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
# Where a package keeps what it offers; the folder itself comes last.
_ROOTS: Final = ("lua/", "src/", "lib/", "")
# Places that are known by their line count down from here.
_LINE: Final = -10


def resolver(world: World) -> Resolve:
    return _Lua(world).resolve


class _Table(NamedTuple):
    """A file by its names."""

    definitions: tuple[Definition, ...]
    members: MembersByOwner
    """By the name of the table that holds them; empty for what no table holds."""
    module: str
    """The table that the file returns."""
    in_lines: dict[tuple[str, int], list[int]]
    aliases: dict[str, str]
    """Modules by the names that the file gives them."""


class _Lua(NameResolver):
    languages = frozenset(["Lua"])
    members_guessed = frozenset(["function", "method"])
    standard_members = frozenset(_OF_TYPES.split())

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._paths = Paths(world)

    def link_of_import(self, path: str, imported: Import) -> Link:
        return self._file_of(folder_of(path), imported.module)

    def names(self, path: str, name: str) -> Places:
        if name.startswith(REQUIRED):
            return self._module(path, name[len(REQUIRED) :].replace("$", "."))
        if name.startswith(IN_LINE):
            return (Place(path, _LINE - int(name[len(IN_LINE) :])),)
        table = self._table(path)
        own = places_in(path, table.members.get("", {}).get(name, ()))
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
            return places_in(place.path, held)
        owner = table.definitions[place.nth].qualname if place.nth >= 0 else ""
        return places_in(place.path, table.members.get(owner, {}).get(name, ())) if owner else ()

    def _of_module(self, path: str, table: _Table, name: str) -> Places:
        """What the table that a file returns holds, or its fields stand for."""
        held = places_in(path, table.members.get(table.module, {}).get(name, ()))
        if table.module != RETURNED:
            own = table.members.get("", {}).get(table.module, ())
            inherited = [p for nth in own for p in self._follower.member(Place(path, nth), name)]
            return held or tuple(dict.fromkeys(inherited))
        values = [table.definitions[place.nth].value for place in held]
        meant = [p for value in values if value for p in self._follower.follow(path, value)]
        return tuple([p for p in meant if p.nth >= 0]) or held

    def _module(self, path: str, name: str) -> Places:
        link = self._file_of(folder_of(path), name)
        if link.confidence != "exact":
            # What is only likely the module makes nothing of it sure.
            return () if link.targets else (OUTSIDE,)
        (target,) = link.targets
        return (Place(target, WHOLE),)

    @remembered
    def _file_of(self, home: str, name: str) -> Link:
        written = name.replace(".", "/")
        endings = [f"{written}.lua", f"{written}/init.lua"]
        for folder in folders_around(f"{home}/"):
            for root in _ROOTS:
                for ending in endings:
                    if found := self._paths.file(folder, root + ending):
                        return Link((found,), "exact")
        likely = [self._paths.ending_with(each) for each in endings if "/" in written]
        return next((link for link in likely if link.targets), EXTERNAL)

    def likely(self, path: str, reference: Reference, link: Link) -> Link:
        """A global that any other file defines may be meant."""
        is_settled = link != UNKNOWN or reference.receiver
        return link if is_settled else self.only(reference.name, self._is_global)

    def _is_global(self, candidate: Candidate) -> bool:
        definition = self._table(candidate.path).definitions[candidate.nth]
        is_outer = definition.parent < 0 and "." not in definition.qualname
        return is_outer and not definition.signature.startswith("local ")

    @remembered
    def _table(self, path: str) -> _Table:
        return _table(self._world.unit(path))


def _table(unit: Unit) -> _Table:
    in_lines: dict[tuple[str, int], list[int]] = {}
    module = RETURNED
    for nth, definition in enumerate(unit.definitions):
        owner = definition.qualname[: -len(definition.name)].rstrip(".")
        in_lines.setdefault((definition.name, definition.line), []).append(nth)
        is_local = definition.signature.startswith("local ")
        if is_local and definition.exported and not owner:
            module = definition.name
    aliases = {each.alias: each.module for each in unit.imports if each.alias}
    members = members_by_owner(unit.definitions, [d.qualname for d in unit.definitions])
    return _Table(unit.definitions, members, module, in_lines, aliases)
