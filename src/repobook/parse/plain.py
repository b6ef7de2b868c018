"""Text in a language nobody taught us: its lines and the notes in it. A file is never lost."""

from typing import Final

from repobook.model.facts import FileFacts, TextBlock
from repobook.parse import comments
from repobook.parse.source import SourceText

_MAX_LINE_BYTES: Final = 2000


def facts(source: SourceText) -> FileFacts:
    noted = [
        TextBlock(number, number, line.decode("utf-8", "replace"))
        for number, line in enumerate(source.lines, 1)
        if len(line) <= _MAX_LINE_BYTES and any(tag in line for tag in comments.NOTE_TAGS)
    ]
    return FileFacts(n_lines=source.n_lines, notes=comments.notes(noted))
