"""The blocks of a CommonMark text: headings, paragraphs, code and HTML, inside quotes and lists.

One pass over the lines, each looked at once per container that is open around it; containers are
bounded in depth, so the whole is linear whatever the text is.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

BlockKind = Literal["heading", "paragraph", "code", "html"]

_MAX_CONTAINERS: Final = 32
_QUOTE: Final = 0
_CODE_INDENT: Final = 4

_SPACES: Final = re.compile(rb"[ \t]*")
_HEAD: Final = re.compile(rb"[ \t>*+\-0-9.)#]*")
_ATX: Final = re.compile(rb"(#{1,6})(?:[ \t]+|$)")
_ATX_CLOSER: Final = re.compile(rb"(?:^|[ \t])#+$")
_FENCE: Final = re.compile(rb"`{3,}(?=[^`]*$)|~{3,}")
_SETEXT: Final = re.compile(rb"(?:=+|-+)[ \t]*$")
_BULLET: Final = re.compile(rb"(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)")
_DEFINITION: Final = re.compile(rb" {0,3}\[[^\[\]]{1,999}\]:[ \t]*\S+[ \t]*(?:[\"'(].*)?$")
_HTML_PAIR: Final = re.compile(rb"<(?:script|pre|style|textarea)(?=[\s>]|$)", re.I)
_HTML_PAIR_END: Final = re.compile(rb"</(?:script|pre|style|textarea)>", re.I)
_HTML_TAG: Final = re.compile(
    rb"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|"
    rb"details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|"
    rb"h4|h5|h6|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|"
    rb"optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|"
    rb"ul)(?=\s|/?>|$)",
    re.I,
)
_HTML_ANY: Final = re.compile(
    rb"(?:<[A-Za-z][A-Za-z0-9-]*+(?>(?:\s++[A-Za-z_:][\w.:-]*+"
    rb"(?>(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?))*)\s*+/?>"
    rb"|</[A-Za-z][A-Za-z0-9-]*+\s*+>)\s*$"
)


class Piece(NamedTuple):
    """A line of a block without the markers of what is around it."""

    line: int
    column: int
    text: bytes


class Block(NamedTuple):
    kind: BlockKind
    level: int
    """Of a heading, 1 to 6."""
    info: str
    """Of fenced code: what stands after the fence."""
    pieces: tuple[Piece, ...]
    end_line: int


def read_blocks(lines: Sequence[bytes], first_line: int = 1) -> list[Block]:
    reader = _Reader()
    for number, line in enumerate(lines, first_line):
        reader.read(number, line)
    reader.close_leaf()
    return reader.blocks


class _Container(NamedTuple):
    width: int
    """Columns that its content is indented by, or ``_QUOTE``."""
    empty_since: int
    """For an item that began with a blank line: that line; its next one may not be blank too."""


@dataclass(slots=True)
class _Reader:
    blocks: list[Block] = field(default_factory=list)
    containers: list[_Container] = field(default_factory=list)
    leaf: Literal["", "paragraph", "fence", "html", "indented"] = ""
    pieces: list[Piece] = field(default_factory=list)
    fence: bytes = b""
    fence_info: bytes = b""
    html_end: re.Pattern[bytes] | None = None

    def read(self, number: int, line: bytes) -> None:
        if b"\t" in line:
            line = _with_spaces(line)
        at, n_matched = self._match_containers(number, line)
        if n_matched == len(self.containers) and self._continue_leaf(number, line, at):
            return
        self._open(number, line, at, n_matched)

    def close_leaf(self) -> None:
        if self.leaf == "paragraph":
            self._emit_paragraph()
        elif self.leaf and self.pieces:
            kind: BlockKind = "html" if self.leaf == "html" else "code"
            self._emit(kind, info=self.fence_info.decode("utf-8", "replace").strip())
        self.leaf = ""
        self.pieces = []
        self.fence_info = b""

    def _match_containers(self, number: int, line: bytes) -> tuple[int, int]:
        """How far into the line, and how many of the open containers go on in it."""
        at = 0
        for n, container in enumerate(self.containers):
            start = _skip_spaces(line, at)
            if container.width == _QUOTE:
                if start - at >= _CODE_INDENT or line[start : start + 1] != b">":
                    return at, n
                at = start + 1 + (line[start + 1 : start + 2] == b" ")
            elif start == len(line):
                if container.empty_since == number - 1:
                    return at, n
            elif start - at >= container.width:
                at += container.width
            else:
                return at, n
        return at, len(self.containers)

    def _continue_leaf(self, number: int, line: bytes, at: int) -> bool:
        """Code and HTML take every line that their containers hand them."""
        if self.leaf == "fence":
            if self._closes_fence(line, at):
                self.pieces.append(Piece(number, at, b""))
                self.close_leaf()
            else:
                self.pieces.append(Piece(number, at, line[at:]))
            return True
        if self.leaf == "html":
            return self._continue_html(number, line, at)
        return False

    def _closes_fence(self, line: bytes, at: int) -> bool:
        start = _skip_spaces(line, at)
        rest = line[start:].rstrip()
        only_fence = len(rest) >= len(self.fence) and not rest.strip(self.fence[:1])
        return start - at < _CODE_INDENT and only_fence

    def _continue_html(self, number: int, line: bytes, at: int) -> bool:
        if self.html_end is None and not line[at:].strip():
            self.close_leaf()
            return True
        self.pieces.append(Piece(number, at, line[at:]))
        if self.html_end is not None and self.html_end.search(line, at):
            self.close_leaf()
        return True

    def _open(self, number: int, line: bytes, at: int, n_matched: int) -> None:
        """New containers first, then the leaf that the rest of the line begins or goes on with."""
        goes_on = n_matched == len(self.containers)
        opened = False
        while True:
            start = _skip_spaces(line, at)
            interrupts = self.leaf == "paragraph" and goes_on and not opened
            if start == len(line):
                self._blank(n_matched, opened)
                return
            if start - at >= _CODE_INDENT:
                break
            width = self._container_at(line, at, start, interrupts)
            if width is None or len(self.containers) >= _MAX_CONTAINERS:
                break
            if not opened:
                self._leave(n_matched)
                opened = True
            at = self._enter(number, line, start, width)
        self._leaf_at(_Place(number, line, at, start), n_matched, goes_on and not opened, opened)

    def _blank(self, n_matched: int, opened: bool) -> None:
        if self.leaf == "paragraph" and not opened:
            self.close_leaf()
        if not opened and n_matched < len(self.containers):
            self._leave(n_matched)

    def _container_at(
        self, line: bytes, at: int, start: int, interrupts: bool
    ) -> tuple[int, int] | None:
        """The width of the container that begins here and where its content does."""
        if line[start : start + 1] == b">":
            return _QUOTE, start + 1 + (line[start + 1 : start + 2] == b" ")
        match = _BULLET.match(line, start)
        if match is None or _is_ruler(line, start):
            return None
        if interrupts and _SETEXT.match(line, start):
            return None
        content = _skip_spaces(line, match.end())
        is_empty = content == len(line)
        if interrupts and (is_empty or (match.group(1) or b"1").lstrip(b"0") != b"1"):
            return None
        if is_empty or content - match.end() > _CODE_INDENT:
            content = match.end() + 1
        return content - at, min(content, len(line))

    def _enter(self, number: int, line: bytes, start: int, opening: tuple[int, int]) -> int:
        width, content = opening
        is_empty = width != _QUOTE and _skip_spaces(line, content) == len(line)
        self.containers.append(_Container(width, number if is_empty else -1))
        return content

    def _leave(self, n_matched: int) -> None:
        self.close_leaf()
        del self.containers[n_matched:]

    def _leaf_at(self, place: "_Place", n_matched: int, in_leaf: bool, opened: bool) -> None:
        is_paragraph = self.leaf == "paragraph"
        if place.is_code:
            if is_paragraph and not opened:
                self._add(place)
            else:
                self._begin("indented", place, n_matched, opened)
            return
        if is_paragraph and in_leaf and self._emit_setext(place):
            return
        if heading := _ATX.match(place.line, place.start):
            self._leave_unless(opened, n_matched)
            self._emit_atx(place, heading)
            return
        if fence := _FENCE.match(place.line, place.start):
            self._begin("fence", place, n_matched, opened)
            self.fence, self.fence_info = fence.group(), place.line[fence.end() :]
            return
        if _is_ruler(place.line, place.start):
            self._leave_unless(opened, n_matched)
            return
        if place.text[:1] == b"<" and self._begin_html(place, n_matched, opened):
            return
        if is_paragraph and not opened:
            self._add(place)
        else:
            self._begin("paragraph", place, n_matched, opened)

    def _begin(
        self,
        leaf: Literal["paragraph", "fence", "html", "indented"],
        place: "_Place",
        n_matched: int,
        opened: bool,
    ) -> None:
        if leaf != "indented" or self.leaf != "indented" or opened:
            self._leave_unless(opened, n_matched)
        self.leaf = leaf
        self._add(place)

    def _leave_unless(self, opened: bool, n_matched: int) -> None:
        if opened:
            self.close_leaf()
        else:
            self._leave(n_matched)

    def _begin_html(self, place: "_Place", n_matched: int, opened: bool) -> bool:
        interrupts = self.leaf == "paragraph" and not opened
        end_pattern = _html_end(place.text, interrupts)
        if end_pattern is None:
            return False
        self._begin("html", place, n_matched, opened)
        self.html_end = end_pattern if end_pattern.pattern else None
        if self.html_end is not None and self.html_end.search(place.text):
            self.close_leaf()
        return True

    def _add(self, place: "_Place") -> None:
        self.pieces.append(Piece(place.number, place.start, place.text))

    def _emit_atx(self, place: "_Place", match: re.Match[bytes]) -> None:
        text = _ATX_CLOSER.sub(b"", place.line[match.end() :].rstrip()).rstrip()
        piece = Piece(place.number, match.end(), text)
        self.blocks.append(Block("heading", len(match.group(1)), "", (piece,), place.number))

    def _emit_setext(self, place: "_Place") -> bool:
        """A paragraph of nothing but link definitions is no heading's text."""
        if not _SETEXT.match(place.line, place.start):
            return False
        n = _n_definitions(self.pieces)
        if n == len(self.pieces):
            return False
        if n:
            above = tuple(self.pieces[:n])
            self.blocks.append(Block("paragraph", 0, "", above, above[-1].line))
        level = 1 if place.text[:1] == b"=" else 2
        self.blocks.append(Block("heading", level, "", tuple(self.pieces[n:]), place.number))
        self.leaf, self.pieces = "", []
        return True

    def _emit_paragraph(self) -> None:
        self._emit("paragraph")

    def _emit(self, kind: BlockKind, info: str = "") -> None:
        self.blocks.append(Block(kind, 0, info, tuple(self.pieces), self.pieces[-1].line))


