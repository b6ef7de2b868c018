"""Which conditions and loops stand around a line of code, as far as its text shows.

By indentation; in languages of braces one must be open, too.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_MAX_LINE: Final = 10_000
# What is around a line is looked for this far above it.
_MAX_LINES_ABOVE: Final = 400
_MAX_LINES_OF_A_HEAD: Final = 6
_MAX_INDENT: Final = 1 << 30
_WITHOUT_BRACES: Final = ("Python", "Cython", "Starlark")
_HEAD: Final = re.compile(
    r"(?:\}\s*)?(?:(?:async )?(?:if|elif|else|for|while|with|try|except|finally|switch|case|match"
    r"|catch|do|unless|default|select)\b|loop\s*\{)"
)
_ARM: Final = re.compile(r"(?:case|default)\b")
_SWITCH: Final = re.compile(r"(?:switch|select)\b")
_COMMENT: Final = re.compile(r"\s(?://|/\*|# )")
# What stands in a function without being in the way: labels, conditions of a preprocessor, ends,
# and texts that go on over lines, wherever they begin.
_NO_STATEMENT: Final = re.compile(r"[\"'`]|#|//|/\*|\*|[})\]]\W*$|\{$|\w+:$")


class Head(NamedTuple):
    """A condition or a loop, and its lines."""

    line: int
    text: str
    end_line: int

    @property
    def code(self) -> str:
        """Without a comment, and without what opens and ends blocks."""
        return _COMMENT.split(self.text, maxsplit=1)[0].lstrip("} ").rstrip(":{ ")


def is_head(text: str) -> bool:
    return _HEAD.match(text.strip()) is not None


class EnclosingHeads(dict[int, int]):
    """Of one file. The indentation of lines by their numbers, each measured once; blank ones are in
    no one's way."""

    def __init__(self, lines: Sequence[str], language: str) -> None:
        self._lines = lines
        self._has_braces = language not in _WITHOUT_BRACES
        self._falls_through = self._has_braces and language != "Go"

    def __missing__(self, number: int) -> int:
        text = self._text(number)
        self[number] = indent = _indent(text) if text.strip() else _MAX_INDENT
        return indent

    def around(self, first: int, line: int) -> tuple[Head, ...]:
        """What a line of the function that begins at ``first`` stands in, outer before inner."""
        heads: list[Head] = []
        indent, arm = _indent(self._text(line)), -1
        for number in range(line - 1, max(first, line - _MAX_LINES_ABOVE), -1):
            if self[number] >= indent and self[number] != arm:
                continue
            stripped = self._text(number).strip()
            if self[number] == arm and not _SWITCH.match(stripped):
                continue
            if not is_head(stripped) and _NO_STATEMENT.match(stripped):
                continue
            indent, is_arm = self[number], _ARM.match(stripped) is not None
            # The arms of a ``switch`` may stand as far left as it does.
            arm = indent if is_arm and self._has_braces else -1
            inner = heads[-1].line if heads else line
            is_around = is_arm or inner == number + 1 or self._is_open(number, line)
            if is_head(stripped) and is_around:
                heads.append(self._head_at(number))
        return tuple(reversed(heads))

    def _head_at(self, number: int) -> Head:
        """A condition in brackets may go on over some lines."""
        text, end = self._text(number).strip(), number
        while text.count("(") > text.count(")") and end < number + _MAX_LINES_OF_A_HEAD:
            end += 1
            text = f"{text} {self._text(end).strip()}"
        first = number
        while self._falls_through and _ARM.match(text) and self._is_empty_arm(first - 1):
            first -= 1
            text = f"{self._text(first).strip()} {text}"
        return Head(first, text, end)

    def _is_empty_arm(self, number: int) -> bool:
        """It leads to what stands below it."""
        text = self._text(number).strip()
        return text.endswith(":") and _ARM.match(text) is not None

    def _is_open(self, head: int, line: int) -> bool:
        """In a language of braces one is, unless the head has a single statement."""
        if not self._has_braces:
            return True
        text = " ".join(one[:_MAX_LINE] for one in self._lines[head - 1 : line - 1]).lstrip("} ")
        return text.count("{") > text.count("}")

    def _text(self, number: int) -> str:
        lines = self._lines
        return lines[number - 1][:_MAX_LINE] if 0 < number <= len(lines) else ""


def _indent(text: str) -> int:
    expanded = text.expandtabs(8)
    return len(expanded) - len(expanded.lstrip())
