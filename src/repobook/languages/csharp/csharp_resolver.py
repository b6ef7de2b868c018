"""C#: types by namespaces and usings, spread over files; members inherited, and by extension."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.languages.csharp.csharp_builtins import MEMBERS, NAMES
from repobook.languages.csharp.csharp_scopes import INSIDE, OWN, ROOT
from repobook.model.facts import Import, Reference
from repobook.model.graph import EXTERNAL, UNKNOWN, Link
from repobook.resolve import Resolve
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import (
    NAMESPACE,
    NOT_HERE,
    STANDARD,
    TYPES,
    Place,
    Places,
)
from repobook.resolve.linking import NameResolver
from repobook.resolve.paths import one_of
from repobook.resolve.qualified import QualifiedNames
from repobook.resolve.world import World

_EXTENSION: Final = "extension method in sight"
_ATTRIBUTE: Final = "Attribute"
# What is used in one of these files is used in all; by convention they have these names.
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


class _CSharp(NameResolver):
    languages = frozenset(["C#"])
    members_guessed = frozenset(["method", "field", "property", "constant", "enum_member"])
    standard_members = MEMBERS

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._names = QualifiedNames(world, self.languages)
        self._global = list(_global_usings(world))

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
            is_type = definitions[nth].kind in TYPES
            here = Place(place.path, nth)
            found = self._names.inherited(here, name, self._follower) if is_type else ()
            if found and found[0] not in NOT_HERE and found[0].nth != NAMESPACE:
                return self._with_type(place.path, name, found)
            unknown = unknown or found
            nth = definitions[nth].parent
        found = self._in_sight(place.path, name)
        is_found = found and found[0].nth != NAMESPACE
        return found if is_found or not unknown or name[:1].isupper() else unknown

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

    def likely(self, path: str, reference: Reference, link: Link) -> Link:
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
            for candidate in self._world.named(name, self.languages)[:_MAX_CANDIDATES]
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
        link = self.only(name, lambda candidate: candidate.kind in TYPES)
        return None if link == UNKNOWN else link

    @remembered
    def _usings_of(self, path: str) -> _Usings:
        imports = [*self._world.unit(path).imports, *self._global]
        taken = [each for each in imports if each.name == "*"]
        return _Usings(
            tuple(dict.fromkeys([e.module for e in taken if "static" not in e.form])),
            tuple(dict.fromkeys([e.module for e in taken if "static" in e.form])),
            {e.alias: f"{e.module}.{e.name}".lstrip(".") for e in imports if e.alias},
        )

    def link_of_import(self, path: str, imported: Import) -> Link:
        """A namespace is no one's file; a type that is used by its name is."""
        if imported.name == "*" and "static" not in imported.form:
            return EXTERNAL
        full_name = f"{imported.module}.{imported.name}".removesuffix(".*").lstrip(".")
        return self._follower.link(self._names.main(full_name)) or EXTERNAL


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
            for imported in world.unit(path).imports:
                if imported.form.startswith("global"):
                    yield imported
