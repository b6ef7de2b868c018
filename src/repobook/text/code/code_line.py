"""Code of several lines, or with wide gaps, as it is shown on one line."""

import re
from typing import Final

# A string goes on to its end or to that of the line; what stands in it is a value.
_STRING_OR_GAP: Final = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"?|(?<!\d)'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`?|\s+"
)
# The comma behind a single value in round brackets says what it is.
_TUPLE: Final = re.compile(r"(?:^|[^\w\])])\([^(),]{0,200},$")
_MEMBER: Final = re.compile(r"\??\.\w")
_QUOTES: Final = frozenset("\"'`")


def one_code_line(code: str) -> str:
    """Gaps outside of strings are one space wide."""
    if _QUOTES.isdisjoint(code):
        return " ".join(code.split())
    code = code.strip()
    if "  " not in code and code.isprintable():
        return code
    return _STRING_OR_GAP.sub(_narrow, code).strip()


def one_tight_line(code: str) -> str:
    """The same without the gaps and commas that line breaks inside brackets ask for."""
    if "\n" not in code:
        return one_code_line(code)
    tight = ""
    for line in filter(None, map(str.strip, code.split("\n"))):
        closes = line[0] in ")]}"
        if closes and tight.endswith(",") and not _TUPLE.search(tight):
            tight = tight[:-1]
        is_tight = closes or _MEMBER.match(line) or tight[-1:] in ("(", "[", "{", "")
        tight += line if is_tight else f"\n{line}"
    return one_code_line(tight)


def n_open_brackets(text: str) -> int:
    """How many more brackets it opens than it closes."""
    count = text.count
    return count("(") + count("[") + count("{") - count(")") - count("]") - count("}")


def _narrow(match: re.Match[str]) -> str:
    text = match[0]
    return " " if text.isspace() else text
