"""Java and Kotlin: packages spread over folders, classes in each other, members inherited."""

from typing import Final

from repobook.languages.jvm.jvm_builtins import MEMBERS, STANDARD_BY_LANGUAGE
from repobook.languages.jvm.jvm_packages import Packages, SourceTable
from repobook.model.facts import Import, Reference
from repobook.model.graph import EXTERNAL, UNKNOWN, Link
from repobook.resolve import Resolve
from repobook.resolve.candidates import candidates_link
from repobook.resolve.follow import (
    NOT_HERE,
    OUTSIDE,
    STANDARD,
    TYPES,
    WHOLE,
    Place,
    Places,
)
from repobook.resolve.linking import NameResolver, places_in
from repobook.resolve.world import World

_SEEN_FROM: Final = "this$"
_COMPANION: Final = "Companion"
_EXTENSION: Final = "extension function in sight"
# Places inside of a class, where its members need no word before them, count down from here, and
# those in the body of an anonymous class or an extension from there.
_INSIDE: Final = -10
_BODY: Final = -1_000_000_000


def resolver(world: World) -> Resolve:
    return _Jvm(world).resolve


class _Jvm(NameResolver):
    languages = frozenset(STANDARD_BY_LANGUAGE)
    members_guessed = frozenset(["method", "field", "property", "constant", "enum_member"])
    standard_members = MEMBERS

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._packages = Packages(world, self.languages)
        self._bodies: list[Places] = []

    def names(self, path: str, name: str) -> Places:
        if name.startswith(_SEEN_FROM):
            return self._inside(path, name.removeprefix(_SEEN_FROM).replace("$", "."))
        table = self._packages.table(path)
        if name in table.imported:
            return self._imported(path, table.imported[name])
        if own := table.types.get(name) or table.members[""].get(name):
            return places_in(path, own)
        places = self._packages.nearest(path, table.package, name)
        places = places or self._starred(path, table, name)
        if all(self._follower.is_function(place) for place in places):
            # A function may bear the name of a type that needs no import.
            return (*places, *self._standard(path, name))
        return places

    def members(self, place: Place, name: str) -> Places:
        if place.nth <= _BODY:
            return self._seen_in_body(place.path, self._bodies[_BODY - place.nth], name)
        if place.nth <= _INSIDE:
            return self._visible(Place(place.path, _INSIDE - place.nth), name)
        if place.nth == WHOLE:
            return ()
        if name == "class":
            return (STANDARD,)
        table = self._packages.table(place.path)
        owner = table.names[place.nth]
        definitions = table.members.get(owner, {}).get(name)
        if definitions is None:
            definitions = table.members.get(f"{owner}.{_COMPANION}", {}).get(name, [])
        return places_in(place.path, definitions)

    def _inside(self, path: str, name: str) -> Places:
        """A class of this file by its qualified name, or any type that is in sight."""
        own = self._packages.table(path).nth_by_name.get(name)
        if own is not None:
            return (Place(path, _INSIDE - own),)
        self._bodies.append(self._follower.follow(path, name))
        return (Place(path, _BODY - len(self._bodies) + 1),)

    def _visible(self, place: Place, name: str) -> Places:
        """From inside to outside; past the outermost class come the names of the file."""
        table = self._packages.table(place.path)
        nth = place.nth
        unknown: Places = ()
        while nth >= 0:
            definition = table.definitions[nth]
            members = (
                self._follower.member(Place(place.path, nth), name)
                if definition.kind in TYPES
                else ()
            )
            if members and members[0] not in NOT_HERE:
                return members
            unknown = unknown or members
            nth = definition.parent
        return self.names(place.path, name) or unknown

    def _seen_in_body(self, path: str, types: Places, name: str) -> Places:
        """First what the type has, then what the classes of the file have."""
        inherited = [member for type_ in types for member in self._follower.member(type_, name)]
        if inherited and inherited[0] not in NOT_HERE:
            return tuple(inherited)
        members = self._packages.table(path).members
        own = [nth for owner in members.values() for nth in owner.get(name, ())]
        return places_in(path, own) or self.names(path, name) or tuple(inherited)

    def link_of_import(self, path: str, imported: Import) -> Link:
        if imported.name == "*":
            types = self._type(path, imported.module)
            files = self._packages.files(imported.module)
            if not types and not files:
                return EXTERNAL
            return self._follower.link(types) or Link(tuple(files[:1]), "exact")
        return self._follower.link(self._imported(path, imported)) or UNKNOWN

    def _imported(self, path: str, imported: Import) -> Places:
        places = self._packages.nearest(path, imported.module, imported.name)
        if places:
            return places
        owner = self._type(path, imported.module)
        members = [
            member for type_ in owner for member in self._follower.member(type_, imported.name)
        ]
        return tuple(members) if owner else (OUTSIDE,)

    def _type(self, path: str, qualified: str) -> Places:
        """A type by its full name; what follows a type's name is nested in it."""
        package, _, name = qualified.rpartition(".")
        inner: list[str] = []
        while name:
            if places := self._packages.nearest(path, package, name):
                for nested in reversed(inner):
                    places = tuple(
                        [p for owner in places for p in self._follower.member(owner, nested)]
                    )
                return places
            inner.append(name)
            package, _, name = package.rpartition(".")
        return ()

    def _starred(self, path: str, table: SourceTable, name: str) -> Places:
        for module in table.stars:
            if places := self._packages.nearest(path, module, name):
                return places
            for owner in self._type(path, module):
                if members := self._follower.member(owner, name):
                    return members
        return ()

    def _standard(self, path: str, name: str) -> Places:
        language = self._world.files[path].language if path in self._world.files else ""
        if name in STANDARD_BY_LANGUAGE.get(language, ()):
            return (STANDARD,)
        table = self._packages.table(path)
        foreign = [module for module in table.stars if not self._packages.files(module)]
        is_type = name[:1].isupper() and foreign and not self._type(path, foreign[0])
        return (OUTSIDE,) if is_type else ()

    def likely(self, path: str, reference: Reference, link: Link) -> Link:
        """``x.trimmed()`` may be an extension that its file or an import brings in sight."""
        if not reference.receiver or reference.role != "call":
            return link
        places = self._follower.follow(path, reference.name)
        targets = [self._follower.id(each) for each in places if self._extends(each)]
        if not targets:
            return link
        if link.confidence in ("exact", "ambiguous"):
            # A member comes first, unless it takes other arguments: that is not known here.
            return candidates_link([*link.targets, *targets])
        extension = candidates_link(targets)
        return (
            Link(extension.targets, "inferred", _EXTENSION)
            if len(extension.targets) == 1
            else extension
        )

    def _extends(self, place: Place) -> bool:
        definition = self._follower.definition(place)
        return definition is not None and f".{definition.name}(" in definition.signature
