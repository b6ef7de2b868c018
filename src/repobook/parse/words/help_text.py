"""What a program tells its users that it is for: a string of the file, where no comment does.

The first sentence of a constant ``USAGE``, the description that a parser of arguments, a command or
a rule of a linter is given, the line of a manual page below ``NAME``. Of several commands in a file
the first is the one that the others hang from.
"""

import re
from typing import Final

from repobook.parse.source import SourceText

_MAX_LOOKED_AT: Final = 300_000
_MAX_TEXT: Final = 600
# Found many times as fast as the expression, which only what has one of them needs.
_MARKS: Final = (
    *(
        b"USAGE",
        b"ArgumentParser(",
        b"short_desc(self)",
        b"Short:",
        b".about(",
        b"about =",
        b"about=",
    ),
    *(
        b".description(",
        b" description =",
        b" description=",
        b" summary =",
        b" summary=",
        b"docs:",
        b".SH ",
    ),
)
_GIVEN: Final = re.compile(
    rb"(?:\bUSAGE\b[^=\n\"`]{0,40}=|\bArgumentParser\([^()\"']{0,200}\bdescription ?="
    rb"|\bdef short_desc\(self\)[^:\n]{0,20}:\s{1,20}return|\bShort:|\.about\(|\babout ?="
    rb"|\.description\(|\b(?:override|static|readonly) (?:description|summary) ?="
    rb"|\bdocs: ?\{\s{0,20}description:)"
    rb"\s{0,20}\(?\s{0,20}[bfru]?(\"\"\"|'''|r?#?\"|['`])"
    rb"|^\.SH \"?NAME\"?\n[\w.,+\\ -]{1,80} \\?--? ()",
    re.MULTILINE,
)
_CUT: Final = re.compile(r"\\[nt]|\\\n(?=\s*\n)|\$\{|\{\}|%[sd]\b")


def help_text(source: SourceText) -> tuple[str, int]:
    """Its beginning and the number of its line; an empty text where there is none."""
    data = source.data
    if len(data) > _MAX_LOOKED_AT or not any(mark in data for mark in _MARKS):
        return "", 0
    match = _GIVEN.search(data)
    if not match:
        return "", 0
    quote = (match[1] or b"").lstrip(b"r#") or b"\n"
    end = data.find(quote, match.end(), match.end() + _MAX_TEXT)
    end = end if end >= 0 else match.end() + _MAX_TEXT
    text = source.text(match.end(), end).lstrip("\\").strip()
    line = source.line_of(match.end())
    return _CUT.split(text, maxsplit=1)[0], line
