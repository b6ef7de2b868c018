"""Fallback pages of a file whose pages could not be made: the reason, and its whole text.

A file that crashes its page worker costs only its own pages.
"""

from collections import Counter
from collections.abc import Iterable

from repobook.book.file.sections import metadata, source_section
from repobook.book.file.source_marks import anchors_alone
from repobook.book.shared.inline import folder_of
from repobook.model.blocks import (
    Block,
    Code,
    Facts,
    Heading,
    Page,
    PageRef,
    Paragraph,
    Section,
    SourceText,
)
from repobook.model.facts import Definition
from repobook.text.naming.slugs import symbol_anchor
from repobook.text.naming.symbol_sections import has_section


def plain_pages(
    path: str, language: str, text: str, why: str, definitions: Iterable[Definition] = ()
) -> tuple[Page, Page]:
    reason = Paragraph(("The full pages could not be made: ", Code(why)))
    facts = Facts((("Language", (language or "none",)), ("Bytes", (f"{len(text.encode()):,}",))))
    marks = anchors_alone(definitions)
    source = SourceText(path, language, text, marks=marks) if text else Paragraph(("Empty.",))
    neighbours = _neighbours(path)
    page = Page(
        PageRef("file", path),
        path,
        (Section(metadata.TITLE, (facts, reason)), Section(source_section.TITLE, (source,))),
        neighbours=neighbours,
    )
    keywords = Page(
        PageRef("keywords", path),
        path,
        (Section("File Information", (reason,)),),
        neighbours=neighbours,
    )
    return page, keywords


def plain_symbols(
    path: str, role: str, why: str, definitions: Iterable[Definition]
) -> tuple[Page, ...]:
    """The symbols that other pages may link to; none if there are none."""
    overloads: Counter[str] = Counter()
    blocks: list[Block] = []
    for definition in definitions:
        overloads[definition.qualname] += 1
        if has_section(definition.kind, role, definition.exported):
            place = symbol_anchor(definition.qualname, overloads[definition.qualname])
            blocks.append(Heading(3, (Code(definition.qualname),), place))
    if not blocks:
        return ()
    ref, sections = PageRef("symbols", path), (Section("By line", tuple(blocks)),)
    lead = Paragraph(("The full page could not be made: ", Code(why)))
    return (Page(ref, path, sections, (lead,), (*_neighbours(path), ("symbols", ref))),)


def _neighbours(path: str) -> tuple[tuple[str, PageRef], ...]:
    return ("up", PageRef("listing", folder_of(path))), ("home", PageRef("listing"))
