"""Blocks as plain text, so that a test can say what a page tells."""

from collections.abc import Iterable

from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    Code,
    Content,
    Facts,
    Heading,
    Inline,
    Link,
    Page,
    Paragraph,
    Quotation,
    Quoted,
    SourceText,
    Strong,
    Sure,
    Table,
)


def told(blocks: Iterable[Block]) -> list[str]:
    """One line for each heading, paragraph, entry, fact and row."""
    return [line for block in blocks for line in _lines(block)]


def _lines(block: Block) -> list[str]:
    match block:
        case Heading():
            return [f"{'#' * block.level} {plain(block.content)}"]
        case Paragraph():
            return [plain(block.content)]
        case Bullets():
            return [f"- {plain(item)}" for item in block.items]
        case Facts():
            return [f"{label}: {plain(value)}" for label, value in block.items]
        case Table():
            rest = [f"{len(block.rows)} of {block.n_all}: {plain(block.rest)}"]
            rows = [" | ".join(map(plain, row)) for row in block.rows]
            return [" | ".join(block.columns), *rows, *(rest if block.n_all else [])]
        case Quotation():
            return [f"> {block.text} ({plain((block.cite,))})"]
        case SourceText():
            return [f"source from {block.first_line}"]
        case _:
            return [repr(block)]


def plain(content: Content) -> str:
    return "".join(map(_inline, content))


def _inline(inline: Inline) -> str:
    match inline:
        case str():
            return inline
        case Code():
            return f"`{inline.text}`"
        case Strong():
            return inline.text
        case Quoted():
            return f"“{inline.text}”"
        case Link():
            return f"[{inline.text}]"
        case Sure():
            return f" ({inline.confidence})"
        case Cite():
            lines = f"L{inline.line}" + (f"-{inline.end_line}" if inline.end_line else "")
            where = lines if inline.is_here else f"{inline.path}:{lines}"
            return f"[{inline.code} {where}]" if inline.code else f"[{where}]"


def anchors_of(page: Page) -> set[str]:
    blocks = [block for section in page.sections for block in section.blocks]
    return {block.anchor for block in blocks if isinstance(block, Heading) and block.anchor}
