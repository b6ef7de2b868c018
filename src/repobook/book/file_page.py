"""The documentation page of a file: the sections of the contract, in its order."""

from collections.abc import Callable
from typing import Final, NamedTuple

from repobook.book.grounding import grounded
from repobook.book.lead import lead
from repobook.book.pieces import folder_of
from repobook.book.sections import (
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
    source,
    testing,
)
from repobook.book.symbol_pages import symbols_link
from repobook.model.blocks import Block, Page, PageRef, Section
from repobook.model.dossier import FileDossier
from repobook.text.names import anchor


class SectionMaker(NamedTuple):
    title: str
    blocks: Callable[[FileDossier], tuple[Block, ...]]


SECTIONS: Final = (
    SectionMaker(metadata.TITLE, metadata.blocks),
    SectionMaker(purpose.TITLE, purpose.blocks),
    SectionMaker(source.TITLE, source.blocks),
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
)


def file_page(dossier: FileDossier) -> Page:
    """The whole of it, however long."""
    made = [Section(maker.title, maker.blocks(dossier)) for maker in SECTIONS]
    missing = {anchor(section.title) for section in made if not section.blocks}
    sections = [
        Section(section.title, grounded(section.blocks, missing))
        for section in made
        if section.blocks
    ]
    top = grounded(lead(dossier, sections), missing)
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
