"""Start and end of many tree nodes at once.

Files have captures by the ten thousand: an attribute that ``map`` reads costs a third of one that a
loop reads.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from tree_sitter import Node

START: Final = attrgetter("start_byte")
END: Final = attrgetter("end_byte")


def stretches(nodes: Sequence[Node]) -> Iterator[tuple[int, int]]:
    """Where each node begins and ends."""
    return zip(map(START, nodes), map(END, nodes), strict=True)
