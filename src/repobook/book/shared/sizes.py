"""How long blocks become once they are written: estimated high, for no renderer is known here."""

from collections.abc import Callable, Iterable, Mapping
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
from repobook.text.visible import visible

_MARKUP: Final = 8
LINE_MARKS: Final = 4
"""What a format may need to make lines of a text something to lead to."""
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
        case SourceText():
            return length(visible(block.text)) + LINE_MARKS * block.text.count("\n") + _ADDRESS
        case CodeBlock() | Quotation():
            return length(visible(block.text)) + _ADDRESS
        case Figure():
            return _ADDRESS * (len(block.nodes) + len(block.arrows))
        case Bar():
            return 2 * _ADDRESS * len(block.parts)
        case Treemap():
            return 3 * _ADDRESS * len(block.tiles)
        case Timeline():
            return _ADDRESS * len(block.periods)
        case Matrix():
            return _ADDRESS * (len(block.heads) + len(block.cells)) + len(block.heads) ** 2


def row_size(row: Iterable[Content]) -> int:
    return sum(map(content_size, row))


def content_size(content: Content) -> int:
    size = _MARKUP
    for inline in content:
        if type(inline) is str:  # Half of all inlines, and nearly all of them plain.
            size += len(inline) if inline.isascii() else length(inline)
        else:
            size += _SIZE_BY_TYPE[type(inline)](inline)
    return size


def length(text: str) -> int:
    """In bytes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def _text_size(inline: Code | Strong | Quoted) -> int:
    return length(inline.text) + _MARKUP


def _link_size(inline: Link) -> int:
    (_, path, _), text, _, _ = inline
    return length(text) + length(path) + _ADDRESS


def _cite_size(inline: Cite) -> int:
    path, _, _, code, _ = inline
    return length(code) + 2 * length(path) + _ADDRESS


def _sure_size(inline: Sure) -> int:
    return length(inline.rule) + _ADDRESS


_SIZE_BY_TYPE: Final[Mapping[type, Callable[[Any], int]]] = {
    Code: _text_size,
    Strong: _text_size,
    Quoted: _text_size,
    Link: _link_size,
    Cite: _cite_size,
    Sure: _sure_size,
}
