"""How a document introduces what it is about: its first paragraphs, up to a heading."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from repobook.text.markup import without_links

_MAX_LINES: Final = 14
_MAX_LINE: Final = 2_000
_MAX_FAR: Final = 60
_ENOUGH: Final = 160
# A heading, markup, a picture, a fence, a directive, an entry of a table of contents, the address
# behind a link. A line in bold is a heading too.
_ENDS: Final = re.compile(
    r"\s{0,3}(?:#|<|!\[|\[!\[|\[[^\]]{1,200}\]:\s|```|~~~|\.\. |\||[-*+] {1,4}\[[^\]]{0,200}\]\(#"
    r"|\*\*[^*]{1,100}\*\*:?\s*\Z|__[^_]{1,100}__:?\s*\Z)"
)
_DEFINES: Final = re.compile(r"[*_`\[]{0,4}(\w[\w.+#-]{0,80}?)[*_`\]]{0,4} (?:is|are|provides) ")
_RULE: Final = re.compile(r"\s{0,3}(?:=+|-+|~+|\*+|\^+)\s*$")


class Stretch(NamedTuple):
    text: str
    line: int
    end_line: int


def introduction(lines: Sequence[str], first: int, name: str = "") -> tuple[Stretch, ...]:
    """From a line on; where that says little, what stands under the next heading too.

    A line near by that begins by telling what ``name`` is goes before news and notices.
    """
    first = next(_defining(lines[: first + _MAX_FAR], first, name.lower()), first)
    found: list[Stretch] = []
    for stretch in _stretches(lines[: first + _MAX_FAR], first):
        found.append(stretch)
        if len(found) == 2 or len(stretch.text) >= _ENOUGH:
            break
    return tuple(found)


def _defining(lines: Sequence[str], first: int, name: str) -> Iterator[int]:
    """Lines right under an empty one or a heading, such as ``Gin is a framework``."""
    for number in range(first, len(lines) + 1):
        told = _DEFINES.match(lines[number - 1])
        above = lines[number - 2] if number > 1 else ""
        begins = not above.strip() or _is_end(lines, number - 1)
        if told and begins and told[1].lower() == name:
            yield number


def _stretches(lines: Sequence[str], first: int) -> Iterator[Stretch]:
    start = number = first
    while number <= len(lines):
        is_long = number - start == _MAX_LINES
        if is_long or _is_end(lines, number):
            yield from _stretch(lines, start, number, " …" if is_long else "")
            start = number + 1
        number += 1
    yield from _stretch(lines, start, number)


def _is_end(lines: Sequence[str], number: int) -> bool:
    """A line that is underlined is a heading, and so is what underlines it."""
    line = lines[number - 1]
    below = lines[number] if number < len(lines) else ""
    is_heading = bool(line.strip()) and len(below) > 2 and _RULE.match(below[:_MAX_LINE])
    return bool(_ENDS.match(line) or _RULE.match(line) or is_heading or len(line) > _MAX_LINE)


def _stretch(lines: Sequence[str], start: int, end: int, more: str = "") -> Iterator[Stretch]:
    """Of the lines before ``end``, without empty ones around them; ``more`` shows a cut."""
    while start < end and not lines[start - 1].strip():
        start += 1
    while start < end and not lines[end - 2].strip():
        end -= 1
    if start < end:
        text = "\n".join(line.rstrip() for line in lines[start - 1 : end - 1])
        yield Stretch(without_links(text) + more, start, end - 1)
