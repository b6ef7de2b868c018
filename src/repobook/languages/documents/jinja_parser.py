"""Jinja and Django templates: blocks, macros, variables set, templates taken in."""

import re
from typing import Final, Literal, NamedTuple

from repobook.model.facts import FileFacts, Import
from repobook.parse.comments import comment_at
from repobook.parse.scanners.outline import Outline, OutlineReader, decoded, signature_of
from repobook.parse.scanners.statements import place_of
from repobook.parse.source import SourceText

_MARK: Final = re.compile(rb"\{[%{#]|[%}#]\}")
_CLOSER: Final = {b"{%": b"%}", b"{{": b"}}", b"{#": b"#}"}
_TAG: Final = re.compile(rb"[-+]?\s*+(\w++)\s*+")
_BLOCK: Final = re.compile(rb"([\w.-]++)")
_MACRO: Final = re.compile(rb"(\w++)\s*+\(")
_SET: Final = re.compile(rb"(\w++)\s*+(?:=|$|\|)")
_TARGET: Final = re.compile(rb"[\"']([^\"'\n]++)[\"']")
_AS: Final = re.compile(rb"\bas\s++(\w++)")
_FROM_NAMES: Final = re.compile(rb"\bimport\s++(.*)", re.S)
_NAME_AS: Final = re.compile(rb"\s*+(\w++)(?:\s++as\s++(\w++))?\s*+(?:,|$|with\b|without\b)")
_CALL: Final = re.compile(rb"(?<![\w.|\"'])([A-Za-z_]\w*+(?>(?:\.\w++)*))\s*+\(")
_RAW: Final = {b"raw": b"endraw", b"verbatim": b"endverbatim", b"comment": b"endcomment"}
_MAX_TAG: Final = 4000


def facts(source: SourceText) -> FileFacts:
    reader = TemplateReader(source)
    reader.read()
    return reader.facts(source)


class _Open(NamedTuple):
    closer: bytes
    definition: int


class TemplateReader(OutlineReader):
    """Finds the tags in a text of any other language; each mark is met once."""

    def __init__(self, source: SourceText, outline: Outline | None = None) -> None:
        super().__init__()
        self.outline = outline or self.outline
        self._source = source
        self._open: list[_Open] = []
        self._raw_until = b""

    def read(self) -> None:
        opener: Literal[b""] | bytes = b""
        start = 0
        for match in _MARK.finditer(self._source.data):
            mark = match.group()
            if not opener:
                if mark in _CLOSER:
                    opener, start = mark, match.end()
            elif mark == _CLOSER[opener]:
                self._read_mark(opener, start, match.start())
                opener = b""
        for scope in self._open:
            self.outline.close(scope.definition, self._source.n_lines)

    def _read_mark(self, opener: bytes, start: int, end: int) -> None:
        text = self._source.data[start : min(end, start + _MAX_TAG)]
        if opener == b"{%":
            self._read_tag(text, start, end)
        elif self._raw_until:
            return
        elif opener == b"{#":
            self._add_comment(start, end)
        else:
            self._read_calls(text, start)

    def _add_comment(self, start: int, end: int) -> None:
        text = decoded(self._source.data[start:end]).strip("-+").strip()
        comment = comment_at(self._source, start - 2, end + 2)
        self.comments.append(comment._replace(text=text))

    def _read_tag(self, text: bytes, start: int, end: int) -> None:
        match = _TAG.match(text)
        word = match.group(1) if match else b""
        if self._raw_until:
            self._raw_until = b"" if word == self._raw_until else self._raw_until
            return
        if match is None:
            return
        if word in _RAW:
            self._raw_until = _RAW[word]
        rest = text[match.end() :].rstrip(b" \t\r\n-+")
        if word.startswith(b"end"):
            self._close(word, self._source.line_of(end))
        elif not self._read_import(word, rest, start) and not self._define(word, rest, start):
            self._read_calls(rest, start + match.end())

    def _close(self, closer: bytes, line: int) -> None:
        if self._open and self._open[-1].closer == closer:
            self.outline.close(self._open.pop().definition, line)

    def _define(self, word: bytes, rest: bytes, start: int) -> bool:
        if word == b"block" and (match := _BLOCK.match(rest)):
            self._open.append(_Open(b"endblock", self._add("block", match.group(1), rest, start)))
        elif word == b"macro" and (match := _MACRO.match(rest)):
            self._open.append(_Open(b"endmacro", self._add("macro", match.group(1), rest, start)))
        elif word == b"set" and (match := _SET.match(rest)):
            definition = self._add("variable", match.group(1), rest, start)
            if b"=" not in rest:
                self._open.append(_Open(b"endset", definition))
            else:
                self._read_calls(rest, start + 1)
        else:
            return False
        return True

    def _add(self, kind: str, name: bytes, text: bytes, start: int) -> int:
        line, column = place_of(self._source, start - 2)
        parent = self._open[-1].definition if self._open else -1
        return self.outline.add(
            kind,
            decoded(name),
            line,
            parent=parent,
            column=column,
            signature=signature_of(text[:1000]),
        )

    def _read_import(self, word: bytes, rest: bytes, start: int) -> bool:
        if word not in (b"extends", b"include", b"import", b"from"):
            return False
        targets = _TARGET.findall(rest.partition(b" import ")[0])
        line = self._source.line_of(start)
        form = decoded(word)
        for target in targets:
            module = decoded(target)
            if word == b"from":
                self.imports += [
                    Import(module, name, alias, form, line) for name, alias in _imported(rest)
                ]
            else:
                alias = _AS.search(rest) if word == b"import" else None
                name = decoded(alias.group(1)) if alias else ""
                self.imports.append(Import(module, "", name, form, line))
        return True

    def _read_calls(self, text: bytes, start: int) -> None:
        for match in _CALL.finditer(text):
            place = place_of(self._source, start + match.start())
            self.uses.add(match.group(1), "call", *place)


def _imported(rest: bytes) -> list[tuple[str, str]]:
    names = _FROM_NAMES.search(rest)
    if names is None:
        return []
    return [
        (decoded(match.group(1)), decoded(match.group(2) or b""))
        for match in _NAME_AS.finditer(names.group(1))
        if match.group(1) not in (b"with", b"without", b"context")
    ]
