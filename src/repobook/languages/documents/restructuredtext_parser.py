"""reStructuredText: sections, described objects, links and names set as code."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from repobook.languages.documents.sphinx import (
    FILE_ROLES,
    LABEL_ROLES,
    PYTHON_ROLES,
    TEXT_ROLES,
    PythonContext,
    role_name,
)
from repobook.model.facts import CodeSample, FileFacts, TextBlock
from repobook.parse.comments import Comment, shorten
from repobook.parse.scanners.outline import (
    Outline,
    OutlineReader,
    Uses,
    decoded,
    is_file_name,
    lines_of,
)
from repobook.parse.source import SourceText

_ADORNMENT: Final = re.compile(rb"([!-/:-@\[-`{-~])\1*+[ \t]*$")
_NO_TITLE: Final = re.compile(
    rb"(?:[-+*]|\xe2\x80\xa2|\||>>>|\.\.|__)(?:[ \t]|$)|:[^:\s][^:]{0,80}:[ \t]"
)
_TABLE_TOP: Final = re.compile(rb"=+(?: +=+)+ *$")
_TABLE_BORDER: Final = re.compile(rb"[=\- ]*=[=\- ]*$")
_EXPLICIT: Final = re.compile(rb"\.\.(?:[ \t]+|$)")
_DIRECTIVE: Final = re.compile(
    rb"(?:\|[^|\n]{1,200}\|[ \t]+)?([A-Za-z][\w:.+-]{0,80})[ \t]?::(?:[ \t]+|$)"
)
_LABEL: Final = re.compile(rb"_(`[^`\n]{1,500}`|[^:\n]{1,500}):(?:[ \t]+|$)")
_FOOTNOTE: Final = re.compile(rb"\[[^\]\n]{1,200}\](?:[ \t]|$)")
_OPTION: Final = re.compile(rb":([\w-]{1,80}):[ \t]*")
_INLINE: Final = re.compile(
    rb"(?::(?P<role>[a-zA-Z][\w:+.-]{0,60}):)?(?P<tick>``?)(?P<text>[^`\n]{1,500})(?P=tick)(?P<under>_{0,2})"
    rb"|(?P<url>\bhttps?://[^\s<>()\[\]\"'`|]++)"
)
_TARGET: Final = re.compile(rb"(?:[^<>]{0,400}<)?[~!.]?([^<>]{1,400}?)>?")
_TOC_ENTRY: Final = re.compile(rb"(?:[^<>\n]{0,400}<)?([^<>\n]{1,400}?)>?")

_LITERAL: Final = frozenset(
    b"code-block code sourcecode literalinclude math raw parsed-literal testcode testsetup "
    b"testoutput doctest graphviz digraph productionlist highlight prompt mermaid plot".split()
)
_SAMPLES: Final = frozenset([b"code-block", b"code", b"sourcecode"])
_FILES: Final = frozenset(
    b"include literalinclude image figure automodule graphviz download csv-table".split()
)
_MODULES: Final = frozenset([b"currentmodule", b"automodule", b"module"])
_KIND_BY_OBJECT: Final = {
    b"function": "function",
    b"class": "class",
    b"exception": "class",
    b"method": "method",
    b"classmethod": "method",
    b"staticmethod": "method",
    b"property": "property",
    b"attribute": "field",
    b"data": "variable",
    b"module": "module",
    b"macro": "macro",
    b"type": "type",
    b"struct": "struct",
    b"enum": "enum",
    b"enumerator": "enum_member",
    b"member": "field",
    b"option": "key",
    b"envvar": "key",
    b"confval": "key",
    b"setting": "key",
}


# Badges and logos are put in by their names.
_PICTURES: Final = re.compile(r"\|[\w .+-]{1,80}\|_{0,2}|^:[\w -]{1,40}:.*$", re.MULTILINE)


def facts(source: SourceText) -> FileFacts:
    reader = Reader(lines_of(source))
    reader.read()
    reader.samples = [sample for sample in reader.samples if sample.line]
    return reader.facts(source)


class _Line(NamedTuple):
    number: int
    indent: int
    text: bytes


class _Explicit(NamedTuple):
    """A directive whose content is being read: what is indented deeper than it."""

    indent: int
    name: bytes
    definition: int
    """What it describes, or -1."""


class Reader(OutlineReader):
    """Reads lines from ``first_line`` on; ``shift`` columns of each are not the file's own."""

    def __init__(
        self,
        lines: Sequence[bytes],
        *,
        first_line: int = 1,
        shift: int = 0,
        outline: Outline | None = None,
        uses: Uses | None = None,
        section: int = -1,
        python: PythonContext | None = None,
    ) -> None:
        super().__init__()
        self.python = python or PythonContext()
        self.outline = outline or self.outline
        self.uses = uses or self.uses
        self.doc = ""
        self._lines = lines
        self._first_line = first_line
        self._shift = shift
        self._around = section
        self._styles: list[tuple[bytes, bool]] = []
        self._sections: list[tuple[int, int]] = []
        self._explicit: list[_Explicit] = []
        self._paragraph: list[_Line] = []
        self._literal_indent = -1
        """Lines indented deeper are shown as they are; -1 where there is no such block."""
        self._in_comment = False
        self._in_sample = False
        self._expects_literal = -1
        self._in_table = False
        self._last_line = 0

    def read(self) -> None:
        n = 0
        while n < len(self._lines):
            n += self._read_line(n)
        self._end_paragraph()
        self._leave(0)
        self._end_sections(0)

    def _read_line(self, n: int) -> int:
        """The number of lines read."""
        line = self._lines[n]
        text = line.strip()
        if not text:
            self._end_paragraph()
            return 1
        indent = len(line) - len(line.lstrip())
        place = _Line(n + self._first_line, indent, text)
        if self._is_literal(place):
            self._last_line = place.number
            return 1
        self._leave(indent)
        n_read = self._read_title(n, place) or self._read_block(n, place)
        self._last_line = place.number + n_read - 1
        return n_read

    def _is_literal(self, place: _Line) -> bool:
        if self._expects_literal >= 0:
            if place.indent > self._expects_literal:
                self._literal_indent = self._expects_literal
            self._expects_literal = -1
        if self._literal_indent < 0:
            return False
        if place.indent <= self._literal_indent:
            self._literal_indent, self._in_comment, self._in_sample = -1, False, False
            return False
        if self._in_comment:
            self._comment(place)
        elif self._in_sample:
            line, _, language = self.samples[-1]
            if line or not _OPTION.match(place.text):
                self.samples[-1] = CodeSample(line or place.number, place.number, language)
        return True

    def _leave(self, indent: int) -> None:
        while self._explicit and self._explicit[-1].indent >= indent:
            definition = self._explicit.pop().definition
            if definition >= 0:
                self.outline.close(definition, self._last_line)

    @property
    def _section(self) -> int:
        return self._sections[-1][1] if self._sections else self._around

    def _column(self, place: _Line, at: int) -> int:
        """The file's column of a place in a line's text; the first line is the file's own."""
        shift = self._shift if place.number > self._first_line else 0
        return max(0, place.indent + at - shift)

    def _read_title(self, n: int, place: _Line) -> int:
        """A line over or under a title, or both; the lines it takes, 0 where there is none."""
        if self._paragraph or self._in_table:
            return 0
        below = self._stripped(n + 1)
        if _ADORNMENT.match(place.text):
            is_title = place.indent == 0 and below and self._stripped(n + 2) == place.text
            if not is_title or len(place.text) < min(4, _width(below)):
                return 0
            line = place.number + 1
            self._add_section(line, below, line + 1, (place.text[:1], True))
            return 3
        if place.indent or not below or not _ADORNMENT.match(self._lines[n + 1]):
            return 0
        if len(below) < min(4, _width(place.text)) or _NO_TITLE.match(place.text):
            return 0
        self._add_section(place.number, place.text, place.number + 1, (below[:1], False))
        return 2

    def _stripped(self, n: int) -> bytes:
        return self._lines[n].strip() if n < len(self._lines) else b""

    def _add_section(
        self, line: int, title: bytes, end_line: int, style: tuple[bytes, bool]
    ) -> None:
        if style not in self._styles:
            del self._styles[len(self._sections) :]
            self._styles.append(style)
        level = self._styles.index(style)
        self._end_sections(level)
        parent = self._section
        raw = decoded(title)
        index = self.outline.add(
            "heading",
            plain(raw) or raw,
            line,
            parent=parent,
            end_line=end_line,
            signature=shorten(raw, 1000),
            doc="",
        )
        self._sections.append((level, index))
        self._read_inline(_Line(line, 0, title))

    def _end_sections(self, level: int) -> None:
        while self._sections and self._sections[-1][0] >= level:
            self.outline.close(self._sections.pop()[1], self._last_line)

    def _read_block(self, n: int, place: _Line) -> int:
        if self._in_table or (not self._paragraph and _TABLE_TOP.match(place.text)):
            is_border = self._in_table and bool(_TABLE_BORDER.match(place.text))
            self._in_table = not (is_border and not self._stripped(n + 1))
            self._read_inline(place)
        elif explicit := _EXPLICIT.match(place.text):
            self._end_paragraph()
            self._read_explicit(place, explicit.end())
        elif not (self._explicit and self._read_content(place)):
            if self._paragraph and self._paragraph[-1].indent != place.indent:
                self._end_paragraph()
            self._paragraph.append(place)
        return 1

    def _end_paragraph(self) -> None:
        if not self._paragraph:
            return
        first, last = self._paragraph[0], self._paragraph[-1]
        if last.text.endswith(b"::"):
            self._expects_literal = last.indent
        text = decoded(b"\n".join(line.text for line in self._paragraph))
        self.texts.append(TextBlock(first.number, last.number, text))
        if not self.doc and not self._explicit and any(map(str.isalnum, _PICTURES.sub("", text))):
            self.doc = plain(text)
        for line in self._paragraph:
            self._read_inline(line)
        self._paragraph = []

    def _read_explicit(self, place: _Line, at: int) -> None:
        """``.. something``: a directive, a label, a footnote, or else a comment."""
        if directive := _DIRECTIVE.match(place.text, at):
            name = directive.group(1).rpartition(b":")[2]
            self._read_directive(place, name, directive.end())
        elif label := _LABEL.match(place.text, at):
            self._read_label(place, label)
        elif _FOOTNOTE.match(place.text, at):
            self._read_inline(place)
            self._explicit.append(_Explicit(place.indent, b"", -1))
        elif at < len(place.text):
            self._comment(place)
            self._literal_indent, self._in_comment = place.indent, True

    def _read_directive(self, place: _Line, name: bytes, at: int) -> None:
        argument = place.text[at:]
        definition = -1
        if argument and name in _KIND_BY_OBJECT:
            definition = self._describe(place, _KIND_BY_OBJECT[name], argument)
        elif argument and name in _FILES:
            self._link(argument, decoded(name), place.number)
        elif name == b"currentmodule":
            self.uses.mention(argument, place.number, self._column(place, at))
        elif name.startswith(b"auto"):
            self.python.mention(self.uses, argument, place.number, self._column(place, at))
        else:
            self._read_inline(place)
        if name in _MODULES:
            self.python = self.python.entered(argument)
        if name in _LITERAL:
            self._literal_indent = place.indent
            self._begin_sample(name, decoded(argument))
        else:
            self._explicit.append(_Explicit(place.indent, name, definition))

    def _begin_sample(self, directive: bytes, language: str) -> None:
        """Its lines follow, behind options."""
        self._in_sample = directive in _SAMPLES and bool(language)
        if self._in_sample:
            self.samples.append(CodeSample(0, 0, language))

    def _describe(self, place: _Line, kind: str, argument: bytes) -> int:
        """What ``.. function:: torch.add(input, other)`` documents."""
        words = decoded(argument).partition("(")[0].split()
        scope, _, name = (words[-1] if words else "").rpartition(".")
        if not name:
            return -1
        parents = [explicit.definition for explicit in self._explicit if explicit.definition >= 0]
        return self.outline.add(
            kind,
            name,
            place.number,
            parent=parents[-1] if parents else self._section,
            scope=scope,
            column=self._column(place, 0),
            signature=shorten(decoded(argument), 1000),
            doc="",
        )

    def _read_label(self, place: _Line, label: re.Match[bytes]) -> None:
        target = place.text[label.end() :]
        if target:
            self._link(target.strip(b"`"), "link", place.number)
            return
        name = decoded(label.group(1).strip(b"`"))
        column = self._column(place, 0)
        self.outline.add("block", name, place.number, parent=self._section, column=column, doc="")

    def _read_content(self, place: _Line) -> bool:
        """Lines whose meaning the directive around them decides."""
        directive = self._explicit[-1].name
        if option := _OPTION.match(place.text):
            if option.group(1) == b"file":
                self._link(place.text[option.end() :], "include", place.number)
            return directive in (b"toctree", b"autosummary") or option.end() == len(place.text)
        if directive == b"toctree":
            entry = _TOC_ENTRY.fullmatch(place.text)
            if entry:
                self._link(entry.group(1).strip(), "toctree", place.number)
            return True
        if directive == b"autosummary":
            name = place.text.lstrip(b"~")
            column = self._column(place, len(place.text) - len(name))
            self.python.mention(self.uses, name, place.number, column)
            return True
        return False

    def _read_inline(self, place: _Line) -> None:
        if b"`" not in place.text and b"://" not in place.text:
            return
        for match in _INLINE.finditer(place.text):
            if match.group("url"):
                self._link(match.group("url").rstrip(b".,;:!?"), "link", place.number)
                continue
            target = _TARGET.fullmatch(match.group("text"))
            if target is not None:
                self._read_role(place, match, target)

    def _read_role(self, place: _Line, match: re.Match[bytes], target: re.Match[bytes]) -> None:
        role, name = role_name(match.group("role")), target.group(1)
        if is_file_name(match.group("text")):
            name = match.group("text")
        if match.group("under") or role in FILE_ROLES:
            if b"<" in match.group("text") or role:
                self._link(name, "link", place.number)
        elif role in LABEL_ROLES:
            self._link(name, "ref", place.number)
        elif is_file_name(name):
            self._link(name, "mention", place.number)
        elif role not in TEXT_ROLES:
            column = self._column(place, match.start("text") + target.start(1))
            if role in PYTHON_ROLES:
                self.python.mention(self.uses, name, place.number, column)
            else:
                self.uses.mention(name, place.number, column)

    def _link(self, target: bytes, form: str, line: int) -> None:
        if target.strip():
            self.takes(form, target.strip(), line)

    def _comment(self, place: _Line) -> None:
        text = decoded(place.text.removeprefix(b"..").strip())
        self.comments.append(Comment(place.number, place.number, 0, text, True))


_ROLE: Final = re.compile(r":[a-zA-Z][\w:+.-]{0,60}:(?=`)")
_LINK_TEXT: Final = re.compile(r"`([^`<>\n]{1,500}?)\s{0,3}<[^`<>\n]{1,500}>`_{0,2}")
_MARKUP: Final = re.compile(r"[*`|]+|(?<=`)_{1,2}")


def plain(text: str) -> str:
    """The words of a piece of reStructuredText without their markup."""
    return _MARKUP.sub("", _LINK_TEXT.sub(r"\1", _ROLE.sub("", text))).replace("\\", "").strip()


def _width(text: bytes) -> int:
    return len(decoded(text))
