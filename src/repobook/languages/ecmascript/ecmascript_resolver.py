"""JavaScript and TypeScript: a file is a module, and what it exports may come from others."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.languages.ecmascript.ecmascript_builtins import GLOBALS, MEMBERS, TEST_GLOBALS
from repobook.languages.ecmascript.ecmascript_modules import Modules
from repobook.model.facts import Definition, Import
from repobook.model.graph import EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.candidates import Candidates
from repobook.resolve.follow import OUTSIDE, STANDARD, WHOLE, Follower, Place, Places
from repobook.resolve.linking import Linker
from repobook.resolve.world import World
from repobook.text.naming.code_names import code_names

_LANGUAGES: Final = frozenset(["JavaScript", "TypeScript", "TSX"])
_MEMBERS: Final = frozenset(["method", "field", "property", "enum_member"])
_DEFAULT: Final = "default"
_CALLABLE: Final = frozenset(["function", "method", "constructor"])
_MAX_STARS: Final = 500


def resolver(world: World) -> Resolve:
    return _EcmaScript(world).resolve


class _Table(NamedTuple):
    """A file by its names."""

    names: list[str]
    """Parallel to its definitions."""
    defined: dict[str, list[int]]
    members: dict[str, dict[str, list[int]]]
    """By the qualified name of the owner."""
    imported: dict[str, Import]
    exported: dict[str, Import]
    """What is exported from elsewhere, or by another name than its own."""
    stars: tuple[str, ...]


class _EcmaScript:
    depth_first = True

    def __init__(self, world: World) -> None:
        self._world = world
        self._modules = Modules(world)
        self._follower = Follower(world, self)
        self._exported = self._follower.memo(self._exported_by)
        by_name = Candidates(world, _LANGUAGES, _MEMBERS, MEMBERS, UNKNOWN)
        self._linker = Linker(self._follower, by_name)
        self._tables: dict[str, _Table] = {}

    def resolve(self, unit: Unit) -> FileLinks:
        imports = [self._link_of_import(unit.path, imported) for imported in unit.imports]
        return FileLinks(self._linker.references(unit), tuple(imports))

    def names(self, path: str, name: str) -> Places:
        table = self._table(path)
        if name in table.imported:
            return self._imported(path, table.imported[name])
        if name in table.defined:
            return tuple([Place(path, nth) for nth in table.defined[name]])
        if name in TEST_GLOBALS:
            return (OUTSIDE,)
        return (STANDARD,) if name in GLOBALS else ()

    def members(self, place: Place, name: str) -> Places:
        if place.nth == WHOLE:
            return self._exported(place.path, name)
        table = self._table(place.path)
        owner = table.names[place.nth]
        own = table.members.get(owner, {}).get(name)
        # A parameter of the constructor may declare a field.
        declared = table.members.get(f"{owner}.constructor", {}).get(name, ())
        return tuple([Place(place.path, nth) for nth in own or declared])

    def _link_of_import(self, path: str, imported: Import) -> Link:
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
        if kind is None or kind.language not in _LANGUAGES:
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
        if own := tuple([Place(path, nth) for nth in table.defined.get(name, ())]):
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

    def _table(self, path: str) -> _Table:
        if path not in self._tables:
            unit = self._world.unit(path)
            self._tables[path] = _table(unit) if unit else _table(Unit(path, "", ""))
        return self._tables[path]


def _table(unit: Unit) -> _Table:
    names = code_names(unit.definitions)
    defined: dict[str, list[int]] = {}
    members: dict[str, dict[str, list[int]]] = {}
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
    imports = [
        imported for imported in unit.imports if imported.form != "export" and imported.name != "*"
    ]
    reexports = [
        imported for imported in unit.imports if imported.form == "export" and imported.name != "*"
    ]
    stars = [
        imported.module
        for imported in unit.imports
        if imported.form == "export" and imported.name == "*"
    ]
    return _Table(
        names,
        defined,
        members,
        {
            imported.alias or imported.name: imported
            for imported in imports
            if imported.alias or imported.name
        },
        {imported.alias or imported.name: imported for imported in reexports},
        tuple(stars),
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
