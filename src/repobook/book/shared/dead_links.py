"""Turns links to sections that a page does not have into plain text."""

from collections.abc import Iterable, Set

from repobook.model.blocks import Block, Bullets, Content, Facts, Link, Paragraph, SourceText, Table


def drop_dead_section_links(blocks: Iterable[Block], missing: Set[str]) -> tuple[Block, ...]:
    """``missing`` are anchors. Section links stand in facts, lists, below tables and at lines."""
    return tuple([_without_dead_links(block, missing) for block in blocks])


def _without_dead_links(block: Block, missing: Set[str]) -> Block:
    match block:
        case Table() if block.rest:
            return block._replace(rest=_content(block.rest, missing))
        case Facts():
            facts = tuple([(label, _content(value, missing)) for label, value in block.items])
            return block._replace(items=facts)
        case Bullets():
            items = tuple([_content(item, missing) for item in block.items])
            return block._replace(items=items)
        case Paragraph():
            return Paragraph(_content(block.content, missing))
        case SourceText():
            notes = tuple([note for note in block.marks.notes if note.anchor not in missing])
            return block._replace(marks=block.marks._replace(notes=notes))
        case _:
            return block


def _content(content: Content, missing: Set[str]) -> Content:
    without_dead_links = [
        inline.text if isinstance(inline, Link) and inline.anchor in missing else inline
        for inline in content
    ]
    return tuple(without_dead_links)
