"""What a block shows of the repository: its code, names and words, without words of ours."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
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
    Table,
    Timeline,
    Treemap,
)


def texts_of(block: Block) -> Sequence[str]:
    match block:
        case Table():
            return _of_contents([cell for row in block.rows for cell in row])
        case Paragraph() | Heading():
            return _of_contents((block.content,))
        case Bullets():
            return _of_contents(block.items)
        case Facts():
            return _of_contents([value for _, value in block.items])
        case Figure():
            return [node.label for node in block.nodes]
        case Treemap():
            return [tile.label for tile in block.tiles]
        case Bar() | Timeline():
            return ()
        case Matrix():
            return [head.text for head in block.heads]
        case CodeBlock() | Quotation() | SourceText():
            return (block.text,)


def _of_contents(contents: Iterable[Content]) -> list[str]:
    return [
        _INLINES[type(inline)](inline)
        for content in contents
        for inline in content
        if type(inline) in _INLINES
    ]


_INLINES: Final[Mapping[type, Callable[[Any], str]]] = {
    Cite: attrgetter("code"),
    Code: attrgetter("text"),
    Quoted: attrgetter("text"),
    Link: lambda link: link.text if link.is_code else "",
}
