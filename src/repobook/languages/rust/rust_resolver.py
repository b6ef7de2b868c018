"""Rust: modules are files or blocks, ``use`` brings names in sight, ``impl`` adds members."""

from collections import deque
from typing import Final, NamedTuple

from repobook.languages.rust.rust_builtins import MEMBERS, PRELUDE
from repobook.languages.rust.rust_crates import Crates
from repobook.model.facts import Definition, Import, Reference
from repobook.model.graph import BUILTIN, UNKNOWN, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import OUTSIDE, STANDARD, WHOLE, Place, Places
from repobook.resolve.linking import MembersByOwner, NameResolver, members_by_owner, places_in
from repobook.resolve.world import World

_STANDARD_CRATES: Final = frozenset(["std", "core", "alloc", "proc_macro"])
_MAX_GLOBS: Final = 40


def resolver(world: World) -> Resolve:
    return _Rust(world).resolve


class _Use(NamedTuple):
    imported: Import
    depth: int
    """In how many modules of the same file it stands."""


class _Table(NamedTuple):
    """A file by its names."""

    members: MembersByOwner
    """By the qualified name of the owner, which is empty at the top."""
    uses: dict[str, list[_Use]]
    globs: list[_Use]
    depth_by_line: dict[int, int]
    modules: frozenset[str]
    """Those whose files stand elsewhere."""


