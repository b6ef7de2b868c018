"""The operators that a file implements, from the files that declare or register them."""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from repobook.index.ids import symbol_key
from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.repository.offered_names import IndexRows
from repobook.index.reader.repository.operator_families import OperatorFamilies, family_name
from repobook.index.reader.rows import Rows
from repobook.model.dossiers.dossier import ImplementedOperator

# An operator is used, named or described there.
_NOT_IMPLEMENTING: Final = frozenset(["entry", "formula", "holder", "python", "test-info", "use"])
_STUB: Final = "stub"
_STUB_CALL: Final = "stub-call"


class Implemented(NamedTuple):
    operators: tuple[ImplementedOperator, ...]
    """Of each symbol each operator once, with the first place; internal ones last."""
    files: frozenset[str]
    """What says so."""
    stubs: frozenset[int]
    """Keys of those that the code is registered for: any file may call them."""


class _Stub(NamedTuple):
    keys: frozenset[int]
    files: frozenset[str]
    """Those that call it, and what says which operators they implement."""
    operators: frozenset[str]


class ImplementedOperators:
    """Of one index; it is read when the first file has code that something is bound to."""

    def __init__(self, execute: Rows) -> None:
        self._execute = execute
        self._stub = lru_cache(maxsize=4096)(self._read_stub)

    def among(self, keys: Iterable[tuple[int, int]]) -> Implemented:
        """``keys`` of symbols that something is bound to, with their numbers in a file."""
        found: dict[tuple[int, str], ImplementedOperator] = {}
        files: set[str] = set()
        stubs: set[int] = set()
        for key, n in keys:
            for place in self._bindings.places_to(key):
                for operator in sorted(self._implemented(place, files, stubs)):
                    one = self._operator(operator, place, n)
                    found[n, operator] = min(one, found.get((n, operator), one))
        ordered = sorted(found.values(), key=_standing)
        return Implemented(tuple(ordered), frozenset(files), frozenset(stubs))

    def _implemented(self, place: BoundPlace, files: set[str], stubs: set[int]) -> Iterable[str]:
        """Families, and what they were found by."""
        subject = place.binding.subject
        if _implements(place):
            files.add(place.path)
            return (family_name(subject),)
        if place.binding.stage != _STUB or place.name == subject:
            return ()
        stub = self._stub(place.path, subject)
        files.update((place.path, *stub.files))
        stubs |= stub.keys
        return stub.operators

    def _operator(self, name: str, place: BoundPlace, n: int) -> ImplementedOperator:
        detail = place.binding.detail.partition(" in ")[0]
        part = self._families.parts.get(name, "")
        return ImplementedOperator(
            name, place.path, place.line, detail, part, place.binding.stage, n
        )

    def _read_stub(self, path: str, name: str) -> _Stub:
        """As a file names it: what calls it, and the operators that this code implements."""
        named = [one for one in self._bindings.places_bound(path, name) if one.name == name]
        keys = {key for one in named for key in one.targets}
        calls = [call for key in keys for call in self._bindings.places_to(key)]
        calls = [call for call in calls if call.binding.stage == _STUB_CALL]
        bound = list(self._bound_around(calls))
        files = {place.path for place in (*calls, *bound)}
        operators = {family_name(place.binding.subject) for place in bound}
        return _Stub(frozenset(keys), frozenset(files), frozenset(operators))

    def _bound_around(self, calls: Iterable[BoundPlace]) -> Iterator[BoundPlace]:
        around = {
            symbol_key(symbol.id)
            for path, line in {(call.path, call.line) for call in calls}
            for symbol in self._bindings.symbols_around(path, line)
        }
        for key in sorted(around):
            for place in self._bindings.places_to(key):
                if _implements(place):
                    yield place

    @cached_property
    def _bindings(self) -> BindingReader:
        return BindingReader(IndexRows(self._execute))

    @cached_property
    def _families(self) -> OperatorFamilies:
        return OperatorFamilies(self._execute)


def _implements(place: BoundPlace) -> bool:
    return "::" in place.binding.subject and place.binding.stage not in _NOT_IMPLEMENTING


def _standing(operator: ImplementedOperator) -> tuple[bool, ImplementedOperator]:
    """Internal ones last."""
    return operator.name.partition("::")[2].startswith("_"), operator
