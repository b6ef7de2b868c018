"""What tests of pages ask of blocks, and files that a dossier may name."""

from collections.abc import Iterable

from repobook.model.blocks import Block, Heading, Table
from repobook.model.dossiers.dossier import FileLine


def known(*paths: str, role: str = "source") -> dict[str, FileLine]:
    """Documented Python files by path."""
    return {path: FileLine(path, "Python", role, 0, 0, "documented", "", "") for path in paths}


def tables(blocks: Iterable[Block]) -> list[Table]:
    return [block for block in blocks if isinstance(block, Table)]


def headings(blocks: Iterable[Block]) -> list[str]:
    """The words of ours in each."""
    return [
        "".join(piece for piece in block.content if isinstance(piece, str))
        for block in blocks
        if isinstance(block, Heading)
    ]