class _Place(NamedTuple):
    """Where in a line its leaf begins."""

    number: int
    line: bytes
    at: int
    start: int

    @property
    def text(self) -> bytes:
        return self.line[self.start :]

    @property
    def is_code(self) -> bool:
        return self.start - self.at >= _CODE_INDENT


_UNTIL_BLANK: Final = re.compile(rb"")
_HTML_OPENINGS: Final = (
    (re.compile(rb"<!--"), re.compile(rb"-->")),
    (re.compile(rb"<\?"), re.compile(rb"\?>")),
    (re.compile(rb"<!\[CDATA\["), re.compile(rb"\]\]>")),
    (re.compile(rb"<![A-Za-z]"), re.compile(rb">")),
    (_HTML_PAIR, _HTML_PAIR_END),
    (_HTML_TAG, _UNTIL_BLANK),
)


def _html_end(text: bytes, interrupts: bool) -> re.Pattern[bytes] | None:
    """What ends the HTML that begins here; None where none does."""
    for opening, end in _HTML_OPENINGS:
        if opening.match(text):
            return end
    return _UNTIL_BLANK if not interrupts and _HTML_ANY.match(text) else None


def _n_definitions(pieces: Iterable[Piece]) -> int:
    n = 0
    for piece in pieces:
        if not _DEFINITION.match(piece.text):
            break
        n += 1
    return n


def _is_ruler(line: bytes, start: int) -> bool:
    marker = line[start : start + 1]
    if marker not in (b"*", b"-", b"_"):
        return False
    rest = line[start:].replace(b" ", b"").replace(b"\t", b"")
    return len(rest) >= 3 and not rest.strip(marker)


def _skip_spaces(line: bytes, at: int) -> int:
    match = _SPACES.match(line, at)
    return match.end() if match else at


def _with_spaces(line: bytes) -> bytes:
    """Tabs that decide the structure as the spaces they stand for."""
    match = _HEAD.match(line)
    end = match.end() if match else 0
    return line[:end].expandtabs(4) + line[end:]
