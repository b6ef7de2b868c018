"""``README.md`` of the book: what the pages are, how to read them, how they were made."""

from collections.abc import Iterator
from typing import Final

from repobook.model.blocks import (
    Block,
    Bullets,
    Code,
    CodeBlock,
    Content,
    Facts,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
    Table,
)
from repobook.model.dossiers.folder_dossier import RepositoryDossier

_PAGES: Final[tuple[tuple[Content, str], ...]] = (
    ((Link(PageRef("listing"), "index.md"),), "home: where to begin, the map, the coverage"),
    ((Link(PageRef("book"), "comprehensive_book.md"),), "the whole, to be read in order"),
    ((Link(PageRef("a-z"), "keywords.md"),), "every keyword from A to Z"),
    (
        (Link(PageRef("verification"), "verification_report.md"),),
        "what can be checked, and what has no page",
    ),
    ((Link(PageRef("findings"), "findings.md"),), "what to watch out for, rule by rule"),
    ((Link(PageRef("hotspots"), "hotspots.md"),), "where a change is most likely to hurt"),
    ((Link(PageRef("dependencies"), "dependencies.md"),), "which folder depends on which"),
    ((Link(PageRef("gaps"), "gaps.md"),), "what is not read, not tested, not documented"),
    ((Code("FOLDER/index.md"),), "what a folder holds, a line each"),
    ((Code("FOLDER/doc.md"),), "what a folder is for, what depends on what"),
    ((Code("FOLDER/sub.md"),), "the keywords of all below a folder"),
    ((Code("FILE_docs.md"),), "one file: purpose, source, decisions, users, tests, findings"),
    ((Code("FILE_kw.md"),), "the keywords of one file, with their lines"),
)


def readme_page(dossier: RepositoryDossier) -> Page:
    sections = (
        Section("The Pages", (Table(("Page", "What it tells"), tuple(_rows())),)),
        Section("How to Read Them", (Bullets(tuple(_reading())),)),
        Section("How They Were Made", tuple(_provenance(dossier))),
    )
    lead = (Paragraph(("A book about ", Code(dossier.repository.name), ", read from its source.")),)
    return Page(
        PageRef("readme"),
        f"The book of {dossier.repository.name}",
        sections,
        lead,
        (("home", PageRef("listing")),),
    )


def _rows() -> Iterator[tuple[Content, ...]]:
    for page, text in _PAGES:
        yield page, (text,)


def _reading() -> Iterator[Content]:
    yield ("A name with a line number leads to the lines that prove the statement beside it.",)
    yield ("Words in quotation marks and quoted blocks are the authors' own; the rest is derived.",)
    yield (
        "References are followed through scopes and imports; where a target is only likely it "
        "says inferred, where it may be several things ambiguous.",
    )
    yield ("A list that is cut says how many entries there are in truth.",)


def _provenance(dossier: RepositoryDossier) -> Iterator[Block]:
    commit: Content = (Code(dossier.commit),) if dossier.commit else ("uncommitted folder",)
    yield Facts((("Made by", (dossier.meta.get("made_by", ""),)), ("From commit", commit)))
    yield CodeBlock("repobook build PATH -o BOOK", "console")
    yield Paragraph(("To check every link, citation and hash again:",))
    yield CodeBlock("repobook verify BOOK --repo PATH", "console")
