"""The text of a file line by line, in runs that a browser may leave undrawn.

A run is a list that counts from its first line, so the numbers stand in no text: neither copying
nor searching meets them. Scripts find a line by its number, since an anchor at each would be a
twentieth of the site. Names lead to their definitions; what is said of a line stands beside its
number as a link without words of its own, for the text must stay what it is.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from repobook.model.blocks import PageRef, SourceText
from repobook.model.site.source_marks import DefinedName
from repobook.render.html.html_text import attribute, escaped, lines
from repobook.render.html.line_changes import line_changes, months
from repobook.text.lines import split_lines

_RUN: Final = 100
_LINK: Final = re.compile(r"<a [^>]*href=")
# What scrolls sideways must be within reach of the keyboard.
_OPENED: Final = "<div class=lines translate=no tabindex=0 role=region aria-label=Text"

Address = Callable[[PageRef, str], str]


class _Piece(NamedTuple):
    """What a stretch of a line is wrapped in."""

    begin: int
    end: int
    opened: str
    anchor: str = ""


def source(block: SourceText, address: Address) -> str:
    html_lines = split_lines(lines(block.text))
    _link(html_lines, block, address)
    marks = months(block.marks.lines, block.first_line, len(html_lines))
    runs = [
        _run(html_lines[at : at + _RUN], block.first_line + at, marks)
        for at in range(0, len(html_lines), _RUN)
    ]
    changes, has_months = line_changes(block, len(html_lines)), " data-months" if marks else ""
    opened = f"{_OPENED}{_language(block)}{_outline(block)}{has_months}"
    return f"{changes}{opened}>{''.join(runs)}</div>"


def n_links(html: str) -> int:
    """Every tag is ours, so no text is taken for one."""
    return len(_LINK.findall(html))


def _language(block: SourceText) -> str:
    """For the script that colours the text."""
    return f" data-language={attribute(block.language)}" if block.language else ""


def _outline(block: SourceText) -> str:
    """For the style that keeps room for it; to look for such names would take it long."""
    has_any = any(name.end_line and name.length for name in block.marks.definitions)
    return " data-outline" if has_any else ""


def _run(html_lines: Sequence[str], first: int, months: Mapping[int, str]) -> str:
    value = f" value={first}" if first > 1 else ""
    marked = months.keys() & range(first + 1, first + len(html_lines))
    if not marked:
        return f"<ol><li{value}{months.get(first, '')}>{'<li>'.join(html_lines)}</ol>"
    tags = [f"<li{months.get(first + n, '')}>" for n in range(1, len(html_lines))]
    items = [tag + line for tag, line in zip(tags, html_lines[1:], strict=True)]
    return f"<ol><li{value}{months.get(first, '')}>{html_lines[0]}{''.join(items)}</ol>"


def _link(html_lines: list[str], block: SourceText, address: Address) -> None:
    """Rewrites only the lines with links or notes."""
    pieces = _pieces(block, address)
    raw = split_lines(block.text) if pieces else []
    for number, line_pieces in pieces.items():
        at = number - block.first_line
        if 0 <= at < len(html_lines):
            html_lines[at] = "".join(_wrapped(raw[at], sorted(line_pieces, key=_begin)))
    for note in block.marks.notes:
        at = note.line - block.first_line
        if 0 <= at < len(html_lines):
            href = address(PageRef("file", block.path), note.anchor)
            mark = f"<a class={note.kind} href={href} title={attribute(note.text)}></a>"
            html_lines[at] = mark + html_lines[at]


def _pieces(block: SourceText, address: Address) -> dict[int, list[_Piece]]:
    pieces_by_line: defaultdict[int, list[_Piece]] = defaultdict(list)
    for number, piece in _defined(block):
        pieces_by_line[number].append(piece)
    opened: dict[tuple[str, str], str] = {}
    for number, column, length, path, anchor in block.marks.links:
        tag = opened.get((path, anchor))
        if tag is None:
            tag = f"<a href={address(PageRef('source', path), anchor)}>"
            opened[path, anchor] = tag
        pieces_by_line[number].append(_Piece(column, column + length, tag))
    return pieces_by_line


def _defined(block: SourceText) -> Iterator[tuple[int, _Piece]]:
    anchors_used: set[str] = set()
    for name in block.marks.definitions:
        anchor = "" if name.anchor in anchors_used else name.anchor
        anchors_used.add(anchor)
        if anchor or name.end_line:
            # Scripts lead from here to its section, which has the same anchor.
            has_section = bool(name.has_section and anchor and name.length)
            opened = f"<a{_id(anchor)}{_extent(name, has_section)}>"
            yield name.line, _Piece(name.column, name.column + name.length, opened, anchor)


def _id(anchor: str) -> str:
    return f" id={anchor}" if anchor else ""


def _extent(name: DefinedName, has_section: bool) -> str:
    """Its last line, by one of two names; none where it has no lines inside."""
    if has_section:
        return f" data-s={name.end_line}" if name.end_line else " data-s"
    return f" data-to={name.end_line}" if name.end_line else ""


def _begin(piece: _Piece) -> int:
    """Of two that begin together, the definition comes first as it was found."""
    return piece.begin


def _wrapped(line: str, pieces: Sequence[_Piece]) -> Iterator[str]:
    """Nothing is wrapped twice; what lies in something else keeps its anchor alone."""
    escape = escaped if line.isascii() and line.isprintable() else lines
    at = 0
    for begin, end, opened, anchor in pieces:
        if begin >= at:
            yield f"{escape(line[at:begin])}{opened}{escape(line[begin:end])}</a>"
            at = end
        elif anchor:
            yield f"<a{_id(anchor)}></a>"
    yield escape(line[at:])
