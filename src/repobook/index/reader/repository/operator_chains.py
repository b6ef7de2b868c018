"""What packs bound to the operators of a repository, family by family, for their pages."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from repobook.index.ids import symbol_key
from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.file.file_links import command_by_test
from repobook.index.reader.repository.offered_names import IndexRows
from repobook.index.reader.repository.operator_families import (
    family_name,
    operator_families,
    overloads_by_family,
    tests_by_target,
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
# Uses are counted by the tests, and shown on the pages of files.
_NO_STEPS: Final = ("use", "stub-call")
_N_TESTS: Final = 15
# Kernels that begin above a call of a stub and are looked at for the one around it.
_MAX_AROUND: Final = 20


def operator_chains(execute: Rows) -> tuple[OperatorChain, ...]:
    """By name; what tests alone declare has none."""
    families = [family for family in operator_families(execute) if not family.is_test]
    overloads = overloads_by_family(execute)
    steps = _Steps(execute, {family.name for family in families})
    commands = command_by_test(execute) if families else {}
    tests = tests_by_target(execute, (one for some in overloads.values() for one in some))
    return tuple(
        OperatorChain(
            family,
            tuple(_overload(symbol) for symbol in overloads[family.name]),
            tuple(steps.of(family.name)),
            tuple(
                OperatorTest(path, line, n, commands.get(path, ""))
                for path, line, n in _most(
                    use for symbol in overloads[family.name] for use in tests[symbol_key(symbol.id)]
                )
            ),
        )
        for family in families
    )


def _overload(symbol: SymbolLine) -> OperatorOverload:
    return OperatorOverload(symbol.signature, Place(symbol.path, symbol.line, symbol.end_line))


def _most(uses: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """The files with the most, all overloads together, each with its first line."""
    n_uses: Counter[str] = Counter()
    first: dict[str, int] = {}
    for path, line, n in uses:
        n_uses[path] += n
        first[path] = min(line, first.get(path, line))
    ordered = sorted(n_uses, key=lambda path: (-n_uses[path], path))
    return [(path, first[path], n_uses[path]) for path in ordered[:_N_TESTS]]


class _Steps:
    """Bindings of all families, read file by file."""

    def __init__(self, execute: Rows, families: set[str]) -> None:
        self._execute = execute
        self._bindings = BindingReader(IndexRows(execute))
        self._places: defaultdict[str, list[BoundPlace]] = defaultdict(list)
        keys = [key for (key,) in execute(_OPERATORS, ())]
        for path in self._paths(_DECLARING, ()) | self._paths(_BINDING, listed(keys)):
            for place in self._bindings.places_in(path):
                family = family_name(place.binding.subject)
                if family in families and place.binding.stage not in _NO_STEPS:
                    self._places[family].append(place)
        self._names_at: defaultdict[_Line, set[str]] = defaultdict(set)
        for place in (one for some in self._places.values() for one in some):
            self._names_at[_at(place)].add(place.name)
        self._symbols = self._symbols_of(p for some in self._places.values() for p in some)
        self._add_stubs()

    def of(self, family: str) -> Iterator[OperatorStep]:
        """A binding that several overloads have is one."""
        steps: dict[tuple[str, str, OfferedTarget], OperatorStep] = {}
        for place in sorted(self._places[family], key=lambda p: (p.path, p.line, p.name)):
            for target in self._targets(family, place):
                detail = place.binding.detail.partition(" in ")[0]
                why = "" if place.targets else place.rule
                at = Place(place.path, place.line)
                step = OperatorStep(place.binding.stage, detail, at, target, why)
                key = target or OfferedTarget(why, Place(place.path, 0))
                steps.setdefault((step.stage, detail, key), step)
        yield from steps.values()

    def _targets(self, family: str, place: BoundPlace) -> list[OfferedTarget | None]:
        """What it leads to; nothing where it only names its operator beside another binding."""
        symbols = [self._symbols[key] for key in place.targets if key in self._symbols]
        if symbols and all(_is_of(symbol, family) for symbol in symbols):
            names = self._names_at[_at(place)]
            return [] if len(names) > 1 else [None]
        if not symbols:
            paths = [path for key in place.targets if (path := self._bindings.path_of(key))]
            return [OfferedTarget(p, Place(p, 1), is_file=True) for p in paths] or [None]
        return [OfferedTarget(s.qualname, Place(s.path, s.line)) for s in symbols]

    def _add_stubs(self) -> None:
        """From the kernels to what the stubs that they call are registered with."""
        families_by_stub: defaultdict[str, set[str]] = defaultdict(set)
        keys: set[int] = set()
        for place, families in self._stub_calls():
            families_by_stub[place.binding.subject] |= families
            keys.update(place.targets)
        added: list[BoundPlace] = []
        for path in sorted(self._paths(_BINDING, listed(sorted(keys)))):
            for place in self._bindings.places_in(path):
                stub = place.binding.subject
                if place.binding.stage == "stub" and place.name != stub:
                    added.append(place)
                    for family in families_by_stub.get(stub, ()):
                        self._places[family].append(place)
        self._symbols |= self._symbols_of(added)

    def _stub_calls(self) -> Iterator[tuple[BoundPlace, set[str]]]:
        """Calls of stubs in kernels, with the operators of these."""
        kernels: defaultdict[str, dict[SymbolLine, set[str]]] = defaultdict(dict)
        for family, places in self._places.items():
            for place in places:
                for key in place.targets if place.binding.stage in _KERNELS else ():
                    symbol = self._symbols.get(key)
                    if symbol and symbol.kind != OPERATOR:
                        kernels[symbol.path].setdefault(symbol, set()).add(family)
        for path, families_by_kernel in sorted(kernels.items()):
            ordered = sorted(families_by_kernel, key=lambda kernel: kernel.line)
            lines = [kernel.line for kernel in ordered]
            for place in self._bindings.places_in(path):
                if place.binding.stage == "stub-call":
                    end = bisect_right(lines, place.line)
                    before = ordered[max(0, end - _MAX_AROUND) : end]
                    for kernel in before:
                        if place.line <= kernel.end_line:
                            yield place, families_by_kernel[kernel]

    def _symbols_of(self, places: Iterable[BoundPlace]) -> dict[int, SymbolLine]:
        return self._bindings.symbols_of(key for place in places for key in place.targets)

    def _paths(self, query: str, values: tuple[str, ...]) -> set[str]:
        return {path for (path,) in self._execute(query, values)}


def _at(place: BoundPlace) -> "_Line":
    return place.path, place.line, place.binding.stage, place.binding.subject


def _is_of(symbol: SymbolLine, family: str) -> bool:
    return symbol.kind == OPERATOR and family_name(symbol.name) == family


_Line = tuple[str, int, str, str]
"""Where one stage of one operator is bound."""
_OPERATORS: Final = f"SELECT key FROM symbol WHERE kind = '{OPERATOR}'"
_DECLARING: Final = f"""
    SELECT DISTINCT f.path FROM symbol s JOIN file f ON f.id = s.file WHERE s.kind = '{OPERATOR}'
"""
_BINDING: Final = """
    SELECT DISTINCT f.path FROM json_each(?) k CROSS JOIN referrer r ON r.target = k.value
    JOIN file f ON f.id = r.file WHERE r.role = 'bind'
"""
