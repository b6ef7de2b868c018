"""The top of a file's page: the facts looked for first, who needs it, and where to read on.

The source stands third by contract, so what matters in ten seconds stands above it.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from repobook.book.leading import leading_symbols
from repobook.book.pieces import counted, here, joined
from repobook.book.registered import lines_by_name
from repobook.book.sections import analysis, metadata
from repobook.book.shown import code_here, first_of
from repobook.model.blocks import (
    Block,
    Code,
    Content,
    Heading,
    Link,
    PageRef,
    Paragraph,
    Section,
    Strong,
)
from repobook.model.dossier import FileDossier, Symbol

_MAX_ENTRIES: Final = 3


def lead(dossier: FileDossier, sections: Sequence[Section]) -> Iterator[Block]:
    """Of the sections that the page has."""
    yield Paragraph(metadata.essentials(dossier))
    if leading := leading_symbols(dossier):
        used = joined(_used(dossier, symbol) for symbol in leading)
        yield Paragraph((Strong("Others use"), " ", *used))
    if entries := _registry_entries(dossier):
        yield Paragraph((Strong("Feeds registries"), " ", *first_of(entries, _MAX_ENTRIES)))
    page = PageRef("file", dossier.path)
    if symbols := tuple(_symbols_in_detail(page, sections)):
        yield Paragraph((Strong("In detail"), " ", *joined(symbols, " · ")))


def _registry_entries(dossier: FileDossier) -> list[Content]:
    """Who is called through a registry has no users by name."""
    if not dossier.registrations:
        return []
    lines_of = lines_by_name(dossier)
    lines = {line for entry in dossier.registrations for line in lines_of.get(entry.name, ())}
    return [code_here(dossier, line) for line in sorted(lines)]


def _symbols_in_detail(page: PageRef, sections: Sequence[Section]) -> Iterator[Content]:
    for section in sections:
        for block in section.blocks if section.title == analysis.TITLE else ():
            if isinstance(block, Heading) and block.anchor:
                name = "".join(part.text for part in block.content if isinstance(part, Code))
                yield (Link(page, name, block.anchor, is_code=True),)


def _used(dossier: FileDossier, symbol: Symbol) -> Content:
    definition = symbol.definition
    lines = here(dossier, definition.line, definition.end_line)
    n_files, n_sure = symbol.uses.n_elsewhere, symbol.uses.n_sure_elsewhere
    sure = "" if n_sure == n_files else f", {n_sure:,} exact"
    return Code(definition.qualname), " ", lines, f" ({counted(n_files, 'file')}{sure})"
