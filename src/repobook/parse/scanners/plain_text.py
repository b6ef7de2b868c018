"""Text in an unknown language: its lines, notes, and the comment at its top.

A file is never lost.
"""

import re
from collections.abc import Iterator
from typing import Final

from repobook.model.facts import FileFacts, TextBlock
from repobook.parse import comments
from repobook.parse.source import SourceText

_MAX_LINE_BYTES: Final = 2000
_MAX_COMMENT: Final = 60
_COMMENT: Final = re.compile(
    r"#|//|/\*|--|;|%(?!YAML|PDF)|<!--|\(\*|\"(?= )|(?i:@?rem)(?= )|::|'(?= )"
)
_BATCH: Final = re.compile(r"^(?:@?[Rr][Ee][Mm]|::|\(\*|\"|')[ \t]")
_OPENERS: Final = ("/*", "<!--", "(*", "{-", "<#")
_CLOSERS: Final = ("*/", "-->", "*)", "-}", "#>")
_TAG: Final = re.compile(b"|".join(comments.NOTE_TAGS))


def facts(source: SourceText) -> FileFacts:
    numbers = sorted({source.line_of(match.start()) for match in _TAG.finditer(source.data)})
    lines = [(number, source.lines[number - 1]) for number in numbers]
    noted = [
        TextBlock(number, number, line.decode("utf-8", "replace"))
        for number, line in lines
        if len(line) <= _MAX_LINE_BYTES
    ]
    doc = "\n".join(_opening_comment(source))
    return FileFacts(n_lines=source.n_lines, doc=doc, notes=comments.notes(noted))


def _opening_comment(source: SourceText) -> Iterator[str]:
    """In any of the usual styles; a line that opens or closes it says nothing."""
    is_block = False
    for line in source.lines[:_MAX_COMMENT]:
        text = line[:_MAX_LINE_BYTES].decode("utf-8", "replace").strip()
        if not (is_block or not text or _COMMENT.match(text)) or text.startswith("<?xml"):
            return
        is_block = (is_block or text.startswith(_OPENERS)) and not text.endswith(_CLOSERS)
        if not text.startswith("#!"):
            yield comments.clean(_BATCH.sub("# ", text))
