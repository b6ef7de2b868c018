"""``index.md`` of the book: what the repository is, where to begin, what is there and proven."""

from collections.abc import Iterator
from typing import Final

from repobook.book.folder.folder_inline import (
    cite,
    dependents,
    file_link,
    folder_in_one_line,
    folder_link,
    number,
    offered,
    overview_link,
    quotation,
    what_it_is_for,
)
from repobook.book.folder.listing_page import continuations, first_files, listing_sections
from repobook.book.shared.graph.pictures import folder_map, heat_of, heats, language_bar
from repobook.book.shared.inline import counted, joined
from repobook.model.blocks import (
    Block,
    Bullets,
    Code,
    Content,
    Facts,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
    Strong,
    Table,
)
from repobook.model.dossiers.folder_dossier import KeyFile, Proof, RepositoryDossier
from repobook.model.graph import CONFIDENCES

_REF: Final = PageRef("listing")
_N_FILES: Final = 6
_N_ENTRIES: Final = 8
_N_LANGUAGES: Final = 20
_SURE: Final = CONFIDENCES[:3]


def home_pages(dossier: RepositoryDossier, proof: Proof | None) -> Iterator[Page]:
    root, name = dossier.root, dossier.repository.name
    sections = [
        Section("Start Here", (Bullets(tuple(_start(dossier))),)),
        Section("Map", tuple(_map(dossier))),
        *listing_sections(root._replace(folders=()), first_files(root)),
        Section("Languages", (*language_bar(dossier.root.languages), _languages(dossier))),
        Section("Coverage", tuple(_coverage(dossier))),
        Section("Proof", tuple(proof_blocks(dossier, proof))),
        Section("Honest Gaps", (Bullets(tuple(_gaps(dossier))),)),
    ]
    around = (
        ("the book", PageRef("book")),
        ("overview", PageRef("overview")),
        ("A–Z", PageRef("a-z")),
        ("verification", PageRef("verification")),
    )
    yield Page(_REF, name, tuple(sections), tuple(_lead(dossier)), around)
    yield from continuations(root, _REF, name)


def _lead(dossier: RepositoryDossier) -> Iterator[Block]:
    for words in dossier.introduction or dossier.root.words[:1]:
        yield quotation(words)
    commit: Content = (Code(dossier.commit),) if dossier.commit else ("uncommitted folder",)
    yield Facts(
        (
            ("Commit", commit),
            ("Files", (f"{dossier.n_files:,}",)),
            ("Lines", (f"{dossier.root.n_lines:,}",)),
            ("Made by", (dossier.meta.get("made_by", "").partition(",")[0],)),
        )
    )


def _start(dossier: RepositoryDossier) -> Iterator[Content]:
    for words in dossier.root.words[:1]:
        yield "Documentation: ", file_link(words.path)
    yield (
        "Read it as a book: ",
        Link(PageRef("book"), "the comprehensive book"),
        "; all names: ",
        Link(PageRef("a-z"), "A–Z"),
        "; top folder: ",
        Link(PageRef("overview"), "overview"),
    )
    yield (
        "Before you change it: ",
        Link(PageRef("hotspots"), "hotspots"),
        ", ",
        Link(PageRef("findings"), "findings"),
        ", ",
        Link(PageRef("dependencies"), "dependencies between folders"),
        ", ",
        Link(PageRef("gaps"), "coverage and gaps"),
    )
    if offers := list(_offers(dossier)):
        yield "Interfaces: ", *joined(offers)
    if n_read := sum(not variable.is_test for variable in dossier.environment):
        link = Link(PageRef("environment"), counted(n_read, "environment variable"))
        yield "Configuration: ", link
    for key_file in dossier.root.key_files[:_N_FILES]:
        yield key_file_line(key_file)
    for place in dossier.root.entries[:_N_ENTRIES]:
        yield "Entry point: ", file_link(place.path), " ", cite(place)


def _offers(dossier: RepositoryDossier) -> Iterator[Content]:
    if dossier.routes:
        yield (Link(PageRef("routes"), counted(len(dossier.routes), "route")),)
    if dossier.offered_commands:
        yield (Link(PageRef("commands"), counted(len(dossier.offered_commands), "command")),)
    if dossier.tasks:
        yield (Link(PageRef("tasks"), counted(len(dossier.tasks), "task")),)
    if dossier.signals:
        yield (Link(PageRef("signals"), counted(len(dossier.signals), "received signal")),)
    if dossier.database_tables:
        n = len(dossier.database_tables)
        yield (Link(PageRef("tables"), counted(n, "database table")),)
    if dossier.n_operators:
        yield (Link(PageRef("operators"), counted(dossier.n_operators, "operator")),)


