"""From any end of a chain to all of it: the answers of ``trace``.

A chain is held together by bindings of packs: an operator, its names in Python, its kernels, their
dispatch stubs, its formulas and registrations; a route or a command and what it runs. Every step
has the line that shows it; where the chain stops, the reason stands there instead of a target.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from repobook.index.ids import symbol_key
from repobook.index.reader.binding_reader import BindingReader, BoundPlace, FileUses
from repobook.index.reader.book_reader import MAX_MATCHES, BookReader
from repobook.index.reader.route_reader import RouteReader
from repobook.model.answers import Matches, Nothing, SymbolLine
from repobook.model.kinds import COMMAND, HOLDERS, PYTHON_NAME, ROUTE, STUB, SUBJECTS
from repobook.packs import installed as packs
from repobook.text.python_names import bound_python_name
from repobook.text.route_paths import command_name

_MAX_SUBJECTS: Final = 60
_MAX_USES: Final = 15
_MAX_CALLS: Final = 40
_MAX_ROUNDS: Final = 4
_PLACE: Final = re.compile(r"(.+):(\d{1,7})")
_OPS: Final = re.compile(r"(?:torch\.)?ops\.(\w+)\.(\w+)(?:\.(\w+))?")
_AT: Final = re.compile(r"at::(\w+)")
_KERNELS: Final = ("dispatch", "structured", "registration", "ufunc")


class Hop(NamedTuple):
    """One step: what stands at a place, and where it leads."""

    subject: str
    """The operator, stub, route or command that it belongs to."""
    detail: str
    """Backends, dispatch keys or arguments that it holds for."""
    path: str
    line: int
    name: str
    """Of the target, or as it is written where there is none."""
    target: str
    """The id of the symbol that it leads to; empty where the chain stops, and ``rule`` says why."""
    target_path: str
    target_line: int
    confidence: str
    rule: str


class Stage(NamedTuple):
    name: str
    title: str
    hops: tuple[Hop, ...]


class TraceAnswer(NamedTuple):
    query: str
    subjects: tuple[SymbolLine, ...]
    """The operators, routes or commands of the chain."""
    stages: tuple[Stage, ...]
    tests: tuple[FileUses, ...]
    """Test files that name one of them, most uses first."""
    n_tests: int
    uses: tuple[FileUses, ...]
    n_uses: int

    @property
    def is_cut(self) -> bool:
        return len(self.tests) < self.n_tests or len(self.uses) < self.n_uses


def trace(reader: BookReader, target: str) -> TraceAnswer | Matches | Nothing:
    """A name in Python, an operator, a kernel, a stub, a route, a command, or ``path:line``."""
    bindings = _bindings(reader)
    found = _subjects(reader, bindings, target.strip())
    if isinstance(found, Matches | Nothing):
        return found
    if len({symbol.name for symbol in found}) > _MAX_SUBJECTS:
        return Matches(target, tuple(found[:MAX_MATCHES]), (), len(found))
    return _Chain(reader, bindings, found).answer(target)


def kernels(reader: BookReader, operators: Iterable[SymbolLine], backend: str) -> list[Hop]:
    """What implements operators, for one backend or for all."""
    hops = _Chain(reader, _bindings(reader), list(operators)).kernels()
    own = {symbol.qualname for symbol in operators}
    meant = [hop for hop in hops if not backend or backend.lower() in _backends(hop)]
    return sorted(meant, key=lambda hop: (hop.subject not in own, not hop.target))


@lru_cache(maxsize=1)
def _bindings(reader: BookReader) -> BindingReader:
    """An open book does not change, and one file may declare thousands of operators."""
    return BindingReader(reader)


def _backends(hop: Hop) -> list[str]:
    return re.split(r"[,\s]+", hop.detail.lower())


def _subjects(
    reader: BookReader, bindings: BindingReader, target: str
) -> list[SymbolLine] | Matches | Nothing:
    for name in _spellings(target):
        symbols = [s for s in reader.symbols_called(name) if s.kind in SUBJECTS]
        if symbols:
            return _callers_of_stubs(reader, bindings, symbols) or symbols
    is_name_of_several_words = "/" in target or " " in target
    if is_name_of_several_words and (found := RouteReader(reader, bindings).called(target)):
        return found
    symbols = _symbols_at(reader, bindings, target) or reader.symbols_called(target)
    bound = [symbol for symbol in symbols if symbol.kind in SUBJECTS]
    bound = bound or _bound_to(reader, bindings, symbols)
    if bound:
        return _callers_of_stubs(reader, bindings, bound) or bound
    last = target.replace("::", ".").rpartition(".")[2]
    named = bindings.subjects_ending_in(last) if last.isidentifier() else []
    if len({symbol.name for symbol in named}) > 1:
        return Matches(target, tuple(named[:MAX_MATCHES]), (), len(named))
    return named or reader.nothing(target)


def _spellings(target: str) -> Iterator[str]:
    """As operators are called: ``torch.ops.aten.add.Tensor`` is ``aten::add.Tensor``."""
    yield target
    yield command_name(target)
    yield bound_python_name(target)
    if match := _OPS.fullmatch(target):
        overload = f".{match[3]}" if match[3] and match[3] != "default" else ""
        yield f"{match[1]}::{match[2]}{overload}"
    if match := _AT.fullmatch(target):
        yield f"aten::{match[1]}"


def _symbols_at(reader: BookReader, bindings: BindingReader, target: str) -> list[SymbolLine]:
    match = _PLACE.fullmatch(target)
    if match is None:
        return []
    files = [match[1]] if reader.file_id(match[1]) else []
    files = files or [file.path for file in reader.files_ending_in(match[1])]
    return [s for path in files[:1] for s in bindings.symbols_around(path, int(match[2]))]


def _bound_to(
    reader: BookReader, bindings: BindingReader, symbols: Iterable[SymbolLine]
) -> list[SymbolLine]:
    """The subjects that these symbols are bound to; of a function in Python those that it uses."""
    places: dict[BoundPlace, None] = {}
    for symbol in symbols:
        key = symbol_key(symbol.id)
        for place in bindings.places_of(symbol):
            is_inside = place.path == symbol.path and symbol.line <= place.line <= symbol.end_line
            if is_inside or key in place.targets:
                places[place] = None
    called = {
        one: None
        for place in places
        for one in reader.symbols_called(place.binding.subject)
        if one.kind in SUBJECTS and _is_meant(one, place)
    }
    return list(called)


def _callers_of_stubs(
    reader: BookReader, bindings: BindingReader, subjects: list[SymbolLine]
) -> list[SymbolLine]:
    """Operators whose kernels call a stub, where nothing but stubs was found."""
    if any(symbol.kind != STUB for symbol in subjects):
        return []
    kernels = [
        kernel
        for stub in subjects
        for place in bindings.places_of(stub)
        if place.name == stub.name and place.binding.stage == "stub-call"
        for kernel in bindings.symbols_around(place.path, place.line)
        if kernel.kind in HOLDERS
    ]
    return [symbol for symbol in _bound_to(reader, bindings, kernels) if symbol.kind != STUB]


def _is_about(symbol: SymbolLine, subject: str) -> bool:
    return subject in (symbol.qualname, symbol.name)


def _is_meant(symbol: SymbolLine, place: BoundPlace) -> bool:
    """Many routes may be called alike; a place is about the one that stands there."""
    if symbol.kind not in (ROUTE, COMMAND, PYTHON_NAME):
        return True
    return symbol.path == place.path and symbol.line <= place.line <= symbol.end_line


class _Chain:
    """All bindings of some operators, and of what they delegate to; of routes and commands."""

    def __init__(
        self, reader: BookReader, bindings: BindingReader, subjects: list[SymbolLine]
    ) -> None:
        self._bindings = bindings
        self._routes = RouteReader(reader, bindings)
        self._subjects = {symbol.id: symbol for symbol in subjects}
        self._places: dict[BoundPlace, None] = {}

    def kernels(self) -> list[Hop]:
        self._gather()
        return [hop for stage, hop in self._hops() if stage in _KERNELS]

    def answer(self, query: str) -> TraceAnswer:
        self._gather()
        titles = packs.stages()
        hops = [*self._hops(), *self._calls(), *self._mounts()]
        stages = [
            Stage(name, title, tuple(one for stage, one in hops if stage == name))
            for name, title in titles.items()
        ]
        uses = self._uses()
        tests = [use for use in uses if use.role == "test"]
        others = [use for use in uses if use.role != "test"]
        return TraceAnswer(
            query,
            tuple(s for s in self._subjects.values() if s.kind != STUB),
            tuple(stage for stage in stages if stage.hops),
            tuple(tests[:_MAX_USES]),
            len(tests),
            tuple(others[:_MAX_USES]),
            len(others),
        )

    def _gather(self) -> None:
        """Until no further operator or stub is met."""
        done: set[str] = set()
        for symbol in list(self._subjects.values()):
            self._add_delegating(symbol)
        for _ in range(_MAX_ROUNDS):
            newly = [symbol for id, symbol in self._subjects.items() if id not in done]
            done |= self._subjects.keys()
            for subject in newly:
                for place in self._bindings.places_of(subject):
                    if _is_about(subject, place.binding.subject) and _is_meant(subject, place):
                        self._places[place] = None
            self._follow()
            if len(self._subjects) > _MAX_SUBJECTS:
                return

    def _add_delegating(self, symbol: SymbolLine) -> None:
        """Operators that are computed by this one."""
        for place in self._bindings.places_of(symbol):
            if place.binding.stage == "delegate" and place.binding.detail == symbol.qualname:
                for around in self._bindings.symbols_around(place.path, place.line):
                    if _is_about(around, place.binding.subject):
                        self._subjects.setdefault(around.id, around)

    def _follow(self) -> None:
        targets = self._bindings.symbols_of(key for place in self._places for key in place.targets)
        for place in self._places:
            if place.binding.stage == "delegate":
                for key in place.targets:
                    self._subjects.setdefault(targets[key].id, targets[key])
        kernels = self._kernel_symbols(targets)
        inner = [p for kernel in kernels for p in self._bindings.places_within(kernel)]
        for symbol in self._bindings.symbols_of(key for p in inner for key in p.targets).values():
            if symbol.kind == STUB:
                self._subjects.setdefault(symbol.id, symbol)

    def _kernel_symbols(self, targets: dict[int, SymbolLine]) -> list[SymbolLine]:
        keys = dict.fromkeys(
            key
            for place in self._places
            if place.binding.stage in _KERNELS
            for key in place.targets
            if key in targets and targets[key].kind not in SUBJECTS
        )
        return [targets[key] for key in keys]

    def _calls(self) -> list[tuple[str, Hop]]:
        """Operators that the kernels use in turn, each once a kernel."""
        targets = self._bindings.symbols_of(key for place in self._places for key in place.targets)
        hops: dict[tuple[str, str], Hop] = {}
        for kernel in self._kernel_symbols(targets):
            inner = [p for p in self._bindings.places_within(kernel) if p.binding.stage == "use"]
            called = self._bindings.symbols_of(key for place in inner for key in place.targets)
            for place in inner:
                if place.targets and place.targets[0] in called:
                    first = called[place.targets[0]]
                    hop = next(_hops_to(place, kernel.qualname, [first]))
                    hops.setdefault((kernel.id, place.name), hop._replace(name=place.name))
        return [("calls", hop) for hop in list(hops.values())[:_MAX_CALLS]]

    def _mounts(self) -> list[tuple[str, Hop]]:
        """Where other files mount a route or a command, with the whole name that it gets there."""
        routes = [symbol for symbol in self._subjects.values() if symbol.kind in (ROUTE, COMMAND)]
        lines = [line for symbol in routes for line in self._routes.of(symbol)]
        mounts = [(line, mount) for line in lines for mount in line.mounts]
        targets = self._bindings.symbols_of(key for _, mount in mounts for key in mount.targets)
        return [
            ("mount", hop._replace(subject=line.symbol.name))
            for line, mount in mounts
            for hop in _hops_to(
                mount, line.name, [targets[k] for k in mount.targets if k in targets]
            )
        ]

    def _hops(self) -> list[tuple[str, Hop]]:
        """Where a place names both a subject and a kernel, the kernel is the step."""
        targets = self._bindings.symbols_of(key for place in self._places for key in place.targets)
        families = {symbol.name for symbol in self._subjects.values()}
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
            found = _hops_to_files(place, files) if files else _hops_at(place, targets)
            hops += [(place.binding.stage, hop) for hop in found]
        return sorted(hops, key=lambda pair: (pair[1].path, pair[1].line, pair[1].target))

    def _uses(self) -> list[FileUses]:
        by_path: dict[str, FileUses] = {}
        for subject in self._subjects.values():
            for use in self._bindings.uses_of(subject):
                old = by_path.get(use.path)
                line = min(use.line, old.line) if old else use.line
                n = max(use.n, old.n) if old else use.n
                by_path[use.path] = use._replace(n=n, line=line)
        return sorted(by_path.values(), key=lambda use: (-use.n, use.path))


def _hops_at(place: BoundPlace, targets: dict[int, SymbolLine]) -> Iterator[Hop]:
    symbols = [targets[key] for key in place.targets if key in targets]
    subject, detail = place.binding.subject, place.binding.detail.partition(" in ")[0]
    if not all(_is_about(symbol, subject) for symbol in symbols):
        yield from _hops_to(place, detail, symbols)
        return
    why = "" if symbols else place.rule
    where = (place.path, place.line, place.name)
    yield Hop(subject, detail, *where, "", "", 0, place.confidence, why)


def _hops_to_files(place: BoundPlace, paths: Iterable[str]) -> Iterator[Hop]:
    for path in paths:
        where = (place.path, place.line, place.name)
        yield Hop(place.binding.subject, "", *where, path, path, 1, place.confidence, "")


def _hops_to(place: BoundPlace, detail: str, symbols: Iterable[SymbolLine]) -> Iterator[Hop]:
    for symbol in symbols:
        where = (place.path, place.line, symbol.qualname)
        target = (symbol.id, symbol.path, symbol.line)
        yield Hop(place.binding.subject, detail, *where, *target, place.confidence, "")
