"""Types that implement an interface by having its methods, as in Go.

Names, parameters and results must agree. An interface that takes methods from outside the
repository, other than from the commonest interfaces of the standard library, has methods that
nobody knows here, so that nobody can be said to implement it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file_briefs import briefs_by_path
from repobook.model.answers import SymbolLine
from repobook.model.language import language_by_name
from repobook.text.folders import folder_of
from repobook.text.naming.go_interfaces import STANDARD_INTERFACES
from repobook.text.naming.go_signatures import shape_of

Shape = tuple[str, ...] | None


class _Type(NamedTuple):
    """A type of a package, whose methods may stand in any of its files."""

    folder: str
    name: str


class Bases(NamedTuple):
    """What a type embeds."""

    known: tuple[SymbolLine, ...]
    outside: tuple[str, ...] = ()
    """Names of what is not in the repository."""


class MethodSets:
    def __init__(self, reader: BookReader, bases_of: Callable[[SymbolLine], Bases]) -> None:
        self._reader = reader
        self._bases_of = bases_of

    def are_asked(self, path: str) -> bool:
        """Whether the language of a file has interfaces that types implement without a word."""
        file = briefs_by_path(self._reader.rows, [path])[path]
        language = language_by_name().get(file.language)
        return language is not None and language.is_implemented_by_methods

    def implementers(self, interface: SymbolLine) -> list[SymbolLine]:
        """The types that have all its methods, by path."""
        wanted = self._methods_wanted(interface)
        if not wanted:
            return []
        found = {name: self._methods_called(name) for name in wanted}
        own = _Type(folder_of(interface.path), interface.qualname)
        # Others a type may have from what it embeds.
        declared = [methods for methods in found.values() if own in map(_owner, methods)]
        owners = {_owner(method) for method in min(declared or found.values(), key=len)}
        types = [one for owner in sorted(owners) for one in self._types(owner)]
        return [one for one in types if self._has_all(one, wanted, found)]

    def implemented(self, type: SymbolLine, methods: Iterable[SymbolLine]) -> list[SymbolLine]:
        """The interfaces whose methods a type has, among those that have one of some methods."""
        interfaces: dict[str, SymbolLine] = {}
        for method in methods:
            for other in self._methods_called(method.name):
                for one in self._types(_owner(other), "interface"):
                    interfaces.setdefault(one.id, one)
        return [one for one in interfaces.values() if self.implements(type, one)]

    def implements(self, type: SymbolLine, interface: SymbolLine) -> bool:
        wanted = self._methods_wanted(interface)
        found = {name: self._methods_called(name) for name in wanted}
        return bool(wanted) and self._has_all(type, wanted, found)

    def methods_of(self, type: SymbolLine, name: str) -> list[SymbolLine]:
        """Its own by that name, in whichever file of its package."""
        owner = _Type(folder_of(type.path), type.qualname)
        return [method for method in self._methods_called(name) if _owner(method) == owner]

    def _methods_wanted(self, interface: SymbolLine) -> dict[str, Shape]:
        """Empty where some are not known, or where there are none."""
        wanted: dict[str, Shape] = {}
        waiting, seen = [interface], {interface.id}
        while waiting:
            one = waiting.pop()
            bases = self._bases_of(one)
            if not STANDARD_INTERFACES.keys() >= {*bases.outside}:
                return {}
            wanted |= _standard_methods(bases)
            for method in self._reader.symbols_in(one.path):
                if method.kind == "method" and _owner(method).name == one.qualname:
                    wanted[method.name] = shape_of(method.signature, method.name)
            waiting += [base for base in bases.known if base.id not in seen]
            seen |= {base.id for base in bases.known}
        return wanted

    def _methods_called(self, name: str) -> list[SymbolLine]:
        return self._reader.symbol_lines("name = ? AND kind = 'method'", (name,))

    def _types(self, owner: _Type, kind: str = "") -> Iterator[SymbolLine]:
        for one in self._reader.symbol_lines("name = ? AND qualname = name", (owner.name,)):
            is_wanted = one.kind == kind if kind else one.kind in ("struct", "type")
            if is_wanted and folder_of(one.path) == owner.folder and self.are_asked(one.path):
                yield one

    def _has_all(
        self, type: SymbolLine, wanted: dict[str, Shape], found: dict[str, list[SymbolLine]]
    ) -> bool:
        embedded = [*self._with_embedded(type)]
        owners = {_Type(folder_of(one.path), one.qualname) for one in embedded}
        given = {
            m: s for one in embedded for m, s in _standard_methods(self._bases_of(one)).items()
        }
        return all(
            any(_owner(m) in owners and _agree(shape, m) for m in found[name])
            or (name in given and given[name] == shape)
            for name, shape in wanted.items()
        )

    def _with_embedded(self, type: SymbolLine) -> Iterator[SymbolLine]:
        waiting, seen = [type], {type.id}
        while waiting:
            one = waiting.pop()
            yield one
            known = self._bases_of(one).known
            waiting += [base for base in known if base.id not in seen]
            seen |= {base.id for base in known}


def _standard_methods(bases: Bases) -> dict[str, Shape]:
    """Those that come from interfaces of the standard library."""
    signatures = [s for name in bases.outside for s in STANDARD_INTERFACES.get(name, ())]
    return {(name := s.partition("(")[0]): shape_of(s, name) for s in signatures}


def _owner(method: SymbolLine) -> _Type:
    return _Type(folder_of(method.path), method.qualname.rpartition(".")[0])


def _agree(shape: Shape, method: SymbolLine) -> bool:
    own = shape_of(method.signature, method.name)
    return shape is None or own is None or shape == own
