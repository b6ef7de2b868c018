"""What a trace begins with: the operators, routes, commands or names that a word may mean."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from repobook.ask.trace.stub_files import compiled_names
from repobook.index.ids import symbol_key
from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.book_reader import MAX_MATCHES, BookReader
from repobook.index.reader.repository.calls_in_python import CallsInPython
from repobook.index.reader.route_reader import RouteReader
from repobook.model.answers import Matches, Nothing, SymbolLine
from repobook.model.kinds import (
    DECLARED,
    HOLDERS,
    STUB,
    SUBJECTS,
)
from repobook.text.operator_names import bare_operator, operator_spelling
from repobook.text.python_names import bound_python_name
from repobook.text.route_paths import command_name

_MAX_CALLERS: Final = 3
_PLACE: Final = re.compile(r"(.+):(\d{1,7})")


def is_meant(symbol: SymbolLine, place: BoundPlace) -> bool:
    """Many routes may be called alike; a place is about the one that stands there."""
    if symbol.kind not in DECLARED:
        return True
    return symbol.path == place.path and symbol.line <= place.line <= symbol.end_line


def subjects(
    reader: BookReader, bindings: BindingReader, target: str
) -> list[SymbolLine] | Matches | Nothing:
    for name in _spellings(target):
        symbols = [s for s in reader.symbols_called(name) if s.kind in SUBJECTS]
        if symbols:
            return _callers_of_stubs(reader, bindings, symbols) or symbols
    is_name_of_several_words = "/" in target or " " in target
    if is_name_of_several_words and (found := _offered(reader, bindings, target)):
        return found
    symbols = _symbols_at(reader, bindings, target) or reader.symbols_called(target)
    bound = [symbol for symbol in symbols if symbol.kind in SUBJECTS]
    bound = bound or compiled_names(reader, symbols) or _bound_to(reader, bindings, symbols)
    bound = bound or _bound_above(reader, bindings, symbols)
    if bound:
        return _callers_of_stubs(reader, bindings, bound) or bound
    last = target.replace("::", ".").rpartition(".")[2]
    # Of an operator that is asked for with its namespace no other is meant.
    is_bare = last.isidentifier() and "::" not in target
    named = bindings.subjects_ending_in(last) if is_bare else []
    if len({symbol.name for symbol in named}) > 1:
        return Matches(target, tuple(named[:MAX_MATCHES]), (), len(named))
    return named or symbols or reader.nothing(target)


def _offered(reader: BookReader, bindings: BindingReader, target: str) -> list[SymbolLine]:
    """A route, or a command, which may be typed behind the program that has it."""
    routes = RouteReader(reader, bindings)
    rest = "" if "/" in target else target.partition(" ")[2]
    return routes.called(target) or (routes.called(rest) if rest else [])


def _spellings(target: str) -> Iterator[str]:
    """As operators are called: ``torch.ops.aten.add.Tensor`` is ``aten::add.Tensor``."""
    yield target
    yield command_name(target)
    # As it is typed: ``flask run``.
    yield command_name(target.partition(" ")[2])
    yield bound_python_name(target)
    yield operator_spelling(target)


def _symbols_at(reader: BookReader, bindings: BindingReader, target: str) -> list[SymbolLine]:
    match = _PLACE.fullmatch(target)
    if match is None:
        return []
    files = [match[1]] if reader.file_id(match[1]) else []
    files = files or [file.path for file in reader.files_ending_in(match[1])]
    return [s for path in files[:1] for s in bindings.symbols_around(path, int(match[2]))]


def _bound_to(
    reader: BookReader, bindings: BindingReader, symbols: Sequence[SymbolLine]
) -> list[SymbolLine]:
    """The subjects that these symbols are bound to; of one that is bound to none those it uses."""
    bound = _bound_places(bindings, symbols)
    used = [p for s in symbols for p in _used_within(reader, bindings, s)] if not bound else []
    return _subjects_of(reader, (*bound, *used))


def _bound_places(bindings: BindingReader, symbols: Sequence[SymbolLine]) -> list[BoundPlace]:
    keys = {symbol.id: symbol_key(symbol.id) for symbol in symbols}
    return [p for s in symbols for p in bindings.places_of(s) if keys[s.id] in p.targets]


def _subjects_of(reader: BookReader, places: Iterable[BoundPlace]) -> list[SymbolLine]:
    """Each once."""
    called = {
        one: None
        for place in dict.fromkeys(places)
        for one in reader.symbols_called(place.binding.subject)
        if one.kind in SUBJECTS and is_meant(one, place)
    }
    return list(called)


def _bound_above(
    reader: BookReader, bindings: BindingReader, symbols: Sequence[SymbolLine]
) -> list[SymbolLine]:
    """The operators whose code calls these in the same file, through a few functions."""
    seen = {symbol.id for symbol in symbols}
    code = [symbol for symbol in symbols if symbol.kind in HOLDERS]
    for _ in range(_MAX_CALLERS):
        callers = [one for symbol in code for one in bindings.callers_beside(symbol)]
        code = [one for one in callers if one.kind in HOLDERS and one.id not in seen]
        seen |= {one.id for one in code}
        bound = _subjects_of(reader, _bound_places(bindings, code))
        if bound or not code:
            return bound
    return []


def _used_within(
    reader: BookReader, bindings: BindingReader, symbol: SymbolLine
) -> list[BoundPlace]:
    """Of what it calls by a name in Python only internal operators, where there are any or others:
    nearly every function also takes the size of a tensor, or transposes it."""
    called = CallsInPython(reader.rows, bindings).within(symbol)
    internal = [place for place in called if bare_operator(place.name).startswith("_")]
    return [*bindings.places_within(symbol), *internal] or called


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
    helped = [caller for kernel in kernels for caller in bindings.callers_beside(kernel)]
    bound = _bound_to(reader, bindings, [*kernels, *helped])
    return [symbol for symbol in bound if symbol.kind != STUB]