class _Rust(NameResolver):
    languages = frozenset(["Rust"])
    members_guessed = frozenset(["method", "field", "enum_member"])
    standard_members = MEMBERS

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._crates = Crates(world)
        self._target = self._follower.memo(self._target_of)
        self._from_globs = self._follower.memo(self._by_globs)

    def names(self, path: str, name: str) -> Places:
        if name in ("crate", "self", "super"):
            return self._module(path, name, 0)
        return self._in_sight(path, name) or self._of_crate(path, name)

    def members(self, place: Place, name: str) -> Places:
        if place.nth == WHOLE and name == "super":
            return self._module(place.path, name, 0)
        if place.nth == WHOLE:
            is_root = self._crates.parent(place.path) is None
            exported = self._macros(place.path, name) if is_root else ()
            return self._in_sight(place.path, name) or exported
        definition = self._follower.definition(place)
        if definition is None:
            return ()
        definitions = self._table(place.path).members.get(definition.qualname, {}).get(name)
        if definitions:
            return places_in(place.path, definitions)
        if definition.kind == "module":
            return self._used(place.path, name)
        return self._implemented_elsewhere(place.path, definition, name)

    def link_of_import(self, path: str, imported: Import) -> Link:
        depth = self._table(path).depth_by_line.get(imported.line, 0)
        if imported.form == "mod":
            child = self._crates.child(path, imported.module)
            return Link((child,), "exact") if child is not None else UNKNOWN
        if imported.name == "*":
            places = self._walk(path, imported.module, depth)
        else:
            places = self._target(path, _Use(imported, depth))
        return self._follower.link(places) or UNKNOWN

    def likely(self, path: str, reference: Reference, link: Link) -> Link:
        """What is derived bears the name of a trait, and may bear that of any other type, too."""
        if reference.role != "decorator":
            return link
        name = reference.name
        kinds = [each.kind for each in self._world.named(name) if each.id in link.targets]
        if not link.targets or any(kind in ("function", "macro") for kind in kinds):
            return link
        return BUILTIN if name in PRELUDE else UNKNOWN

    def _in_sight(self, path: str, name: str) -> Places:
        """A module and a function may share a name, so that one does not hide the other."""
        own = (*self._own(path, name), *self._used(path, name))
        return tuple(dict.fromkeys(own)) or self._from_globs(path, name)

    def _own(self, path: str, name: str) -> Places:
        table = self._table(path)
        if name in table.modules:
            child = self._crates.child(path, name)
            return (Place(child, WHOLE),) if child is not None else ()
        return places_in(path, table.members[""].get(name, ()))

    def _used(self, path: str, name: str) -> Places:
        uses = self._table(path).uses.get(name, ())
        places = [place for use in uses for place in self._target(path, use)]
        return tuple(dict.fromkeys(places))

    def _target_of(self, path: str, use: _Use) -> Places:
        module, name, alias, _, _ = use.imported
        if not name:
            return self._of_crate(path, module)
        owners = self._walk(path, module, use.depth, bound=alias or name)
        return tuple(
            dict.fromkeys([p for owner in owners for p in self._follower.member(owner, name)])
        )

    def _walk(self, path: str, module: str, depth: int, bound: str = "") -> Places:
        """A path of modules; ``bound`` is the name that is being looked for and cannot help."""
        head, *rest = module.split("::")
        if head in ("crate", "self", "super"):
            places = self._module(path, head, depth)
        elif head == bound:
            places = self._own(path, head) or self._of_crate(path, head)
        else:
            places = self._own(path, head) or self._of_crate(path, head) or self._used(path, head)
        for part in rest:
            if part == "super":
                places = tuple([p for each in places for p in self._module(each.path, part, 0)])
            else:
                places = tuple([p for each in places for p in self._follower.member(each, part)])
        return places

    def _module(self, path: str, word: str, depth: int) -> Places:
        if word == "crate":
            return (Place(self._crates.top(path), WHOLE),)
        if word == "self" or depth:
            return (Place(path, WHOLE),)
        above = self._crates.parent(path)
        return (Place(above, WHOLE),) if above is not None else ()

    def _by_globs(self, path: str, name: str) -> Places:
        """A glob holds in its block alone, which is not known here: each may give the name."""
        owners = [
            owner
            for use in self._table(path).globs[:_MAX_GLOBS]
            for owner in self._walk(path, use.imported.module, use.depth)
            if owner not in (OUTSIDE, STANDARD, Place(path, WHOLE))
        ]
        places = [place for owner in owners for place in self._follower.member(owner, name)]
        return tuple(dict.fromkeys(places))

    def _of_crate(self, path: str, name: str) -> Places:
        """A crate by its name, a macro of the crate, or what the language brings along."""
        root = self._crates.root_of(name)
        if root is not None:
            return (Place(root, WHOLE),)
        if name in _STANDARD_CRATES or name in PRELUDE:
            return (STANDARD,)
        return (OUTSIDE,) if name in self._crates.outside else self._macros(path, name)

    def _macros(self, path: str, name: str) -> Places:
        """Of the file itself, else of others in the crate."""
        if own := self._macros_in(path, name):
            return places_in(path, own)
        crate = self._crates.folder(path)
        paths = sorted(
            {
                each.path
                for each in self._world.named(name)
                if each.kind == "macro" and self._crates.folder(each.path) == crate
            }
        )
        visible = [(each, self._macros_in(each, name, from_outside=True)) for each in paths]
        return tuple([place for each, macros in visible for place in places_in(each, macros)])

    def _macros_in(self, path: str, name: str, from_outside: bool = False) -> list[int]:
        """What a module inside the file keeps to itself, as one for tests does, ends with it."""
        return [
            n
            for n, d in enumerate(self._world.unit(path).definitions)
            if d.kind == "macro"
            and d.name == name
            and not (from_outside and "." in d.qualname and not d.exported)
        ]

    def _implemented_elsewhere(self, path: str, owner: Definition, name: str) -> Places:
        """``impl`` blocks may stand in any file of the crate."""
        qualname = f"{owner.name}.{name}"
        crate = self._crates.folder(path)
        places: list[Place] = []
        for candidate in self._world.named(name):
            if candidate.path != path and self._crates.folder(candidate.path) == crate:
                definitions = self._table(candidate.path).members.get(owner.name, {}).get(name, ())
                is_member = candidate.id.endswith(f"::{qualname}")
                if is_member and self._is_same(candidate.path, owner, path):
                    places += places_in(candidate.path, definitions)
        return tuple(dict.fromkeys(places))

    def _is_same(self, path: str, owner: Definition, home: str) -> bool:
        return any(place.path == home for place in self._follower.follow(path, owner.name))

    @remembered
    def _table(self, path: str) -> _Table:
        return _table(self._world.unit(path))


def _table(unit: Unit) -> _Table:
    depths = _depths(unit)
    uses: dict[str, list[_Use]] = {}
    for imported, depth in zip(unit.imports, depths, strict=True):
        if imported.form != "mod" and imported.name != "*":
            bound = imported.alias or imported.name or imported.module
            uses.setdefault(bound, []).append(_Use(imported, depth))
    globs = [_Use(i, depth) for i, depth in zip(unit.imports, depths, strict=True) if i.name == "*"]
    all_uses = (use for several in (globs, *uses.values()) for use in several)
    return _Table(
        members_by_owner(unit.definitions, [d.qualname for d in unit.definitions]),
        uses,
        globs,
        {use.imported.line: use.depth for use in all_uses},
        frozenset([each.module for each in unit.imports if each.form == "mod"]),
    )


def _depths(unit: Unit) -> list[int]:
    """For each import, how many modules written in this file are around it."""
    modules = [d for d in unit.definitions if d.kind == "module" and d.end_line > d.line]
    waiting, open_ends, depths = deque(modules), [], []
    for imported in unit.imports:
        while waiting and waiting[0].line <= imported.line:
            open_ends.append(waiting.popleft().end_line)
        while open_ends and open_ends[-1] < imported.line:
            open_ends.pop()
        depths.append(len(open_ends))
    return depths
