"""CSS: selectors, custom properties, what is imported."""

import re
from typing import Final

from repobook.model.facts import FileFacts
from repobook.parse.scanners.outline import OutlineReader, decoded, signature_of
from repobook.parse.scanners.statements import Statement, place_of, read_statements, token_pattern
from repobook.parse.source import SourceText

_COMMENT: Final = rb"/\*(?>(?:[^*]++|\*(?!/))*)(?:\*/)?"
_STRING: Final = rb"\"(?>(?:[^\"\\\n]++|\\.)*)\"?|'(?>(?:[^'\\\n]++|\\.)*)'?|url\([^()\"'\n]*+\)"
_TOKENS: Final = token_pattern(_COMMENT, _STRING, rb"[;{}]")
_IMPORT: Final = re.compile(rb"@(?:import|use|forward)\s++(?:url\(\s*+)?[\"']?([^\"')\s;]++)", re.I)
_URL: Final = re.compile(rb"url\(\s*+[\"']?+([^\"')\s]++)")
_PROPERTY: Final = re.compile(rb"(--[\w-]++)\s*+:")
_USE: Final = re.compile(rb"var\(\s*+(--[\w-]++)")
_SELECTOR: Final = re.compile(rb"[^@]")
_MAX_VALUE: Final = 200


def facts(source: SourceText) -> FileFacts:
    reader = _Reader(source)
    for statement in read_statements(source, _TOKENS, reader.comments):
        reader.read(statement)
    reader.close()
    file_facts = reader.facts(source)
    return file_facts._replace(doc="") if _opens_with_a_rule(file_facts) else file_facts


def _opens_with_a_rule(file_facts: FileFacts) -> bool:
    """Whether the first comment documents the rule below or beside it, and not the file."""
    above = file_facts.texts[0].end_line + 1 if file_facts.texts else 0
    return any(definition.line <= above for definition in file_facts.definitions[:1])


class _Reader(OutlineReader):
    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self._source = source
        self._open: list[int] = []

    def read(self, statement: Statement) -> None:
        if statement.text:
            self._read_text(statement, *place_of(self._source, statement.start))
        if statement.ender == b"{":
            self._open.append(self._add_block(statement))
        elif statement.ender == b"}" and self._open:
            self._close(self._open.pop(), self._source.line_of(statement.end))

    def close(self) -> None:
        while self._open:
            self._close(self._open.pop(), self._source.n_lines)

    @property
    def _parent(self) -> int:
        return self._open[-1] if self._open else -1

    def _close(self, definition: int, line: int) -> None:
        if definition >= 0:
            self.outline.close(definition, line)

    def _add_block(self, statement: Statement) -> int:
        if not statement.text:
            return self._parent
        line, column = place_of(self._source, statement.start)
        name = signature_of(statement.text)
        kind = "selector" if _SELECTOR.match(statement.text) else "block"
        return self.outline.add(
            kind, name, line, parent=self._parent, column=column, signature=name
        )

    def _read_text(self, statement: Statement, line: int, column: int) -> None:
        text = statement.text
        if match := _IMPORT.match(text):
            self.takes("import", match.group(1), line)
            return
        for url in _URL.finditer(text):
            if not url.group(1).startswith(b"data:"):
                self.takes("link", url.group(1), line)
        if statement.ender != b"{" and (match := _PROPERTY.match(text)):
            self._add_property(match, line, column)
        for use in _USE.finditer(text):
            place = place_of(self._source, statement.start + use.start(1))
            self.uses.add_name(decoded(use.group(1)), "mention", *place)

    def _add_property(self, match: re.Match[bytes], line: int, column: int) -> None:
        self.outline.add(
            "variable",
            decoded(match.group(1)),
            line,
            parent=self._parent,
            column=column,
            signature=signature_of(match.string[:_MAX_VALUE]),
        )
