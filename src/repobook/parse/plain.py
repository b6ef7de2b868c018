"""Text in a language nobody taught us: its lines and the notes in it. A file is never lost."""

import re
from typing import Final

from repobook.model.facts import FileFacts, TextBlock
from repobook.parse import comments
from repobook.parse.source import SourceText

_MAX_LINE_BYTES: Final = 2000
_TAG: Final = re.compile(b"|".join(comments.NOTE_TAGS))


def facts(source: SourceText) -> FileFacts:
    numbers = sorted({source.line_of(match.start()) for match in _TAG.finditer(source.data)})
    lines = [(number, source.lines[number - 1]) for number in numbers]
    noted = [
        TextBlock(number, number, line.decode("utf-8", "replace"))
        for number, line in lines
        if len(line) <= _MAX_LINE_BYTES
    ]
    return FileFacts(n_lines=source.n_lines, notes=comments.notes(noted))
