"""``dependencies.md``: which of the larger folders depend on which, and their cycles."""

from collections.abc import Iterator
from typing import Final

from repobook.book.folder.folder_graph import edge_table, matrix
from repobook.book.folder.folder_inline import HOME, overview_link
from repobook.book.shared.graph.cycles import cycles_of
from repobook.book.shared.graph.folder_order import in_order
from repobook.book.shared.inline import counted, joined
from repobook.book.shared.paging import paged
from repobook.model.blocks import Block, Bullets, Content, Link, Page, PageRef, Paragraph, Section
from repobook.model.dossiers.survey import FolderDependencies

_REF: Final = PageRef("dependencies")


def dependencies_pages(dependencies: FolderDependencies) -> tuple[Page, ...]:
    sections = [
        Section("Matrix", tuple(_matrix(dependencies))),
        Section("Cycles", tuple(_cycles(dependencies))),
        Section("Every Dependency", tuple(_edge_table(dependencies))),
    ]
    around = (("home", HOME), ("overview", PageRef("overview")))
    filled = tuple(section for section in sections if section.blocks)
    return paged(Page(_REF, "Dependencies", filled, neighbours=around))


def _matrix(dependencies: FolderDependencies) -> Iterator[Block]:
    if not dependencies.edges:
        yield Paragraph(("No folder depends on another.",))
        return
    yield Paragraph(
        (
            "The row depends on the column. Each number counts pairs of files in which the first "
            "imports, includes, calls or inherits from the second; tests are not counted. Folders "
            "come after the folders they depend on, so a number right of the diagonal breaks "
            "that order. A marked number means the two folders depend on each other. Each number "
            "links to a line that proves it.",
        )
    )
    order = in_order(dependencies.folders, dependencies.edges)
    yield matrix(
        order,
        dependencies.edges,
        lambda folder: _link(dependencies, folder),
        "Dependencies between folders",
    )


def _cycles(dependencies: FolderDependencies) -> Iterator[Block]:
    cycles = cycles_of(dependencies.edges)
    if dependencies.edges and not cycles:
        yield Paragraph(("None: no folders depend on each other in a cycle.",))
    items: list[Content] = [
        (
            f"{counted(len(cycle), 'folder')} depend on each other: ",
            *joined((_link(dependencies, folder),) for folder in cycle),
        )
        for cycle in cycles
    ]
    if items:
        yield Bullets(tuple(items))


def _edge_table(dependencies: FolderDependencies) -> Iterator[Block]:
    if dependencies.edges:
        yield edge_table(
            dependencies.edges, lambda folder: _link(dependencies, folder), len(dependencies.edges)
        )


def _link(dependencies: FolderDependencies, folder: str) -> Link:
    rest = ", other files" if folder in dependencies.split else ""
    return overview_link(folder, f"{folder or '.'}/{rest}")
