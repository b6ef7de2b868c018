"""Gradle build scripts in Groovy: blocks, tasks, what is depended on."""

import re
from typing import Final

from repobook.model.facts import FileFacts
from repobook.parse.scanners.outline import OutlineReader, decoded, signature_of
from repobook.parse.scanners.statements import (
    C_COMMENT,
    Statement,
    place_of,
    read_statements,
    token_pattern,
)
from repobook.parse.source import SourceText

_STRING: Final = (
    rb"\"\"\"(?>(?:[^\"\\]++|\\.|\"(?!\"\"))*)(?:\"\"\")?|'''(?>(?:[^'\\]++|\\.|'(?!''))*)(?:''')?"
    rb"|\"(?>(?:[^\"\\\n]++|\\.)*)\"?|'(?>(?:[^'\\\n]++|\\.)*)'?"
)
# A web address in a string has slashes too, so strings come first by standing earlier in the text.
_TOKENS: Final = token_pattern(C_COMMENT, _STRING, rb"[;{}]|\n\s*+")
_NAME: Final = rb"[\"']?(?P<name>[\w$][\w$.:-]*+)[\"']?"
_TASK: Final = re.compile(
    rb"(?:task\s++|tasks\.(?:register|create|named)\s*+[( ]\s*+)" + _NAME + rb"[^=]*+"
)
_FUNCTION: Final = re.compile(
    rb"(?>(?:(?:static|private|public|protected|final)\s++)*)(?:def|void|[A-Z]\w*+)\s++(?P<name>\w++)\s*+\("
)
_VARIABLE: Final = re.compile(rb"(?:def\s++|ext\.)(?P<name>\w++)\s*+=")
_CLASS: Final = re.compile(rb"(?:abstract\s++)?(?:class|interface|enum)\s++(?P<name>\w++)")
_BLOCK: Final = re.compile(rb"(?P<name>[A-Za-z_][\w.]*+)(?:\s*+\([^()\n]*+\))?$")
_NO_BLOCK: Final = frozenset(
    b"if else for while try catch finally switch do return each all any forEach collect find "
    b"findAll every with".split()
)
_IMPORT: Final = re.compile(rb"import\s++(?:static\s++)?([\w.*]++)")
_APPLY: Final = re.compile(
    rb"apply\s*+\(?\s*+(plugin|from)\s*+:\s*+(?:[^\"'\n]*[\"']([^\"'\n]++)|([^\s)]++))"
)
_PLUGIN: Final = re.compile(rb"id\s*+\(?\s*+[\"']([^\"'\n]++)[\"']")
_PROJECTS: Final = re.compile(rb"include\s*+\(?\s*+(?=[\"':])")
_QUOTED: Final = re.compile(rb"[\"']([^\"'\n]{1,500})[\"']")
_DEPENDENCY: Final = re.compile(
    rb"(?P<configuration>[A-Za-z]\w*+)\s*+\(?\s*+(?:(?:platform|enforcedPlatform|files|fileTree)\s*+\(\s*+)?"
    rb"(?:project\s*+\(\s*+(?:path\s*+:\s*+)?)?[\"'](?P<target>[^\"'\n]++)[\"']"
)


def facts(source: SourceText) -> FileFacts:
    reader = _Reader(source)
    for statement in read_statements(source, _TOKENS, reader.comments):
        reader.read(statement)
    reader.close()
    return reader.facts(source)


class _Reader(OutlineReader):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self._source = source
        self._open: list[tuple[int, str]] = []
        """The definition that each open brace belongs to, and the block's name if it is its own."""

    def read(self, statement: Statement) -> None:
        definition, name = self._parent, ""
        if statement.text:
            definition, name = self._read_text(statement)
        if statement.ender == b"{":
            self._open.append((definition, name))
        elif statement.ender == b"}" and self._open:
            self._close(*self._open.pop(), self._source.line_of(statement.end))

    def close(self) -> None:
        while self._open:
            self._close(*self._open.pop(), self._source.n_lines)

    def _close(self, definition: int, name: str, line: int) -> None:
        if name:
            self.outline.close(definition, line)

    @property
    def _parent(self) -> int:
        return self._open[-1][0] if self._open else -1

    def _read_text(self, statement: Statement) -> tuple[int, str]:
        """The definition that a brace after the statement belongs to."""
        line, column = place_of(self._source, statement.start)
        kind_and_name = self._kind_and_name(statement)
        if self._read_imports(statement.text, line) or kind_and_name is None:
            return self._parent, ""
        kind, name = kind_and_name
        definition = self.outline.add(
            kind,
            name,
            line,
            parent=self._parent,
            column=column,
            end_line=self._source.line_of(max(statement.start, statement.end - 1)),
            signature=signature_of(statement.text),
        )
        return definition, name

    def _kind_and_name(self, statement: Statement) -> tuple[str, str] | None:
        text = statement.text
        opens = statement.ender == b"{"
        for kind, pattern in (("target", _TASK), ("variable", _VARIABLE)):
            if match := pattern.match(text):
                return kind, decoded(match.group("name"))
        if not opens:
            return None
        for kind, pattern in (("class", _CLASS), ("function", _FUNCTION), ("block", _BLOCK)):
            match = pattern.match(text)
            if match and match.group("name").rpartition(b".")[2] not in _NO_BLOCK:
                return kind, decoded(match.group("name"))
        return None

    def _read_imports(self, text: bytes, line: int) -> bool:
        block = self._open[-1][1] if self._open else ""
        modules = _imports(text, block)
        for form, module in modules:
            self.takes(form, module, line)
        return bool(modules)


def _imports(text: bytes, block: str) -> list[tuple[str, bytes]]:
    if match := _IMPORT.match(text):
        return [("import", match.group(1))]
    if match := _APPLY.match(text):
        return [
            ("plugin" if match.group(1) == b"plugin" else "apply", match.group(2) or match.group(3))
        ]
    if block == "plugins" and (match := _PLUGIN.match(text)):
        return [("plugin", match.group(1))]
    if not block and _PROJECTS.match(text):
        return [("include", name) for name in _QUOTED.findall(text)]
    if block == "dependencies" and (match := _DEPENDENCY.match(text)):
        return [("dependency", match.group("target"))]
    return []
