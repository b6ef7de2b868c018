"""The documentation page of a file: the sections of the contract, in the order of a reader.

What it is for and how it works come first, what machines know of it and its text last.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from repobook.book.file.header import header
from repobook.book.file.sections import (
    analysis,
    architecture,
    crossrefs,
    dependencies,
    metadata,
    overview,
    patterns,
    performance,
    purpose,
    related,
    security,
    source_section,
    testing,
)
from repobook.book.file.symbols.symbol_pages import symbols_link
from repobook.book.shared.dead_links import drop_dead_section_links
from repobook.book.shared.inline import folder_of
from repobook.model.blocks import Block, Page, PageRef, Section
from repobook.model.dossiers.dossier import FileDossier
from repobook.text.naming.slugs import anchor


class SectionMaker(NamedTuple):
    title: str
    blocks: Callable[[FileDossier], tuple[Block, ...]]


SECTIONS: Final = (
    SectionMaker(purpose.TITLE, purpose.blocks),
    SectionMaker(overview.TITLE, overview.blocks),
    SectionMaker(analysis.TITLE, analysis.blocks),
    SectionMaker(architecture.TITLE, architecture.blocks),
    SectionMaker(dependencies.TITLE, dependencies.blocks),
    SectionMaker(patterns.TITLE, patterns.blocks),
    SectionMaker(performance.TITLE, performance.blocks),
    SectionMaker(security.TITLE, security.blocks),
    SectionMaker(testing.TITLE, testing.blocks),
    SectionMaker(related.TITLE, related.blocks),
    SectionMaker(crossrefs.TITLE, crossrefs.blocks),
    SectionMaker(metadata.TITLE, metadata.blocks),
    SectionMaker(source_section.TITLE, source_section.blocks),
)


def _in_order(dossier: FileDossier) -> list[SectionMaker]:
    """How a test works is what its cases do: they stand where a source has its steps."""
    if dossier.role != "test":
        return [*SECTIONS]
    others = [maker for maker in SECTIONS if maker.title != testing.TITLE]
    at = [maker.title for maker in others].index(analysis.TITLE)
    return [*others[:at], SectionMaker(testing.TITLE, testing.blocks), *others[at:]]


def file_page(dossier: FileDossier) -> Page:
    """The whole page, before it is cut into parts."""
    all_sections = [Section(maker.title, maker.blocks(dossier)) for maker in _in_order(dossier)]
    missing = {anchor(section.title) for section in all_sections if not section.blocks}
    sections = [
        Section(section.title, drop_dead_section_links(section.blocks, missing))
        for section in all_sections
        if section.blocks
    ]
    top = drop_dead_section_links(header(dossier), missing)
    ref = PageRef("file", dossier.path)
    neighbours = _neighbours(dossier)
    return Page(ref, dossier.path, tuple(sections), top, neighbours, lists_sections=True)


def _neighbours(dossier: FileDossier) -> tuple[tuple[str, PageRef], ...]:
    return (
        ("up", PageRef("listing", folder_of(dossier.path))),
        ("home", PageRef("listing")),
        ("keywords", PageRef("keywords", dossier.path)),
        ("index", PageRef("a-z")),
        *symbols_link(dossier),
    )
