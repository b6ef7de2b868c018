"""How long blocks become once they are written: estimated high, for no renderer is known here."""

from collections.abc import Iterable
from typing import Final

from repobook.model.blocks import (
    Block,
    Bullets,
    Cite,
    CodeBlock,
    Content,
    Facts,
    Figure,
    Heading,
    Inline,
    Link,
    Paragraph,
    Quotation,
    SourceText,
    Sure,
    Table,
)
from repobook.text.visible import visible

_MARKUP: Final = 8
_ADDRESS: Final = 60
"""What a link needs beside its text and the path it leads to."""


def size_of(block: Block) -> int:
    match block:
        case Table():
            return sum(map(row_size, block.rows)) + _MARKUP * len(block.columns)
        case Bullets():
            return sum(map(content_size, block.items))
        case Facts():
            return sum(length(label) + content_size(value) for label, value in block.items)
        case Paragraph() | Heading():
            return content_size(block.content)
        case SourceText() | CodeBlock() | Quotation():
            return length(visible(block.text)) + _ADDRESS
        case Figure():
            return _ADDRESS * (len(block.nodes) + len(block.arrows))


def row_size(row: Iterable[Content]) -> int:
    return sum(map(content_size, row))


def content_size(content: Content) -> int:
    return sum(map(_inline_size, content)) + _MARKUP


def _inline_size(inline: Inline) -> int:
    match inline:
        case str():
            return length(inline)
        case Link():
            return length(inline.text) + length(inline.page.path) + _ADDRESS
        case Cite():
            return length(inline.code) + 2 * length(inline.path) + _ADDRESS
        case Sure():
            return length(inline.rule) + _ADDRESS
        case _:
            return length(inline.text) + _MARKUP


def length(text: str) -> int:
    """In bytes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
