"""The page with the text of a file, for formats that have it apart from the documentation."""

from collections.abc import Iterator
from typing import Final

from repobook.book.file.sections import metadata, source_section
from repobook.book.shared.paging import paged
from repobook.model.blocks import Block, Facts, Page, PageRef, Paragraph, Section, SourceText

MAX_SIZE: Final = 200_000
"""In bytes as estimated; the page about a file may take 60,000 on its way to a browser."""


def with_source_apart(page: Page) -> tuple[Page, ...]:
    """The documentation page without the text and its continuations; then the page of the text."""
    sections = [section._replace(blocks=_without_text(section)) for section in page.sections]
    document = page._replace(sections=tuple(section for section in sections if section.blocks))
    return *paged(document, MAX_SIZE), _source_page(page)


def _without_text(section: Section) -> tuple[Block, ...]:
    return tuple(block for block in section.blocks if not isinstance(block, SourceText))


def _source_page(page: Page) -> Page:
    blocks: tuple[Block, ...] = tuple(
        block
        for section in page.sections
        if section.title == source_section.TITLE
        for block in section.blocks
        if isinstance(block, SourceText) or not _has_text(section)
    )
    ref = PageRef("source", page.ref.path)
    lead = (*_history(page), *(blocks or (Paragraph(("Empty.",)),)))
    return Page(ref, page.title, (), lead, page.neighbours)


def _history(page: Page) -> Iterator[Block]:
    """When the file was last changed: git tells that without reading the text."""
    facts = [
        fact
        for section in page.sections
        for block in section.blocks
        if section.title == metadata.TITLE and isinstance(block, Facts)
        for fact in block.items
        if fact[0] in (metadata.LAST_CHANGE, metadata.CHANGES)
    ]
    if len(facts) > 1:  # else it is not known
        yield Facts(tuple(facts))


def _has_text(section: Section) -> bool:
    return any(isinstance(block, SourceText) for block in section.blocks)
