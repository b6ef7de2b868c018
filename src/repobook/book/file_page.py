"""The documentation page of a file: the sections of the contract, in its order."""

from collections.abc import Callable, Iterator, Set
from typing import Final, NamedTuple

from repobook.book.leading import leading_symbols
from repobook.book.paging import paged
from repobook.book.pieces import counted, folder_of, here, joined
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
from repobook.model.blocks import (
    Block,
    Bullets,
    Code,
    Content,
    Facts,
    Heading,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
    Strong,
    Table,
)
from repobook.model.dossier import FileDossier, Symbol
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


def file_pages(dossier: FileDossier) -> tuple[Page, ...]:
    """The page itself first, then what did not fit on it."""
    return paged(file_page(dossier))


def file_page(dossier: FileDossier) -> Page:
    """The whole of it, however long."""
    made = [Section(maker.title, maker.blocks(dossier)) for maker in SECTIONS]
    missing = {anchor(section.title) for section in made if not section.blocks}
    sections = tuple(_grounded(section, missing) for section in made if section.blocks)
    ref = PageRef("file", dossier.path)
    lead = tuple(_lead(dossier, sections, missing))
    return Page(ref, dossier.path, sections, lead, _neighbours(dossier))


def _grounded(section: Section, missing: Set[str]) -> Section:
    """A section does not know which others there are: what leads to a missing one is plain text."""
    return section._replace(
        blocks=tuple(_grounded_block(block, missing) for block in section.blocks)
    )


def _grounded_block(block: Block, missing: Set[str]) -> Block:
    match block:
        case Table() if block.rest:
            return block._replace(rest=_grounded_content(block.rest, missing))
        case Facts():
            items = [(label, _grounded_content(value, missing)) for label, value in block.items]
            return Facts(tuple(items))
        case Bullets():
            return Bullets(tuple(_grounded_content(item, missing) for item in block.items))
        case _:
            return block


def _grounded_content(content: Content, missing: Set[str]) -> Content:
    return tuple(
        inline.text if isinstance(inline, Link) and inline.anchor in missing else inline
        for inline in content
    )


def _lead(
    dossier: FileDossier, sections: tuple[Section, ...], missing: Set[str]
) -> Iterator[Block]:
    yield Paragraph(_grounded_content(metadata.essentials(dossier), missing))
    if leading := leading_symbols(dossier):
        used = joined(_used(dossier, symbol) for symbol in leading)
        yield Paragraph((Strong("Others use"), " ", *used))
    page = PageRef("file", dossier.path)
    if symbols := tuple(_symbols_in_detail(page, sections)):
        yield Paragraph((Strong("In detail"), " ", *joined(symbols, " · ")))
    contents = [(Link(page, section.title, anchor(section.title)),) for section in sections]
    yield Paragraph(joined(contents, " · "))


def _symbols_in_detail(page: PageRef, sections: tuple[Section, ...]) -> Iterator[Content]:
    for section in sections:
        for block in section.blocks if section.title == analysis.TITLE else ():
            if isinstance(block, Heading) and block.anchor:
                name = "".join(part.text for part in block.content if isinstance(part, Code))
                yield (Link(page, name, block.anchor, is_code=True),)


def _used(dossier: FileDossier, symbol: Symbol) -> Content:
    definition = symbol.definition
    lines = here(dossier, definition.line, definition.end_line)
    n_files = counted(symbol.uses.n_elsewhere, "file")
    sure = "" if symbol.uses.n_sure else ", none exact"
    return Code(definition.qualname), " ", lines, f" ({n_files}{sure})"


def _neighbours(dossier: FileDossier) -> tuple[tuple[str, PageRef], ...]:
    return (
        ("up", PageRef("listing", folder_of(dossier.path))),
        ("home", PageRef("listing")),
        ("keywords", PageRef("keywords", dossier.path)),
        ("index", PageRef("a-z")),
    )
