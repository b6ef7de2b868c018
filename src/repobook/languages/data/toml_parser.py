"""TOML: tables and keys with their paths."""

import re
from typing import Final, NamedTuple

from repobook.languages.data.json_parser import unescaped
from repobook.model.facts import Diagnostic, FileFacts
from repobook.parse.comments import Comment
from repobook.parse.scanners.data_keys import KeyTree
from repobook.parse.scanners.outline import decoded, line_comment
from repobook.parse.source import SourceText

_PART: Final = rb"(?:[\w-]++|\"(?>(?:[^\"\\\n]++|\\.)*)\"|'[^'\n]*+')"
_PATH: Final = _PART + rb"(?>(?:[ \t]*+\.[ \t]*+" + _PART + rb")*)"
_STATEMENT: Final = re.compile(
    rb"[ \t]*+(?:(?P<header>\[\[?)[ \t]*+(?P<table>" + _PATH + rb")[ \t]*+\]\]?"
    rb"|(?P<key>" + _PATH + rb")[ \t]*+=|(?P<other>[^\s#]))?"
)
_PARTS: Final = re.compile(_PART)
_VALUE_TOKEN: Final = re.compile(
    rb"(?P<break>\n)|(?P<comment>#[^\n]*+)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>,)"
    rb"|(?P<long>\"\"\"(?>(?:[^\"\\]++|\\.|\"(?!\"\"))*)(?:\"{3,5})?|'''(?>(?:[^']++|'(?!''))*)(?:'{3,5})?)"
    rb"|(?P<key>" + _PATH + rb")(?P<equals>[ \t]*+=)?"
    rb"|(?P<string>\"(?>(?:[^\"\\\n]++|\\.)*)\"?|'[^'\n]*+'?)",
    re.S,
)
_MAX_VALUE: Final = 200


def facts(source: SourceText) -> FileFacts:
    reader = _Reader(source)
    at = 0
    while at < len(source.data):
        at = reader.read_statement(at)
    return reader.facts()


class _Frame(NamedTuple):
    owner: int
    is_list: bool


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._data = source.data
        self._tree = KeyTree()
        self._comments: list[Comment] = []
        self._diagnostics: list[Diagnostic] = []
        self._table = -1
        self._last_line = 0

    def read_statement(self, at: int) -> int:
        """Reads what begins on a line of its own; gives the start of the next such line."""
        match = _STATEMENT.match(self._data, at)
        assert match is not None
        if match.group("table"):
            self._open_table(match)
            return self._read_value(match.end(), -1)
        if match.group("key"):
            row = self._add_key(match, self._table, "key")
            at = self._read_value(match.end(), row)
            self._tree.close(row, self._last_line)
            return at
        if match.group("other"):
            self._report(match.start("other"))
        return self._read_rest(match.end())

    def facts(self) -> FileFacts:
        self._close_table()
        return self._tree.facts(self._source, self._comments, self._diagnostics)

    def _open_table(self, match: re.Match[bytes]) -> None:
        self._close_table()
        line, column = self._position(match.start("header"))
        parts = _names(match.group("table"))
        self._last_line = line
        if len(match.group("header")) == 1:
            scope, name = ".".join(parts[:-1]), parts[-1]
            self._table = self._tree.key(-1, name, line, column, kind="section", scope=scope)
            return
        list_row = self._tree.item(-1, line, column, kind="section", scope=".".join(parts))
        self._table = list_row

    def _close_table(self) -> None:
        if self._table >= 0:
            self._tree.close(self._table, self._last_line)

    def _add_key(self, match: re.Match[bytes], owner: int, group: str) -> int:
        start = match.start(group)
        line, column = self._position(start)
        parts = _names(match.group(group))
        signature = decoded(self._data[start : start + _MAX_VALUE]).partition("\n")[0].strip()
        self._last_line = line
        scope = ".".join(parts[:-1])
        return self._tree.key(owner, parts[-1], line, column, scope=scope, signature=signature)

    def _read_value(self, at: int, row: int) -> int:
        """Tokens until a line break outside of all brackets."""
        frames: list[_Frame] = []
        key = row
        for match in _VALUE_TOKEN.finditer(self._data, at):
            kind = match.lastgroup
            if kind == "break":
                if not frames:
                    return match.end()
            elif kind == "comment":
                self._add_comment(match.start())
            elif kind == "open":
                frames.append(self._frame(match, frames, key))
                key = -1
            elif kind == "close":
                self._close(match, frames)
            elif kind == "comma":
                key = -1
            elif kind == "equals":
                if frames and not frames[-1].is_list:
                    key = self._add_key(match, frames[-1].owner, "key")
            else:
                self._end_string(match, key)
        if frames:
            self._report(at)
        return len(self._data)

    def _frame(self, match: re.Match[bytes], frames: list[_Frame], key: int) -> _Frame:
        is_list = match.group() == b"["
        owner = key
        if key < 0:
            owner = frames[-1].owner if frames else self._table
            if frames and frames[-1].is_list and not is_list:
                owner = self._tree.item(owner, *self._position(match.start()))
        return _Frame(owner, is_list)

    def _close(self, match: re.Match[bytes], frames: list[_Frame]) -> None:
        self._last_line = self._source.line_of(match.start())
        if frames and (owner := frames.pop().owner) >= 0:
            self._tree.close(owner, self._last_line)

    def _end_string(self, match: re.Match[bytes], key: int) -> None:
        text = match.group()
        self._last_line = self._source.line_of(match.end() - 1)
        if key >= 0:
            self._tree.close(key, self._last_line)
            self._tree.value(key, _string(text))

    def _read_rest(self, at: int) -> int:
        """What is not understood ends with its line."""
        end = self._data.find(b"\n", at)
        end = len(self._data) if end < 0 else end
        comment = self._data.find(b"#", at, end)
        if comment >= 0:
            self._add_comment(comment)
        return end + 1

    def _add_comment(self, start: int) -> None:
        line, column = self._position(start)
        line_start = start - column
        end = self._data.find(b"\n", start)
        text = self._data[line_start : end if end >= 0 else None]
        self._comments.append(line_comment(line, text, column))

    def _report(self, at: int) -> None:
        if len(self._diagnostics) < 20:
            self._diagnostics.append(Diagnostic(self._position(at)[0], "syntax not understood"))

    def _position(self, offset: int) -> tuple[int, int]:
        line = self._source.line_of(offset)
        return line, offset - self._source.line_starts[line - 1]


def _names(path: bytes) -> list[str]:
    return [_string(part) for part in _PARTS.findall(path)]


def _string(text: bytes) -> str:
    if text[:1] == b'"':
        return unescaped(text.strip(b'"'))
    return decoded(text.strip(b"'") if text[:1] == b"'" else text)
