"""What Python expressions stand for: names followed through imports, classes and results.

Every question is answered from definitions and imports alone, by following names, so that a change
of a name can be traced to the files that asked for it.
"""

from collections.abc import Iterator
from typing import Final

from repobook.languages.python.resolver.python_builtins import (
    BUILTIN_RESULTS,
    BUILTINS,
    OBJECT_ATTRIBUTES,
)
from repobook.languages.python.resolver.python_inheritance import Ancestry, merged
from repobook.languages.python.resolver.python_modules import Module, Modules
from repobook.languages.python.resolver.python_tables import (
    FUNCTIONS,
    Table,
    bound_of,
    is_assigned_only,
    is_property,
    keeps_function,
    site_of,
    table_of,
)
from repobook.languages.python.resolver.python_targets import (
    BUILTIN,
    DYNAMIC,
    EXTERNAL,
    UNKNOWN,
    Thing,
    expression,
)
from repobook.model.facts import Definition, Import
from repobook.resolve.cached_method import remembered
from repobook.resolve.cyclic_memo import CyclicMemo, Levels
from repobook.resolve.world import World

_N_LEVELS: Final = 60
_MAX_BASES: Final = 64
_MAX_STARS: Final = 100
_ENUMS: Final = ("Enum", "Flag")
_ENDS: Final = {"external": Thing("external", "", "inherited")}
_RESOLVED: Final = frozenset(["definition", "module"])


