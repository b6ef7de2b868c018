"""``comprehensive_book.md``: the repository from front to back.

What it is, how it is organised, which calls follow when work enters, each major part in the order
of dependencies, how it is built, tested and extended, where it may break, and its words.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from repobook.book.folder.chapter import chapter_blocks, component_blocks, file_blocks
from repobook.book.folder.folder_graph import graph_blocks
from repobook.book.folder.folder_inline import (
    cite,
    file_link,
    folder_in_one_line,
    folder_link,
    overview_link,
    quotation,
    quoted_words,
    shares,
)
from repobook.book.folder.overview_page import cycle_blocks, finding_blocks, key_file_table
from repobook.book.repository.walks import walk_blocks
from repobook.book.shared.graph.folder_order import in_order
from repobook.book.shared.inline import counted, joined
from repobook.book.shared.sizes import size_of
from repobook.model.blocks import (
    Block,
    Bullets,
    Code,
    CodeBlock,
    Content,
    Facts,
    Heading,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
    Table,
)
from repobook.model.dossiers.folder_dossier import BuildFile, RepositoryDossier, ShownCommand
from repobook.text.naming.slugs import anchor

MAX_SIZE: Final = 380_000
_REF: Final = PageRef("book")
_N_COMMANDS: Final = 12
_N_REGISTRIES: Final = 20
_TOP_SHARE: Final = 4
_N_STEPS: Final = 8
_N_RISKS: Final = 12
_MIN_TERMS: Final = 3
_N_BUILD_FILES: Final = 15
_MAX_COMMAND: Final = 1_200
_BUILDING: Final = re.compile(r"build|install|compil|set ?up|start|depend|source", re.IGNORECASE)
_TESTING: Final = re.compile(r"\btest|\blint|\bcheck(?!out)", re.IGNORECASE)


def volume_pages(dossier: RepositoryDossier) -> Iterator[Page]:
    parts = list(_parts([section for section in _sections(dossier) if section.blocks]))
    title = f"{dossier.repository.name}: the book"
    for n, sections in enumerate(parts, 1):
        ref = _REF if n == 1 else _REF._replace(part=str(n))
        lead = (Bullets(tuple(_contents(parts))),) if n == 1 else ()
        yield Page(ref, title, sections, lead, tuple(_around(n, len(parts))))


def _sections(dossier: RepositoryDossier) -> Iterator[Section]:
    yield Section("What It Is", tuple(_what_it_is(dossier)))
    yield Section("How It Is Organised", tuple(_organised(dossier)))
    yield Section("Call Walkthroughs", tuple(walk_blocks(dossier.walks)))
    yield from _chapters(dossier)
    yield Section("How It Is Built", tuple(_built(dossier)))
    yield Section("How It Is Tested", tuple(_tested(dossier)))
    yield Section("How It Is Extended", tuple(_extended(dossier)))
    yield Section("Risks", tuple(_risks(dossier)))
    yield Section("Glossary", tuple(_glossary(dossier)))


def _parts(sections: list[Section]) -> Iterator[tuple[Section, ...]]:
    """One page for most; chapters are never torn apart."""
    chapters: list[Section] = []
    total = 0
    for section in sections:
        size = sum(map(size_of, section.blocks))
        if chapters and total + size > MAX_SIZE:
            yield tuple(chapters)
            chapters, total = [], 0
        chapters.append(section)
        total += size
    yield tuple(chapters)


def _contents(parts: list[tuple[Section, ...]]) -> Iterator[Content]:
    for n, sections in enumerate(parts, 1):
        page = _REF if n == 1 else _REF._replace(part=str(n))
        slugs = Counter(anchor(section.title) for section in sections)
        for section in sections:
            slug = anchor(section.title)
            # Two chapters with one slug would make an address ambiguous.
            yield (Link(page, section.title, slug if slugs[slug] == 1 else ""),)


def _around(n: int, last: int) -> Iterator[tuple[str, PageRef]]:
    yield "home", PageRef("listing")
    if n > 1:
        yield "previous", _REF if n == 2 else _REF._replace(part=str(n - 1))
    if n < last:
        yield "next", _REF._replace(part=str(n + 1))


def _what_it_is(dossier: RepositoryDossier) -> Iterator[Block]:
    root = dossier.root
    for words in dossier.introduction or root.words[:2]:
        yield quotation(words)
    yield Facts(
        (
            ("Files", (f"{dossier.n_files:,}",)),
            ("Lines", (f"{root.n_lines:,}",)),
            ("Languages", shares(root.languages)),
            ("Roles", (", ".join(f"{role} {n:,}" for role, n in root.roles),)),
        )
    )


def _organised(dossier: RepositoryDossier) -> Iterator[Block]:
    root = dossier.root
    folders = [child for child in root.folders if child.n_lines]
    folders.sort(key=lambda child: (-child.n_lines, child.path))
    rows = [
        (
            (overview_link(child.path),),
            folder_in_one_line(child),
            (f"{child.n_files:,}",),
            (f"{child.n_lines:,}",),
        )
        for child in folders
    ]
    if rows:
        columns = ("Folder", "Purpose", "Files", "Lines")
        yield Table(columns, tuple(rows))
    yield from graph_blocks(root.edges, dossier.repository.name)


def _chapters(dossier: RepositoryDossier) -> Iterator[Section]:
    """Dependencies first; a repository without large folders is one chapter."""
    component_by_path = {component.folder.path: component for component in dossier.components}
    edges = dossier.root.edges
    if not component_by_path:
        yield Section("Source Files", tuple(chapter_blocks(dossier.root, (), 12)))
    yield Section("Top-Level Files", tuple(_top_files(dossier)))
    for path in in_order(component_by_path, edges):
        yield Section(f"{path}/", tuple(component_blocks(component_by_path[path], edges)))


def _top_files(dossier: RepositoryDossier) -> Iterator[Block]:
    """Of a repository whose sources lie at the top as much as in folders."""
    root = dossier.root
    n_lines = sum(file.n_lines for file in root.files if file.role == "source")
    in_folders = sum(component.folder.n_lines for component in dossier.components)
    if in_folders and _TOP_SHARE * n_lines >= in_folders:
        yield from file_blocks(
            [offer for offer in root.offers if "/" not in offer.place.path],
            [key_file for key_file in root.key_files if "/" not in key_file.file.path],
        )


def _built(dossier: RepositoryDossier) -> Iterator[Block]:
    files = dossier.build_files[:_N_BUILD_FILES]
    if files:
        n_all = len(dossier.build_files) if len(dossier.build_files) > len(files) else 0
        rows = [((file_link(one.file.path),), _steps(one)) for one in files]
        yield Table(("Build file", "Targets, scripts, options"), tuple(rows), n_all)
    yield from _shown_commands(dossier, _BUILDING, _TESTING)


def _steps(build_file: BuildFile) -> Content:
    first = build_file.steps[:_N_STEPS]
    more = build_file.n_steps - len(first)
    names = joined((cite(step.place, step.name),) for step in first)
    return *names, f" and {more:,} more" if more else ""


def _shown_commands(
    dossier: RepositoryDossier, wanted: re.Pattern[str], but: re.Pattern[str] | None
) -> Iterator[Block]:
    """What the repository's documents say to type, under the headings they say it."""
    commands = [one for one in dossier.commands if _is_about(one, wanted, but)]
    heading = ""
    for command in commands[:_N_COMMANDS]:
        if command.heading != heading:
            heading = command.heading
            yield Heading(3, (Code(heading),))
        yield CodeBlock(command.text, "bash", cite(command.place))
    if len(commands) > _N_COMMANDS:
        yield Paragraph((f"{len(commands) - _N_COMMANDS:,} more in the same documents.",))


