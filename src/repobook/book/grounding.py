"""A section does not know which others there are: what leads to a missing one is plain text."""

from collections.abc import Iterable, Set

from repobook.model.blocks import Block, Bullets, Content, Facts, Link, Paragraph, SourceText, Table


def grounded(blocks: Iterable[Block], missing: Set[str]) -> tuple[Block, ...]:
    """``missing`` are anchors; links to sections stand in facts, lists, below tables, at lines."""
    return tuple([_grounded(block, missing) for block in blocks])


def _grounded(block: Block, missing: Set[str]) -> Block:
    match block:
        case Table() if block.rest:
            return block._replace(rest=_content(block.rest, missing))
        case Facts():
            return Facts(tuple([(label, _content(value, missing)) for label, value in block.items]))
        case Bullets():
            return Bullets(tuple([_content(item, missing) for item in block.items]))
        case Paragraph():
            return Paragraph(_content(block.content, missing))
        case SourceText():
            notes = tuple([note for note in block.marks.notes if note.anchor not in missing])
            return block._replace(marks=block.marks._replace(notes=notes))
        case _:
            return block


def _content(content: Content, missing: Set[str]) -> Content:
    grounded = [
        inline.text if isinstance(inline, Link) and inline.anchor in missing else inline
        for inline in content
    ]
    return tuple(grounded)