def key_file_line(key_file: KeyFile) -> Content:
    """A file, the number of its dependents, and what they use."""
    file = key_file.file
    words = what_it_is_for(file)
    needs = (" used by ", dependents(file))
    uses = (": ", *offered(key_file.offers[:4])) if key_file.offers else ()
    return file_link(file.path), *needs, *uses, *((". ", *words) if words else ())


def _map(dossier: RepositoryDossier) -> Iterator[Block]:
    yield from folder_map(dossier.root)
    folders = sorted(dossier.root.folders, key=lambda child: (-child.n_lines, child.path))
    heat = heats(dossier.root)
    rows = [
        (
            (folder_link(child.path),),
            folder_in_one_line(child),
            (f"{child.n_files:,}",),
            (f"{child.n_lines:,}",),
            (f"{child.n_tests:,}" if child.n_tests else "",),
            (number(heat[child.path]),),
            (overview_link(child.path, "overview"),),
        )
        for child in folders
    ]
    if rows:
        columns = ("Folder", "Purpose", "Files", "Lines", "Tests")
        yield Table((*columns, heat_of(dossier.root).capitalize(), "More"), tuple(rows))


def _languages(dossier: RepositoryDossier) -> Table:
    languages = dossier.root.languages
    rows = [
        ((name or "none",), (f"{n_files:,}",), (f"{n_lines:,}",))
        for name, n_files, n_lines in languages[:_N_LANGUAGES]
    ]
    n_all = len(languages) if len(languages) > _N_LANGUAGES else 0
    return Table(("Language", "Files", "Lines"), tuple(rows), n_all)


def _coverage(dossier: RepositoryDossier) -> Iterator[Block]:
    n_listed = dossier.n_files - dossier.n_documented
    total = f"{dossier.n_documented:,} documented + {n_listed:,} listed = {dossier.n_files:,} files"
    left_out = counted(len(dossier.skipped), "path")
    yield Paragraph((Strong(total), f". Excluded: {left_out}."))
    if dossier.listed:
        rows = [((f"{listed.n:,}",), (listed.reason,)) for listed in dossier.listed]
        yield Table(("Listed files", "Reason"), tuple(rows))


def proof_blocks(dossier: RepositoryDossier, proof: Proof | None) -> Iterator[Block]:
    """Without a proof for pages that are made when they are read."""
    more = Link(PageRef("verification"), "files without a page")
    if proof is None:
        yield Paragraph(("Pages are rendered on request; ", more))
        return
    at = f" at {dossier.commit[:12]}" if dossier.commit else ""
    counts = (
        f"{proof.n_links:,} links and {proof.n_citations:,} citations on "
        f"{counted(proof.n_pages, 'page')}{at}"
    )
    verify = Code("repobook verify")
    yield Paragraph((Strong(counts), ": ", verify, " checks each of them; ", more))


def notice_blocks(dossier: RepositoryDossier) -> Iterator[Block]:
    notices = [notice for notice in dossier.meta.get("notices", "").split("\n") if notice]
    if dossier.repository.history:
        notices.append(dossier.repository.history)
    if notices:
        yield Bullets(tuple((notice,) for notice in notices))


def _gaps(dossier: RepositoryDossier) -> Iterator[Content]:
    n_unread = len({unread.path for unread in dossier.unread})
    yield (
        f"{counted(n_unread, 'file')} with parse problems: ",
        Link(PageRef("verification"), "each with its line"),
    )
    for links in dossier.links[:8]:
        n_found = sum(n for name, n in links.outcomes if name in _SURE)
        parts = ", ".join(f"{name} {n / links.n_references:.1%}" for name, n in links.outcomes)
        yield (
            f"{links.language or 'No language'}: {n_found / links.n_references:.0%} of "
            f"{links.n_references:,} references resolve to a definition here ({parts})",
        )
    yield (Link(PageRef("gaps"), "Coverage and gaps"), " in numbers")
    if dossier.repository.history:
        yield ("History: ", dossier.repository.history)
    for notice in filter(None, dossier.meta.get("notices", "").split("\n")):
        yield (notice,)
    untested = dossier.untested
    if untested:
        paths = joined((file_link(one.file.path),) for one in untested[:5])
        yield "Used by many files but by no test: ", *paths