class Values:
    """Follows names from file to file and caches the answers."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.modules = Modules(world.files)
        self.levels = levels = Levels(_N_LEVELS)
        self.value = CyclicMemo(levels, self._value, UNKNOWN)
        self.member = CyclicMemo(levels, self._member, UNKNOWN)
        self.bound = CyclicMemo(levels, self._binding, UNKNOWN)
        self.ancestry = CyclicMemo(levels, self._ancestors, Ancestry((), UNKNOWN))

    @remembered
    def table(self, path: str) -> Table:
        return table_of(self._world.unit(path))

    def named(self, path: str, name: str) -> Thing:
        """What a name leads to in a module's namespace, or beyond it in that of the builtins."""
        table = self.table(path)
        if name in table.definitions:
            return Thing("definition", path, name)
        thing = self.bound(path, name) if name in table.imports or table.stars else UNKNOWN
        return Thing("builtin", "", name) if thing.kind == "unknown" and name in BUILTINS else thing

    def import_at(self, path: str, at: int) -> Thing:
        """What the import with this number in its file binds."""
        imports = self.table(path).all_imports
        return self.imported(path, imports[at]) if at < len(imports) else UNKNOWN

    def imported(self, path: str, imported: Import) -> Thing:
        """What an import binds; ``import a.b`` binds ``a``."""
        if imported.name:
            return self._imported_name(path, imported.module, imported.name)
        module = self.imported_module(path, imported.module)
        if imported.alias or module.kind != "module" or "." not in imported.module:
            return module
        base = module.name.rsplit("/", imported.module.count("."))[0]
        top = self.modules.at(base)
        return _module(top) if top else UNKNOWN

    def imported_module(self, path: str, dotted: str) -> Thing:
        modules = self.modules.named(path, dotted)
        if len(modules) == 1:
            return _module(modules[0])
        if modules or dotted.startswith("."):
            return UNKNOWN
        top = dotted.partition(".")[0]
        return UNKNOWN if top != dotted and self.modules.named(path, top) else EXTERNAL

    def _imported_name(self, path: str, dotted: str, name: str) -> Thing:
        module = self.imported_module(path, dotted)
        if module.kind == "module" and module.path == path:
            # ``from . import part`` in a package means the module, not what it is about to bind;
            # a module that is also run as a program may import what it defines.
            is_own = name in self.table(path).definitions
            own = Thing("definition", path, name) if is_own else UNKNOWN
            return self._submodule(module, name) or own
        return self.member(module, name)

    def _binding(self, path: str, name: str) -> Thing:
        """What a module binds a name to: a definition, an import, or what a star brings."""
        table = self.table(path)
        definitions = table.definitions.get(name, ())
        if definitions and site_of(definitions).definition.kind in ("class", *FUNCTIONS):
            return Thing("definition", path, name)
        reasons = []
        for imported in table.imports.get(name, ()):
            thing = self.imported(path, imported)
            if thing.kind in _RESOLVED:
                return thing
            reasons.append(thing)
        if definitions:
            return EXTERNAL if EXTERNAL in reasons else Thing("definition", path, name)
        return reasons[0] if reasons else self._from_stars(path, name)

    def _from_stars(self, path: str, name: str) -> Thing:
        if not self.table(path).stars:
            return UNKNOWN
        is_open = False
        for module in self._stars(path):
            is_open |= module is None
            if module is not None and self._offers(module.path, name):
                thing = self.bound(module.path, name)
                if thing.kind != "unknown":
                    return thing
        return EXTERNAL if is_open and name not in BUILTINS else UNKNOWN

    def _offers(self, path: str, name: str) -> bool:
        """Whether a star import takes a name from a module, beside what it takes from others."""
        table = self.table(path)
        definitions = table.definitions.get(name)
        if definitions:
            return definitions[0].exported or not name.startswith("_")
        return name in table.imports and not name.startswith("_")

    @remembered
    def _stars(self, path: str) -> tuple[Module | None, ...]:
        """Every module that star imports bring into a file; None stands for those outside."""
        return tuple(self._walk_stars(path))

    def _walk_stars(self, path: str) -> Iterator[Module | None]:
        visited = {path}
        pending = [(path, star) for star in reversed(self.table(path).stars)]
        while pending and len(visited) <= _MAX_STARS:
            importing, star = pending.pop()
            module = self.imported_module(importing, star.module)
            if module.kind != "module":
                yield None
            elif module.path and module.path not in visited:
                visited.add(module.path)
                yield Module(module.name, module.path)
                stars = self.table(module.path).stars
                pending += [(module.path, star) for star in reversed(stars)]

    def _submodule(self, module: Thing, name: str) -> Thing | None:
        submodule = self.modules.inside(Module(module.name, module.path), name)
        return _module(submodule) if submodule else None

    def _value(self, path: str, text: str) -> Thing:
        """What an expression over the namespace of a module stands for."""
        root, steps = expression(text)
        if root.startswith("["):
            thing, n_done = Thing("elements", path, root[1:-1]), 0
        elif root.startswith("super("):
            thing, n_done = Thing("super", path, root[6:-1]), 0
        elif root.startswith("@"):
            thing, n_done = self._meaning(self.import_at(path, int(root[1:])), False), 0
        elif root == "?":
            return UNKNOWN
        else:
            thing, n_done = self._root(path, root, steps)
        for step in steps[n_done:]:
            thing = self._after(thing, step)
            if thing.kind in ("unknown", "dynamic"):
                break
        return thing

    def _root(self, path: str, root: str, steps: tuple[str, ...]) -> tuple[Thing, int]:
        """The longest qualified name of the file that an expression begins with, else its name."""
        definitions = self.table(path).definitions
        if root not in definitions:
            return self._meaning(self.named(path, root), False), 0
        n_done = 0
        for step in steps:
            if step[0] != "." or root + step not in definitions:
                break
            root += step
            n_done += 1
        return self._meaning(Thing("definition", path, root), False), n_done

    def _after(self, thing: Thing, step: str) -> Thing:
        if step == "()":
            return self._called(thing)
        if step == "[]":
            return self._element(thing)
        if step == ".__class__" and thing.kind == "instance":
            return thing._replace(kind="class")
        member = self.member(thing, step[1:])
        is_bound = thing.kind in ("instance", "super")
        value = self._meaning(member, is_bound)
        return value._replace(receiver=_key(thing)) if value.kind == "function" else value

    def _meaning(self, thing: Thing, is_bound: bool) -> Thing:
        """The value of what a name leads to; ``is_bound`` where an instance was asked for it."""
        if thing.kind != "definition":
            return thing
        path, qualname = thing.path, thing.name
        definitions = self.table(path).definitions[qualname]
        definition = site_of(definitions).definition
        if definition.kind == "class":
            return Thing("class", path, qualname)
        if definition.kind in FUNCTIONS:
            if is_bound and is_property(definition):
                return self._declared(path, definition)
            return Thing("function", path, qualname)
        owner = qualname.rpartition(".")[0]
        if owner and not is_bound and self.is_enum(path, owner):
            return Thing("instance", path, owner)
        return self._declared(path, next((d for d in definitions if d.value), definition))

    def _declared(self, path: str, definition: Definition) -> Thing:
        value = bound_of(definition) or definition.value
        return self.value(path, value) if value else UNKNOWN

    def is_enum(self, path: str, qualname: str) -> bool:
        ancestry = self.ancestry(path, qualname)
        return ancestry.end.kind == "external" and any(
            base.endswith(_ENUMS)
            for owner in ancestry.classes
            for d in self.table(owner.path).definitions.get(owner.name, ())
            for base in d.bases
        )

    def _called(self, thing: Thing) -> Thing:
        if thing.kind == "class":
            return thing._replace(kind="instance")
        if thing.kind == "function":
            return self._result(thing)
        if thing.kind == "instance":
            method = self.member(thing, "__call__")
            return self._result(method) if method.kind == "definition" else UNKNOWN
        if thing.kind == "builtin":
            return BUILTIN if thing.name in BUILTIN_RESULTS else UNKNOWN
        # What a class inherits from outside may well give what it was made for inside.
        return EXTERNAL if thing == EXTERNAL else UNKNOWN

    def _result(self, function: Thing) -> Thing:
        """What a function gives; a method that gives itself gives what it was taken from."""
        definition = site_of(self.table(function.path).definitions[function.name]).definition
        owner = function.name.rpartition(".")[0]
        if owner and function.receiver and definition.value == f"{owner}()":
            path, _, name = function.receiver.rpartition("::")
            return Thing("instance", path, name)
        return self._declared(function.path, definition)

    def _element(self, thing: Thing) -> Thing:
        if thing.kind == "elements":
            return self.value(thing.path, thing.name)
        if thing.kind == "instance":
            method = self.member(thing, "__getitem__")
            return self._result(method) if method.kind == "definition" else UNKNOWN
        return thing if thing.kind == "class" else UNKNOWN

    def _member(self, thing: Thing, name: str) -> Thing:
        """What an attribute of something leads to."""
        if thing.kind == "module":
            return self._of_module(thing, name)
        if thing.kind in ("class", "instance", "super"):
            return self._of_class(thing, name)
        if thing.kind == "function":
            return self._of_function(thing)
        if thing.kind in ("elements", "builtin"):
            return BUILTIN
        return thing

    def _of_module(self, module: Thing, name: str) -> Thing:
        bound = self.bound(module.path, name) if module.path else UNKNOWN
        if bound.kind != "unknown":
            return bound
        inside = self._submodule(module, name)
        if inside is not None:
            return inside
        has_hook = module.path and "__getattr__" in self.table(module.path).definitions
        if has_hook:
            return DYNAMIC
        return BUILTIN if name in BUILTINS and name.startswith("__") else UNKNOWN

    def local(self, path: str, thing: Thing, name: str) -> Thing | None:
        """What stands inside a function of the same file."""
        qualname = f"{thing.name}.{name}"
        is_here = thing.kind == "function" and thing.path == path
        is_local = is_here and qualname in self.table(path).definitions
        return Thing("definition", path, qualname) if is_local else None

    def _of_function(self, function: Thing) -> Thing:
        """What stands inside a function is no attribute of it to others."""
        definition = site_of(self.table(function.path).definitions[function.name]).definition
        return BUILTIN if keeps_function(definition) else UNKNOWN

    def _of_class(self, thing: Thing, name: str) -> Thing:
        """The first in the order of inheritance; one that declares goes before one that assigns."""
        ancestry = self.ancestry(thing.path, thing.name)
        assigned, has_hook = None, False
        for owner in ancestry.classes[1 if thing.kind == "super" else 0 :]:
            definitions = self.table(owner.path).definitions
            member_definitions = definitions.get(f"{owner.name}.{name}")
            if member_definitions is not None:
                member = Thing("definition", owner.path, f"{owner.name}.{name}")
                if not is_assigned_only(member_definitions):
                    return member
                assigned = assigned or member
            has_hook |= f"{owner.name}.__getattr__" in definitions
        if assigned is not None:
            return assigned
        if has_hook:
            return DYNAMIC
        return BUILTIN if name in OBJECT_ATTRIBUTES else ancestry.end

    def _ancestors(self, path: str, qualname: str) -> Ancestry:
        """A class and those it inherits from, in the order in which Python asks them."""
        own = Thing("class", path, qualname)
        definitions = self.table(path).definitions.get(qualname, ())
        bases = [base for d in definitions for base in d.bases][:_MAX_BASES]
        lines = []
        end = BUILTIN
        for base in bases:
            value = self.value(path, base)
            if value == own:
                continue
            if value.kind != "class":
                end = _weaker(end, value)
                continue
            above = self.ancestry(value.path, value.name)
            lines.append(above.classes)
            end = _weaker(end, above.end)
        return Ancestry(merged(own, lines), _ENDS.get(end.kind, UNKNOWN))


def _module(module: Module) -> Thing:
    return Thing("module", module.path, module.base)


def _key(thing: Thing) -> str:
    return f"{thing.path}::{thing.name}" if thing.kind == "instance" else ""


def _weaker(end: Thing, other: Thing) -> Thing:
    """What is known of a class that inherits from both: as little as of the less known."""
    if other.kind == "builtin":
        return end
    return EXTERNAL if other.kind == "external" and end.kind != "unknown" else UNKNOWN
