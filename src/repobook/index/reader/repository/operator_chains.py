"""What packs bound to an operator of a repository, for the page of its family."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import chain
from typing import Final, NamedTuple

from repobook.index.ids import symbol_key
from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.file.file_links import command_by_test
from repobook.index.reader.repository.offered_names import IndexRows
from repobook.index.reader.repository.operator_families import (
    NamedInTest,
    OperatorFamilies,
    family_name,
)
from repobook.index.reader.rows import Rows, listed
from repobook.model.answers import SymbolLine
from repobook.model.dossiers.folder_dossier import OfferedTarget, Place
from repobook.model.dossiers.operator_dossier import (
    OperatorChain,
    OperatorOverload,
    OperatorStep,
    OperatorTest,
)
from repobook.model.kinds import OPERATOR

_KERNELS: Final = ("dispatch", "structured", "registration", "ufunc")
_STUB: Final = "stub"
_STUB_CALL: Final = "stub-call"
# Uses are counted by the tests, and shown on the pages of files.
_NO_STEPS: Final = ("use", _STUB_CALL)
_N_TESTS: Final = 15


class GatheredChain(NamedTuple):
    chain: OperatorChain
    files: frozenset[str]
    """What it was gathered from besides tests."""
    stubs: frozenset[int]
    """Keys of those that its kernels call: any file may register code for them."""


class OperatorChains:
    """Gathers one family at a time; what a file binds is read once."""

    def __init__(self, execute: Rows) -> None:
        self.families = OperatorFamilies(execute)
        self._execute = execute
        self._bindings = BindingReader(IndexRows(execute))
        self._subjects_in = cache(self._read_subjects)

    def gather(self, name: str) -> GatheredChain:
        overloads = self.families.overloads[name]
        declaring = {symbol.path for symbol in overloads}
        binding = self._files_binding(symbol_key(symbol.id) for symbol in overloads)
        places = [
            place
            for path in declaring | binding
            for subject in self._subjects_in(path).get(name, ())
            for place in self._bindings.places_bound(path, subject)
            if place.binding.stage not in _NO_STEPS
        ]
        symbols = self._symbols_of(places)
        calls = list(self._stub_calls(places, symbols))
        stubs = {key for call in calls for key in call.targets}
        registered = list(self._registered(stubs, {call.binding.subject for call in calls}))
        symbols |= self._symbols_of(registered)
        steps = _Steps(name, places, symbols, self._bindings)
        files = {
            *declaring,
            *binding,
            *(place.path for place in registered),
            *(symbol.path for symbol in symbols.values()),
        }
        tests = self.families.tests(name)
        return GatheredChain(
            OperatorChain(
                self.families.family(name, tests),
                tuple(map(_overload, overloads)),
                tuple(steps.all([*places, *registered])),
                tuple(self._most(tests)),
            ),
            frozenset(files),
            frozenset(stubs),
        )

    def _stub_calls(
        self, places: Iterable[BoundPlace], symbols: dict[int, SymbolLine]
    ) -> Iterator[BoundPlace]:
        """Those between the lines of the kernels."""
        kernels = {
            symbols[key]
            for place in places
            if place.binding.stage in _KERNELS
            for key in place.targets
            if key in symbols and symbols[key].kind != OPERATOR
        }
        for kernel in kernels:
            for place in self._bindings.places_within(kernel):
                if place.binding.stage == _STUB_CALL:
                    yield place

    def _registered(self, stubs: Iterable[int], names: Iterable[str]) -> Iterator[BoundPlace]:
        """What stubs lead to on the devices."""
        for path in self._files_binding(stubs):
            places = (self._bindings.places_bound(path, name) for name in names)
            for place in chain.from_iterable(places):
                if place.binding.stage == _STUB and place.name != place.binding.subject:
                    yield place

    def _most(self, tests: Iterable[NamedInTest]) -> Iterator[OperatorTest]:
        """The files with the most, all overloads together, each with its first line."""
        n_uses: Counter[str] = Counter()
        first: dict[str, int] = {}
        for path, line, n in tests:
            n_uses[path] += n
            first[path] = min(line, first.get(path, line))
        for path in sorted(n_uses, key=lambda path: (-n_uses[path], path))[:_N_TESTS]:
            yield OperatorTest(path, first[path], n_uses[path], self._commands.get(path, ""))

    def _files_binding(self, keys: Iterable[int]) -> set[str]:
        return {path for (path,) in self._execute(_BINDING, listed(keys))}

    def _symbols_of(self, places: Iterable[BoundPlace]) -> dict[int, SymbolLine]:
        return self._bindings.symbols_of(key for place in places for key in place.targets)

    def _read_subjects(self, path: str) -> dict[str, list[str]]:
        """What a file binds, by family."""
        subjects: dict[str, list[str]] = {}
        for subject in self._bindings.subjects_in(path):
            subjects.setdefault(family_name(subject), []).append(subject)
        return subjects

    @cached_property
    def _commands(self) -> dict[str, str]:
        return command_by_test(self._execute)


def _overload(symbol: SymbolLine) -> OperatorOverload:
    return OperatorOverload(symbol.signature, Place(symbol.path, symbol.line, symbol.end_line))


class _Steps:
    """Of one family."""

    def __init__(
        self,
        family: str,
        places: Iterable[BoundPlace],
        symbols: dict[int, SymbolLine],
        bindings: BindingReader,
    ) -> None:
        self._family = family
        self._symbols = symbols
        self._bindings = bindings
        self._names_at: defaultdict[_Line, set[str]] = defaultdict(set)
        for place in places:
            self._names_at[_at(place)].add(place.name)

    def all(self, places: Iterable[BoundPlace]) -> Iterator[OperatorStep]:
        """A binding that several overloads have is one."""
        steps: dict[tuple[str, str, OfferedTarget], OperatorStep] = {}
        for place in sorted(places, key=lambda p: (p.path, p.line, p.name)):
            for target in self._targets(place):
                detail = place.binding.detail.partition(" in ")[0]
                why = "" if place.targets else place.rule
                at = Place(place.path, place.line)
                step = OperatorStep(place.binding.stage, detail, at, target, why)
                key = target or OfferedTarget(why, Place(place.path, 0))
                steps.setdefault((step.stage, detail, key), step)
        yield from steps.values()

    def _targets(self, place: BoundPlace) -> list[OfferedTarget | None]:
        """What it leads to; nothing where it only names its operator beside another binding."""
        symbols = [self._symbols[key] for key in place.targets if key in self._symbols]
        if symbols and all(self._is_own(symbol) for symbol in symbols):
            names = self._names_at[_at(place)]
            return [] if len(names) > 1 else [None]
        if not symbols:
            paths = [path for key in place.targets if (path := self._bindings.path_of(key))]
            return [OfferedTarget(p, Place(p, 1), is_file=True) for p in paths] or [None]
        return [OfferedTarget(s.qualname, Place(s.path, s.line)) for s in symbols]

    def _is_own(self, symbol: SymbolLine) -> bool:
        return symbol.kind == OPERATOR and family_name(symbol.name) == self._family


def _at(place: BoundPlace) -> "_Line":
    return place.path, place.line, place.binding.stage, place.binding.subject


_Line = tuple[str, int, str, str]
"""Where one stage of one operator is bound."""
_BINDING: Final = """
    SELECT DISTINCT f.path FROM json_each(?) k CROSS JOIN referrer r ON r.target = k.value
    JOIN file f ON f.id = r.file WHERE r.role = 'bind'
"""
