"""Code of several lines, or with wide gaps, as it is shown on one line."""

import re
from typing import Final

# A string goes on to its end or to that of the line; what stands in it is a value.
_STRING_OR_GAP: Final = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"?|(?<!\d)'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`?|\s+"
)
_QUOTES: Final = frozenset("\"'`")


def one_code_line(code: str) -> str:
    """Gaps outside of strings are one space wide."""
    if _QUOTES.isdisjoint(code):
        return " ".join(code.split())
    return _STRING_OR_GAP.sub(_narrow, code).strip()


def _narrow(match: re.Match[str]) -> str:
    text = match[0]
    return " " if text.isspace() else text
