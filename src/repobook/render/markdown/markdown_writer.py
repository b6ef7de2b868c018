"""Pages as Markdown that reads well on GitHub, in an editor and in a terminal.

Each kind of block and inline has one function, found by its type. Words of the repository are
marked: as code, in curly quotes or in a block quotation that ends with its lines.
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
    Section,
    SourceText,
    Strong,
    Sure,
    Table,
    Timeline,
    Treemap,
)
from repobook.render.markdown.markdown_text import at_line_start, code, fence, language_tag, literal
from repobook.render.markdown.mermaid import mermaid
from repobook.render.places import (
    LINES_APART,
    SOURCE_ANCHOR,
    Places,
    anchor_name,
    line_anchor,
    line_range,
    relative,
    with_anchor,
)
from repobook.render.quoted_text import list_items, quoted_parts, words_and_code
from repobook.render.rendered_page import Written
from repobook.render.timelines import timeline_text
from repobook.text.lines import count_lines, lines_with_breaks
from repobook.text.naming.slugs import anchor as anchor_of
from repobook.text.visible import one_visible_line

MAX_ROWS: Final = 200
_MIN_PIECE: Final = 5
_LACKING: Final = frozenset(["source", "symbols"])
"""The text of a file and its symbols stand on the page about it."""


def markdown(page: Page, places: Places) -> str:
    return written(page, places).text


def written(page: Page, places: Places) -> Written:
    """The page, with the number of links to pages and of citations that stand on it."""
    writer = _Writer(page, places)
    text = "\n".join([*_top(page, writer), *_sections(page, writer)])
    return Written(text, writer.n_links, writer.n_cites)


def _top(page: Page, writer: "_Writer") -> Iterator[str]:
    yield f"# {writer.heading((page.title,))[0]}\n"
    if page.neighbours:
        neighbours = [(label, ref) for label, ref in page.neighbours if ref.kind not in _LACKING]
        links = [writer.link(Link(ref, label)) for label, ref in neighbours]
        yield " · ".join(links) + "\n"
    yield from writer.blocks(page.lead)
    if page.lists_sections:
        titles = [section.title for section in page.sections]
        links = [writer.link(Link(page.ref, title, anchor_of(title))) for title in titles]
        yield " · ".join(links) + "\n"


def _sections(page: Page, writer: "_Writer") -> Iterator[str]:
    for section in page.sections:
        yield f"## {literal(section.title)}\n"
        if anchor_of(section.title) == SOURCE_ANCHOR and page.ref.kind == "file":
            yield from _anchor_without_text(section)
        yield from writer.blocks(section.blocks)


def _anchor_without_text(section: Section) -> Iterator[str]:
    """A file without a text has a first line to point at, too."""
    if not any(isinstance(block, SourceText) for block in section.blocks):
        yield _anchor_line(1)


class _Writer:
    """Writes one page; caches addresses and anchors, which a page repeats often."""

    def __init__(self, page: Page, places: Places) -> None:
        self._here = page.ref
        self._name = places.name(page.ref)
        self._sections = frozenset(anchor_of(section.title) for section in page.sections)
        self._cuts = _cuts_of(page)
        self._places = places
        self._pages: dict[PageRef, str] = {}
        self._sources: dict[str, str] = {}
        self._n_by_slug: dict[str, int] = {}
        self.n_links = 0
        self.n_cites = 0

    def blocks(self, blocks: tuple[Block, ...]) -> Iterator[str]:
        """Each ends with a line break; what joins them leaves one line free."""
        for block in blocks:
            if text := _BLOCKS[type(block)](self, block):
                yield text

    def content(self, content: Content) -> str:
        if len(content) == 1:  # as in most cells
            inline = content[0]
            return _INLINES[type(inline)](self, inline).strip()
        # Half of all inlines are text of ours, most of it the same few separators.
        parts = [
            literal(inline) if type(inline) is str else _INLINES[type(inline)](self, inline)
            for inline in content
        ]
        return _joined(parts).strip()

    def heading(self, content: Content) -> tuple[str, str]:
        """Its text, and the anchor that GitHub makes of it: never that of a section, to which
        others lead."""
        text = self.content(content) or "…"
        slug = anchor_of("".join(_PLAIN[type(inline)](inline) for inline in content).strip())
        if slug in self._sections:
            text, slug = f"· {text}", f"-{slug}"
        n = self._n_by_slug.get(slug, 0)
        self._n_by_slug[slug] = n + 1
        return text, f"{slug}-{n}" if n else slug

    def anchored_heading(self, block: Heading) -> str:
        text, own = self.heading(block.content)
        line = f"{'#' * min(max(block.level, 3), 6)} {text}\n"
        anchor = anchor_name(block.anchor)
        return f'<a id="{anchor}"></a>\n\n{line}' if anchor and anchor != own else line

    def link(self, link: Link) -> str:
        page, text, anchor, is_code = link
        if page.kind in _LACKING:
            return self._link_to_file(link)
        self.n_links += 1
        address = self._pages.get(page)
        if address is None:
            address = self._pages[page] = relative(self._name, self._places.name(page))
        label = code(text) if is_code else literal(text)
        return f"[{label or '…'}]({with_anchor(address, anchor)})"

    def _link_to_file(self, link: Link) -> str:
        path = link.page.path
        if self._here.kind == "file" and self._here.path == path:
            return code(link.text) if link.is_code else literal(link.text)
        return self.link(Link(PageRef("file", path), link.text, is_code=link.is_code))

    def cite(self, cite: Cite) -> str:
        self.n_cites += 1
        path, line, end_line, cited, is_here = cite
        lines = line_range(line, end_line)
        if cited:
            label = code(cited)
        else:
            label = lines if is_here else code(cite_label(path, lines))
        source = self._sources.get(path)
        if source is None:
            source = self._sources[path] = self._places.source_href(self._here, path)
        if self._places.sources:
            return f"[{label}]({source}#{lines})"
        # A definition on this very page has an anchor of its own.
        is_cut_there = line in self._cuts and path == self._here.path
        address = f"{source}#{f'L{line}' if is_cut_there else line_anchor(line)}"
        return f'[{label}]({address} "{lines}")' if cited else f"[{label}]({address})"

    def row(self, cells: tuple[Content, ...]) -> str:
        texts = [self.content(cell) if cell else "" for cell in cells]
        row = " | ".join(texts)
        if row.count("|") >= len(texts):
            row = " | ".join([_in_cell(text) for text in texts])
        return f"| {row} |"


def _joined(parts: list[str]) -> str:
    """Two pieces of code side by side would be read as one."""
    text = "".join(parts)
    if "``" not in text:
        return text
    for n in range(1, len(parts)):
        if parts[n][:1] == "`" and parts[n - 1][-1:] == "`":
            parts[n] = f" {parts[n]}"
    return "".join(parts)


def cite_label(path: str, lines: str) -> str:
    """How lines of another file are called where no code stands for them."""
    return f"{one_visible_line(path)}:{lines.replace('L', '')}"


def _in_cell(text: str) -> str:
    """Tables are cut at bars before anything else is read, code included."""
    return text.replace("|", "\\|") if "|" in text else text


def quoted_words(text: str) -> str:
    """On one line; what their author set as code is code."""
    pieces = [code(part) if is_code else literal(part) for is_code, part in words_and_code(text)]
    return _joined(pieces).strip() if pieces else ""


# Inline content ---------------------------------------------------------------------------------


def _sure(writer: _Writer, sure: Sure) -> str:
    if sure.confidence in ("", "exact"):
        return ""
    rule = f": {literal(sure.rule)}" if sure.rule else ""
    return f" (*{literal(sure.confidence)}*{rule})"


_INLINES: Final[Mapping[type, Callable[[_Writer, Any], str]]] = {
    str: lambda writer, inline: literal(inline),
    Code: lambda writer, inline: code(inline.text),
    Strong: lambda writer, inline: f"**{literal(inline.text).strip()}**",
    Quoted: lambda writer, inline: f"“{quoted_words(inline.text)}”",
    Link: _Writer.link,
    Cite: _Writer.cite,
    Sure: _sure,
}
_PLAIN: Final[Mapping[type, Callable[[Any], str]]] = {
    str: lambda inline: inline,
    Code: lambda inline: inline.text,
    Strong: lambda inline: inline.text,
    Quoted: lambda inline: inline.text,
    Link: lambda inline: inline.text,
    Cite: lambda inline: inline.code or line_range(inline.line, inline.end_line),
    Sure: lambda inline: "",
}


# Blocks -----------------------------------------------------------------------------------------


def _paragraph(writer: _Writer, block: Paragraph) -> str:
    text = at_line_start(writer.content(block.content))
    return f"{text}\n" if text else ""


def _bullets(writer: _Writer, block: Bullets) -> str:
    items = [at_line_start(writer.content(item)) for item in block.items]
    depths = block.depths or (0,) * len(items)
    pairs = zip(items, depths, strict=True)
    return "".join([f"{'  ' * depth}- {item}\n" for item, depth in pairs if item])


def _facts(writer: _Writer, block: Facts) -> str:
    values = [(label, writer.content(content)) for label, content in block.items]
    return " · ".join([f"**{literal(label)}** {value}" for label, value in values if value]) + "\n"


def _table(writer: _Writer, block: Table) -> str:
    width = max([len(block.columns), *(len(row) for row in block.rows)])
    columns = [_in_cell(literal(column)) for column in block.columns]
    columns += [""] * (width - len(columns))
    head = f"| {' | '.join(columns)} |\n|{' --- |' * width}\n"
    rows = [writer.row(row) for row in block.rows]
    tables = [
        head + "\n".join(rows[start : start + MAX_ROWS]) + "\n"
        for start in range(0, len(rows), MAX_ROWS)
    ]
    return "\n".join([*tables, *_rest(writer, block)])


def _rest(writer: _Writer, block: Table) -> Iterator[str]:
    n = len(block.rows)
    if block.n_all > n:
        rest = writer.content(block.rest)
        yield f"{n:,} of {block.n_all:,} shown{f'; {rest}' if rest else ''}\n"
    elif block.rest:
        yield f"{at_line_start(writer.content(block.rest))}\n"


def _code_block(writer: _Writer, block: CodeBlock) -> str:
    lines = fence(block.text, language_tag(block.language))
    return f"{writer.cite(block.cite)}\n\n{lines}" if block.cite else lines


def _quotation(writer: _Writer, block: Quotation) -> str:
    shown = [f"> {line}".rstrip() for line in _quoted_lines(block.text)]
    return "\n".join([*shown, f"> — {writer.cite(block.cite)}"]) + "\n"


def _quoted_lines(text: str) -> Iterator[str]:
    """Paragraphs run on; what its author laid out keeps its lines."""
    for is_laid_out, lines in quoted_parts(text):
        if items := list_items(lines) if is_laid_out else []:
            yield from (f"- {at_line_start(quoted_words(item))}" for item in items)
        elif is_laid_out:
            yield from fence("\n".join(lines), "text").rstrip("\n").split("\n")
        else:
            yield from (at_line_start(quoted_words(line)) for line in lines)
        yield ""


def _figure(writer: _Writer, block: Figure) -> str:
    if not block.nodes:
        return ""
    return f"{at_line_start(literal(block.caption))}\n\n{fence(mermaid(block), 'mermaid')}"


def _matrix(writer: _Writer, block: Matrix) -> str:
    """Numbers alone: a table beside it has the lines that prove them."""
    n_by_place = {(cell.row, cell.column): f"{cell.n:,}" for cell in block.cells}
    n_by_place |= {(n, n): "·" for n in range(len(block.heads))}
    numbers = [str(n + 1) for n in range(len(block.heads))]
    rows: list[tuple[Content, ...]] = [
        ((f"{n + 1} ", head), *((n_by_place.get((n, m), ""),) for m in range(len(block.heads))))
        for n, head in enumerate(block.heads)
    ]
    table = Table(("Row depends on column", *numbers), tuple(rows))
    return f"{at_line_start(literal(block.caption))}\n\n{_table(writer, table)}"


def _drawn_elsewhere(writer: _Writer, block: Bar | Treemap) -> str:
    """Not drawn in Markdown: the text beside it says the same."""
    return ""


def _timeline(writer: _Writer, block: Timeline) -> str:
    return f"{at_line_start(literal(timeline_text(block)))}\n"


def _cuts_of(page: Page) -> frozenset[int]:
    """Lines of its own text that have anchors; a continuation leads to the first page."""
    if page.ref.kind != "file" or page.ref.part:
        return frozenset()
    blocks = [block for section in page.sections for block in section.blocks]
    texts = [block for block in blocks if isinstance(block, SourceText)]
    return frozenset(line for text in texts for line in _cuts(text))


def _source(writer: _Writer, block: SourceText) -> str:
    """In pieces that can be led to; folded, for it is long and what it says stands above."""
    lines, tag = lines_with_breaks(block.text), language_tag(block.language)
    starts = _cuts(block)
    ends = [*starts[1:], block.first_line + len(lines)]
    title = f"Lines {block.first_line:,} to {ends[-1] - 1:,}"
    parts = [f"<details>\n<summary>{title}</summary>\n"]
    for start, end in zip(starts, ends, strict=True):
        text = "".join(lines[start - block.first_line : end - block.first_line])
        is_cut = block.is_cut and end == ends[-1]
        info = source_info(tag, start)
        parts += [_anchor_line(start), fence(text, f"{info} cut" if is_cut else info)]
    return "\n".join([*parts, "</details>\n", *_anchors_of_rest(ends[-1], block.last_line)])


def _cuts(block: SourceText) -> list[int]:
    """First lines of its pieces: at fixed distances, and at definitions that are not too near."""
    first = block.first_line
    after = first + count_lines(block.text)
    grid = [line for line in range(1, after, LINES_APART) if line > first]
    holders = [name for name in block.marks.definitions if name.end_line > name.line]
    defined = sorted({name.line for name in holders if first < name.line < after})
    far = [line for line in defined if (line - 1) % LINES_APART >= _MIN_PIECE and line - first > 1]
    return sorted({first, *grid, *_apart(far)})


def _apart(lines: list[int]) -> Iterator[int]:
    last = 0
    for line in lines:
        if line - last >= _MIN_PIECE:
            yield line
            last = line


def _anchor_line(line: int) -> str:
    return f'<a id="L{line}"></a>\n'


def _anchors_of_rest(first: int, last: int) -> list[str]:
    """Lines that stand on continuations: what leads to them finds here where these are."""
    return [_anchor_line(line) for line in range(1, last + 1, LINES_APART) if line >= first]


def source_info(tag: str, first_line: int) -> str:
    """The language and the first line, which distinguishes the text of a file from examples."""
    return f"{tag} L{first_line}"


_BLOCKS: Final[Mapping[type, Callable[[_Writer, Any], str]]] = {
    Heading: _Writer.anchored_heading,
    Paragraph: _paragraph,
    Bullets: _bullets,
    Facts: _facts,
    Table: _table,
    CodeBlock: _code_block,
    Quotation: _quotation,
    Figure: _figure,
    Matrix: _matrix,
    Bar: _drawn_elsewhere,
    Treemap: _drawn_elsewhere,
    Timeline: _timeline,
    SourceText: _source,
}
