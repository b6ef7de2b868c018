"""What calls operators by the names that they have in Python: ``torch.add(…)``, which the language
follows nowhere."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from repobook.index.ids import name_key, symbol_key
from repobook.index.reader.binding_reader import BindingReader, BoundPlace, FileUses
from repobook.index.reader.repository.python_operators import LISTED
from repobook.index.reader.rows import Rows
from repobook.model.answers import SymbolLine
from repobook.model.binding import Binding
from repobook.model.facts import unpack_position
from repobook.text.operator_names import bare_operator, python_operator

_MODULE: Final = "torch"
_TENSOR: Final = "torch.Tensor"
# What stands before a call: the module itself, or what is known to be a tensor.
_NAMED_BY: Final = {_MODULE: _MODULE, f"{_TENSOR}()": _TENSOR}
_RECEIVERS: Final = frozenset(_NAMED_BY)
_POSITIONS: Final = re.compile(r"[^\[]*\[([\d,]+)\]")
RULE: Final = "name in Python"


class FileCalls(NamedTuple):
    """Where a file calls an operator by one of its names."""

    path: str
    role: str
    positions: tuple[int, ...]


class CallsInPython:
    """By what the lists of operators say of their names; what the language follows to a definition
    is no such call."""

    def __init__(self, rows: Rows, bindings: BindingReader) -> None:
        self._rows = rows
        self._bindings = bindings

    def within(self, symbol: SymbolLine) -> list[BoundPlace]:
        """Uses of operators between the lines of a symbol."""
        return [
            BoundPlace(binding, family, symbol.path, line, "inferred", RULE, targets)
            for name, receiver, line in self._bindings.open_calls_within(symbol, _RECEIVERS)
            if (family := python_operator(f"{_NAMED_BY[receiver]}.{name}"))
            if (targets := tuple(self._called(family, f"{_NAMED_BY[receiver]}.{name}")))
            for binding in [Binding("pytorch", family, "use")]
        ]

    def _called(self, family: str, name: str) -> Iterator[int]:
        for operator in self._bindings.subjects_named(family):
            if name in self._names(operator):
                yield symbol_key(operator.id)

    def _names(self, operator: SymbolLine) -> list[str]:
        places = self._bindings.places_bound(operator.path, operator.qualname)
        return [
            name
            for place in places
            if place.binding.stage == LISTED
            for name in place.binding.detail.split(", ")
        ]

    def uses_of(self, operators: Iterable[SymbolLine]) -> Iterator[FileUses]:
        """File by file; a file may come twice."""
        for path, role, positions in self.calls_of(operators):
            lines = [unpack_position(position)[0] for position in positions]
            yield FileUses(path, role, len(lines), min(lines))

    def calls_of(self, operators: Iterable[SymbolLine]) -> Iterator[FileCalls]:
        """File by file; a file may come twice."""
        names = {(bare_operator(one.name), name) for one in operators for name in self._names(one)}
        for bare, name in sorted(names):
            for receiver, known in _NAMED_BY.items():
                if name == f"{known}.{bare}":
                    yield from self._calls(bare, receiver)

    def _calls(self, name: str, receiver: str) -> Iterator[FileCalls]:
        """As the references of a file are written down, a call begins with these words."""
        words = json.dumps([name, receiver, "call"], separators=(",", ":")).removesuffix("]")
        for path, role, text in self._rows(_CALLING, (name_key(name), words)):
            if positions := _POSITIONS.match(text, len(words)):
                yield FileCalls(path, role, tuple(map(int, positions[1].split(","))))


_CALLING: Final = """
    SELECT f.path, f.role, substr(o.groups, instr(o.groups, ?2), 4000)
    FROM referrer r JOIN file_references o ON o.file = r.file JOIN file f ON f.id = r.file
    WHERE r.target = ?1 AND r.role = 'call' AND instr(o.groups, ?2) ORDER BY f.path
"""
