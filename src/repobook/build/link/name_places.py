"""Where each name of the repository is defined, packed, since every worker holds a copy.

Names are sorted by sixty-two bits of a hash; a definition takes thirteen bytes, where a dictionary
of lists takes a hundred.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, groupby
from operator import itemgetter
from typing import Final, NamedTuple

from repobook.build.read.units import ReadFile
from repobook.index.ids import name_key

_DEFINITION_BITS: Final = 24


class PackedNames(NamedTuple):
    keys: bytes
    """Of each name, ascending."""
    ends: bytes
    """Where the places of each name end."""
    places: bytes
    """File and definition in one number, ascending for each name."""


def packed_names(
    files: tuple[ReadFile, ...], definitions: Iterable[tuple[str, int, int]]
) -> PackedNames:
    """``definitions`` are name, file and number of each, those of one name side by side."""
    place_by_id = {file.id: at << _DEFINITION_BITS for at, file in enumerate(files)}
    places_by_key = sorted(
        (name_key(name), sorted([place_by_id[id] | n for _, id, n in group]))
        for name, group in groupby(definitions, itemgetter(0))
    )
    return PackedNames(
        array("Q", [key for key, _ in places_by_key]).tobytes(),
        array("I", accumulate(len(places) for _, places in places_by_key)).tobytes(),
        array("Q", chain.from_iterable(places for _, places in places_by_key)).tobytes(),
    )


class NamePlaces:
    def __init__(self, packed: PackedNames) -> None:
        self._keys = memoryview(packed.keys).cast("Q")
        self._ends = memoryview(packed.ends).cast("I")
        self._places = memoryview(packed.places).cast("Q")

    def n_of(self, name: str) -> int:
        """How many definitions bear the name."""
        first, end = self._span(name)
        return end - first

    def of(self, name: str) -> Iterator[tuple[int, int]]:
        """The number of the file and of the definition in it, in order, from zero."""
        first, end = self._span(name)
        for place in self._places[first:end]:
            yield place >> _DEFINITION_BITS, place & ((1 << _DEFINITION_BITS) - 1)

    def _span(self, name: str) -> tuple[int, int]:
        key = name_key(name)
        at = bisect_left(self._keys, key)
        if at == len(self._keys) or self._keys[at] != key:
            return 0, 0
        return self._ends[at - 1] if at else 0, self._ends[at]
