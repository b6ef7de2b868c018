"""Commands that a document shows, with the heading that they stand under."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_FENCE: Final = re.compile(r"^[ ]{0,12}(`{3,20}|~{3,20})[ \t]*([\w+-]{0,20})[^`]{0,200}$")
_HEADING: Final = re.compile(r"^ {0,3}#{1,6}[ \t]+(.{1,200}?)[ \t#]*$")
_SHELLS: Final = frozenset(["bash", "sh", "shell", "console", "zsh", "shell-session", "cmd", "bat"])
_MAX_LINES: Final = 25
_MAX_LINE: Final = 500


class ShellBlock(NamedTuple):
    heading: str
    text: str
    line: int
    end_line: int


def shell_blocks(lines: Sequence[str]) -> Iterator[ShellBlock]:
    """Fenced, and told to be for a shell; longer ones than anyone types are passed over."""
    heading, fence, is_shell, first = "", "", False, 0
    for number, line in enumerate(lines, 1):
        match = _FENCE.match(line) if len(line) <= _MAX_LINE else None
        if fence and match and match[1].startswith(fence) and not match[2]:
            if is_shell and 0 < number - first - 1 <= _MAX_LINES:
                text = "\n".join(lines[first : number - 1])
                yield ShellBlock(heading, text, first + 1, number - 1)
            fence = ""
        elif not fence and match:
            fence, is_shell, first = match[1], match[2].lower() in _SHELLS, number
        elif not fence and len(line) <= _MAX_LINE and (found := _HEADING.match(line)):
            heading = found[1]
