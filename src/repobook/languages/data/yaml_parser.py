"""YAML: keys with their paths, read by indentation line by line; nothing is loaded or expanded."""

import re
from operator import attrgetter
from typing import Final, Literal, NamedTuple

from repobook.model.facts import Diagnostic, FileFacts
from repobook.parse.comments import Comment
from repobook.parse.scanners.command_lines import imports_in
from repobook.parse.scanners.data_keys import KeyTree
from repobook.parse.scanners.outline import decoded, line_comment, lines_of
from repobook.parse.source import SourceText

_SPACES: Final = re.compile(rb"[ \t]*")
_DASH, _QUESTION_MARK, _HASH = b"-?#"
_INDICATOR: Final = re.compile(rb"[-?:](?=[ \t]|$)")
_MARKER: Final = re.compile(rb"(?:---|\.\.\.)(?=[ \t]|$)")
_PROPERTIES: Final = re.compile(rb"(?:[&!][^\s,\[\]{}]*+(?:[ \t]++|$))*")
_COLON_OR_COMMENT: Final = re.compile(rb":(?=[ \t]|$)|[ \t]#")
_COMMENT: Final = re.compile(rb"[ \t]#")
_NO_KEY_START: Final = b"|>%@`{}[],#"
_QUOTED: Final = {
    b'"': re.compile(rb"\"(?:[^\"\\]++|\\(?:.|$))*(?P<end>\")?", re.S),
    b"'": re.compile(rb"'(?:[^']++|'')*(?P<end>')?"),
}
_QUOTE_END: Final = {
    b'"': re.compile(rb"(?:[^\"\\]++|\\(?:.|$))*(?P<end>\")?", re.S),
    b"'": re.compile(rb"(?:[^']++|'')*(?P<end>')?"),
}
_AFTER_KEY: Final = re.compile(rb"[ \t]*+:(?=[ \t]|$)")
_FLOW_TOKEN: Final = re.compile(
    rb"(?P<comment>(?:(?<=[ \t])|^)#.*+)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)"
    rb"|(?P<colon>:(?=[ \t,\[\]{}]|$))|(?P<quote>[\"'])"
    rb"|(?P<plain>(?:[^\s,\[\]{}:]|:(?![ \t,\[\]{}]|$))+)"
)
_IN_FLOW: Final = (b"", b"]", b"}", b"#", b",")
_MAX_VALUE: Final = 200


def facts(source: SourceText) -> FileFacts:
    reader = _Reader()
    for number, line in enumerate(lines_of(source), 1):
        reader.read(number, line)
    facts = reader.facts(source)
    linked = {imported.line for imported in facts.imports}
    named = [imported for imported in imports_in(source) if imported.line not in linked]
    if not named:
        return facts
    return facts._replace(imports=tuple(sorted([*facts.imports, *named], key=attrgetter("line"))))


class _Level(NamedTuple):
    """A key or a list item that is open: what stands deeper belongs to it."""

    column: int
    is_item: bool
    row: int


class _Key(NamedTuple):
    number: int
    line: bytes
    column: int
    """Where an anchor or ``?`` before it stands: this column decides its nesting."""
    start: int
    end: int


class _Flow(NamedTuple):
    owner: int
    is_list: bool


class _Scalar(NamedTuple):
    line: int
    column: int
    text: bytes


