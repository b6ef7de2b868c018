"""Collects the symbols and bindings that a pack finds in one file."""

from typing import Final

from repobook.model.binding import OWN, Binding
from repobook.model.facts import Definition, Reference, pack_position
from repobook.packs.calls import Use
from repobook.packs.pack import PackFacts
from repobook.parse.source import SourceText

_MAX_SIGNATURE: Final = 200
_MAX_NAME: Final = 300


class Gathered:
    """The same binding at several places is one reference."""

    def __init__(self, pack: str, source: SourceText) -> None:
        self._pack = pack
        self._source = source
        self._definitions: dict[tuple[str, int], Definition] = {}
        self._positions: dict[tuple[str, str], set[int]] = {}

    def define(self, kind: str, name: str, start: int, end: int) -> str:
        """A symbol between two offsets; gives the name that it got."""
        first, last = self._source.line_of(start), self._source.line_of(max(start, end - 1))
        shown = " ".join(self._source.text(start, end).split())[:_MAX_SIGNATURE]
        name = " ".join(name.split())[:_MAX_NAME]
        self._definitions.setdefault(
            (name, first), Definition(kind, name, name, first, last, 0, -1, shown, "", (), True)
        )
        return name

    def bind(self, subject: str, stage: str, use: Use, detail: str = "") -> None:
        line = self._source.line_of(use.offset)
        start = self._source.line_starts[line - 1]
        position = pack_position(line, self._place(use, start) - start)
        receiver = Binding(self._pack, subject, stage, detail, use.use).receiver
        self._positions.setdefault((use.name, receiver), set()).add(position)

    def _place(self, use: Use, line_start: int) -> int:
        """Of a decorator its sign: at its name the language has a reference of its own."""
        data = self._source.data
        sign = data.rfind(b"@", line_start, use.offset)
        is_named_there = data.startswith(use.name.encode(), use.offset)
        return use.offset if is_named_there or sign < 0 else sign

    def facts(self) -> PackFacts:
        references = [
            Reference(name, receiver, "bind", tuple(sorted(positions)))
            for (name, receiver), positions in sorted(self._positions.items())
        ]
        return PackFacts(tuple(self._definitions.values()), tuple(references))


def own_use(definition: Definition, offset: int) -> Use:
    """A definition of the same file."""
    return Use(definition.name, OWN + definition.qualname, offset)
