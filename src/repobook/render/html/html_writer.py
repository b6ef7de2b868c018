"""Pages as HTML that reads without scripts; scripts and styles are shared files beside them.

Each kind of block and inline has one function, found by its type. Tags that HTML lets one leave
out are left out: there are millions of cells.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from repobook.model.blocks import (
    Bar,
    Block,
    Bullets,
    Cite,
    Code,
    CodeBlock,
    Content,
    Facts,
    Figure,
    Heading,
    Inline,
    Link,
    Matrix,
    Page,
    PageRef,
    Paragraph,
    Quotation,
    Quoted,
    SourceText,
    Strong,
    Sure,
    Table,
    Timeline,
    Treemap,
)
from repobook.render.file_names import as_address
from repobook.render.html.figure import figure
from repobook.render.html.html_text import lines, text
from repobook.render.html.picture import bar, matrix, timeline, treemap
from repobook.render.html.sequence import sequence
from repobook.render.html.shell import INSTEAD, base_of, shell
from repobook.render.html.source_lines import n_links, source
from repobook.render.places import Places, anchor_name, line_range, relative, with_anchor
from repobook.render.quoted_text import list_items, quoted_parts, words_and_code
from repobook.render.rendered_page import Written
from repobook.text.naming.slugs import anchor as anchor_of
from repobook.text.visible import one_visible_line

_MAX_OF_CODE: Final = 4
"""Columns that may be set as code as a whole (book.css)."""
_MAX_OF_NUMBERS: Final = 8
"""Columns that may be aligned as numbers (book.css)."""
# What stands between the names of a cell, and how often each occurs.
_BETWEEN_CODE: Final = re.compile(r"[ ·,×\d]*(?:and [\d,]+ more)?")
_NUMBER: Final = re.compile(r"[\d,.]+%?|–")
# There are too many of these pages for a mark in each table.
_NOT_ALIGNED: Final = frozenset(["file", "source", "symbols", "keywords", "subtree", "a-z"])
_OUTLINED: Final = 3
"""The level of headings down to which links lead on the page of a file."""
# Links to these and to lines are set as code by their address (book.css): there are too many for a
# tag each.
_SET_AS_CODE: Final = frozenset(["file", "source", "symbols", "listing"])
# Lists of the whole repository, whose paths break where a folder ends; elsewhere they are too many
# for a tag each.
_LISTS: Final = ("findings", "hotspots", "gaps", "environment", "operators")
_OFFERED: Final = ("routes", "commands", "tasks", "signals", "tables")
_BROKEN_BY_FOLDER: Final = frozenset([*_LISTS, *_OFFERED])


def written(page: Page, places: Places) -> Written:
    """The page, with the number of links to pages and of citations that stand on it."""
    writer = HtmlWriter(page.ref, places)
    body = "".join([*writer.blocks(page.lead), *_sections(page, writer)])
    html = shell(page, places, writer.address, body)
    return Written(html, writer.n_links, writer.n_cites)


def _sections(page: Page, writer: "HtmlWriter") -> Iterator[str]:
    for section in page.sections:
        anchor = writer.free_anchor(anchor_of(section.title))
        yield f"<h2{anchor}>{text(section.title)}</h2>"
        yield from writer.blocks(section.blocks)


class HtmlWriter:
    """Writes one page; caches addresses, which a page repeats often."""

    def __init__(self, here: PageRef, places: Places) -> None:
        self._here = here
        self._name = places.name(here)
        self._places = places
        self._pages: dict[PageRef, str] = {}
        self._sources: dict[str, str] = {}
        self._anchors = {"main"}
        self.is_of_symbols = here.kind == "symbols"
        """Such a page has very many headings and labels, and its style does without their tags."""
        self.is_of_file = here.kind == "file"
        self.aligns_numbers = here.kind not in _NOT_ALIGNED
        is_list = here.kind in _BROKEN_BY_FOLDER and not (here.kind == "operators" and here.part)
        self._slash = "/<wbr>" if is_list else "/"
        if base_of(here):  # A fragment alone means lines of the text, so this page has to be named.
            self._sources[here.path] = ""
            self._pages[here] = as_address(self._name.rpartition("/")[2])
        self.n_links = 0
        self.n_cites = 0

    def blocks(self, blocks: tuple[Block, ...]) -> Iterator[str]:
        for block in blocks:
            if html := _BLOCKS[type(block)](self, block):
                yield html

    def content(self, content: Content) -> str:
        if len(content) == 1:  # as in most cells
            inline = content[0]
            return _INLINES[type(inline)](self, inline).strip()
        parts: list[str] = []
        for n, inline in enumerate(content):
            # Half of all inlines are text of ours, most of it the same few separators.
            if type(inline) is str:
                parts.append(text(inline))
            elif type(inline) is Cite and parts and _names_its_file(content[n - 2 : n], inline):
                parts[-2:] = [self._cite_by_name(content[n - 2], inline)]
            else:
                parts.append(_INLINES[type(inline)](self, inline))
        return "".join(parts).strip()

    def free_anchor(self, wanted: str) -> str:
        """As an attribute; nothing where there is none or another has it."""
        anchor = anchor_name(wanted)
        if not anchor or anchor in self._anchors:
            return ""
        self._anchors.add(anchor)
        return f" id={anchor}"

    def link(self, link: Link) -> str:
        """A page that this format lacks is replaced by another about the same."""
        page, words, anchor, is_code = link
        label = text(words).replace("/", self._slash) or "…"
        if self.is_of_symbols and page.kind == "a-z":  # Tens of thousands, and the search has it.
            return label
        is_marked = is_code and page.kind not in _SET_AS_CODE
        content = f"<code>{label}</code>" if is_marked else label
        if page.kind in INSTEAD:
            page, anchor = PageRef(INSTEAD[page.kind], page.path), ""
            if page == self._here:
                return f"<code>{label}</code>" if is_code else label
        self.n_links += 1
        return f"<a href={self.address(page, anchor)}>{content}</a>"

    def address(self, page: PageRef, anchor: str = "") -> str:
        address = self._pages.get(page)
        if address is None:
            address = self._pages[page] = relative(self._name, self._places.name(page))
        return with_anchor(address, anchor)

    def cite(self, cite: Cite) -> str:
        path, line, end_line, code, is_here = cite
        lines = line_range(line, end_line)
        if code:
            label = text(code)
        elif is_here:
            label = lines
        else:
            label = text(f"{one_visible_line(path)}:{lines.replace('L', '')}")
            label = label.replace("/", self._slash)
        return f"<a href={self._source(path)}#{lines}>{label}</a>"

    def _cite_by_name(self, name: Inline, cite: Cite) -> str:
        """A file and a line of it are one link, to that line."""
        assert isinstance(name, Link | Code)
        self.n_links -= isinstance(name, Link)
        lines = line_range(cite.line, cite.end_line)
        return f"<a href={self._source(cite.path)}#{lines}>{text(name.text)} {lines}</a>"

    def line_address(self, cite: Cite) -> str:
        return f"{self._source(cite.path)}#{line_range(cite.line, cite.end_line)}"

    def _source(self, path: str) -> str:
        """The page that a citation leads to."""
        self.n_cites += 1
        address = self._sources.get(path)
        if address is None:
            there = self._places.name(PageRef("source", path))
            address = self._sources[path] = relative(self._name, there)
        return address


# Inline content ---------------------------------------------------------------------------------


def _names_its_file(before: Content, cite: Cite) -> bool:
    """Whether a citation of lines alone follows a link to the page of its file, or its name."""
    if cite.code or not cite.is_here or len(before) != 2 or before[1] != " ":
        return False
    name = before[0]
    if type(name) is Link:
        return name.page.kind == "file" and name.page.path == cite.path
    return type(name) is Code and name.text == cite.path.rpartition("/")[2]


def _sure(writer: HtmlWriter, sure: Sure) -> str:
    if sure.confidence in ("", "exact"):
        return ""
    rule = f": {text(sure.rule)}" if sure.rule else ""
    return f" <i>{text(sure.confidence)}{rule}</i>"


_INLINES: Final[Mapping[type, Callable[[HtmlWriter, Any], str]]] = {
    str: lambda writer, inline: text(inline),
    Code: lambda writer, inline: f"<code>{text(inline.text)}</code>",
    Strong: lambda writer, inline: f"<b>{text(inline.text)}</b>",
    Quoted: lambda writer, inline: f"<q>{quoted_words(inline.text)}</q>",
    Link: HtmlWriter.link,
    Cite: HtmlWriter.cite,
    Sure: _sure,
}


# Blocks -----------------------------------------------------------------------------------------


def _heading(writer: HtmlWriter, block: Heading) -> str:
    level = min(max(block.level, 3), 6)
    # On the site the details of symbols are on a page of their own.
    anchor = "" if writer.is_of_file and level > _OUTLINED else writer.free_anchor(block.anchor)
    content = block.content
    if writer.is_of_symbols and len(content) == 1 and isinstance(content[0], Code):
        content = (content[0].text,)
    return f"<h{level}{anchor}>{writer.content(content) or '…'}</h{level}>"


def _paragraph(writer: HtmlWriter, block: Paragraph) -> str:
    html = writer.content(block.content)
    return f"<p>{html}" if html else ""


def _bullets(writer: HtmlWriter, block: Bullets) -> str:
    n_shown = len(block.items) - block.n_repeated
    contents = [writer.content(item) for item in block.items[:n_shown]]
    depths = block.depths[:n_shown] or (0,) * len(contents)
    items = [(content, depth) for content, depth in zip(contents, depths, strict=True) if content]
    return f"<ul>{''.join(_nested(items))}</ul>" if items else ""


def _nested(items: Sequence[tuple[str, int]]) -> Iterator[str]:
    """An item stays open for the list of those that lie in it, until another begins."""
    open_lists = 0
    for content, depth in items:
        yield "<ul>" * (depth - open_lists) + "</ul>" * (open_lists - depth)
        yield f"<li>{content}"
        open_lists = depth
    yield "</ul>" * open_lists


def _facts(writer: HtmlWriter, block: Facts) -> str:
    items = block.items[: len(block.items) - block.n_repeated]
    values = [(label, writer.content(content)) for label, content in items]
    rows = [f"<dt>{text(label)}<dd>{value}" for label, value in values if value]
    if not writer.is_of_symbols:
        rows = [f"<div>{row}</div>" for row in rows]
    return f"<dl>{''.join(rows)}</dl>" if rows else ""


def _table(writer: HtmlWriter, block: Table) -> str:
    if block.is_repeated:
        return ""
    if block.has_long_cells:
        return _list_of_rows(writer, block) + _rest(writer, block)
    width = max([len(block.columns), *map(len, block.rows)])
    columns = [*block.columns, *[""] * (width - len(block.columns))]
    head = "".join([f"<th>{text(column)}" if column else "<td>" for column in columns])
    of_code = [column for column in range(min(width, _MAX_OF_CODE)) if _is_code(block, column)]
    rows = [_row(writer, row, of_code) for row in block.rows]
    n_numbers = min(width, _MAX_OF_NUMBERS) if writer.aligns_numbers else 0
    of_numbers = [column for column in range(n_numbers) if _is_of_numbers(block, column)]
    marks = [*(f"c{one + 1}" for one in of_code), *(f"n{one + 1}" for one in of_numbers)]
    marked = f' class="{" ".join(marks)}"' if marks else ""
    table = f"<table{marked}><thead><tr>{head}<tbody>{''.join(rows)}</table>"
    return table + _rest(writer, block)


def _list_of_rows(writer: HtmlWriter, block: Table) -> str:
    """Each row by itself, its first cell above the others, which are named."""
    items = "".join(_row_as_item(writer, block.columns[1:], row) for row in block.rows)
    return f"<ul class=rows>{items}</ul>"


def _row_as_item(writer: HtmlWriter, columns: Sequence[str], row: Sequence[Content]) -> str:
    cells = zip(columns, row[1:], strict=False)
    named = [f"<dt>{text(name)}<dd>{writer.content(cell)}" for name, cell in cells if cell]
    about = f"<dl>{''.join(named)}</dl>" if named else ""
    return f"<li>{writer.content(row[0]) if row else ''}{about}"


def _is_code(block: Table, column: int) -> bool:
    """Whether a column is code but for a few words, so that its style says it once for all of it
    and the words have the tags."""
    cells = [row[column] for row in block.rows if len(row) > column and row[column]]
    inlines = [inline for cell in cells for inline in cell]
    n_codes = sum(type(inline) is Code for inline in inlines)
    n_words = sum(map(_is_words, inlines))
    return n_codes > n_words + 1 and len(cells) > 1 and all(map(_may_be_of_code, inlines))


def _is_words(inline: Inline) -> bool:
    return isinstance(inline, str) and not _BETWEEN_CODE.fullmatch(inline)


def _may_be_of_code(inline: Inline) -> bool:
    return isinstance(inline, Code | str) or (isinstance(inline, Link) and inline.is_code)


def _code_cell(writer: HtmlWriter, cell: Content) -> str:
    """As the style of a column of code wants it."""
    parts = [
        f"<span>{text(str(inline))}</span>"
        if _is_words(inline)
        else _INLINES[type(inline)](writer, inline).replace("<code>", "").replace("</code>", "")
        for inline in cell
    ]
    return "".join(parts).strip()


def _is_of_numbers(block: Table, column: int) -> bool:
    cells = [row[column] for row in block.rows if len(row) > column and any(row[column])]
    return bool(cells) and all(
        len(cell) == 1 and isinstance(cell[0], str) and _NUMBER.fullmatch(cell[0]) for cell in cells
    )


def _row(writer: HtmlWriter, cells: tuple[Content, ...], of_code: Sequence[int]) -> str:
    content = writer.content
    if of_code:
        written = [
            _code_cell(writer, cell) if column in of_code else content(cell)
            for column, cell in enumerate(cells)
        ]
    else:
        written = [content(cell) if cell else "" for cell in cells]
    while len(written) > 1 and not written[-1]:  # Cells may lack at the end of a row.
        written.pop()
    return "<tr><td>" + "<td>".join(written)


def _rest(writer: HtmlWriter, block: Table) -> str:
    n, rest = len(block.rows), writer.content(block.rest)
    if block.n_all > n:
        return f"<p>{n:,} of {block.n_all:,} shown{f'; {rest}' if rest else ''}"
    return f"<p>{rest}" if rest else ""


def _code_block(writer: HtmlWriter, block: CodeBlock) -> str:
    shown = f"<pre>\n{lines(block.text)}</pre>"
    return f"<p>{writer.cite(block.cite)}{shown}" if block.cite else shown


def quoted_words(words: str) -> str:
    """On one line; what their author set as code is code."""
    parts = [
        f"<code>{text(part)}</code>" if is_code else text(part)
        for is_code, part in words_and_code(words)
    ]
    return "".join(parts).strip()


def _quoted_part(is_laid_out: bool, part: list[str]) -> str:
    if not is_laid_out:
        return f"<p>{quoted_words(' '.join(part))}"
    if items := list_items(part):
        return f"<ul>{''.join(f'<li>{quoted_words(item)}' for item in items)}</ul>"
    return f"<pre>\n{lines(chr(10).join(part))}</pre>"


def _quotation(writer: HtmlWriter, block: Quotation) -> str:
    parts = [_quoted_part(is_laid_out, part) for is_laid_out, part in quoted_parts(block.text)]
    return f"<blockquote>{''.join(parts)}<footer>{writer.cite(block.cite)}</footer></blockquote>"


def _figure(writer: HtmlWriter, block: Figure) -> str:
    drawn = sequence if block.is_sequence else figure
    return drawn(block, writer.address) if block.nodes else ""


def _matrix(writer: HtmlWriter, block: Matrix) -> str:
    return matrix(block, writer.link, writer.line_address)


def _source(writer: HtmlWriter, block: SourceText) -> str:
    html = source(block, writer.address)
    writer.n_links += n_links(html)
    return html


_BLOCKS: Final[Mapping[type, Callable[[HtmlWriter, Any], str]]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    Bullets: _bullets,
    Facts: _facts,
    Table: _table,
    CodeBlock: _code_block,
    Quotation: _quotation,
    Figure: _figure,
    Matrix: _matrix,
    Bar: lambda writer, block: bar(block),
    Treemap: lambda writer, block: treemap(block, writer.address),
    Timeline: lambda writer, block: timeline(block),
    SourceText: _source,
}
