"""Calls of operators by the names that they have in Python, which no link of the index leads to."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from repobook.index.reader.binding_reader import BindingReader
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.repository.calls_in_python import CallsInPython
from repobook.model.kinds import OPERATOR

PositionsByPath = Mapping[str, tuple[int, ...]]


def calls_by_key(reader: BookReader, keys: Iterable[int]) -> dict[int, PositionsByPath]:
    """Calls of those keys that are operators with this name."""
    return {key: calls for key in sorted(keys) if (calls := calls_of(reader, key))}


# Counts, places and the symbols around them are asked for one after the other.
@lru_cache(maxsize=512)
def calls_of(reader: BookReader, key: int) -> PositionsByPath:
    """Which overload is meant the arguments decide, so that all have the calls of the name."""
    families = {one.name for one in reader.symbols_with_key(key) if one.kind == OPERATOR}
    if not families:
        return MappingProxyType({})
    bindings = _bindings(reader)
    overloads = [one for name in families for one in bindings.subjects_named(name)]
    places: dict[str, set[int]] = {}
    for calls in CallsInPython(reader.rows, bindings).calls_of(overloads):
        places.setdefault(calls.path, set()).update(calls.positions)
    return MappingProxyType({path: tuple(sorted(some)) for path, some in sorted(places.items())})


@lru_cache(maxsize=1)
def _bindings(reader: BookReader) -> BindingReader:
    """An open book does not change, and one file may declare thousands of operators."""
    return BindingReader(reader)
