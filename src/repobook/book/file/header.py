"""The top of a file's page: what it is for, who uses and tests it, and where to read on."""

from collections.abc import Iterator
from typing import Final

from repobook.book.file.sections import metadata
from repobook.book.file.symbols.implemented import implemented
from repobook.book.file.symbols.most_used_symbols import most_used_symbols
from repobook.book.file.symbols.registrations import lines_by_name
from repobook.book.shared.citations import code_here, first_of
from repobook.book.shared.inline import counted, here, joined
from repobook.book.shared.purposes import purpose_inline
from repobook.model.blocks import (
    Block,
    Code,
    Content,
    Paragraph,
    Strong,
)
from repobook.model.dossiers.dossier import FileDossier, Symbol
from repobook.text.amounts import uncertain

_MAX_ENTRIES: Final = 3


def header(dossier: FileDossier) -> Iterator[Block]:
    if dossier.purpose.text:
        yield Paragraph(purpose_inline(dossier.purpose, dossier.path))
    yield Paragraph(metadata.essentials(dossier))
    # Whether others use a test is only guessed.
    most_used = most_used_symbols(dossier) if dossier.role != "test" else ()
    if leading := [symbol for symbol in most_used if symbol.uses.n_sure_elsewhere]:
        used = joined(_used(dossier, symbol) for symbol in leading)
        yield Paragraph((Strong("Most used"), " ", *used))
    if dossier.operators:
        yield Paragraph((Strong("Implements"), " ", *implemented(dossier, dossier.operators)))
    if entries := _registry_entries(dossier):
        yield Paragraph((Strong("Registers with"), " ", *first_of(entries, _MAX_ENTRIES)))


def _registry_entries(dossier: FileDossier) -> list[Content]:
    """A function that is called through a registry has no users by name."""
    if not dossier.registrations or dossier.role == "test":
        return []
    lines_of = lines_by_name(dossier)
    lines = {line for entry in dossier.registrations for line in lines_of.get(entry.name, ())}
    return [code_here(dossier, line) for line in sorted(lines)]


def _used(dossier: FileDossier, symbol: Symbol) -> Content:
    definition = symbol.definition
    lines = here(dossier, definition.line, definition.end_line)
    n_files, n_sure = symbol.uses.n_elsewhere, symbol.uses.n_sure_elsewhere
    files = f"{counted(n_files, 'file')}{uncertain(n_files, n_sure)}"
    return Code(definition.qualname), " ", lines, f" ({files})"
