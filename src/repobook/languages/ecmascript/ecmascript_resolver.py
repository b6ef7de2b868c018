"""JavaScript and TypeScript: a file is a module, and what it exports may come from others."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from repobook.languages.ecmascript.ecmascript_builtins import GLOBALS, MEMBERS, TEST_GLOBALS
from repobook.languages.ecmascript.ecmascript_modules import Modules
from repobook.languages.ecmascript.ecmascript_scopes import IMPORT_AT
from repobook.model.facts import Definition, Import, Reference
from repobook.model.graph import EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import OUTSIDE, STANDARD, WHOLE, Place, Places
from repobook.resolve.linking import MembersByOwner, NameResolver, places_in
from repobook.resolve.world import World
from repobook.text.naming.code_names import code_names

_DEFAULT: Final = "default"
_CALLABLE: Final = frozenset(["function", "method", "constructor"])
_MAX_STARS: Final = 500
_DECLARATIONS: Final = (".d.ts", ".d.mts", ".d.cts")


def resolver(world: World) -> Resolve:
    return _EcmaScript(world).resolve


class _Table(NamedTuple):
    """A file by its names."""

    names: list[str]
    """Parallel to its definitions."""
    defined: dict[str, list[int]]
    members: MembersByOwner
    """By the qualified name of the owner."""
    imported: dict[str, Import]
    exported: dict[str, Import]
    """What is exported from elsewhere, or by another name than its own."""
    stars: tuple[str, ...]


class _EcmaScript(NameResolver):
    languages = frozenset(["JavaScript", "TypeScript", "TSX"])
    members_guessed = frozenset(["method", "field", "property", "enum_member"])
    standard_members = MEMBERS
    not_found = UNKNOWN

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._modules = Modules(world)
        self._exported = self._follower.memo(self._exported_by)

    def resolve(self, unit: Unit) -> FileLinks:
        return super().resolve(unit)._replace(same=tuple(_overloads(unit)))

    def names(self, path: str, name: str) -> Places:
        if name.startswith(IMPORT_AT):
            return self._imported_in_line(path, int(name.removeprefix(IMPORT_AT)))
        table = self._table(path)
        if name in table.imported:
            return self._imported(path, table.imported[name])
        if name in table.defined:
            return places_in(path, table.defined[name])
        if name in TEST_GLOBALS:
            return (OUTSIDE,)
        return (STANDARD,) if name in GLOBALS else self._declared_for_all(name)

    def _link(self, path: str, reference: Reference) -> Link:
        if reference.receiver.startswith(IMPORT_AT):
            reference = self._as_exported(path, reference)
        return super()._link(path, reference)

    def _as_exported(self, path: str, reference: Reference) -> Reference:
        """``b`` of ``const {a: b} = await import('x')`` is ``a`` there."""
        at, *rest = [*reference.receiver.split("."), reference.name]
        line = int(at.removeprefix(IMPORT_AT))
        names = {
            each.alias: each.name
            for each in self._world.unit(path).imports
            if each.line == line and each.alias
        }
        *owners, name = [names.get(rest[0], rest[0]), *rest[1:]]
        return reference._replace(receiver=".".join([at, *owners]), name=name)

    def _imported_in_line(self, path: str, line: int) -> Places:
        modules = {each.module for each in self._world.unit(path).imports if each.line == line}
        whole = [Import(module, "", "", "import", line) for module in modules]
        return self._imported(path, whole[0]) if len(whole) == 1 else ()

    def _declared_for_all(self, name: str) -> Places:
        """A declaration file that imports nothing declares its names for all other files."""
        paths = {each.path for each in self._world.named(name, self.languages)}
        return tuple(
            [
                place
                for path in sorted(paths)
                if path.endswith(_DECLARATIONS) and not self._world.unit(path).imports
                for place in places_in(path, self._table(path).defined.get(name, ()))
            ]
        )

    def members(self, place: Place, name: str) -> Places:
        if place.nth == WHOLE:
            return self._exported(place.path, name)
        table = self._table(place.path)
        owner = table.names[place.nth]
        own = table.members.get(owner, {}).get(name)
        # A parameter of the constructor may declare a field.
        declared = table.members.get(f"{owner}.constructor", {}).get(name, ())
        return places_in(place.path, own or declared)

    def link_of_import(self, path: str, imported: Import) -> Link:
        if imported.form == "export" and not imported.module:
            return self._follower.link(self.names(path, imported.name)) or UNKNOWN
        target = self._modules.path_of(path, imported.module)
        if target is None:
            return UNKNOWN if imported.module.startswith(".") else EXTERNAL
        named = imported.name not in ("", "*")
        places = self._exported(target, imported.name) if named else ()
        return self._follower.link(places) or Link((target,), "exact")

    def _imported(self, path: str, imported: Import) -> Places:
        target = self._modules.path_of(path, imported.module)
        if target is None:
            return () if imported.module.startswith(".") else (OUTSIDE,)
        if imported.name:
            return self._exported(target, imported.name)
        whole = self._exported(target, _DEFAULT) if imported.form == "require" else ()
        return whole or (Place(target, WHOLE),)

    def _exported_by(self, path: str, name: str) -> Places:
        kind = self._world.files.get(path)
        if kind is None or kind.language not in self.languages:
            return (Place(path, WHOLE),) if name == _DEFAULT else ()
        for file in self._with_stars(path):
            if places := self._own_export(file, name):
                return places
            if name == _DEFAULT:
                break
        return ()

    def _own_export(self, path: str, name: str) -> Places:
        table = self._table(path)
        if name in table.exported:
            exported = table.exported[name]
            local = self.names(path, exported.name)
            return self._imported(path, exported) if exported.module else local
        if name in table.imported:
            # Whoever takes it from here knows that it is exported, too.
            return self._imported(path, table.imported[name])
        if own := places_in(path, table.defined.get(name, ())):
            return own
        if name == _DEFAULT:
            # ``module.exports = require('./other')``
            whole = table.imported.get("exports")
            return self._imported(path, whole) if whole is not None else ()
        return self._of_whole(path, name)

    def _of_whole(self, path: str, name: str) -> Places:
        """``module.exports = a`` exports the members of ``a``."""
        whole = self._table(path).exported.get(_DEFAULT)
        if whole is None or whole.module:
            return ()
        return self._follower.follow(path, f"{whole.name}.{name}")

    def _with_stars(self, path: str) -> Iterable[str]:
        """The file and all that it re-exports with ``export *``, nearest first."""
        reached = {path: None}
        waiting = [path]
        while waiting and len(reached) < _MAX_STARS:
            layer, waiting = waiting, []
            for each in layer:
                for module in self._table(each).stars:
                    target = self._modules.path_of(each, module)
                    if target is not None and target not in reached:
                        reached[target] = None
                        waiting.append(target)
        return list(reached)

    @remembered
    def _table(self, path: str) -> _Table:
        return _table(self._world.unit(path))


def _table(unit: Unit) -> _Table:
    names = code_names(unit.definitions)
    defined: dict[str, list[int]] = {}
    members: MembersByOwner = {}
    for nth, (definition, name) in enumerate(zip(unit.definitions, names, strict=True)):
        if not name:
            continue
        owner = name[: -len(definition.name)].rstrip(".")
        if owner:
            _add(members.setdefault(owner, {}), definition.name, nth, unit)
            continue
        if definition.kind == "method":
            # What an exported object holds belongs to no name of this file.
            continue
        _add(defined, definition.name, nth, unit)
        if definition.signature.startswith("export default ") and definition.name != _DEFAULT:
            _add(defined, _DEFAULT, nth, unit)
    named = [(each.alias or each.name, each) for each in unit.imports if each.name != "*"]
    stars = [each for each in unit.imports if each.form == "export" and each.name == "*"]
    return _Table(
        names,
        defined,
        members,
        # The first counts: what functions import for themselves comes behind.
        {name: each for name, each in reversed(named) if each.form != "export" and name},
        {name: imported for name, imported in named if imported.form == "export"},
        tuple([each.module for each in stars]),
    )


def _add(named: dict[str, list[int]], name: str, nth: int, unit: Unit) -> None:
    """Signatures of an overloaded function are one function: its last one has the body."""
    definitions = named.setdefault(name, [])
    if definitions and _is_overload(unit.definitions[definitions[-1]], unit.definitions[nth]):
        definitions[-1] = nth
    else:
        definitions.append(nth)


def _is_overload(first: Definition, second: Definition) -> bool:
    same = first.kind == second.kind and first.qualname == second.qualname
    return same and first.kind in _CALLABLE


def _overloads(unit: Unit) -> Iterator[tuple[str, str]]:
    """The implementation of an overloaded function with each of its signatures."""
    functions = [(id, d) for id, d in unit.symbols() if d.kind in ("function", "method")]
    implemented: dict[str, str] = {d.qualname: id for id, d in functions if d.complexity}
    for id, definition in functions:
        if not definition.complexity and definition.qualname in implemented:
            yield implemented[definition.qualname], id
