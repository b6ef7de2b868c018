"""``verification_report.md``: everything that can be checked, and everything that has no page."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from repobook.book.folder.folder_inline import file_link, folder_link
from repobook.book.repository.home_page import notice_blocks, proof_blocks
from repobook.book.shared.inline import counted
from repobook.book.shared.paging import paged
from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Code,
    Content,
    Facts,
    Heading,
    Page,
    PageRef,
    Paragraph,
    Section,
    Strong,
    Table,
)
from repobook.model.dossiers.folder_dossier import ListedFiles, Proof, RepositoryDossier

_REF: Final = PageRef("verification")
_NUMBER: Final = re.compile(r"\d+")


def verification_pages(dossier: RepositoryDossier, proof: Proof | None) -> tuple[Page, ...]:
    sections = [
        Section("Checks", tuple(_checked(dossier, proof))),
        Section("Listed Files", tuple(_listed(dossier))),
        Section("Excluded from the Scan", tuple(_skipped(dossier))),
        Section("Parse Problems", tuple(_unread(dossier))),
        Section("References", tuple(_links(dossier))),
        Section("Notices", tuple(notice_blocks(dossier))),
    ]
    around = (("home", PageRef("listing")),)
    filled = tuple(section for section in sections if section.blocks)
    return paged(Page(_REF, "Verification report", filled, neighbours=around))


def _checked(dossier: RepositoryDossier, proof: Proof | None) -> Iterator[Block]:
    yield from proof_blocks(dossier, proof)
    n_listed = dossier.n_files - dossier.n_documented
    if proof:
        yield Facts(
            (
                ("Pages", (f"{proof.n_pages:,}",)),
                ("Links and anchors", (f"{proof.n_links:,}",)),
                ("Citations", (f"{proof.n_citations:,}",)),
            )
        )
    total = f"{dossier.n_documented:,} documented + {n_listed:,} listed = {dossier.n_files:,} files"
    yield Paragraph((Strong(total),))


def _listed(dossier: RepositoryDossier) -> Iterator[Block]:
    for listed in dossier.listed:
        yield Heading(3, (f"{listed.reason}: {counted(listed.n, 'file')}",))
        yield Bullets(tuple(_members(listed)))


def _members(listed: ListedFiles) -> Iterator[Content]:
    """Uniform markers are one line a folder."""
    for folder, pattern, n in listed.markers:
        yield folder_link(folder), f" {n:,} named like ", Code(pattern)
    for path in listed.paths:
        yield (Code(path),)


def _skipped(dossier: RepositoryDossier) -> Iterator[Block]:
    if dossier.skipped:
        rows = [((Code(path),), (rule,)) for path, rule in dossier.skipped]
        yield Table(("Path", "Rule"), tuple(rows))


def _unread(dossier: RepositoryDossier) -> Iterator[Block]:
    if not dossier.unread:
        return
    n_files = len({unread.path for unread in dossier.unread})
    yield Paragraph((f"{len(dossier.unread):,} places in {counted(n_files, 'file')}:",))
    kinds = Counter(_NUMBER.sub("N", unread.message) for unread in dossier.unread)
    if len(kinds) < len(dossier.unread):
        most = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
        rows = [((message,), (f"{n:,}",)) for message, n in most[:20]]
        yield Table(("Problem", "Places"), tuple(rows), len(kinds) if len(kinds) > 20 else 0)
    places = [
        ((file_link(one.path),), (Cite(one.path, max(one.line, 1)),), (one.message,))
        for one in dossier.unread
    ]
    yield Table(("File", "Line", "Problem"), tuple(places))


def _links(dossier: RepositoryDossier) -> Iterator[Block]:
    if dossier.links:
        rows = [
            (
                (links.language or "none",),
                (f"{links.n_references:,}",),
                (", ".join(f"{name} {n / links.n_references:.1%}" for name, n in links.outcomes),),
            )
            for links in dossier.links
        ]
        yield Table(("Language", "References", "Resolution"), tuple(rows))
