"""Pages as HTML that reads without scripts; scripts and styles are shared files beside them.

Each kind of block and inline has one function, found by its type. Tags that HTML lets one leave
out are left out: there are millions of cells.
"""

from collections.abc import Callable, Iterator, Mapping
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
from repobook.render.html_figure import figure
from repobook.render.html_picture import bar, matrix, timeline, treemap
from repobook.render.html_shell import LACKING, shell
from repobook.render.html_source import n_links, source
from repobook.render.html_text import lines, text
from repobook.render.places import Places, anchor_name, line_range, relative, with_anchor
from repobook.render.quoted import quoted_parts
from repobook.render.written import Written
from repobook.text.names import anchor as anchor_of
from repobook.text.visible import one_visible_line


def written(page: Page, places: Places) -> Written:
    """The page, with the number of links to pages and of citations that stand on it."""
    writer = HtmlWriter(page.ref, places)
    body = "\n".join([*writer.blocks(page.lead), *_sections(page, writer)])
    html = shell(page, places, writer.address, body)
    return Written(html, writer.n_links, writer.n_cites)


def _sections(page: Page, writer: "HtmlWriter") -> Iterator[str]:
    for section in page.sections:
        anchor = writer.free_anchor(anchor_of(section.title))
        yield f"<section><h2{anchor}>{text(section.title)}</h2>"
        yield from writer.blocks(section.blocks)
        yield "</section>"


class HtmlWriter:
    """Writes what stands on one page; remembers addresses, which a page names again and again."""

    def __init__(self, here: PageRef, places: Places) -> None:
        self._here = here
        self._name = places.name(here)
        self._places = places
        self._pages: dict[PageRef, str] = {}
        self._sources: dict[str, str] = {}
        self._anchors = {"main"}
        self.n_links = 0
        self.n_cites = 0

    def blocks(self, blocks: tuple[Block, ...]) -> Iterator[str]:
        for block in blocks:
            if html := _BLOCKS[type(block)](self, block):
                yield html

    def content(self, content: Content) -> str:
        return "".join([_INLINES[type(inline)](self, inline) for inline in content]).strip()

    def free_anchor(self, wanted: str) -> str:
        """As an attribute; nothing where there is none or another has it."""
        anchor = anchor_name(wanted)
        if not anchor or anchor in self._anchors:
            return ""
        self._anchors.add(anchor)
        return f" id={anchor}"

    def link(self, link: Link) -> str:
        """What this format lacks is told by the page about the file."""
        page, told, anchor, is_code = link
        label = text(told) or "…"
        shown = f"<code>{label}</code>" if is_code else label
        if page.kind == LACKING:
            page, anchor = PageRef("file", page.path), ""
            if page == self._here:
                return shown
        self.n_links += 1
        return f"<a href={self.address(page, anchor)}>{shown}</a>"

    def address(self, page: PageRef, anchor: str = "") -> str:
        address = self._pages.get(page)
        if address is None:
            address = self._pages[page] = relative(self._name, self._places.name(page))
        return with_anchor(address, anchor)

    def cite(self, cite: Cite) -> str:
        if cite.code:
            label = f"<code>{text(cite.code)}</code>"
        elif cite.is_here:
            label = line_range(cite)
        else:
            lines_told = line_range(cite).replace("L", "")
            label = text(f"{one_visible_line(cite.path)}:{lines_told}")
        return f"<a href={self.line_address(cite)}>{label}</a>"

    def line_address(self, cite: Cite) -> str:
        self.n_cites += 1
        address = self._sources.get(cite.path)
        if address is None:
            there = self._places.name(PageRef("source", cite.path))
            address = self._sources[cite.path] = relative(self._name, there)
        return f"{address}#{line_range(cite)}"


# Inline content ---------------------------------------------------------------------------------


def _sure(writer: HtmlWriter, sure: Sure) -> str:
    if sure.confidence in ("", "exact"):
        return ""
    rule = f": {text(sure.rule)}" if sure.rule else ""
    return f" <small>{text(sure.confidence)}{rule}</small>"


_INLINES: Final[Mapping[type, Callable[[HtmlWriter, Any], str]]] = {
    str: lambda writer, inline: text(inline),
    Code: lambda writer, inline: f"<code>{text(inline.text)}</code>",
    Strong: lambda writer, inline: f"<b>{text(inline.text)}</b>",
    Quoted: lambda writer, inline: f"<q>{text(inline.text).strip()}</q>",
    Link: HtmlWriter.link,
    Cite: HtmlWriter.cite,
    Sure: _sure,
}


# Blocks -----------------------------------------------------------------------------------------


def _heading(writer: HtmlWriter, block: Heading) -> str:
    level = min(max(block.level, 3), 6)
    anchor = writer.free_anchor(block.anchor)
    return f"<h{level}{anchor}>{writer.content(block.content) or '…'}</h{level}>"


def _paragraph(writer: HtmlWriter, block: Paragraph) -> str:
    html = writer.content(block.content)
    return f"<p>{html}" if html else ""


def _bullets(writer: HtmlWriter, block: Bullets) -> str:
    items = [writer.content(item) for item in block.items]
    shown = "".join([f"<li>{item}" for item in items if item])
    return f"<ul>{shown}</ul>" if shown else ""


def _facts(writer: HtmlWriter, block: Facts) -> str:
    values = [(label, writer.content(content)) for label, content in block.items]
    shown = [f"<div><dt>{text(label)}<dd>{value}</div>" for label, value in values if value]
    return f"<dl>{''.join(shown)}</dl>" if shown else ""


def _table(writer: HtmlWriter, block: Table) -> str:
    width = max([len(block.columns), *map(len, block.rows)])
    columns = [*block.columns, *[""] * (width - len(block.columns))]
    head = "".join([f"<th>{text(column)}" if column else "<td>" for column in columns])
    rows = [_row(writer, row) for row in block.rows]
    table = f"<div class=t><table><thead><tr>{head}<tbody>{''.join(rows)}</table></div>"
    return table + _rest(writer, block)


def _row(writer: HtmlWriter, cells: tuple[Content, ...]) -> str:
    content = writer.content
    return "\n<tr><td>" + "<td>".join([content(cell) if cell else "" for cell in cells])


def _rest(writer: HtmlWriter, block: Table) -> str:
    n, rest = len(block.rows), writer.content(block.rest)
    if block.n_all > n:
        return f"<p>{n:,} of {block.n_all:,} shown{f'; {rest}' if rest else ''}"
    return f"<p>{rest}" if rest else ""


def _code_block(writer: HtmlWriter, block: CodeBlock) -> str:
    shown = f"<pre>\n{lines(block.text)}</pre>"
    return f"<p>{writer.cite(block.cite)}{shown}" if block.cite else shown


def _quotation(writer: HtmlWriter, block: Quotation) -> str:
    parts = [
        f"<pre>\n{lines(chr(10).join(part))}</pre>" if is_laid_out else f"<p>{text(' '.join(part))}"
        for is_laid_out, part in quoted_parts(block.text)
    ]
    return f"<blockquote>{''.join(parts)}<footer>{writer.cite(block.cite)}</footer></blockquote>"


def _figure(writer: HtmlWriter, block: Figure) -> str:
    return figure(block, writer.address) if block.nodes else ""


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
