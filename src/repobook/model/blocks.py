"""A page as a tree of blocks that any renderer can translate; nothing here knows a format.

Plain strings are text of ours. What comes out of the repository is wrapped (``Code``, ``Quoted``,
``Quotation`` …), so that a renderer can show which is which; every renderer escapes both.
"""

from typing import Literal, NamedTuple

from repobook.model.site.source_marks import NO_MARKS, SourceMarks

PageKind = Literal[
    "file",  # the documentation page of a file
    "source",  # its text, in formats that show it on a page of its own
    "symbols",  # its symbols one by one, in formats that have such a page
    "keywords",  # the keyword index of a file
    "listing",  # what a folder holds; of the root folder the home page
    "overview",  # what a folder is for
    "subtree",  # the keyword index of all that lies below a folder
    "a-z",  # the keyword index of the repository
    "book",  # the volume that reads from front to back
    "readme",
    "verification",
    "help",  # how to read the book, in formats that are more than text
    "settings",  # what a reader may choose there
    "search",  # how to search there; scripts show results on it
    "findings",  # what to watch out for in the repository; a part for each rule
    "hotspots",  # where a change is most likely to hurt
    "dependencies",  # which folder depends on which
    "gaps",  # what is not read, not tested, not documented
    "routes",  # what the repository answers on the web, where it does
    "commands",  # what it offers to type, where it does
    "tasks",  # what it runs in the background, where it does
    "signals",  # which signals it receives, where it does
    "tables",  # which tables of a database it maps, where it does
    "environment",  # which variables it reads, where it does
    "operators",  # what it computes with, where it has operators
]


class PageRef(NamedTuple):
    """Which page, not where it lies: names are the renderer's business."""

    kind: PageKind
    path: str = ""
    """The file or folder it is about; empty for the root folder and for global pages."""
    part: str = ""
    """Empty for the page itself, else which continuation: a number, or a letter of an index."""


# Inline content ---------------------------------------------------------------------------------


class Code(NamedTuple):
    """A piece of the repository's text, or a command, on one line."""

    text: str


class Strong(NamedTuple):
    text: str


class Quoted(NamedTuple):
    """Words of the repository in a sentence or a cell of ours; must look quoted."""

    text: str


class Link(NamedTuple):
    page: PageRef
    text: str
    anchor: str = ""
    """A section of ``SECTION_ANCHORS`` or a symbol's slug that stands on that page."""
    is_code: bool = False


class Cite(NamedTuple):
    """Evidence: lines of a file. Verification reads them again, and ``code`` must stand there."""

    path: str
    line: int
    end_line: int = 0
    """0 where it is the same line."""
    code: str = ""
    """What stands in these lines, shown as the text of the link; empty shows path and line."""
    is_here: bool = False
    """Whether the page is about that file, or what stands beside it names the file, so that the
    lines alone tell where."""


class Sure(NamedTuple):
    """How sure an edge is: shown small beside it."""

    confidence: str
    rule: str = ""


Inline = str | Code | Strong | Quoted | Link | Cite | Sure
Content = tuple[Inline, ...]


# Blocks -----------------------------------------------------------------------------------------


class Heading(NamedTuple):
    """Below a section: level 3 and deeper."""

    level: int
    content: Content
    anchor: str = ""
    """Only where another page leads here; unique on the page."""


class Paragraph(NamedTuple):
    content: Content


class Bullets(NamedTuple):
    items: tuple[Content, ...]
    depths: tuple[int, ...] = ()
    """How deep each lies in those above it; empty where all lie side by side."""
    n_repeated: int = 0
    """How many of the last the site leaves out, since it says them in another place too."""


class Facts(NamedTuple):
    """The fact strip: label and value, side by side where there is room."""

    items: tuple[tuple[str, Content], ...]
    n_repeated: int = 0
    """How many of the last the site leaves out, since it shows them around every page."""


class Table(NamedTuple):
    columns: tuple[str, ...]
    rows: tuple[tuple[Content, ...], ...]
    n_all: int = 0
    """How many rows there are before the table is cut; 0 where none is left out."""
    rest: Content = ()
    """Where the others are, or what they are; written behind the number."""
    is_repeated: bool = False
    """Whether the site leaves it out, since it says the same in another place too."""
    has_long_cells: bool = False
    """Whether cells hold lists of code, for which columns of a page are too narrow."""


class CodeBlock(NamedTuple):
    """Lines of the repository or a command to type, as they are."""

    text: str
    language: str = ""
    cite: Cite | None = None


class Quotation(NamedTuple):
    """Text of the repository's authors, a paragraph or more; it is shown as quoted."""

    text: str
    cite: Cite


class Node(NamedTuple):
    id: str
    label: str
    page: PageRef | None = None
    group: str = ""
    """Nodes of one group look alike and may be drawn together."""
    anchor: str = ""
    """The place on its page."""


class Arrow(NamedTuple):
    source: str
    target: str
    label: str = ""
    is_sure: bool = True
    weight: int = 1
    """How thick it is drawn, in steps of doubling."""


class Figure(NamedTuple):
    """A picture of what a table beside it says too; sixty arrows at most."""

    caption: str
    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]
    is_sequence: bool = False
    """Whether arrows follow each other in time: nodes take part, and each arrow is a call."""
    is_star: bool = False
    """Whether all arrows begin or end at one node."""


class MatrixCell(NamedTuple):
    row: int
    column: int
    n: int
    cite: Cite
    """A line that proves it."""
    is_mutual: bool = False
    """Whether the column depends on the row, too."""


class Matrix(NamedTuple):
    """Rows depend on columns, which are the same in the same order."""

    caption: str
    heads: tuple[Link, ...]
    cells: tuple[MatrixCell, ...]


class Bar(NamedTuple):
    """Shares of a whole, largest first; what stands beside it tells the same in words."""

    caption: str
    parts: tuple[tuple[str, int], ...]


class Tile(NamedTuple):
    label: str
    size: int
    heat: int
    page: PageRef


class Treemap(NamedTuple):
    """Areas by size, shades by heat; a table beside it has both numbers."""

    caption: str
    size_of: str
    """What sizes count, such as lines."""
    heat_of: str
    tiles: tuple[Tile, ...]


class Timeline(NamedTuple):
    """How often something happened, period by period, none left out."""

    caption: str
    periods: tuple[tuple[str, int], ...]


class SourceText(NamedTuple):
    """The text of a file, whole or the part of it that a continuation page holds."""

    path: str
    language: str
    text: str
    first_line: int = 1
    is_cut: bool = False
    """Whether its last line goes on in the next part: too long for any page."""
    marks: SourceMarks = NO_MARKS
    """For formats whose text can lead somewhere."""
    last_line: int = 0
    """Of the whole text, where the rest of it stands on continuation pages."""


Block = (
    Heading
    | Paragraph
    | Bullets
    | Facts
    | Table
    | CodeBlock
    | Quotation
    | Figure
    | Matrix
    | Bar
    | Treemap
    | Timeline
    | SourceText
)


class Section(NamedTuple):
    title: str
    blocks: tuple[Block, ...]


class Page(NamedTuple):
    ref: PageRef
    title: str
    sections: tuple[Section, ...]
    lead: tuple[Block, ...] = ()
    """What stands between the title and the first section."""
    neighbours: tuple[tuple[str, PageRef], ...] = ()
    """Where else to go, by label: up, home, previous, next."""
    lists_sections: bool = False
    """Whether the lead ends with its sections, in formats that do not list them by themselves."""
