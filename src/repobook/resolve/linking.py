"""Turns a reference into a link: followed if possible, otherwise guessed by name.

A language says what its names mean and what its places hold, and where its imports lead; all else
is the same everywhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Set
from typing import ClassVar, Final

from repobook.model.facts import Definition, Import, Reference, ReferenceRole
from repobook.model.graph import BUILTIN, EXTERNAL, UNKNOWN, Candidate, FileLinks, Link, Unit
from repobook.resolve.candidates import ONLY_ONE, Candidates
from repobook.resolve.follow import Follower, Place, Places
from repobook.resolve.paths import one_of
from repobook.resolve.world import World

# Of more homonyms than this no further one is looked at.
_MAX_HOMONYMS: Final = 100


class NameResolver(ABC):
    languages: ClassVar[frozenset[str]]
    members_guessed: ClassVar[frozenset[str]] = frozenset()
    """Kinds of members that are guessed by name where the type of a receiver is unknown."""
    standard_members: ClassVar[frozenset[str]] = frozenset()
    """Names of members in the standard library, which are never guessed."""
    not_found: ClassVar[Link] = EXTERNAL
    """What a member is that nothing in the repository is called like."""
    depth_first: ClassVar[bool] = True

    def __init__(self, world: World) -> None:
        self._world = world
        self._follower = Follower(world, self)
        self._candidates = Candidates(
            world, self.languages, self.members_guessed, self.standard_members, self.not_found
        )

    def resolve(self, unit: Unit) -> FileLinks:
        references = [self.likely(unit.path, r, self._link(unit.path, r)) for r in unit.references]
        imports = [self.link_of_import(unit.path, imported) for imported in unit.imports]
        return FileLinks(tuple(references), tuple(imports))

    @abstractmethod
    def names(self, path: str, name: str) -> Places:
        """What a bare name means at the top of a file."""

    @abstractmethod
    def members(self, place: Place, name: str) -> Places:
        """What a package, a file or a type holds by a name, without what it inherits."""

    @abstractmethod
    def link_of_import(self, path: str, imported: Import) -> Link: ...

    def likely(self, path: str, reference: Reference, link: Link) -> Link:
        """What a language makes of a link that was followed, or not found."""
        return link

    def only(self, name: str, fits: Callable[[Candidate], bool]) -> Link:
        """A definition wherever it stands, if it is the only one of that name that fits."""
        candidates = self._world.named(name, self.languages)[:_MAX_HOMONYMS]
        return one_of([each.id for each in candidates if fits(each)], ONLY_ONE)

    def _link(self, path: str, reference: Reference) -> Link:
        receiver, name = reference.receiver, reference.name
        if receiver == "?":
            return self._candidates.link(name)
        chain = f"{receiver}.{name}" if receiver else name
        places = self._fitting(self._follower.follow(path, chain), reference.role)
        link = self._follower.link(places)
        if link is not None:
            return link
        if not receiver:
            return UNKNOWN
        if self._follower.is_settled(path, receiver):
            return BUILTIN if name in self.standard_members else UNKNOWN
        return self._candidates.link(name)

    def _fitting(self, places: Places, role: ReferenceRole) -> Places:
        """Candidates of the same name that cannot be meant are left out."""
        if role == "type":
            others = [place for place in places if not self._follower.is_function(place)]
            types = [place for place in others if self._follower.is_named_type(place)]
            return tuple(types if len(others) > 1 else others) or tuple(others)
        if role == "mention" and len(places) > 1:
            values = [place for place in places if not self._follower.is_only_type(place)]
            return tuple(values) or places
        if role not in ("call", "attribute") or len(places) < 2:
            return places
        fitting = [p for p in places if self._follower.is_function(p) == (role == "call")]
        return tuple(fitting) or places


MembersByOwner = dict[str, dict[str, list[int]]]


def members_by_owner(
    definitions: Iterable[Definition], names: Iterable[str], without: Set[str] = frozenset()
) -> MembersByOwner:
    """The numbers of definitions by their names, by what holds them: nothing at the top.

    Without those of some kinds.
    """
    members: MembersByOwner = {"": {}}
    for nth, (definition, name) in enumerate(zip(definitions, names, strict=True)):
        if definition.kind in without:
            continue
        owner = name[: -len(definition.name)].rstrip(".")
        members.setdefault(owner, {}).setdefault(definition.name, []).append(nth)
    return members


def places_in(path: str, several: Iterable[int]) -> Places:
    return tuple([Place(path, nth) for nth in several])
