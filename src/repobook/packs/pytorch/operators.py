"""Operators by their names: ``aten::add.Tensor`` is the overload ``Tensor`` of ``aten::add``."""

import re
from typing import Final, NamedTuple

from repobook.model.binding import Binding
from repobook.model.facts import Definition, Reference, ReferenceRole, pack_position
from repobook.parse.source import SourceText

PACK_NAME: Final = "pytorch"
KIND: Final = "operator"
ALL_OVERLOADS: Final = "*"
_MAX_SIGNATURE: Final = 600
_SCHEMA_NAME: Final = re.compile(r"\s*(?:(\w+)::)?(\w+)(?:\.(\w+))?\s*(?=[(]|\Z)")


class Operator(NamedTuple):
    namespace: str
    name: str
    overload: str = ""
    is_packet: bool = False
    """Whether all overloads are meant, as ``aten.add`` in Python does."""

    @property
    def family(self) -> str:
        """All overloads together; the name that its definitions bear in the index."""
        return f"{self.namespace}::{self.name}"

    @property
    def full_name(self) -> str:
        return f"{self.family}.{self.overload}" if self.overload else self.family


def read_operator(schema: str, namespace: str) -> Operator | None:
    """The name before the brackets of a schema; ``default`` is an overload without a name."""
    match = _SCHEMA_NAME.match(schema)
    if match is None:
        return None
    overload = match[3] or ""
    return Operator(match[1] or namespace, match[2], "" if overload == "default" else overload)


def named_operator(name: str) -> Operator:
    """``aten::add.Tensor`` taken apart."""
    namespace, _, rest = name.partition("::")
    base, _, overload = rest.partition(".")
    return Operator(namespace, base, overload)


def definition(operator: Operator, signature: str, line: int, end_line: int) -> Definition:
    shown = " ".join(signature.split())[:_MAX_SIGNATURE]
    full = operator.full_name
    return Definition(KIND, operator.family, full, line, end_line, 0, -1, shown, "", (), True)


class Bindings:
    """Gathers bindings of one file; the same binding at several places is one reference."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._positions: dict[tuple[str, str, ReferenceRole], set[int]] = {}

    def add(
        self,
        name: str,
        binding: tuple[str, str, str] | tuple[str, str, str, str],
        offset: int,
        role: ReferenceRole = "bind",
    ) -> None:
        """``binding`` is subject, stage and detail, and what the language makes of the name."""
        line = self._source.line_of(offset)
        position = pack_position(line, offset - self._source.line_starts[line - 1])
        receiver = Binding(PACK_NAME, *binding).receiver
        self._positions.setdefault((name, receiver, role), set()).add(position)

    def add_operator(
        self,
        operator: Operator,
        stage: str,
        detail: str,
        offset: int,
        role: ReferenceRole = "bind",
    ) -> None:
        use = ALL_OVERLOADS if operator.is_packet and stage != "use" else ""
        self.add(operator.family, (operator.full_name, stage, detail, use), offset, role)

    def references(self) -> tuple[Reference, ...]:
        return tuple(
            Reference(*key, tuple(sorted(positions)))
            for key, positions in sorted(self._positions.items())
        )
