"""Values that a function sets or passes on: its statements with a number or a text written out.

A limit, a name or a size decides as much as a condition does, and no name of a call shows it.
"""

import re
from collections.abc import Container, Iterator, Sequence
from typing import Final

from repobook.book.shared.citations import code_here, line_text, line_texts, value_at
from repobook.model.blocks import Content
from repobook.model.dossiers.dossier import FileDossier
from repobook.model.facts import Definition
from repobook.text.code.enclosing_blocks import is_head

_MAX_LINES: Final = 300
_MAX_WIDTH: Final = 200
_MAX_LITERAL: Final = 600
_MAX_STATEMENT: Final = 12
_MAX_SHOWN: Final = 300
# Nearly every function has a 0 and a 1. A choice inside a statement is one that no branch shows.
# The set comes first, so that other places are skipped without trying each of the rest.
_VALUE: Final = re.compile(
    r"[\d=(,\"'`?|](?:"
    r"(?<=\d)(?<![\w.]\d)"
    r"(?:(?<=0)[xX][\da-fA-F]{2,}|(?<=0)[oO]\d+|\d+\w{0,3}|(?<=[2-9])\w{0,3}|\d*\.\d+)\b(?!\.\w)"
    r"|(?<=[=(,])\s{0,2}-\d|(?<=[\"'`])(?<!\w.)(?=[^\"'`\n]{0,80}\w\w)"
    r"|(?<=[(,])\s{0,2}(?:\w{1,40}\.)?[A-Z][A-Z\d]*_[A-Z\d_]+\b|(?<=\?)\?=|(?<=\|)\|="
    r"|(?<==).*(?:\s(?:&&|\|\||\?\??|or)\s|\b(?:min|max|clamp)\(|\sif\s.*\selse\s))"
)
_STATEMENT: Final = re.compile(r"[\w$.*&\[\]\"'>:<,?| +-]{1,100}?(?:=(?!=)|<-|\()")
# ``options := &Options{``: what stands between the braces is one value.
_LITERAL: Final = re.compile(r"[^={]{1,100}(?:=|\breturn\b)\s*[&*\w.:<>\[\]]*\s?\{$")
_LOOP: Final = re.compile(r"for\b.*(?<![\w.])(?:\d{2,}|[2-9])\b")
# Of no interest to who wants to know what is done: logs, checks, messages, ways out, definitions.
_OTHER: Final = re.compile(
    r"(?:raise|throw|return|assert|case|import|from|export|def|func|fn|class|type|panic|@|#|//|\*)"
    r"|.{0,60}\b(?:log\w{0,10}|[sfvn]{0,3}print\w{0,4}|echo|warn\w{0,4}|debug|\w{0,20}err(?:or)?f?"
    r"|fatal\w{0,2}|assert\w{0,40}|expect\w{0,40}|check_\w{0,40}|require|raises|should"
    r"|skip\w{0,10})!?(?:\.\w{1,40})*\(|.{0,40}\bt\.\w{1,40}\(",
    re.IGNORECASE,
)


def written_values(
    dossier: FileDossier, definition: Definition, shown: Container[int] = ()
) -> Iterator[int]:
    """Lines where such statements begin, but for those that are shown anyway."""
    last = min(definition.end_line, definition.line + _MAX_LINES)
    depth, quote = 0, ""
    texts = [text.strip() for text in line_texts(dossier, definition.line + 1, last)]
    for n, text in enumerate(texts):
        number = definition.line + 1 + n
        if quote:
            quote = "" if quote in text else quote
            continue
        if '"""' in text or "'''" in text:
            quote = next((q for q in ('"""', "'''") if text.count(q) % 2), "")
        n_open = _n_open(text)
        if depth <= 0 and not quote and number not in shown:
            is_whole = n_open <= 0 and not text.endswith(("=", "{"))
            if _is_telling(text if is_whole else _joined(texts, n)):
                yield number
        depth = 0 if text.endswith(("{", ":")) else max(depth + n_open, 0)


def _joined(texts: Sequence[str], n: int) -> str:
    """The statement to the end of its brackets; of a block only the head."""
    opens = texts[n].endswith("{")
    is_literal = opens and _LITERAL.match(texts[n]) is not None
    if opens and not is_literal:
        return texts[n]
    statement, n_open = "", 0
    for text in texts[n : n + _MAX_STATEMENT]:
        statement = f"{statement} {text}".strip()
        n_open += _n_open(text) + (text.count("{") - text.count("}") if is_literal else 0)
        if n_open <= 0 and not text.endswith("="):
            break
    return statement


def value_here(dossier: FileDossier, line: int, most: int = _MAX_SHOWN) -> Content:
    """The statement, or the head of a loop without what is in it."""
    text = line_text(dossier, line).strip()
    is_head = text.endswith("{") and not _LITERAL.match(text)
    return code_here(dossier, line) if is_head else value_at(dossier, line, most)


def _is_telling(text: str) -> bool:
    """A line that only goes on in a list ends in a comma."""
    most = _MAX_LITERAL if text.endswith("}") else _MAX_WIDTH
    if len(text) > most or not _VALUE.search(text) or not _STATEMENT.match(text):
        return False
    goes_on = text.endswith(",") and _n_open(text) <= 0
    return not (goes_on or _OTHER.match(text) or (is_head(text) and not _LOOP.match(text)))


def _n_open(text: str) -> int:
    return text.count("(") + text.count("[") - text.count(")") - text.count("]")
