"""Commands that a document shows, with the heading that they stand under."""

from bisect import bisect
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.text.documents.document import Document

_SHELLS: Final = frozenset(["bash", "sh", "shell", "console", "zsh", "shell-session", "cmd", "bat"])
_MAX_LINES: Final = 25
_MAX_TITLE: Final = 200


class ShellBlock(NamedTuple):
    heading: str
    text: str
    line: int
    end_line: int


def shell_blocks(document: Document) -> Iterator[ShellBlock]:
    """Code marked as such of a shell; blocks longer than anyone types are skipped."""
    titles = sorted(document.headings.items())
    for line, end_line, language in document.samples:
        if language.lower() in _SHELLS and line <= end_line < line + _MAX_LINES:
            n = bisect(titles, (line,))
            text = "\n".join(document.lines[line - 1 : end_line])
            yield ShellBlock(titles[n - 1][1][:_MAX_TITLE] if n else "", text, line, end_line)
