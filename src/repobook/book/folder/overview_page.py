"""``doc.md`` of a folder: purpose, what others use of it, dependencies, how to work on it."""

from collections.abc import Iterator
from typing import Final

from repobook.book.folder.folder_graph import graph_blocks
from repobook.book.folder.folder_inline import (
    cite,
    dependents,
    file_link,
    folder_in_one_line,
    folder_link,
    name_of,
    neighbour_link,
    neighbours,
    number,
    offer_name,
    offered,
    overview_link,
    quotation,
    shares,
    surely,
    what_it_is_for,
)
from repobook.book.shared.graph.pictures import folder_map, heat_of, heats, language_bar, timeline
from repobook.book.shared.inline import counted, joined, rule_link
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
    Table,
)
from repobook.model.dossiers.dossier import Command
from repobook.model.dossiers.folder_dossier import FolderDossier, KeyFile, Neighbour, Offer

_N_FOLDERS: Final = 40
_FOLDER_COLUMNS: Final = ("Folder", "Purpose", "Files", "Lines")
_N_OUTSIDE: Final = 12
_N_ENTRIES: Final = 10
_N_FINDINGS: Final = 12
_N_CYCLES: Final = 3
_N_IN_CYCLE: Final = 8
_N_TESTS: Final = 8


def overview_page(dossier: FolderDossier) -> Page:
    ref = PageRef("overview", dossier.path)
    sections = [
        Section("Role", tuple(_role(dossier))),
        Section("Contents", tuple(_contents(dossier))),
        Section("Key Concepts", tuple(concept_blocks(dossier))),
        Section("Architecture", tuple(_architecture(dossier))),
        Section("Important Files", tuple(_important(dossier))),
        Section("How to Work Here", tuple(_work(dossier))),
        Section("Findings", tuple(finding_blocks(dossier))),
    ]
    return Page(
        ref,
        f"{dossier.path or dossier.repository.name}/: overview",
        tuple(section for section in sections if section.blocks),
        neighbours=tuple(one for one in neighbours(dossier.path) if one[1] != ref),
    )


def _role(dossier: FolderDossier) -> Iterator[Block]:
    for words in dossier.words:
        yield quotation(words)
    yield from offer_blocks(dossier)
    yield from _mention_blocks(dossier)


def _mention_blocks(dossier: FolderDossier) -> Iterator[Block]:
    """Documents elsewhere that name its files, or what they define."""
    if dossier.mentions:
        yield Heading(3, ("Documents that mention it",))
        rows = [
            (
                (file_link(mention.file.path),),
                what_it_is_for(mention.file),
                (counted(mention.n_files, "file"),),
                (cite(mention.example), *surely(mention.confidence)),
            )
            for mention in dossier.mentions
        ]
        n_all = dossier.n_mentions if dossier.n_mentions > len(rows) else 0
        yield Table(("Document", "Purpose", "Mentions", "First mention"), tuple(rows), n_all)


def offer_blocks(dossier: FolderDossier) -> Iterator[Block]:
    """What the rest of the repository takes from it."""
    if dossier.offers:
        yield Heading(3, ("Symbols that other folders use",))
        rows = [_offer_row(offer) for offer in dossier.offers]
        yield Table(("Symbol", "Kind", "Used by", "In"), tuple(rows))


def _offer_row(offer: Offer) -> tuple[Content, ...]:
    users = counted(offer.n_users, "file")
    return (
        offer_name(offer),
        (offer.kind.replace("_", " "),),
        (users,),
        (file_link(offer.place.path),),
    )


def _contents(dossier: FolderDossier) -> Iterator[Block]:
    roles = ", ".join(f"{role} {n:,}" for role, n in dossier.roles)
    yield Facts(
        (
            ("Files", (f"{dossier.n_files:,}",)),
            ("Lines", (f"{dossier.n_lines:,}",)),
            ("Languages", shares(dossier.languages)),
            ("Roles", (roles,)),
            ("Listing", (folder_link(dossier.path, f"{dossier.path or '.'}/"),)),
        )
    )
    yield from language_bar(dossier.languages)
    if dossier.folders:
        heat = heats(dossier)
        largest = sorted(dossier.folders, key=lambda child: (-child.n_lines, child.path))
        rows = [
            (
                (overview_link(child.path, f"{name_of(child.path)}/"),),
                folder_in_one_line(child),
                (f"{child.n_files:,}",),
                (f"{child.n_lines:,}",),
                (number(heat[child.path]),),
            )
            for child in largest[:_N_FOLDERS]
        ]
        n_all = len(largest) if len(largest) > _N_FOLDERS else 0
        rest: Content = (folder_link(dossier.path, "all of them"),) if n_all else ()
        yield Table(
            (*_FOLDER_COLUMNS, heat_of(dossier).capitalize()),
            tuple(rows),
            n_all,
            rest,
        )
        yield from folder_map(dossier)


def concept_blocks(dossier: FolderDossier) -> Iterator[Block]:
    if dossier.concepts:
        rows = [
            (
                (Code(concept.keyword),),
                (concept.kind.replace("_", " "),),
                (counted(concept.n_files, "file"),),
                (cite(concept.place),) if concept.place.line else (file_link(concept.place.path),),
            )
            for concept in dossier.concepts
        ]
        yield Table(("Concept", "Kind", "Keyword of", "Defined at"), tuple(rows))


