"""Markdown: sections, links, and names set as code."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from repobook.languages.documents import restructuredtext_parser
from repobook.languages.documents.commonmark import Block, Piece, read_blocks
from repobook.languages.documents.sphinx import (
    FILE_ROLES,
    LABEL_ROLES,
    PYTHON_ROLES,
    TEXT_ROLES,
    PythonContext,
    role_name,
)
from repobook.model.facts import CodeSample, FileFacts, Import, TextBlock
from repobook.parse.comments import shorten
from repobook.parse.scanners.outline import (
    OutlineReader,
    decoded,
    is_file_name,
    lines_of,
)
from repobook.parse.source import SourceText
from repobook.text.documents.first_sentence import ALERT

_MAX_INDENT: Final = 2
_FRONT_MATTER_END: Final = re.compile(rb"(?:---|\.\.\.)[ \t]*")
_DIRECTIVE: Final = re.compile(r"\{([A-Za-z][\w:.+-]{0,80})\}[ \t]*(.*)")
_INDENT: Final = b"   "
_BACKTICKS: Final = re.compile(rb"`+")
_ROLE: Final = re.compile(rb"\{([A-Za-z][\w:-]{0,40})\}`\Z")
_MAX_ROLE: Final = 50
_LABEL: Final = re.compile(rb"\(([^()\s][^()\n]{0,200})\)=[ \t]*")
_BREAK: Final = re.compile(rb"\n")
_CODE: Final = re.compile(rb"\s{0,8}(?:[^<>\n]{0,200}<)?[~!.]?([^\s<>~!.][^<>\n]{0,400}?)>?\s{0,8}")
_LINK: Final = re.compile(
    rb"\]\([ \t\n]{0,8}<?(?P<inline>(?>(?:[^\s()<>]|\([^\s()<>]{0,500}\))+))"
    rb"|^ {0,3}\[[^\[\]]{1,999}\]:[ \t]{0,8}<?(?P<definition>[^\s<>]++)"
    rb"|\b(?:href|src)=[\"'](?P<html>[^\"'\s]++)"
    rb"|(?P<bare>\bhttps?://[^\s<>()\[\]\"'`|]++)",
    re.M | re.I,
)
_IMAGE: Final = re.compile(r"!\[[^\[\]]{0,500}\](?:\([^()\n]{0,2000}\)|\[[^\[\]]{0,200}\])")
_LINK_TEXT: Final = re.compile(r"!?\[([^\[\]]{0,500})\](?:\([^()\n]{0,2000}\)|\[[^\[\]]{0,200}\])")
_PICTURE: Final = re.compile(
    r"\s{0,9}(?:\[!\[[^\[\]]{0,500}\]\([^()\n]{0,2000}\)\]\([^()\n]{0,2000}\)"
    r"|!\[[^\[\]]{0,500}\]\([^()\n]{0,2000}\))"
)
# Code is kept as it is; an underscore means something only where another answers it.
_MARKUP: Final = re.compile(
    r"(?<!`)(`{1,9})(?!`)([^\n]{1,500}?)(?<!`)\1(?!`)"
    r"|(?<!\w)(_{1,3})(?=[^\s_])([^_\n]{1,300})(?<!\s)\3(?!\w)"
    r"|<[^<>]{0,500}>|[*]+|`+|\{#[\w-]{1,100}\}|\{[\w:-]{1,40}\}(?=`)"
)
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_COMMENT: Final = re.compile(rb"<!--(.*?)(?:-->|\Z)", re.S)


def facts(source: SourceText) -> FileFacts:
    lines = lines_of(source)
    n_front = _n_front_matter(lines)
    reading = Reading()
    for block in read_blocks(lines[n_front:], n_front + 1):
        reading.read_block(block)
    reading.finish()
    return reading.facts(source)


class Reading(OutlineReader):
    """What the blocks of one text, or of several in a row, say together."""

    def __init__(self) -> None:
        super().__init__()
        self.doc = ""
        self._is_notice = False
        self._python = PythonContext()
        self._open: list[tuple[int, int]] = []
        self._last_line = 0

    def read_block(self, block: Block) -> None:
        if block.kind == "heading":
            self._read_heading(block)
        elif block.kind == "html":
            self._read_html(block)
        elif block.kind == "paragraph":
            self._read_paragraph(block)
        elif directive := _DIRECTIVE.match(block.info):
            self._read_directive(directive, block)
        else:
            self._read_code(block)
        self.reach(block.end_line)

    def reach(self, line: int) -> None:
        """Whatever is open goes on to this line at least."""
        self._last_line = max(self._last_line, line)

    def finish(self) -> None:
        self._end_sections(0)

    @property
    def section(self) -> int:
        """The innermost section that is open, or -1."""
        return self._open[-1][1] if self._open else -1

    def _end_sections(self, level: int) -> None:
        """A section ends with the last line that holds anything before the next of its level."""
        while self._open and self._open[-1][0] >= level:
            self.outline.close(self._open.pop()[1], self._last_line)

    def _read_heading(self, block: Block) -> None:
        raw = decoded(b" ".join(piece.text.strip() for piece in block.pieces))
        line = block.pieces[0].line
        if not raw:
            return
        # Right of its marks something else stands: the heading of a notice set apart as a quote.
        self._is_notice = block.pieces[0].column > block.level + _MAX_INDENT
        self._end_sections(block.level)
        index = self.outline.add(
            "heading",
            plain(raw) or raw,
            line,
            parent=self.section,
            end_line=block.end_line,
            signature=shorten(raw, 1000),
            doc="",
        )
        self._open.append((block.level, index))
        self._read_inline(block.pieces)

    def _read_html(self, block: Block) -> None:
        text = b"\n".join(piece.text for piece in block.pieces)
        self._read_links(text, block.pieces)
        places = _Places(text, block.pieces)
        for match in _COMMENT.finditer(text):
            words = match.group(1)
            if words.strip():
                n_blank = len(words) - len(words.lstrip())
                line, end_line = (
                    places.line(match.start(1) + n_blank),
                    places.line(match.end(1) - 1),
                )
                self.texts.append(TextBlock(line, end_line, decoded(words.strip())))

    def _read_directive(self, directive: re.Match[str], block: Block) -> None:
        """Code fenced as ``{name} argument`` is a directive of MyST, which are those of reST."""
        name, argument = directive.groups()
        content = block.pieces[1:]
        head = f".. {name}:: {argument}".encode() if name != "eval-rst" else b""
        reader = restructuredtext_parser.Reader(
            [head, *(_INDENT + piece.text for piece in content)],
            first_line=block.pieces[0].line,
            shift=len(_INDENT) - (content[0].column if content else 0),
            outline=self.outline,
            uses=self.uses,
            section=self.section,
            python=self._python,
        )
        reader.read()
        self._python = reader.python
        self.imports += reader.imports
        self.texts += reader.texts

    def _read_code(self, block: Block) -> None:
        """Where it says its language, its fences are no part of it."""
        first, last, language = block.pieces[0].line, block.end_line, block.info.partition(" ")[0]
        lines = (first + 1, last - 1) if language else (first, last)
        self.samples.append(CodeSample(*lines, language))

    def _read_paragraph(self, block: Block) -> None:
        if self._read_labels(block.pieces) == len(block.pieces):
            return
        text = decoded(b"\n".join(piece.text.rstrip() for piece in block.pieces))
        self.texts.append(TextBlock(block.pieces[0].line, block.end_line, text))
        self._is_notice &= block.pieces[0].column > 0
        # A line that begins with a percent sign is a comment in MyST.
        if (
            not (self.doc or self._is_notice)
            and not text.startswith("%")
            and not ALERT.match(text)
            and any(map(str.isalnum, words := plain(_IMAGE.sub("", text))))
        ):
            self.doc = words
        self._read_inline(block.pieces)

    def _read_labels(self, pieces: Sequence[Piece]) -> int:
        """How many of the lines are ``(label)=``: that names what follows."""
        n_labels = 0
        for piece in pieces:
            if label := _LABEL.fullmatch(piece.text):
                n_labels += 1
                self.outline.add(
                    "block",
                    decoded(label.group(1)),
                    piece.line,
                    parent=self.section,
                    column=piece.column,
                    doc="",
                )
        return n_labels

    def _read_inline(self, pieces: Sequence[Piece]) -> None:
        text = b"\n".join(piece.text for piece in pieces)
        spans = _code_spans(text)
        places = _Places(text, pieces)
        for start, end in spans:
            role = _ROLE.search(text, max(0, start - _MAX_ROLE), start)
            start, code = _named(start, text[start:end])
            self._read_span(role_name(role.group(1) if role else b""), code, places.position(start))
        self._read_links(_blanked(text, spans), pieces)

    def _read_span(self, role: bytes, code: bytes, position: tuple[int, int]) -> None:
        """A role of MyST stands before its span: ``{func}`name```."""
        line, column = position
        if role in FILE_ROLES:
            self.takes("link", code, line)
        elif role in LABEL_ROLES:
            self.takes("ref", code, line)
        elif is_file_name(code):
            self.takes("mention", code, line)
        elif role in PYTHON_ROLES:
            self._python.mention(self.uses, code, line, column)
        elif role not in TEXT_ROLES:
            self.uses.mention(code, line, column)

    def _read_links(self, text: bytes, pieces: Sequence[Piece]) -> None:
        if b"](" not in text and b"]:" not in text and b"://" not in text and b"=" not in text:
            return
        places = _Places(text, pieces)
        for match in _LINK.finditer(text):
            target = match.group("inline", "definition", "html", "bare")
            module = decoded(next(filter(None, target), b"")).rstrip(".,;:!?" if target[3] else "")
            self.imports.append(Import(module, "", "", "link", places.line(match.start())))


def plain(text: str) -> str:
    """The words of a piece of Markdown without their markup."""
    text = _PICTURE.sub("", text) or text
    text = _LINK_TEXT.sub(r"\1", _LINK_TEXT.sub(r"\1", text))
    return _ESCAPE.sub(r"\1", _MARKUP.sub(_words_in, text)).strip()


def _words_in(match: re.Match[str]) -> str:
    _, code, _, emphasised = match.groups()
    return code.strip() if code else emphasised or ""


def _n_front_matter(lines: Sequence[bytes]) -> int:
    """Lines of settings before the text, in YAML between two rulers."""
    if not lines or lines[0].rstrip() != b"---" or len(lines) < 2 or not lines[1].strip():
        return 0
    ends = (n for n, line in enumerate(lines[1:], 2) if _FRONT_MATTER_END.fullmatch(line))
    return next(ends, 0)


class _Places:
    """Where in the file a place in the joined lines of a block is."""

    def __init__(self, text: bytes, pieces: Sequence[Piece]) -> None:
        self._pieces = pieces
        self._starts = [0, *(match.end() for match in _BREAK.finditer(text))]

    def line(self, offset: int) -> int:
        return self._pieces[bisect_right(self._starts, offset) - 1].line

    def position(self, offset: int) -> tuple[int, int]:
        n = bisect_right(self._starts, offset) - 1
        piece = self._pieces[n]
        return piece.line, piece.column + offset - self._starts[n]


def _named(start: int, code: bytes) -> tuple[int, bytes]:
    """What a span of code names; a role may wrap it as in ``~torch.nn.Linear``."""
    match = _CODE.fullmatch(code)
    if match is None or is_file_name(code):
        return start, code if match else b""
    return start + match.start(1), match.group(1)


def _code_spans(text: bytes) -> list[tuple[int, int]]:
    """Between a run of backticks and the next run of the same length."""
    if b"`" not in text:
        return []
    runs = [match.span() for match in _BACKTICKS.finditer(text)]
    closer_of = _closers([end - start for start, end in runs])
    spans, n = [], 0
    while n < len(runs):
        closer = closer_of[n]
        escaped = text[runs[n][0] - 1 : runs[n][0]] == b"\\"
        if closer and not escaped:
            spans.append((runs[n][1], runs[closer][0]))
            n = closer
        n += 1
    return spans


def _closers(lengths: Sequence[int]) -> list[int]:
    """For each run the index of the next one as long, or 0."""
    next_of_length: dict[int, int] = {}
    closers = [0] * len(lengths)
    for n in range(len(lengths) - 1, -1, -1):
        closers[n] = next_of_length.get(lengths[n], 0)
        next_of_length[lengths[n]] = n
    return closers


def _blanked(text: bytes, spans: Sequence[tuple[int, int]]) -> bytes:
    """The text with its code taken out, so that no link is read in code."""
    if not spans:
        return text
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], re.sub(rb"[^\n]", b" ", text[start:end])]
        at = end
    return b"".join([*parts, text[at:]])
