"""C#: types by namespaces and usings, spread over files; members inherited, and by extension."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.languages.csharp.csharp_builtins import MEMBERS, NAMES
from repobook.languages.csharp.csharp_scopes import INSIDE, OWN, ROOT
from repobook.model.facts import Import, Reference
from repobook.model.graph import EXTERNAL, FileLinks, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.candidates import ONLY_ONE, Candidates
from repobook.resolve.follow import (
    NAMESPACE,
    NOT_HERE,
    STANDARD,
    TYPES,
    Follower,
    Place,
    Places,
)
from repobook.resolve.linking import Linker
from repobook.resolve.paths import one_of
from repobook.resolve.qualified import QualifiedNames
from repobook.resolve.world import World

_LANGUAGES: Final = frozenset(["C#"])
_MEMBERS: Final = frozenset(["method", "field", "property", "constant", "enum_member"])
_EXTENSION: Final = "extension method in sight"
_ATTRIBUTE: Final = "Attribute"
# What is used in one of these files is used in all; by convention they are called so.
_GLOBAL_USINGS: Final = ("GlobalUsings.cs", "Usings.cs", "GlobalUsing.cs", "Imports.cs")
_ROLES_OF_TYPES: Final = frozenset(["type", "inherit", "decorator", "call", "attribute"])
# Places inside of a type count down from here.
_INSIDE: Final = -10
_MAX_CANDIDATES: Final = 50


def resolver(world: World) -> Resolve:
    return _CSharp(world).resolve


class _Usings(NamedTuple):
    namespaces: tuple[str, ...]
    types: tuple[str, ...]
    """Whose members need no word before them."""
    aliases: dict[str, str]


class _CSharp:
    depth_first = True

    def __init__(self, world: World) -> None:
        self._world = world
        self._names = QualifiedNames(world, _LANGUAGES)
        self._follower = Follower(world, self)
        by_name = Candidates(world, _LANGUAGES, _MEMBERS, MEMBERS, EXTERNAL)
        self._linker = Linker(self._follower, by_name)
        self._usings: dict[str, _Usings] = {}
        self._global = list(_global_usings(world))

    def resolve(self, unit: Unit) -> FileLinks:
        links = self._linker.references(unit)
        pairs = zip(unit.references, links, strict=True)
        references = [self._or_likely(unit.path, reference, link) for reference, link in pairs]
        imports = [self._link_of_import(unit.path, imported) for imported in unit.imports]
        return FileLinks(tuple(references), tuple(imports))

    def names(self, path: str, name: str) -> Places:
        if name.startswith((OWN, INSIDE)):
            kind, _, rest = name.partition("$")
            nth = self._names.file(path).nth_by_name.get(rest.replace("$", "."))
            if nth is None:
                return ()
            return (Place(path, _INSIDE - nth if kind == INSIDE.rstrip("$") else nth),)
        if name == ROOT:
            return (Place("", NAMESPACE),)
        return self._in_sight(path, name)

    def members(self, place: Place, name: str) -> Places:
        if place.nth == NAMESPACE:
            full_name = f"{place.path}.{name}" if place.path else name
            return self._names.main(full_name) or (Place(full_name, NAMESPACE),)
        if place.nth <= _INSIDE:
            return self._seen(Place(place.path, _INSIDE - place.nth), name)
        if place.nth < 0:
            return ()
        held = self._names.held(place, name)
        # A constructor bears the name of its type, and it is the type that is named.
        return tuple([each for each in held if self._kind(each) != "constructor"])

    def _seen(self, place: Place, name: str) -> Places:
        """From inside to outside, then in the namespaces around the file and those it uses."""
        definitions = self._names.file(place.path).definitions
        unknown: Places = ()
        nth = place.nth
        while nth >= 0:
            found = (
                self._of_type(Place(place.path, nth), name)
                if _is_type(definitions[nth].kind)
                else ()
            )
            if found and found[0] not in NOT_HERE and found[0].nth != NAMESPACE:
                return self._with_type(place.path, name, found)
            unknown = unknown or found
            nth = definitions[nth].parent
        found = self._in_sight(place.path, name)
        is_found = found and found[0].nth != NAMESPACE
        return found if is_found or not unknown or name[:1].isupper() else unknown

    def _of_type(self, place: Place, name: str) -> Places:
        """What all parts of a type inherit counts."""
        others = self._names.main(self._names.full_name(place))
        for each in dict.fromkeys((place, *others)):
            found = self._follower.member(each, name)
            if found and found[0] not in NOT_HERE:
                return found
        return self._follower.member(place, name)

    def _with_type(self, path: str, name: str, found: Places) -> Places:
        """A property may bear the name of its type: ``Color Color``."""
        kinds = [self._kind(place) for place in found]
        if all(kind in TYPES for kind in kinds) or not name[:1].isupper():
            return found
        types = [each for each in self._in_sight(path, name) if self._kind(each) in TYPES]
        return (*found, *types)

    def _kind(self, place: Place) -> str:
        definition = self._follower.definition(place)
        return definition.kind if definition is not None else ""

    def _in_sight(self, path: str, name: str) -> Places:
        usings = self._usings_of(path)
        if name in usings.aliases:
            full_name = usings.aliases[name]
            return self._names.main(full_name) or (Place(full_name, NAMESPACE),)
        for space in (*_around(self._names.file(path).namespaces), *usings.namespaces):
            if found := self._names.main(f"{space}.{name}" if space else name):
                return found
        for type_name in usings.types:
            for place in self._names.main(type_name):
                held = self._follower.member(place, name)
                if held and held[0] not in NOT_HERE:
                    return held
        if name in NAMES:
            return (STANDARD,)
        return (Place(name, NAMESPACE),) if name[:1].isupper() else ()

    def _or_likely(self, path: str, reference: Reference, link: Link) -> Link:
        """Attributes without their ending, extensions, and types that are used everywhere."""
        if link.targets and link.confidence != "inferred":
            return link
        receiver, name = reference.receiver, reference.name
        if reference.role == "decorator":
            chain = f"{receiver}.{name}{_ATTRIBUTE}".lstrip(".")
            found = self._follower.link(self._follower.follow(path, chain))
            if found is not None and found.targets:
                return found
        is_bare = not receiver or (receiver.startswith(INSIDE) and "." not in receiver)
        if reference.role == "call" and not is_bare:
            return self._extension(path, name) or link
        is_type = is_bare and name[:1].isupper() and reference.role in _ROLES_OF_TYPES
        return self._only_type(name) or link if is_type and link == EXTERNAL else link

    def _extension(self, path: str, name: str) -> Link | None:
        """A static method whose first parameter says ``this``, in a namespace that is in sight."""
        usings = self._usings_of(path)
        spaces = {*_around(self._names.file(path).namespaces), *usings.namespaces}
        found = [
            candidate.id
            for candidate in self._world.named(name, _LANGUAGES)[:_MAX_CANDIDATES]
            if candidate.kind == "method"
            and self._extends(Place(candidate.path, candidate.nth))
            and not spaces.isdisjoint(self._names.file(candidate.path).namespaces)
        ]
        return one_of(found, _EXTENSION) if found else None

    def _extends(self, place: Place) -> bool:
        definition = self._follower.definition(place)
        return definition is not None and "(this " in definition.signature

    def _only_type(self, name: str) -> Link | None:
        """Its namespace may be used for all files of a project at once."""
        candidates = self._world.named(name, _LANGUAGES)[:_MAX_CANDIDATES]
        found = [each.id for each in candidates if each.kind in TYPES]
        return one_of(found, ONLY_ONE) if found else None

    def _usings_of(self, path: str) -> _Usings:
        if path not in self._usings:
            unit = self._world.unit(path)
            imports = [*(unit.imports if unit else ()), *self._global]
            taken = [each for each in imports if each.name == "*"]
            self._usings[path] = _Usings(
                tuple(dict.fromkeys([e.module for e in taken if "static" not in e.form])),
                tuple(dict.fromkeys([e.module for e in taken if "static" in e.form])),
                {e.alias: f"{e.module}.{e.name}".lstrip(".") for e in imports if e.alias},
            )
        return self._usings[path]

    def _link_of_import(self, path: str, imported: Import) -> Link:
        """A namespace is no one's file; a type that is used by its name is."""
        if imported.name == "*" and "static" not in imported.form:
            return EXTERNAL
        full_name = f"{imported.module}.{imported.name}".removesuffix(".*").lstrip(".")
        return self._follower.link(self._names.main(full_name)) or EXTERNAL


def _is_type(kind: str) -> bool:
    return kind in TYPES


def _around(namespaces: tuple[str, ...]) -> Iterator[str]:
    """Each namespace of a file with those around it, the innermost first, the nameless last."""
    for space in namespaces:
        while space:
            yield space
            space = space.rpartition(".")[0]
    yield ""


def _global_usings(world: World) -> Iterator[Import]:
    for name in _GLOBAL_USINGS:
        for path in world.paths_by_name.get(name, ()):
            unit = world.unit(path)
            for imported in unit.imports if unit else ():
                if imported.form.startswith("global"):
                    yield imported