def _architecture(dossier: FolderDossier) -> Iterator[Block]:
    inner = dossier.inner
    blocks = list(graph_blocks(dossier.edges, inner or dossier.repository.name))
    if blocks:
        where = ("Between its parts",) if inner == dossier.path else ("In ", overview_link(inner))
        yield Heading(3, where)
        yield from blocks
    yield from _outside("Depends on", dossier.edges_out)
    yield from _outside("Dependents", dossier.edges_in)
    yield from cycle_blocks(dossier)


def _outside(title: str, neighbours: tuple[Neighbour, ...]) -> Iterator[Block]:
    if neighbours:
        yield Heading(3, (title,))
        rows = [
            ((neighbour_link(one),), (number(one.n),), (number(one.n_tests),))
            for one in neighbours[:_N_OUTSIDE]
        ]
        n_all = len(neighbours) if len(neighbours) > _N_OUTSIDE else 0
        yield Table(("Folder", "Pairs of files", "Test pairs"), tuple(rows), n_all)


def cycle_blocks(dossier: FolderDossier) -> Iterator[Block]:
    """Import cycles, as far as their files lie here."""
    if dossier.cycles:
        yield Heading(3, ("Cycles",))
        yield Bullets(tuple(_cycle(paths) for paths in dossier.cycles[:_N_CYCLES]))
        left_out = len(dossier.cycles) - _N_CYCLES
        if left_out > 0:
            yield Paragraph((f"{counted(left_out, 'smaller cycle')} not shown.",))


def _cycle(paths: tuple[str, ...]) -> Content:
    links = joined((file_link(path),) for path in paths[:_N_IN_CYCLE])
    more = f" and {len(paths) - _N_IN_CYCLE:,} more" if len(paths) > _N_IN_CYCLE else ""
    return f"{len(paths):,} files: ", *links, more


def _important(dossier: FolderDossier) -> Iterator[Block]:
    if dossier.key_files:
        yield key_file_table(dossier.key_files)
    entries = dossier.entries
    if entries:
        yield Heading(3, ("Entry points",))
        first = entries[:_N_ENTRIES]
        rows = [((file_link(place.path),), (cite(place),)) for place in first]
        yield Table(("File", "Line"), tuple(rows), len(entries) if len(entries) > _N_ENTRIES else 0)


def key_file_table(key_files: tuple[KeyFile, ...]) -> Table:
    """Why each matters: its dependents, and the symbols that they use."""
    rows = [
        (
            (file_link(key_file.file.path),),
            (dependents(key_file.file),),
            joined((folder_link(folder), f" {n:,}") for folder, n in key_file.dependent_folders),
            offered(key_file.offers[:3]),
        )
        for key_file in key_files
    ]
    return Table(("File", "Dependents", "Mostly in", "Symbols used"), tuple(rows))


def _work(dossier: FolderDossier) -> Iterator[Block]:
    yield from test_blocks(dossier)
    yield from _own_tests(dossier)
    if dossier.owners:
        yield Heading(3, ("Owners",))
        rows = [((Code(owner),), (f"{n:,}",), (cite(place),)) for owner, n, place in dossier.owners]
        yield Table(("Owner", "Files", "Source"), tuple(rows))
    if dossier.recent:
        yield Heading(3, ("Most changed files",))
        changes = [
            ((file_link(one.path),), (f"{one.n_changes:,}",), (one.date,)) for one in dossier.recent
        ]
        yield Table(("File", "Commits", "Last"), tuple(changes))
    yield from timeline("File changes", dossier.months)


def test_blocks(dossier: FolderDossier) -> Iterator[Block]:
    n_source, n_tested = dossier.coverage
    if n_source:
        yield Heading(3, ("Tests",))
        reached = f"{n_tested:,} of {counted(n_source, 'source file')}"
        yield Facts(
            (
                ("Used by a test or with tests inside", (reached,)),
                ("Test files that use it", (f"{dossier.n_tests:,}",)),
            )
        )
    if dossier.tests:
        first = dossier.tests[:_N_TESTS]
        rows = [
            (
                (file_link(test.path),),
                (counted(test.n_files, "file"),),
                _run(test.command) if test.command else (),
            )
            for test in first
        ]
        n_all = dossier.n_tests if dossier.n_tests > len(rows) else 0
        yield Table(("Test", "Uses", "Command, inferred from"), tuple(rows), n_all)


def _own_tests(dossier: FolderDossier) -> Iterator[Block]:
    if dossier.own_tests:
        yield Heading(3, ("Tests inside",))
        rows = [
            ((file_link(file.path),), (f"{file.n_lines:,}",), _run(command))
            for file, command in dossier.own_tests[:_N_TESTS]
        ]
        n_all = dossier.n_own_tests if dossier.n_own_tests > len(rows) else 0
        yield Table(("Test", "Lines", "Command, inferred from"), tuple(rows), n_all)


def _run(command: Command) -> Content:
    return Code(command.text), " ", Cite(command.proof, command.line)


def finding_blocks(dossier: FolderDossier) -> Iterator[Block]:
    kinds = dossier.findings
    if kinds:
        rows = [
            (
                (kind.severity,),
                (kind.category,),
                (rule_link(kind.rule),),
                (f"{kind.n:,} in {counted(kind.n_files, 'file')}",),
                (cite(kind.example), f" {kind.message}"),
            )
            for kind in kinds[:_N_FINDINGS]
        ]
        columns = ("Severity", "Category", "Rule", "Count", "Example")
        yield Table(columns, tuple(rows), len(kinds) if len(kinds) > _N_FINDINGS else 0)
