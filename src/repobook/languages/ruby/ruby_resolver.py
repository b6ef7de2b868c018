"""Ruby: constants are looked for from inside to outside, methods in ancestors, files by require."""

from typing import Final

from repobook.languages.ruby.ruby_builtins import CONSTANTS, FUNCTIONS, MEMBERS
from repobook.languages.ruby.ruby_decisions import ROOT
from repobook.model.facts import Import, Reference
from repobook.model.graph import EXTERNAL, UNKNOWN, FileLinks, Link, Unit
from repobook.resolve import Resolve
from repobook.resolve.candidates import Candidates
from repobook.resolve.follow import NOT_HERE, OUTSIDE, STANDARD, Follower, Place, Places
from repobook.resolve.homonyms import ONLY_DEFINITION, files_read
from repobook.resolve.linking import Linker
from repobook.resolve.paths import Paths, folder_of, folders_around, one_of
from repobook.resolve.qualified import QualifiedNames
from repobook.resolve.world import World

_LANGUAGES: Final = frozenset(["Ruby"])
_MEMBERS: Final = frozenset(["method", "property", "field", "constant"])
_FUNCTIONS: Final = frozenset(["function"])
_SEEN_FROM: Final = "this$"
_TOP: Final = Place("", -5)
# Places inside of a class or module count down from here.
_INSIDE: Final = -10
# Where Ruby and its runners of tests look for what is required.
_LOAD_PATHS: Final = ("lib/", "", "test/", "spec/")
_MAX_HOMONYMS: Final = 100


def resolver(world: World) -> Resolve:
    return _Ruby(world).resolve


class _Ruby:
    depth_first = True

    def __init__(self, world: World) -> None:
        self._world = world
        self._paths = Paths(world)
        self._names = QualifiedNames(world, _LANGUAGES)
        self._follower = Follower(world, self)
        by_name = Candidates(world, _LANGUAGES, _MEMBERS, MEMBERS, EXTERNAL)
        self._linker = Linker(self._follower, by_name)
        self._functions: dict[str, dict[str, list[Place]]] = {}
        self._read: dict[str, list[str]] = {}
        self._links: dict[tuple[str, str, str], Link] = {}

    def resolve(self, unit: Unit) -> FileLinks:
        links = self._linker.references(unit)
        pairs = zip(unit.references, links, strict=True)
        imports = [self._link_of_import(unit.path, imported) for imported in unit.imports]
        return FileLinks(tuple([self._or_function(r, link) for r, link in pairs]), tuple(imports))

    def names(self, path: str, name: str) -> Places:
        if name.startswith(_SEEN_FROM):
            nth = self._names.file(path).nth_by_name.get(name[len(_SEEN_FROM) :].replace("$", "."))
            return (Place(path, _INSIDE - nth),) if nth is not None else ()
        if name == ROOT:
            return (_TOP,)
        return self._constant(name) if name[:1].isupper() else self._function(path, name)

    def members(self, place: Place, name: str) -> Places:
        if place == _TOP:
            return self._constant(name)
        if place.nth <= _INSIDE:
            return self._seen(Place(place.path, _INSIDE - place.nth), name)
        if place.nth < 0:
            return ()
        held = self._names.held(place, name)
        return held or (self._names.held(place, "initialize") if name == "new" else ())

    def _seen(self, place: Place, name: str) -> Places:
        """A constant of the classes around, from inside to outside; a method of the innermost."""
        unknown: Places = ()
        names = self._names.file(place.path)
        nth = place.nth
        while nth >= 0:
            found = self._of_class(Place(place.path, nth), name)
            if found and found[0] not in NOT_HERE:
                return found
            unknown = unknown or found
            nth = names.definitions[nth].parent if name[:1].isupper() else -1
        return self.names(place.path, name) or unknown

    def _of_class(self, place: Place, name: str) -> Places:
        """What all declarations of a class inherit counts."""
        others = self._names.main(self._names.full_name(place))
        for each in dict.fromkeys((place, *others)):
            found = self._follower.member(each, name)
            if found and found[0] not in NOT_HERE:
                return found
        return self._follower.member(place, name)

    def _constant(self, name: str) -> Places:
        if found := self._names.main(name):
            return found
        if name in CONSTANTS:
            return (STANDARD,)
        return () if self._world.named(name, _LANGUAGES) else (OUTSIDE,)

    def _function(self, path: str, name: str) -> Places:
        """Methods outside of classes, of the file itself and of those that it requires."""
        if own := self._own_functions(path).get(name):
            return tuple(own)
        for each in self._files_read(path):
            if found := self._names.top(each, name):
                return found
        return (STANDARD,) if name in FUNCTIONS else ()

    def _own_functions(self, path: str) -> dict[str, list[Place]]:
        """Also those inside of tests, which are seen by what stands beside them."""
        if path not in self._functions:
            found = self._functions[path] = {}
            for nth, definition in enumerate(self._names.file(path).definitions):
                if definition.kind in _FUNCTIONS:
                    found.setdefault(definition.name, []).append(Place(path, nth))
        return self._functions[path]

    def _or_function(self, reference: Reference, link: Link) -> Link:
        """Who calls a function may have been required by what defines it."""
        receiver = reference.receiver
        is_bare = not receiver or (receiver.startswith(_SEEN_FROM) and "." not in receiver)
        if link != UNKNOWN or reference.role != "call" or not is_bare:
            return link
        candidates = self._world.named(reference.name, _LANGUAGES)[:_MAX_HOMONYMS]
        fitting = [
            c.id for c in candidates if c.kind in _FUNCTIONS and "." not in c.id[len(c.path) + 2 :]
        ]
        return one_of(fitting, ONLY_DEFINITION)

    def _files_read(self, path: str) -> list[str]:
        if path not in self._read:
            self._read[path] = files_read(path, self._required)
        return self._read[path]

    def _required(self, path: str) -> list[str]:
        unit = self._world.unit(path)
        links = [self._link_of_import(path, each) for each in (unit.imports if unit else ())]
        return [target for link in links if link.confidence == "exact" for target in link.targets]

    def _link_of_import(self, path: str, imported: Import) -> Link:
        key = (folder_of(path), imported.module, imported.form)
        if key not in self._links:
            self._links[key] = self._file_of(path, imported)
        return self._links[key]

    def _file_of(self, path: str, imported: Import) -> Link:
        module = imported.module
        wanted = module if module.endswith(".rb") else f"{module}.rb"
        if imported.form == "require_relative":
            found = self._paths.file(folder_of(path), wanted)
            return Link((found,), "exact") if found else UNKNOWN
        for folder in folders_around(path):
            for load_path in _LOAD_PATHS:
                if found := self._paths.file(folder, load_path + wanted):
                    return Link((found,), "exact")
        ending = self._paths.ending_with(wanted) if "/" in module else UNKNOWN
        return ending if ending.targets else EXTERNAL
