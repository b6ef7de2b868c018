"""What a short function does where that is a single statement: the statement says it best."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from repobook.book.shared.citations import MAX_CODE, line_texts
from repobook.book.shared.inline import here
from repobook.model.blocks import Content
from repobook.model.dossier import FileDossier
from repobook.model.facts import Definition

_MAX_LINES: Final = 40
_HEAD_END: Final = re.compile(r"(?:[:{]|=>)\s*(?:#.*|//.*|/\*.*\*/)?$")
_NO_CODE: Final = re.compile(r"$|#(?![a-z])|//|/\*|\*|[})\]]+[;,)]*$")
_COMMENT: Final = re.compile(r"\s(?:#|//|/\*)\s")
_TEXT: Final = re.compile(r"[rRuU]?(\"\"\"|'''|\"|')")
# A statement that holds others, or a directive: more than one thing may happen.
_HOLDS: Final = re.compile(
    r"(?:if|for|while|switch|try|with|match|do|case|unless|async|pass)\b|[#@{]"
)


def only_statement(dossier: FileDossier, definition: Definition) -> Content:
    """Nothing where there are several, or where the text does not show it plainly."""
    if not definition.line < definition.end_line <= definition.line + _MAX_LINES:
        return ()
    code = list(islice(_code(dossier, definition), 2))
    if len(code) != 1:
        return ()
    line, text = code[0]
    is_plain = len(text) <= MAX_CODE and not _HOLDS.match(text) and _is_closed(text)
    return (here(dossier, line, code=text),) if is_plain else ()


def _is_closed(text: str) -> bool:
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))


def _code(dossier: FileDossier, definition: Definition) -> Iterator[tuple[int, str]]:
    """Lines of the body that are neither comment, documentation nor the end of a block."""
    is_head, quote = True, ""
    lines = line_texts(dossier, definition.line, definition.end_line)
    for number, line in enumerate(lines, definition.line):
        text = line.strip()
        if is_head:
            is_head = _HEAD_END.search(text) is None and text != "{"
        elif quote:
            quote = "" if quote in text else quote
        elif opened := _TEXT.match(text):
            quote = "" if opened[1] in text[opened.end() :] else opened[1]
        elif not _NO_CODE.match(text):
            yield number, _without_comment(text)


def _without_comment(text: str) -> str:
    """Unless its sign may stand in a string."""
    code = _COMMENT.split(text, maxsplit=1)[0]
    return code.rstrip("; ") if code.count("'") % 2 == code.count('"') % 2 == 0 else text
