"""One reference to its link: followed where that is possible, by its name alone where not."""

from collections.abc import Callable
from typing import NamedTuple

from repobook.model.facts import Reference
from repobook.model.graph import UNKNOWN, Link, Unit
from repobook.resolve.follow import Follower


class Linker(NamedTuple):
    follower: Follower
    by_name: Callable[[str], Link]
    """For what stands behind something of an unknown type."""

    def references(self, unit: Unit) -> tuple[Link, ...]:
        return tuple([self._reference(unit.path, reference) for reference in unit.references])

    def _reference(self, path: str, reference: Reference) -> Link:
        receiver, name = reference.receiver, reference.name
        if receiver == "?":
            return self.by_name(name)
        chain = f"{receiver}.{name}" if receiver else name
        link = self.follower.link(self.follower.follow(path, chain))
        if link is not None:
            return link
        if not receiver or self.follower.is_settled(path, receiver):
            return UNKNOWN
        return self.by_name(name)
