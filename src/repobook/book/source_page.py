"""The page with the text of a file, for formats that show it apart from what is said about it."""

from typing import Final

from repobook.book.paging import paged
from repobook.book.sections import source
from repobook.model.blocks import Block, Page, PageRef, Paragraph, Section, SourceText

MAX_SIZE: Final = 200_000
"""In bytes as estimated; the page about a file may take 60,000 on its way to a browser."""


def with_source_apart(page: Page) -> tuple[Page, ...]:
    """The documentation page without the text and its continuations; then the page of the text."""
    sections = [section._replace(blocks=_told(section)) for section in page.sections]
    document = page._replace(sections=tuple(sections))
    return *paged(document, MAX_SIZE), _source_page(page)


def _told(section: Section) -> tuple[Block, ...]:
    return tuple(block for block in section.blocks if not isinstance(block, SourceText))


def _source_page(page: Page) -> Page:
    shown: tuple[Block, ...] = tuple(
        block
        for section in page.sections
        if section.title == source.TITLE
        for block in section.blocks
        if isinstance(block, SourceText) or not _has_text(section)
    )
    ref = PageRef("source", page.ref.path)
    return Page(ref, page.title, (), shown or (Paragraph(("Empty.",)),), page.neighbours)


def _has_text(section: Section) -> bool:
    return any(isinstance(block, SourceText) for block in section.blocks)
