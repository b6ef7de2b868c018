"""What lies on top in a file of keys or headings, and what the largest of it holds."""

from collections.abc import Iterator, Sequence
from typing import Final

from repobook.book.file.outline import NESTED
from repobook.book.shared.citations import first_of, named_here, stands_in
from repobook.book.shared.inline import here
from repobook.model.blocks import Code, Content, Quoted, Strong
from repobook.model.dossiers.dossier import FileDossier, Symbol

_MAX_NAMES: Final = 12


def levels(dossier: FileDossier) -> Iterator[Content]:
    """Nothing for a file of code: other sections say more."""
    if not all(symbol.definition.kind in NESTED for symbol in dossier.symbols):
        return
    by_parent: dict[int, list[Symbol]] = {}
    for symbol in dossier.symbols:
        by_parent.setdefault(symbol.definition.parent, []).append(symbol)
    top = by_parent.get(-1, [])
    yield Strong("Top level"), " ", *_named(dossier, top)
    largest = max(top, key=lambda symbol: (len(by_parent.get(symbol.n, ())), -symbol.n))
    if inner := by_parent.get(largest.n):
        name = _name(dossier, largest)
        yield Strong("Inside"), " ", *name, ": ", *_named(dossier, inner)


def _named(dossier: FileDossier, symbols: Sequence[Symbol]) -> Content:
    return first_of([_name(dossier, symbol) for symbol in symbols], _MAX_NAMES)


def _name(dossier: FileDossier, symbol: Symbol) -> Content:
    definition = symbol.definition
    # A heading may hold markup that its name does not.
    if definition.kind == "heading" and stands_in(dossier, definition.name, definition.line):
        return Quoted(definition.name), " ", here(dossier, definition.line)
    if not definition.name:
        return Code(definition.qualname), " ", here(dossier, definition.line)
    return named_here(dossier, definition.name, definition.line, definition.end_line)
