"""The engine of every resolver: every reference gets targets, or a reason for none.

Whoever resolves a file may look at the definitions and imports of any other, never at its
references: that is what lets a change be followed to the files it touches and no further.
"""

from collections.abc import Callable

from repobook.model.graph import UNKNOWN, FileLinks, Link, Unit
from repobook.resolve.world import World

Resolve = Callable[[Unit], FileLinks]
MakeResolver = Callable[[World], Resolve]


def nothing_resolved(unit: Unit, why: Link = UNKNOWN) -> FileLinks:
    return FileLinks((why,) * len(unit.references), (why,) * len(unit.imports))
