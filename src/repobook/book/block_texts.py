"""What a block shows of the repository: its code, names and words, without words of ours."""

from collections.abc import Iterable, Iterator

from repobook.model.blocks import (
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
    Paragraph,
    Quotation,
    Quoted,
    SourceText,
    Table,
)


def texts_of(block: Block) -> Iterator[str]:
    match block:
        case Table():
            return _of_contents(cell for row in block.rows for cell in row)
        case Paragraph() | Heading():
            return _of_contents((block.content,))
        case Bullets():
            return _of_contents(block.items)
        case Facts():
            return _of_contents(value for _, value in block.items)
        case Figure():
            return iter([node.label for node in block.nodes])
        case CodeBlock() | Quotation() | SourceText():
            return iter((block.text,))


def _of_contents(contents: Iterable[Content]) -> Iterator[str]:
    for content in contents:
        for inline in content:
            if isinstance(inline, Cite):
                yield inline.code
            elif isinstance(inline, Code | Quoted) or (isinstance(inline, Link) and inline.is_code):
                yield inline.text
