"""A folder as a chapter of the volume: its documentation, what others use of it, dependencies."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from repobook.book.folder.folder_graph import busiest, example
from repobook.book.folder.folder_inline import (
    child_link,
    cite,
    dependents,
    file_link,
    folder_link,
    offer_name,
    overview_link,
    quotation,
    shares,
    what_it_is_for,
)
from repobook.book.shared.graph.folder_order import in_order
from repobook.book.shared.inline import counted, joined
from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Code,
    Content,
    Heading,
    Link,
    Paragraph,
    Strong,
)
from repobook.model.dossiers.folder_dossier import (
    ChildEdge,
    Component,
    FolderDossier,
    KeyFile,
    Offer,
)

_N_WORDS: Final = 2
_N_OFFERS: Final = 8
_N_KEY_FILES: Final = 5
_N_KEY_FILES_ALONE: Final = 12
_N_FLOWS: Final = 4
_N_INSIDE: Final = 8
_N_ENTRIES: Final = 4
_N_CONCEPTS: Final = 10


def component_blocks(component: Component, edges: tuple[ChildEdge, ...]) -> Iterator[Block]:
    """The folder as a whole, then its parts, dependencies first."""
    in_parts = sum(part.n_lines for part in component.parts)
    n_files = _N_KEY_FILES_ALONE if 2 * in_parts < component.folder.n_lines else _N_KEY_FILES
    yield from chapter_blocks(component.folder, edges, n_files)
    part_by_path = {part.path: part for part in component.parts}
    for path in in_order(part_by_path, component.edges):
        yield Heading(3, (overview_link(path),))
        yield from chapter_blocks(part_by_path[path], component.edges, _N_KEY_FILES)


def chapter_blocks(
    dossier: FolderDossier, edges: Iterable[ChildEdge], n_files: int
) -> Iterator[Block]:
    for words in dossier.words[:_N_WORDS]:
        yield quotation(words)
    if not dossier.words and dossier.mentions:
        yield Paragraph(_mentions(dossier))
    yield Paragraph(_size(dossier))
    if dossier.concepts:
        yield Paragraph(_concepts(dossier))
    yield from file_blocks(dossier.offers, dossier.key_files[:n_files])
    inside = _inside(dossier)
    if inside:
        yield Paragraph(inside)
    flows = list(_flows(dossier.path, edges))
    if flows:
        yield Bullets(tuple(flows))
    yield from _paragraphs(_entries(dossier), _tests(dossier))


def file_blocks(offers: Sequence[Offer], key_files: Sequence[KeyFile]) -> Iterator[Block]:
    """The most used symbols, and the files with most dependents."""
    if offers:
        yield Paragraph(_offers(offers))
    if key_files:
        yield Bullets(tuple(map(_key_file, key_files)))


def _mentions(dossier: FolderDossier) -> Content:
    """For a folder without documentation: documents elsewhere that mention it."""
    mentions = dossier.mentions[:_N_WORDS]
    return "Mentioned in ", *joined(
        (file_link(mention.file.path), " ", *what_it_is_for(mention.file)) for mention in mentions
    )


def _size(dossier: FolderDossier) -> Content:
    size = f"{counted(dossier.n_files, 'file')}, {counted(dossier.n_lines, 'line')}"
    more = overview_link(dossier.path, "overview"), ", ", folder_link(dossier.path, "listing")
    return Strong(size), ": ", *shares(dossier.languages, 3), ". ", *more


def _concepts(dossier: FolderDossier) -> Content:
    """Keywords that stand for what it is about, each with its home."""
    concepts = dossier.concepts[:_N_CONCEPTS]
    places = ((Code(c.keyword), " ", cite(c.place)) for c in concepts if c.place.line)
    return "Key concepts: ", *joined(places)


def _offers(offers: Sequence[Offer]) -> Content:
    most_used = offers[:_N_OFFERS]
    used = joined((*offer_name(offer), f" ({offer.n_users:,})") for offer in most_used)
    return "Most used symbols, with the number of files that use each: ", *used


def _key_file(key_file: KeyFile) -> Content:
    file = key_file.file
    folders = joined(
        (folder_link(folder), f" {n:,}") for folder, n in key_file.dependent_folders[:2]
    )
    used_by: Content = (": used by ", dependents(file), ", mostly in ", *folders)
    words = what_it_is_for(file)
    tests = "" if key_file.is_tested or file.role == "test" else "; no test uses it"
    return file_link(file.path), *used_by, tests, *((". ", *words) if words else ())


def _inside(dossier: FolderDossier) -> Content:
    """Its children, in the order of their dependencies."""
    children = busiest(dossier.edges)[:_N_INSIDE]
    if len(children) < 3:
        return ()
    order = in_order(children, dossier.edges)
    links = joined(((child_link(path, dossier.edges),) for path in order), " ← ")
    return "Layers, each depends on those before it: ", *links


def _flows(path: str, edges: Iterable[ChildEdge]) -> Iterator[Content]:
    """What leads out of the folder and into it, with a line for each."""
    all_edges = list(edges)
    for edge in [one for one in all_edges if one.source == path][:_N_FLOWS]:
        pairs = f" in {counted(edge.n, 'pair')} of files: "
        yield "depends on ", _end_link(edge.target, edge.to), pairs, *example(edge)
    for edge in [one for one in all_edges if one.target == path][:_N_FLOWS]:
        pairs = f" in {counted(edge.n, 'pair')} of files: "
        yield "is used by ", _end_link(edge.source, edge.example.path), pairs, *example(edge)


def _end_link(child: str, file: str) -> Link:
    """A child that is the very file at this end has no overview."""
    return file_link(child) if child == file else overview_link(child)


def _entries(dossier: FolderDossier) -> Content:
    if not dossier.entries:
        return ()
    first = dossier.entries[:_N_ENTRIES]
    more = len(dossier.entries) - len(first)
    links = joined((file_link(place.path), " ", cite(place)) for place in first)
    return "Entry points: ", *links, f" and {more:,} more files" if more else ""


def _tests(dossier: FolderDossier) -> Content:
    n_source, n_tested = dossier.coverage
    if not n_source:
        return ()
    reached: Content = (
        f"{n_tested:,} of {counted(n_source, 'source file')} are used by a test or contain one",
    )
    test = next((test for test in dossier.tests if test.command), None)
    if test is None or test.command is None:
        return reached
    command = test.command
    covers = f"; the widest test uses {counted(test.n_files, 'file')}: "
    return *reached, covers, Code(command.text), " ", Cite(command.proof, command.line)


def _paragraphs(*contents: Content) -> Iterator[Block]:
    for content in contents:
        if content:
            yield Paragraph(content)
