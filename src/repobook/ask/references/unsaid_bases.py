"""Python classes whose methods a class overrides implicitly.

A class that stands beside others among the bases of a third one overrides what these have, and a
protocol is fulfilled by whoever has its methods.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from repobook.ask.references.holders import holders_in
from repobook.index.reader.book_reader import BookReader
from repobook.model.answers import SymbolLine

_ENDINGS: Final = (".py", ".pyi")
_PROTOCOL: Final = re.compile(r"[(.,\s]Protocol\b")
# Who has very many subclasses is no mixin, and a name that everybody uses tells nothing.
_MAX_LOOKED_AT: Final = 20


def unsaid_bases(
    reader: BookReader,
    method: SymbolLine,
    owner: SymbolLine,
    subclasses: list[SymbolLine],
    bases_of: Callable[[SymbolLine], list[SymbolLine]],
) -> list[SymbolLine]:
    """Those that may have the method, each once; what the class inherits from is left out."""
    if not method.path.endswith(_ENDINGS):
        return []
    bases = bases_of(owner)
    known = {owner.id, *(one.id for one in (*subclasses, *bases))}
    beside = (base for one in subclasses[:_MAX_LOOKED_AT] for base in bases_of(one))
    found = {one.id: one for one in (*beside, *_protocols(reader, method, [owner, *bases]))}
    return [one for id, one in found.items() if id not in known]


def _protocols(
    reader: BookReader, method: SymbolLine, owners: list[SymbolLine]
) -> Iterator[SymbolLine]:
    """Those whose methods a class and its bases have together."""
    condition = "name = ? AND kind = 'method' AND id != ?"
    values = (method.name, method.id, _MAX_LOOKED_AT)
    for one in reader.symbol_lines(condition, values, "path, line, n LIMIT ?"):
        qualname = one.qualname.rpartition(".")[0]
        protocol = holders_in(reader, one.path).class_called(qualname)
        if protocol and _PROTOCOL.search(protocol.signature):
            had = {name for each in owners for name in _methods(reader, each)}
            if _methods(reader, protocol) <= had:
                yield protocol


def _methods(reader: BookReader, owner: SymbolLine) -> set[str]:
    prefix = f"{owner.qualname}."
    return {
        one.name
        for one in holders_in(reader, owner.path).symbols
        if one.kind == "method" and one.qualname == prefix + one.name
    }
