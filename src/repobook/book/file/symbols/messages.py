"""What a file says when something goes wrong: texts that it hands to what reports errors.

What is raised or checked stands with its condition elsewhere; here is the rest.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from repobook.book.shared.citations import line_text
from repobook.book.shared.inline import here
from repobook.book.shared.tables import Row, table
from repobook.model.blocks import Block, Heading
from repobook.model.dossiers.dossier import FileDossier

_MAX_ROWS: Final = 24
_MAX_LINE: Final = 400
_MIN_SPACES: Final = 1
_REPORTS: Final = re.compile(
    r"fprintf\s?\(\s?stderr\b|\bperror\s?\(|std::cerr"
    r"|\b\w{0,40}(?:[Ee]rror|[Ww]arn|[Ff]atal|[Pp]anic|WARN|ERROR|invalid_with_msg)\w{0,20}\s?\("
)
# One of these stands in each: found much sooner than the expression looks through a text.
_MARKS: Final = ("rror", "RROR", "arn", "ARN", "atal", "anic", "stderr", "cerr", "invalid_with_msg")
_TEXT: Final = re.compile(r"\"((?:[^\"\\]|\\.){8,200})\"|'((?:[^'\\]|\\.){8,200})'")


def messages(dossier: FileDossier) -> Iterator[Block]:
    if dossier.role != "source":
        return
    decided = {
        line
        for decision in dossier.decisions
        for line in range(decision.line, decision.end_line + 1)
    }
    rows = [
        row
        for line in _likely_lines(dossier.lines)
        if line not in decided and (row := _row(dossier, line, dossier.lines[line - 1]))
    ]
    if rows:
        yield Heading(3, ("Messages",))
        yield table(("Message",), rows[:_MAX_ROWS], len(rows))


def _likely_lines(lines: Sequence[str]) -> Iterator[int]:
    whole = "\n".join(lines)
    marks = [mark for mark in _MARKS if mark in whole]
    for line, text in enumerate(lines, 1) if marks else ():
        if len(text) <= _MAX_LINE and any(mark in text for mark in marks):
            yield line


def _row(dossier: FileDossier, line: int, text: str) -> Row | None:
    """The text may stand in the next line."""
    report = _REPORTS.search(text)
    if report is None:
        return None
    for number, code in ((line, text[report.end() :]), (line + 1, line_text(dossier, line + 1))):
        if found := _TEXT.search(code):
            message = found[1] or found[2]
            is_said = message.count(" ") >= _MIN_SPACES
            return ((here(dossier, number, code=found[0]),),) if is_said else None
        if not code.rstrip().endswith(("(", ",")):
            return None
    return None