class _Reader:
    def __init__(self) -> None:
        self._tree = KeyTree()
        self._comments: list[Comment] = []
        self._diagnostics: list[Diagnostic] = []
        self._levels: list[_Level] = []
        self._last_line = 0
        self._mode: Literal["", "block", "plain", "quoted", "flow"] = ""
        self._mode_column = -1
        """A scalar over several lines goes on while lines are indented deeper than this."""
        self._mode_line = 0
        self._quote = b""
        self._flows: list[_Flow] = []
        self._flow_key = -1
        self._flow_scalar: _Scalar | None = None

    def read(self, number: int, line: bytes) -> None:
        start = _skip(line, 0)
        if self._mode and self._continue(number, line, start):
            return
        if start == len(line):
            return
        if line[start] == _HASH:
            self._comments.append(line_comment(number, line, start))
            return
        self._last_line, before = number, self._last_line
        if start == 0 and self._read_marker(number, line, before):
            return
        self._read_node(number, line, start, before)

    def facts(self, source: SourceText) -> FileFacts:
        if self._mode in ("quoted", "flow"):
            message = "bracket" if self._mode == "flow" else "quote"
            self._diagnostics.append(Diagnostic(self._mode_line, f"{message} is never closed"))
        self._leave(-1, False, self._last_line)
        return self._tree.facts(source, self._comments, self._diagnostics)

    def _continue(self, number: int, line: bytes, start: int) -> bool:
        """Whether the line belongs to what began on an earlier one."""
        if self._mode == "quoted":
            self._last_line = number
            self._continue_quoted(number, line)
            return True
        if self._mode == "flow":
            return self._continue_flow(number, line, start)
        is_blank = start == len(line)
        if is_blank or start > self._mode_column:
            if self._mode == "plain" and line[start : start + 1] == b"#":
                self._mode = ""
                return False
            self._last_line = self._last_line if is_blank else number
            return True
        self._mode = ""
        return False

    def _continue_quoted(self, number: int, line: bytes) -> None:
        match = _QUOTE_END[self._quote].match(line)
        if match and match.group("end"):
            self._mode = "flow" if self._flows else ""
            if self._flows:
                self._read_flow(number, line, match.end())

    def _continue_flow(self, number: int, line: bytes, start: int) -> bool:
        """A key left of the bracket's own means that the bracket was never meant as one."""
        is_left = start <= self._mode_column and line[start : start + 1] not in _IN_FLOW
        if is_left and (_MARKER.match(line) or _key_end(line, start)):
            self._diagnostics.append(Diagnostic(self._mode_line, "bracket is never closed"))
            self._mode, self._flows = "", []
            return False
        if start < len(line):
            self._last_line = number
            self._read_flow(number, line, start)
        return True

    def _read_marker(self, number: int, line: bytes, before: int) -> bool:
        """``---`` and ``...`` end a document; directives stand before one."""
        match = _MARKER.match(line)
        if match:
            self._leave(-1, False, before)
            start = _skip(line, match.end())
            if start < len(line):
                self._read_value(number, line, start, -1, -1)
        return bool(match) or (line[:1] == b"%" and not self._levels)

    def _read_node(self, number: int, line: bytes, start: int, before: int) -> None:
        """Dashes open items, then a key or a scalar follows."""
        explicit = -1
        while _INDICATOR.match(line, start):
            if line[start] == _DASH:
                self._enter(number, start, before)
            explicit = start if line[start] == _QUESTION_MARK else -1
            start = _skip(line, start + 1)
        properties = _PROPERTIES.match(line, start)
        key_start = properties.end() if properties else start
        end = _key_end(line, key_start)
        if end or explicit >= 0:
            column = explicit if explicit >= 0 else start
            self._read_key(_Key(number, line, column, key_start, end or len(line)), before)
        elif start < len(line):
            column = self._levels[-1].column if self._levels else -1
            self._read_value(number, line, start, column, -1)

    def _enter(self, number: int, column: int, before: int) -> None:
        self._leave(column, True, before)
        row = self._tree.item(self._row, number, column)
        self._levels.append(_Level(column, True, row))

    def _read_key(self, key: "_Key", before: int) -> None:
        self._leave(key.column, False, before)
        line = key.line
        name = _unquoted(line[key.start : key.end].rstrip())
        signature = decoded(line[key.start : key.start + _MAX_VALUE]).strip()
        row = self._tree.key(self._row, name, key.number, key.start, signature=signature)
        self._levels.append(_Level(key.column, False, row))
        value = _skip(line, line.find(b":", key.end) + 1) if key.end < len(line) else len(line)
        if value < len(line):
            self._read_value(key.number, line, value, key.column, row)

    @property
    def _row(self) -> int:
        return self._levels[-1].row if self._levels else -1

    def _leave(self, column: int, for_item: bool, last_line: int) -> None:
        """What is open at this column or deeper ends; a list may stand at the column of its key."""
        levels = self._levels
        while levels and (
            levels[-1].column > column
            or (levels[-1].column == column and (levels[-1].is_item or not for_item))
        ):
            self._tree.close(levels.pop().row, last_line)

    def _read_value(self, number: int, line: bytes, start: int, column: int, row: int) -> None:
        properties = _PROPERTIES.match(line, start)
        start = properties.end() if properties else start
        first = line[start : start + 1]
        self._mode_column, self._mode_line = column, number
        if first == b"#":
            self._comments.append(line_comment(number, line, start))
        elif first in (b"|", b">"):
            self._mode = "block"
            self._find_comment(number, line, start)
        elif first in (b"[", b"{"):
            self._mode, self._flows, self._flow_key = "flow", [], row
            self._flow_scalar = None
            self._read_flow(number, line, start)
        elif first in (b'"', b"'"):
            self._read_quoted(number, line, start, row)
        elif first:
            self._read_plain(number, line, start, row)

    def _read_quoted(self, number: int, line: bytes, start: int, row: int) -> None:
        quote = line[start : start + 1]
        match = _QUOTED[quote].match(line, start)
        assert match is not None
        if not match.group("end"):
            self._mode, self._quote = "quoted", quote
            return
        if row >= 0:
            self._tree.value(row, _unquoted(match.group()))
        self._find_comment(number, line, match.end())

    def _read_plain(self, number: int, line: bytes, start: int, row: int) -> None:
        comment = self._find_comment(number, line, start)
        if comment < 0:
            self._mode = "plain"
        if row >= 0:
            end = comment if comment >= 0 else len(line)
            self._tree.value(row, decoded(line[start:end]).strip())

    def _find_comment(self, number: int, line: bytes, start: int) -> int:
        match = _COMMENT.search(line, start)
        if match is None:
            return -1
        self._comments.append(line_comment(number, line, match.start() + 1))
        return match.start()

    def _read_flow(self, number: int, line: bytes, start: int) -> None:
        """Tokens of ``{a: [b]}`` until its last bracket closes or the line ends."""
        while start < len(line):
            match = _FLOW_TOKEN.search(line, start)
            if match is None:
                return
            start = match.end()
            if match.lastgroup == "quote":
                start = self._read_flow_quoted(number, line, match.start())
            else:
                self._read_flow_token(number, line, match)
            if not self._flows:
                if self._mode == "flow":
                    self._mode = ""
                self._find_comment(number, line, start)
                return

    def _read_flow_quoted(self, number: int, line: bytes, start: int) -> int:
        quote = line[start : start + 1]
        match = _QUOTED[quote].match(line, start)
        assert match is not None
        if not match.group("end"):
            self._mode, self._quote = "quoted", quote
            return len(line)
        end = match.end()
        self._flow_scalar = _Scalar(number, start, match.group())
        if line[end : end + 1] == b":":
            self._add_flow_key()
            end += 1
        return end

    def _read_flow_token(self, number: int, line: bytes, match: re.Match[bytes]) -> None:
        kind = match.lastgroup
        if kind == "plain":
            self._extend_flow_scalar(number, line, match)
        elif kind == "colon":
            self._add_flow_key()
        elif kind == "open":
            self._open_flow(number, match)
        elif kind == "comment":
            self._comments.append(line_comment(number, line, match.start()))
        else:
            self._end_flow_value()
            if kind == "close":
                owner = self._flows.pop().owner
                if owner >= 0:
                    self._tree.close(owner, number)

    def _extend_flow_scalar(self, number: int, line: bytes, match: re.Match[bytes]) -> None:
        scalar = self._flow_scalar
        if scalar is None:
            self._flow_scalar = _Scalar(number, match.start(), match.group())
        elif scalar.line == number and len(scalar.text) < _MAX_VALUE:
            self._flow_scalar = scalar._replace(text=line[scalar.column : match.end()])

    def _add_flow_key(self) -> None:
        scalar = self._flow_scalar
        owner = self._flows[-1].owner if self._flows else -1
        if scalar is not None:
            properties = _PROPERTIES.match(scalar.text)
            n_skipped = properties.end() if properties else 0
            name = _unquoted(scalar.text[n_skipped:])
            column = scalar.column + n_skipped
            self._flow_key = self._tree.key(owner, name, scalar.line, column)
        self._flow_scalar = None

    def _open_flow(self, number: int, match: re.Match[bytes]) -> None:
        outer = self._flows[-1] if self._flows else None
        is_list = match.group() == b"["
        owner = self._flow_key
        if owner < 0:
            owner = outer.owner if outer else self._row
            if outer is not None and outer.is_list and not is_list:
                owner = self._tree.item(owner, number, match.start())
        self._flows.append(_Flow(owner, is_list))
        self._flow_key, self._flow_scalar = -1, None

    def _end_flow_value(self) -> None:
        if self._flow_key >= 0 and self._flow_scalar is not None:
            self._tree.value(self._flow_key, _unquoted(self._flow_scalar.text))
            self._tree.close(self._flow_key, self._flow_scalar.line)
        self._flow_key, self._flow_scalar = -1, None


def _skip(line: bytes, at: int) -> int:
    match = _SPACES.match(line, at)
    return match.end() if match else at


def _key_end(line: bytes, start: int) -> int:
    """Where the key that begins here ends, before blanks and its colon; 0 where none begins."""
    first = line[start : start + 1]
    if first in (b'"', b"'"):
        match = _QUOTED[first].match(line, start)
        ended = match is not None and match.group("end") and _AFTER_KEY.match(line, match.end())
        return match.end() if match and ended else 0
    if not first or first in _NO_KEY_START:
        return 0
    colon = _COLON_OR_COMMENT.search(line, start)
    return colon.start() if colon and colon.group() == b":" and colon.start() > start else 0


def _unquoted(text: bytes) -> str:
    if len(text) >= 2 and text[:1] == text[-1:] and text[:1] in (b'"', b"'"):
        quote, inner = text[:1], text[1:-1]
        return decoded(inner.replace(b"''", b"'") if quote == b"'" else inner.replace(b'\\"', b'"'))
    return decoded(text)
