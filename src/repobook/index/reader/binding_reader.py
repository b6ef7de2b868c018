"""Reads the bindings of packs: each with its place and its targets."""

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from repobook.index.ids import symbol_key
from repobook.index.reader.book_reader import SYMBOL_COLUMNS, symbol_line
from repobook.index.reader.file.file_links import LinkedReference, decode_linked, references_in
from repobook.model.answers import SymbolLine
from repobook.model.binding import Binding, bound_subject, is_bound, read_binding
from repobook.model.facts import unpack_position

Item = TypeVar("Item")
_MAX_KEYS: Final = 500
_MAX_OVERLOADS: Final = 4
# Between two groups of references in JSON, whose strings hold no bare quotes; before a receiver.
_BETWEEN: Final = ']],["'
_BOUND: Final = '","pack:'


class BoundPlace(NamedTuple):
    binding: Binding
    name: str
    path: str
    line: int
    confidence: str
    rule: str
    """Why nothing was found, where there is no target."""
    targets: tuple[int, ...]


class FileUses(NamedTuple):
    """How often a file uses something, and where first."""

    path: str
    role: str
    n: int
    line: int


class NamedSymbol(NamedTuple):
    """That code names a symbol, at the first line where it does."""

    key: int
    line: int
    confidence: str


class SymbolRows(Protocol):
    """What is asked of an index: a book that is read, or one that is being made."""

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]: ...

    def symbol_lines(self, condition: str, values: tuple[str | int, ...]) -> list[SymbolLine]: ...


