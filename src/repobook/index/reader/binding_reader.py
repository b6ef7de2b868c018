"""What packs bound to what, read back: each binding with its place and where it leads."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple, Protocol

from repobook.index.ids import symbol_key
from repobook.index.reader.book_reader import SYMBOL_COLUMNS, symbol_line
from repobook.index.reader.file.file_links import LinkedReference, decode_linked, references_in
from repobook.model.answers import SymbolLine
from repobook.model.binding import Binding, bound_subject, is_bound, read_binding
from repobook.model.facts import unpack_position

_MAX_KEYS: Final = 500
_MAX_OVERLOADS: Final = 4


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
        self._by_subject = lru_cache(maxsize=256)(self._read_by_subject)

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
        return self._by_subject(path).keys()

    def places_bound(self, path: str, subject: str) -> list[BoundPlace]:
        """Where a file binds it."""
        groups = self._by_subject(path).get(subject, ())
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

    def open_calls_within(self, symbol: SymbolLine) -> Iterator[tuple[str, str, int]]:
        """Name, receiver and line of calls that the language follows nowhere, each name once."""
        for group in self._all_groups(symbol.path):
            if group.role == "call" and not group.targets and not is_bound(group.receiver):
                lines = [unpack_position(position)[0] for position in group.positions]
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
        lines = [unpack_position(position)[0] for group in calls for position in group.positions]
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

    def _read_by_subject(self, path: str) -> dict[str, list[LinkedReference]]:
        groups: dict[str, list[LinkedReference]] = {}
        for group in self._groups(path).all:
            groups.setdefault(bound_subject(group.receiver), []).append(group)
        return groups

    def _read_places(self, path: str) -> list[BoundPlace]:
        return [place for group in self._groups(path).all for place in _places(path, group)]

    def _read_named(self, path: str, role: str) -> list[tuple[list[int], LinkedReference]]:
        """What the language leads to in one role, with its lines."""
        return [
            ([unpack_position(position)[0] for position in group.positions], group)
            for group in self._all_groups(path)
            if group.role == role and not is_bound(group.receiver)
        ]

    def _read_groups(self, path: str) -> "_BoundGroups":
        return _BoundGroups([g for g in self._all_groups(path) if is_bound(g.receiver)])

    def _read_all_groups(self, path: str) -> list[LinkedReference]:
        return list(decode_linked(references_in(self._reader.rows, path)))


class _BoundGroups:
    """What packs bound in a file, thousands of groups in some: found by target, and by what their
    receivers hold, looked for in all of them as one text."""

    def __init__(self, groups: list[LinkedReference]) -> None:
        self.all = groups
        self._text = "\n".join(group.receiver for group in groups)
        self._ends = [*accumulate(len(group.receiver) + 1 for group in groups)]
        self._by_target: dict[int, list[int]] = {}
        for n, group in enumerate(groups):
            for target in group.targets:
                self._by_target.setdefault(target, []).append(n)

    def about(self, name: str, target: int) -> list[LinkedReference]:
        """Those that hold the name or lead to the target, in their order."""
        numbers = {*self._holding(name), *self._by_target.get(target, ())}
        return [self.all[n] for n in sorted(numbers)]

    def leading_to(self, target: int) -> list[LinkedReference]:
        return [self.all[n] for n in dict.fromkeys(self._by_target.get(target, ()))]

    def _holding(self, name: str) -> Iterator[int]:
        at = self._text.find(name)
        while at >= 0 and name:
            n = bisect_right(self._ends, at)
            yield n
            at = self._text.find(name, self._ends[n])


def _places(path: str, group: LinkedReference) -> Iterator[BoundPlace]:
    binding = read_binding(group.receiver)
    if binding is not None:
        outcome = (group.confidence, group.rule, tuple(group.targets))
        for position in group.positions:
            line = unpack_position(position)[0]
            yield BoundPlace(binding, group.name, path, line, *outcome)


_BINDING_FILES: Final = """
    SELECT DISTINCT f.path FROM referrer r JOIN file f ON f.id = r.file
    WHERE r.target = ? AND r.role = 'bind' ORDER BY f.path
"""
_USES: Final = """
    SELECT f.path, f.role, sum(r.n), min(r.line) FROM referrer r JOIN file f ON f.id = r.file
    WHERE r.target = ? AND r.role != 'bind' GROUP BY f.path ORDER BY sum(r.n) DESC, f.path
"""
