"""Ruby: constants are looked for from inside to outside, methods in ancestors, files by require."""

from typing import Final

from repobook.languages.ruby.ruby_builtins import CONSTANTS, FUNCTIONS, MEMBERS
from repobook.languages.ruby.ruby_decisions import ROOT
from repobook.model.facts import Import, Reference
from repobook.model.graph import EXTERNAL, UNKNOWN, Candidate, Link
from repobook.resolve import Resolve
from repobook.resolve.cached_method import remembered
from repobook.resolve.follow import NOT_HERE, OUTSIDE, STANDARD, Place, Places
from repobook.resolve.homonyms import files_read
from repobook.resolve.linking import NameResolver
from repobook.resolve.paths import Paths
from repobook.resolve.qualified import QualifiedNames
from repobook.resolve.world import World
from repobook.text.folders import folder_of, folders_around

_FUNCTIONS: Final = frozenset(["function"])
_SEEN_FROM: Final = "this$"
_TOP: Final = Place("", -5)
# Places inside of a class or module count down from here.
_INSIDE: Final = -10
# Where Ruby and its runners of tests look for what is required.
_LOAD_PATHS: Final = ("lib/", "", "test/", "spec/")


def resolver(world: World) -> Resolve:
    return _Ruby(world).resolve


class _Ruby(NameResolver):
    languages = frozenset(["Ruby"])
    members_guessed = frozenset(["method", "property", "field", "constant"])
    standard_members = MEMBERS

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._paths = Paths(world)
        self._names = QualifiedNames(world, self.languages)

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
            found = self._names.inherited(Place(place.path, nth), name, self._follower)
            if found and found[0] not in NOT_HERE:
                return found
            unknown = unknown or found
            nth = names.definitions[nth].parent if name[:1].isupper() else -1
        return self.names(place.path, name) or unknown

    def _constant(self, name: str) -> Places:
        if found := self._names.main(name):
            return found
        if name in CONSTANTS:
            return (STANDARD,)
        return () if self._world.named(name, self.languages) else (OUTSIDE,)

    def _function(self, path: str, name: str) -> Places:
        """Methods outside of classes, of the file itself and of those that it requires."""
        if own := self._own_functions(path).get(name):
            return tuple(own)
        for each in self._files_read(path):
            if found := self._names.top(each, name):
                return found
        return (STANDARD,) if name in FUNCTIONS else ()

    @remembered
    def _own_functions(self, path: str) -> dict[str, list[Place]]:
        """Also those inside of tests, which are seen by what stands beside them."""
        found: dict[str, list[Place]] = {}
        for nth, definition in enumerate(self._names.file(path).definitions):
            if definition.kind in _FUNCTIONS:
                found.setdefault(definition.name, []).append(Place(path, nth))
        return found

    def likely(self, path: str, reference: Reference, link: Link) -> Link:
        """Who calls a function may have been required by what defines it."""
        receiver = reference.receiver
        is_bare = not receiver or (receiver.startswith(_SEEN_FROM) and "." not in receiver)
        if link != UNKNOWN or reference.role != "call" or not is_bare:
            return link
        return self.only(reference.name, _is_outer_function)

    @remembered
    def _files_read(self, path: str) -> list[str]:
        return files_read(path, self._required)

    def _required(self, path: str) -> list[str]:
        links = [self.link_of_import(path, each) for each in self._world.unit(path).imports]
        return [target for link in links if link.confidence == "exact" for target in link.targets]

    def link_of_import(self, path: str, imported: Import) -> Link:
        return self._file_of(folder_of(path), imported.module, imported.form)

    @remembered
    def _file_of(self, home: str, module: str, form: str) -> Link:
        wanted = module if module.endswith(".rb") else f"{module}.rb"
        if form == "require_relative":
            found = self._paths.file(home, wanted)
            return Link((found,), "exact") if found else UNKNOWN
        for folder in folders_around(f"{home}/"):
            for load_path in _LOAD_PATHS:
                if found := self._paths.file(folder, load_path + wanted):
                    return Link((found,), "exact")
        ending = self._paths.ending_with(wanted) if "/" in module else UNKNOWN
        return ending if ending.targets else EXTERNAL


def _is_outer_function(candidate: Candidate) -> bool:
    return candidate.kind in _FUNCTIONS and "." not in candidate.id[len(candidate.path) + 2 :]
