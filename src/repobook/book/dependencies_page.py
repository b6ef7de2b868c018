"""``dependencies.md``: which of the larger folders lean on which, and where they go in circles."""

from collections.abc import Iterator
from typing import Final

from repobook.book.circles import circles_of
from repobook.book.folder_graph import edge_table, matrix
from repobook.book.folder_pieces import HOME, overview_link
from repobook.book.order import in_order
from repobook.book.paging import paged
from repobook.book.pieces import counted, joined
from repobook.model.blocks import (
    Block,
    Bullets,
    Content,
    Link,
    Page,
    PageRef,
    Paragraph,
    Section,
)
from repobook.model.survey import Ties

_REF: Final = PageRef("dependencies")


def dependencies_pages(ties: Ties) -> tuple[Page, ...]:
    sections = [
        Section("Matrix", tuple(_matrix(ties))),
        Section("Circles", tuple(_circles(ties))),
        Section("Every Tie", tuple(_ties(ties))),
    ]
    around = (("home", HOME), ("overview", PageRef("overview")))
    told = tuple(section for section in sections if section.blocks)
    return paged(Page(_REF, "Dependencies", told, neighbours=around))


def _matrix(ties: Ties) -> Iterator[Block]:
    if not ties.edges:
        yield Paragraph(("No folder was found to lean on another.",))
        return
    yield Paragraph(
        (
            "A row leans on a column: in so many pairs of files one imports, includes, calls or "
            "inherits from the other, tests left out. What others stand on comes first, so a "
            "number right of the diagonal goes against the order; one that is marked goes both "
            "ways. A number leads to a line that proves it.",
        )
    )
    order = in_order(ties.folders, ties.edges)
    yield matrix(
        order, ties.edges, lambda folder: _link(ties, folder), "Which folder leans on which"
    )


def _circles(ties: Ties) -> Iterator[Block]:
    circles = circles_of(ties.edges)
    if ties.edges and not circles:
        yield Paragraph(("There are none: no folder leans on itself by way of others.",))
    items: list[Content] = [
        (
            f"{counted(len(circle), 'folder')} lean on each other: ",
            *joined((_link(ties, folder),) for folder in circle),
        )
        for circle in circles
    ]
    if items:
        yield Bullets(tuple(items))


def _ties(ties: Ties) -> Iterator[Block]:
    if ties.edges:
        yield edge_table(ties.edges, lambda folder: _link(ties, folder), len(ties.edges))


def _link(ties: Ties, folder: str) -> Link:
    rest = ", the rest" if folder in ties.split else ""
    return overview_link(folder, f"{folder or '.'}/{rest}")