class BindingReader:
    def __init__(self, reader: SymbolRows) -> None:
        self._reader = reader
        self._groups = lru_cache(maxsize=256)(self._read_groups)
        self._all_groups = lru_cache(maxsize=64)(self._read_all_groups)
        self._places_in = lru_cache(maxsize=64)(self._read_places)
        self._named_in = lru_cache(maxsize=64)(self._read_named)
        self._open_calls = lru_cache(maxsize=64)(self._read_open_calls)

    def subjects_ending_in(self, name: str) -> list[SymbolLine]:
        """Operators of any namespace by their bare name."""
        family = name.partition(".")[0]
        found = self._reader.symbol_lines("kind = 'operator' AND name LIKE ?", (f"%::{family}",))
        exact = [symbol for symbol in found if symbol.name.endswith(f"::{family}")]
        return [s for s in exact if name == family or s.qualname.endswith(f"::{name}")]

    def subjects_named(self, name: str) -> list[SymbolLine]:
        """All overloads of an operator."""
        return self._reader.symbol_lines("name = ? AND kind = 'operator'", (name,))

    def symbols_around(self, path: str, line: int) -> list[SymbolLine]:
        """The innermost last."""
        condition = "path = ? AND line <= ? AND end_line >= ?"
        return self._reader.symbol_lines(condition, (path, line, line))

    def places_of(self, symbol: SymbolLine) -> list[BoundPlace]:
        """Bindings of the symbol or to it, in its own file and in those that bind it."""
        key = symbol_key(symbol.id)
        rows = self._reader.rows(_BINDING_FILES, (key,))
        paths = dict.fromkeys([symbol.path, *(path for (path,) in rows)])
        return [
            place
            for path in paths
            for group in self._groups(path).about(symbol.name, key)
            for place in _places(path, group)
        ]

    def places_about(self, symbol: SymbolLine) -> list[BoundPlace]:
        """Bindings whose subject it is, on its own lines."""
        places = self.places_bound(symbol.path, symbol.name)
        return [place for place in places if symbol.line <= place.line <= symbol.end_line]

    def places_to(self, key: int) -> list[BoundPlace]:
        """Bindings that lead to a symbol."""
        paths = [path for (path,) in self._reader.rows(_BINDING_FILES, (key,))]
        return [
            place
            for path in paths
            for group in self._groups(path).leading_to(key)
            for place in _places(path, group)
        ]

    def places_in(self, path: str) -> Sequence[BoundPlace]:
        return self._places_in(path)

    def subjects_in(self, path: str) -> Iterable[str]:
        """What a file binds."""
        return self._groups(path).subjects()

    def places_bound(self, path: str, subject: str) -> list[BoundPlace]:
        """Where a file binds it."""
        groups = self._groups(path).binding(subject)
        return [place for group in groups for place in _places(path, group)]

    def beside(self, place: BoundPlace, stage: str) -> BoundPlace | None:
        """What another stage binds of the same subject, on the same line or the nearest above."""
        found = [
            other
            for other in self.places_bound(place.path, place.binding.subject)
            if other.binding.stage == stage
        ]
        above = [other for other in found if other.line <= place.line]
        return max(above, key=lambda other: other.line, default=None)

    def uses_of(self, symbol: SymbolLine) -> list[FileUses]:
        """Beyond bindings, by file."""
        return [FileUses(*row) for row in self._reader.rows(_USES, (symbol_key(symbol.id),))]

    def places_within(self, symbol: SymbolLine) -> list[BoundPlace]:
        """Bindings between its lines."""
        places = self.places_in(symbol.path)
        return [place for place in places if symbol.line <= place.line <= symbol.end_line]

    def open_calls_within(
        self, symbol: SymbolLine, receivers: frozenset[str]
    ) -> Iterator[tuple[str, str, int]]:
        """Name, receiver and line of calls that the language follows nowhere, each name once."""
        for lines, group in self._open_calls(symbol.path, receivers):
            inside = [line for line in lines if symbol.line <= line <= symbol.end_line]
            if inside:
                yield group.name, group.receiver, min(inside)

    def named_within(self, symbol: SymbolLine, role: str) -> list[NamedSymbol]:
        """What the language leads to from between its lines in one role, by line."""
        found: dict[int, NamedSymbol] = {}
        for lines, group in self._named_in(symbol.path, role):
            inside = [line for line in lines if symbol.line <= line <= symbol.end_line]
            for key in group.targets[:_MAX_OVERLOADS] if inside else ():
                found.setdefault(key, NamedSymbol(key, min(inside), group.confidence))
        return sorted(found.values(), key=lambda one: (one.line, one.key))

    def callers_beside(self, symbol: SymbolLine) -> list[SymbolLine]:
        """What holds calls of it in its own file."""
        key = symbol_key(symbol.id)
        calls = [g for g in self._all_groups(symbol.path) if key in g.targets and g.role == "call"]
        lines = [line for group in calls for line in _lines(group)]
        return [one for line in lines for one in self.symbols_around(symbol.path, line)]

    def symbols_of(self, keys: Iterable[int]) -> dict[int, SymbolLine]:
        found: dict[int, SymbolLine] = {}
        wanted = sorted(set(keys))
        for start in range(0, len(wanted), _MAX_KEYS):
            some = wanted[start : start + _MAX_KEYS]
            marks = ", ".join("?" * len(some))
            query = f"SELECT key, {SYMBOL_COLUMNS} FROM symbols WHERE key IN ({marks})"
            for key, *columns in self._reader.rows(query, tuple(some)):
                found[key] = symbol_line(columns)
        return found

    def ids_of(self, places: Iterable[BoundPlace]) -> list[str]:
        """Symbols and files that they lead to, each once."""
        keys = dict.fromkeys(key for place in places for key in place.targets)
        symbols = self.symbols_of(keys)
        return [symbols[key].id if key in symbols else self.path_of(key) for key in keys]

    def path_of(self, key: int) -> str:
        """Of a target that is a file; empty for any other."""
        rows = self._reader.rows("SELECT path FROM file WHERE id = ?", (key,))
        return str(rows[0][0]) if rows else ""

    def _read_places(self, path: str) -> list[BoundPlace]:
        return [place for group in self._groups(path).all() for place in _places(path, group)]

    def _read_named(self, path: str, role: str) -> list[tuple[list[int], LinkedReference]]:
        """What the language leads to in one role, with its lines."""
        return [
            (_lines(group), group)
            for group in self._all_groups(path)
            if group.role == role and not is_bound(group.receiver)
        ]

    def _read_open_calls(
        self, path: str, receivers: frozenset[str]
    ) -> list[tuple[list[int], LinkedReference]]:
        return [
            (_lines(group), group)
            for group in self._all_groups(path)
            if group.receiver in receivers and group.role == "call" and not group.targets
        ]

    def _read_groups(self, path: str) -> "_BoundGroups":
        return _BoundGroups(references_in(self._reader.rows, path))

    def _read_all_groups(self, path: str) -> list[LinkedReference]:
        return list(decode_linked(references_in(self._reader.rows, path)))


