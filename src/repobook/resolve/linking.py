"""One reference to its link: followed where that is possible, by its name alone where not."""

from typing import NamedTuple

from repobook.model.facts import Reference, ReferenceRole
from repobook.model.graph import BUILTIN, UNKNOWN, Link, Unit
from repobook.resolve.candidates import Candidates
from repobook.resolve.follow import Follower, Places


class Linker(NamedTuple):
    follower: Follower
    by_name: Candidates
    """For members of a receiver whose type is unknown."""

    def references(self, unit: Unit) -> tuple[Link, ...]:
        return tuple([self._reference(unit.path, reference) for reference in unit.references])

    def _reference(self, path: str, reference: Reference) -> Link:
        receiver, name = reference.receiver, reference.name
        if receiver == "?":
            return self.by_name(name)
        chain = f"{receiver}.{name}" if receiver else name
        link = self.follower.link(self._fitting(self.follower.follow(path, chain), reference.role))
        if link is not None:
            return link
        if not receiver:
            return UNKNOWN
        if self.follower.is_settled(path, receiver):
            return BUILTIN if self.by_name.is_standard(name) else UNKNOWN
        return self.by_name(name)

    def _fitting(self, places: Places, role: ReferenceRole) -> Places:
        """Candidates of the same name that cannot be meant are left out."""
        if role == "type":
            others = [place for place in places if not self.follower.is_function(place)]
            types = [place for place in others if self.follower.is_named_type(place)]
            return tuple(types if len(others) > 1 else others) or tuple(others)
        if role not in ("call", "attribute") or len(places) < 2:
            return places
        fitting = [p for p in places if self.follower.is_function(p) == (role == "call")]
        return tuple(fitting) or places
