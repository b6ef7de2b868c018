"""All bindings of some operators, and of what they lead to; of routes and commands."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from repobook.ask.trace.chain_code import ChainCode
from repobook.ask.trace.chain_steps import Hop, Staged, hops_at, hops_to, hops_to_files, is_about
from repobook.ask.trace.stub_files import declarations, declaring_hops
from repobook.ask.trace.subjects import is_meant
from repobook.index.reader.binding_reader import BindingReader, BoundPlace, FileUses
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.route_reader import RouteReader
from repobook.model.answers import SymbolLine
from repobook.model.kinds import COMMAND, OPERATOR, ROUTE, STUB, SUBJECTS

MAX_SUBJECTS: Final = 60
_MAX_ROUNDS: Final = 5
_KERNELS: Final = ("dispatch", "structured", "registration", "ufunc")
_WITH_CODE: Final = (*_KERNELS, "lowering", "python-kernel")
_OF_TWINS: Final = ("autograd", "formula", "test-info")
_WORDS: Final = re.compile(r"[a-z0-9]+")
# Words of operators that say nothing of what they compute.
_PLAIN: Final = frozenset(["forward", "backward", "impl", "for", "out", "cpu", "cuda"])


class Chain:
    def __init__(
        self, reader: BookReader, bindings: BindingReader, subjects: list[SymbolLine]
    ) -> None:
        self._reader = reader
        self._bindings = bindings
        self._routes = RouteReader(reader, bindings)
        self._code = ChainCode(reader, bindings)
        self.subjects = {symbol.id: symbol for symbol in subjects}
        self._asked = {symbol.name for symbol in subjects if symbol.kind == OPERATOR}
        self._places: dict[BoundPlace, None] = {}
        self._places_of = cache(bindings.places_of)

    def kernels(self) -> list[Hop]:
        """Of the operators alone, not of what these call in turn."""
        self._gather(is_whole=False)
        return [hop for stage, hop in self._bound() if stage in _KERNELS]

    def hops(self) -> list[Staged]:
        self._gather(is_whole=True)
        places = self._places
        targets = self._bindings.symbols_of(key for place in places for key in place.targets)
        code = self._code_symbols(targets, _WITH_CODE)
        files = [symbol.path for symbol in self._code_symbols(targets, _KERNELS)]
        return [
            *self._bound(),
            *self._code.applied_lists(places),
            *self._operators_called(targets),
            *self._mounts(),
            *declaring_hops(self._reader, self.subjects.values()),
            *self._code.functions(code),
            *self._code.templates(code),
            *self._code.described_tests(places),
            *self._code.build_targets(files),
        ]

    def uses(self) -> list[FileUses]:
        """Of the subjects, of what holds them and of the functions in Python with this name."""
        by_path: dict[str, FileUses] = {}
        declared = [one for s in self.subjects.values() for one in declarations(self._reader, s)]
        standing = self._code.standing_for(self._places)
        for symbol in (*self.subjects.values(), *declared, *standing):
            for use in self._bindings.uses_of(symbol):
                old = by_path.get(use.path)
                line = min(use.line, old.line) if old else use.line
                n = max(use.n, old.n) if old else use.n
                by_path[use.path] = use._replace(n=n, line=line)
        asked = [symbol for symbol in self.subjects.values() if symbol.name in self._asked]
        for use in self._code.python_calls.uses_of(asked):
            old = by_path.get(use.path, use._replace(n=0))
            by_path[use.path] = use._replace(n=use.n + old.n, line=min(use.line, old.line))
        return sorted(by_path.values(), key=lambda use: (-use.n, use.path))

    def _gather(self, *, is_whole: bool) -> None:
        """Until no further operator or stub is met."""
        done: set[str] = set()
        for symbol in list(self.subjects.values()):
            self._add_delegating(symbol)
        for _ in range(_MAX_ROUNDS):
            newly = [symbol for id, symbol in self.subjects.items() if id not in done]
            done |= self.subjects.keys()
            for subject in newly:
                self._add_places(subject)
            self._follow(newly, is_whole=is_whole)
            if len(self.subjects) > MAX_SUBJECTS:
                return

    def _add_places(self, subject: SymbolLine) -> None:
        places = [
            place
            for place in self._places_of(subject)
            if is_about(subject, place.binding.subject) and is_meant(subject, place)
        ]
        self._places.update(dict.fromkeys(places))
        if subject.kind == OPERATOR:
            own = {place.binding.stage for place in places}
            shared = [p for p in self._places_of_twin(subject) if p.binding.stage not in own]
            self._places.update(dict.fromkeys(shared))

    def _places_of_twin(self, subject: SymbolLine) -> list[BoundPlace]:
        """An operator that works in place has the formulas and the test descriptions of the one
        that does not."""
        family, dot, overload = subject.qualname.partition(".")
        name = f"{family.removesuffix('_')}{dot}{overload}"
        if name == subject.qualname:
            return []
        return [
            place
            for twin in self._reader.operators_called(name)
            for place in self._places_of(twin)
            if place.binding.subject in (name, twin.name) and place.binding.stage in _OF_TWINS
        ]

    def _add_delegating(self, symbol: SymbolLine) -> None:
        """Operators that are computed by this one."""
        for place in self._places_of(symbol):
            if place.binding.stage == "delegate" and place.binding.detail == symbol.qualname:
                for around in self._bindings.symbols_around(place.path, place.line):
                    if is_about(around, place.binding.subject):
                        self.subjects.setdefault(around.id, around)

    def _follow(self, newly: list[SymbolLine], *, is_whole: bool) -> None:
        targets = self._bindings.symbols_of(key for place in self._places for key in place.targets)
        names = {symbol.name for symbol in newly}
        for place in self._places:
            is_new = place.binding.subject.partition(".")[0] in names
            is_inner = is_whole and is_new and place.binding.stage == "formula"
            if place.binding.stage == "delegate" or is_inner:
                self._add_operators(place, targets, is_inner=is_inner)
        kernels = self._code_symbols(targets, _KERNELS)
        inner = [p for kernel in kernels for p in self._code.places_within(kernel)]
        called = self._bindings.symbols_of(key for p in inner for key in p.targets)
        for symbol in called.values():
            if symbol.kind == STUB:
                self.subjects.setdefault(symbol.id, symbol)
        if is_whole:
            for place in inner:
                self._add_operators(place, called, is_inner=True)

    def _add_operators(
        self, place: BoundPlace, targets: dict[int, SymbolLine], *, is_inner: bool
    ) -> None:
        """Those that a place leads to; of what code calls only parts of the same computation."""
        for key in place.targets:
            symbol = targets.get(key)
            if symbol and symbol.kind == OPERATOR and (not is_inner or self._is_part(symbol)):
                self.subjects.setdefault(symbol.id, symbol)

    def _is_part(self, symbol: SymbolLine) -> bool:
        """An internal operator, half the words of whose name one has that was asked for."""
        name = symbol.name.partition("::")[2]
        words = {*_WORDS.findall(name.lower())} - _PLAIN
        if not name.startswith("_") or not words:
            return False
        asked = [{*_WORDS.findall(one.lower())} for one in self._asked]
        return any(2 * len(words & known) >= len(words) for known in asked)

    def _code_symbols(
        self, targets: dict[int, SymbolLine], stages: Iterable[str]
    ) -> list[SymbolLine]:
        """The functions that these stages lead to."""
        keys = dict.fromkeys(
            key
            for place in self._places
            if place.binding.stage in stages
            for key in place.targets
            if key in targets and targets[key].kind not in SUBJECTS
        )
        return [targets[key] for key in keys]

    def _operators_called(self, targets: dict[int, SymbolLine]) -> list[Staged]:
        """Operators that the kernels use in turn, each once a kernel."""
        hops: dict[tuple[str, str], Hop] = {}
        for kernel in self._code_symbols(targets, _KERNELS):
            inner = [p for p in self._code.places_in(kernel) if p.binding.stage == "use"]
            called = self._bindings.symbols_of(key for place in inner for key in place.targets)
            for place in inner:
                if place.targets and place.targets[0] in called:
                    first = called[place.targets[0]]
                    hop = next(hops_to(place, kernel.qualname, [first]))
                    hops.setdefault((kernel.id, place.name), hop._replace(name=place.name))
        return [("calls", hop) for hop in hops.values()]

    def _mounts(self) -> list[Staged]:
        """Where other files mount a route or a command, with the whole name that it gets there."""
        routes = [symbol for symbol in self.subjects.values() if symbol.kind in (ROUTE, COMMAND)]
        lines = [line for symbol in routes for line in self._routes.of(symbol)]
        mounts = [(line, mount) for line in lines for mount in line.mounts]
        targets = self._bindings.symbols_of(key for _, mount in mounts for key in mount.targets)
        return [
            ("mount", hop._replace(subject=line.symbol.name))
            for line, mount in mounts
            for hop in hops_to(
                mount, line.name, [targets[k] for k in mount.targets if k in targets]
            )
        ]

    def _bound(self) -> list[Staged]:
        """Where a place names both a subject and a kernel, the kernel is the step."""
        targets = self._bindings.symbols_of(key for place in self._places for key in place.targets)
        families = {symbol.name for symbol in self.subjects.values()}
        leading = {
            (p.path, p.line, p.binding.subject, p.binding.stage)
            for p in self._places
            if p.name not in families
        }
        hops = []
        for place in self._places:
            key = (place.path, place.line, place.binding.subject, place.binding.stage)
            if place.name in families and key in leading:
                continue
            files = [
                path
                for k in place.targets
                if k not in targets and (path := self._bindings.path_of(k))
            ]
            found = hops_to_files(place, files) if files else hops_at(place, targets)
            hops += [(place.binding.stage, hop) for hop in found]
        return sorted(hops, key=lambda pair: (pair[1].path, pair[1].line, pair[1].target))