class _BoundGroups:
    """What packs bound in a file: thousands of groups in some, of which few are asked for.

    They stay text until then: the collector of cycles looks at every list, and at no text."""

    def __init__(self, groups: str) -> None:
        self._pieces = _bound_pieces(groups)
        receivers = [*map(_receiver, self._pieces)]
        self._receivers = "\n".join(receivers)
        self._ends = [*accumulate(len(receiver) + 1 for receiver in receivers)]

    def all(self) -> list[LinkedReference]:
        return [*map(_decoded, self._pieces)]

    def subjects(self) -> Iterable[str]:
        return self._by_subject.keys()

    def about(self, name: str, target: int) -> list[LinkedReference]:
        """Those that hold the name or lead to the target, in their order."""
        numbers = {*self._holding(_written(name)), *self._by_target.get(target, ())}
        return [_decoded(self._pieces[n]) for n in sorted(numbers)]

    def binding(self, subject: str) -> list[LinkedReference]:
        return [_decoded(self._pieces[n]) for n in self._by_subject.get(subject, ())]

    def leading_to(self, target: int) -> list[LinkedReference]:
        return [_decoded(self._pieces[n]) for n in self._by_target.get(target, ())]

    def _holding(self, part: str) -> Iterator[int]:
        at = self._receivers.find(part)
        while at >= 0 and part:
            n = bisect_right(self._ends, at)
            yield n
            at = self._receivers.find(part, self._ends[n])

    @cached_property
    def _by_subject(self) -> dict[str, tuple[int, ...]]:
        receivers = self._receivers.split("\n") if self._pieces else ()
        return _numbered([_subject(receiver)] for receiver in receivers)

    @cached_property
    def _by_target(self) -> dict[int, tuple[int, ...]]:
        targets = (piece[piece.rfind("[") + 1 :] for piece in self._pieces)
        return _numbered(map(int, one.split(",")) if one else () for one in targets)


def _numbered(groups: Iterable[Iterable[Item]]) -> dict[Item, tuple[int, ...]]:
    """By what groups have, the numbers of these groups."""
    numbers: defaultdict[Item, dict[int, None]] = defaultdict(dict)
    for n, group in enumerate(groups):
        for one in group:
            numbers[one][n] = None
    return {one: tuple(found) for one, found in numbers.items()}


def _bound_pieces(groups: str) -> list[str]:
    """Each group in JSON, without the signs that begin and end it."""
    pieces = groups.removeprefix('[["').removesuffix("]]]").split(_BETWEEN)
    bound = [piece for piece in pieces if _BOUND in piece]
    if len(bound) == groups.count(_BOUND):
        return bound
    decoded = [group for group in json.loads(groups) if is_bound(group[1])]  # a name ends so
    return [_written(group)[1:-1] for group in decoded]


def _decoded(piece: str) -> LinkedReference:
    return LinkedReference(*json.loads(f'["{piece}]]'))


def _receiver(piece: str) -> str:
    """As it stands in JSON."""
    if '\\"' in piece:
        return _written(_decoded(piece).receiver)
    return piece[piece.find(_BOUND) :].split('"', 3)[2]


def _subject(receiver: str) -> str:
    if "\\\\" in receiver or '\\"' in receiver:
        return bound_subject(json.loads(f'"{receiver}"'))
    return receiver.split("\\t", 2)[1]


def _written(value: str | list[Any]) -> str:
    """As it stands in JSON, without what is around it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))[1:-1]


def _places(path: str, group: LinkedReference) -> Iterator[BoundPlace]:
    binding = read_binding(group.receiver)
    if binding is not None:
        outcome = (group.confidence, group.rule, tuple(group.targets))
        for line in _lines(group):
            yield BoundPlace(binding, group.name, path, line, *outcome)


def _lines(group: LinkedReference) -> list[int]:
    return [unpack_position(position)[0] for position in group.positions]


_BINDING_FILES: Final = """
    SELECT DISTINCT f.path FROM referrer r JOIN file f ON f.id = r.file
    WHERE r.target = ? AND r.role = 'bind' ORDER BY f.path
"""
_USES: Final = """
    SELECT f.path, f.role, sum(r.n), min(r.line) FROM referrer r JOIN file f ON f.id = r.file
    WHERE r.target = ? AND r.role != 'bind' GROUP BY f.path ORDER BY sum(r.n) DESC, f.path
"""
