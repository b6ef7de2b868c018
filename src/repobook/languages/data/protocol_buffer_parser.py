"""Protocol Buffers: packages, messages, enums, services and what they hold."""

import re
from typing import Final, NamedTuple

from repobook.model.facts import FileFacts
from repobook.parse.scanners.outline import OutlineReader, decoded, signature_of
from repobook.parse.scanners.statements import (
    C_COMMENT,
    C_STRING,
    Statement,
    place_of,
    read_statements,
    token_pattern,
)
from repobook.parse.source import SourceText

_TOKENS: Final = token_pattern(C_COMMENT, C_STRING, rb"[;{}]")
_TYPE: Final = rb"\.?[A-Za-z_]\w*+(?>(?:\s*+\.\s*+\w++)*)"
_SCOPE: Final = re.compile(rb"(message|enum|service|oneof|extend)\s++(\.?[A-Za-z_][\w.]*+)$")
_RPC: Final = re.compile(
    rb"rpc\s++(\w++)\s*+\(\s*+(?:stream\s++)?(?P<request>" + _TYPE + rb")\s*+\)\s*+"
    rb"returns\s*+\(\s*+(?:stream\s++)?(?P<response>" + _TYPE + rb")\s*+\)"
)
_FIELD: Final = re.compile(
    rb"(?:(?:repeated|optional|required)\s++)?"
    rb"(?:map\s*+<\s*+\w++\s*+,\s*+(?P<value>" + _TYPE + rb")\s*+>|(?P<type>" + _TYPE + rb"))"
    rb"\s++(?P<name>[A-Za-z_]\w*+)\s*+="
)
_MEMBER: Final = re.compile(rb"([A-Za-z_]\w*+)\s*+=\s*+-?[\dxXa-fA-F]")
_IMPORT: Final = re.compile(rb"import\s++(?:(?:public|weak|option)\s++)?[\"']([^\"']{1,1000})[\"']")
_PACKAGE: Final = re.compile(rb"package\s++([A-Za-z_][\w.]*+)$")
_SETTINGS: Final = re.compile(rb"(?:option|reserved|extensions|syntax|edition)\b")
_KIND_BY_WORD: Final = {
    b"message": "message",
    b"enum": "enum",
    b"service": "service",
    b"oneof": "field",
    b"extend": "",
}
_SCALARS: Final = frozenset(
    b"double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 "
    b"bool string bytes".split()
)


def facts(source: SourceText) -> FileFacts:
    reader = _Reader(source)
    for statement in read_statements(source, _TOKENS, reader.comments, within_brackets=b"{}"):
        reader.read(statement)
    reader.close()
    return reader.facts(source)


class _Scope(NamedTuple):
    definition: int
    is_own: bool
    """Whether the scope is the definition's, or one without a name inside it."""
    word: bytes


class _Reader(OutlineReader):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self._source = source
        self._package = -1
        self._scopes: list[_Scope] = []

    def read(self, statement: Statement) -> None:
        if statement.ender == b"{":
            self._open(statement)
        else:
            if statement.text:
                self._read_member(statement)
            if statement.ender == b"}" and self._scopes:
                self._close_scope(self._scopes.pop(), statement.end)

    def close(self) -> None:
        for scope in reversed(self._scopes):
            self._close_scope(scope, len(self._source.data))
        if self._package >= 0:
            self.outline.close(self._package, self._source.n_lines)

    @property
    def _parent(self) -> int:
        return self._scopes[-1].definition if self._scopes else self._package

    def _close_scope(self, scope: _Scope, end: int) -> None:
        if scope.is_own:
            self.outline.close(scope.definition, self._source.line_of(end))

    def _open(self, statement: Statement) -> None:
        match = _SCOPE.match(statement.text)
        kind = _KIND_BY_WORD[match.group(1)] if match else ""
        if match and kind:
            definition = self._add(kind, match.group(2), statement)
            self._scopes.append(_Scope(definition, True, match.group(1)))
        elif definition := self._add_rpc(statement):
            self._scopes.append(_Scope(definition - 1, True, b"rpc"))
        else:
            if match:
                self._use(match.group(2), statement, match.start(2))
            word = match.group(1) if match else b""
            self._scopes.append(_Scope(self._parent, False, word))

    def _add(self, kind: str, path: bytes, statement: Statement) -> int:
        scope, _, name = decoded(path).rpartition(".")
        line, column = place_of(self._source, statement.start)
        return self.outline.add(
            kind,
            name,
            line,
            parent=self._parent,
            scope=scope,
            column=column,
            end_line=self._source.line_of(statement.end),
            signature=signature_of(statement.text),
        )

    def _add_rpc(self, statement: Statement) -> int:
        """One more than the index of the rpc that a statement declares, or 0."""
        match = _RPC.match(statement.text)
        if match is None:
            return 0
        self._use(match.group("request"), statement, match.start("request"))
        self._use(match.group("response"), statement, match.start("response"))
        return self._add("rpc", match.group(1), statement) + 1

    def _read_member(self, statement: Statement) -> None:
        text = statement.text
        if match := _IMPORT.match(text):
            line = self._source.line_of(statement.start)
            self.takes("import", match.group(1), line)
        elif match := _PACKAGE.match(text):
            self._package = self._add("package", match.group(1), statement)
        elif _SETTINGS.match(text) or self._add_rpc(statement) or not self._scopes:
            return
        elif self._scopes[-1].word == b"enum":
            if match := _MEMBER.match(text):
                self._add("enum_member", match.group(1), statement)
        elif match := _FIELD.match(text):
            self._add("field", match.group("name"), statement)
            group = "value" if match.group("value") else "type"
            self._use(match.group(group), statement, match.start(group))

    def _use(self, path: bytes, statement: Statement, at: int) -> None:
        """A path may go over lines; the position is that of its last name."""
        if path in _SCALARS:
            return
        last = path.rpartition(b".")[2].lstrip()
        line, column = place_of(self._source, statement.start + at + len(path) - len(last))
        chain = b"".join(path.split()).lstrip(b".")
        self.uses.add(chain, "type", line, column + len(last) - len(chain))
