"""Assignments and calls of a function that stand on lines of their own."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.book.file.functions.only_statement import code_lines
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Definition
from repobook.text.code.enclosing_blocks import is_head

_MAX_LINES: Final = 60
_MAX_LENGTH: Final = 100
_PLACE: Final = r"[*&]*[\w$][\w$.*&:<>\[\]\"', -]{0,60}"
_STATEMENT: Final = re.compile(
    rf"{_PLACE}\s(?:[-+*/|&^%]|<<|>>|\?\?|\|\||:)?=\s\S|{_PLACE}(?:\+\+|--);?$"
    r"|(?:await |delete |del |defer |go )?[\w$][\w$.:>-]{0,60}\(.*\);?$|(?:delete|del) \S"
)
_GOES_ON: Final = ("{", ",", "\\", "&&", "||")
_NO_STATEMENT: Final = re.compile(
    r"(?:return|raise|throw|break|continue|goto|assert|import|from|using|typedef|static_assert)\b|@"
)


def plain_statements(dossier: FileDossier, definition: Definition) -> Iterator[int]:
    """Their lines; none of a long function, of which nobody reads all."""
    if definition.end_line - definition.line > _MAX_LINES:
        return
    n_open = 0
    for line, text in code_lines(dossier, definition):
        before = n_open
        n_open += text.count("(") + text.count("[") - text.count(")") - text.count("]")
        is_whole = before == n_open == 0 and not text.endswith(_GOES_ON)
        is_plain = _STATEMENT.match(text) and not _NO_STATEMENT.match(text)
        if is_whole and is_plain and len(text) <= _MAX_LENGTH and not is_head(text):
            yield line