def _is_about(command: ShownCommand, wanted: re.Pattern[str], but: re.Pattern[str] | None) -> bool:
    return (
        bool(wanted.search(command.heading))
        and not (but and but.search(command.heading))
        and len(command.text) <= _MAX_COMMAND
    )


def _tested(dossier: RepositoryDossier) -> Iterator[Block]:
    folders = [child for child in dossier.root.folders if child.n_tests]
    folders.sort(key=lambda child: (-child.n_tests, child.path))
    rows = [
        ((folder_link(child.path),), (f"{child.n_tests:,}",), folder_in_one_line(child))
        for child in folders[:12]
    ]
    if rows:
        n_all = len(folders) if len(folders) > len(rows) else 0
        yield Table(("Folder", "Test files", "Purpose"), tuple(rows), n_all)
    reach = [
        (
            (overview_link(component.folder.path),),
            (f"{component.folder.coverage.n_tested:,}",),
            (f"{component.folder.coverage.n_source:,}",),
        )
        for component in dossier.components
        if component.folder.coverage.n_source
    ]
    if reach:
        yield Heading(3, ("Source files used by tests",))
        yield Table(("Folder", "Used by tests or with tests inside", "Source files"), tuple(reach))
    yield from _shown_commands(dossier, _TESTING, None)


def _extended(dossier: RepositoryDossier) -> Iterator[Block]:
    registries = dossier.registries
    if registries:
        rows = [
            (
                (Code(one.name),),
                (f"{one.n_places:,}",),
                (f"{one.n_files:,}",),
                (file_link(one.path), f" {one.n_there:,}"),
            )
            for one in registries[:_N_REGISTRIES]
        ]
        n_all = len(registries) if len(registries) > _N_REGISTRIES else 0
        columns = ("Decorator or macro", "Places", "Files", "Most often in")
        yield Table(columns, tuple(rows), n_all)


def _glossary(dossier: RepositoryDossier) -> Iterator[Block]:
    """Nothing where authors explain hardly anything."""
    rows = [
        (
            (cite(term.place, term.qualname.rpartition(".")[2]),),
            (term.kind,),
            quoted_words(term.words),
        )
        for term in dossier.glossary
    ]
    if len(rows) >= _MIN_TERMS:
        yield Table(("Name", "Kind", "Documentation"), tuple(rows))


def _risks(dossier: RepositoryDossier) -> Iterator[Block]:
    yield from cycle_blocks(dossier.root)
    findings = [kind for kind in dossier.root.findings if kind.severity != "info"]
    with_findings = dossier.root._replace(findings=tuple(findings))
    if findings:
        yield Heading(3, ("Errors and warnings",))
        yield from finding_blocks(with_findings)
    for title, files in (
        ("Used by many files, but by no test", dossier.untested),
        ("Used by many files, but undocumented", dossier.wordless),
    ):
        if files:
            yield Heading(3, (title,))
            yield key_file_table(files[:_N_RISKS])
    n_unread = len({unread.path for unread in dossier.unread})
    if n_unread:
        more = Link(PageRef("verification"), "each with its line")
        yield Heading(3, ("Parse problems",))
        yield Paragraph((f"{counted(n_unread, 'file')}: ", more))
