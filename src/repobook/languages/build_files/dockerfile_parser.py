"""Dockerfiles: stages, their variables, the images and files they take."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from repobook.model.facts import FileFacts, Import
from repobook.parse.comments import Comment
from repobook.parse.scanners.outline import (
    LogicalLine,
    OutlineReader,
    decoded,
    line_comment,
    lines_of,
    logical_lines,
    signature_of,
)
from repobook.parse.source import SourceText

_INSTRUCTION: Final = re.compile(rb"[ \t]*+([A-Za-z]+)[ \t]++")
_ESCAPE: Final = re.compile(rb"#[ \t]*+escape[ \t]*+=[ \t]*+`", re.I)
_FROM: Final = re.compile(rb"(?>(?:--\w+=\S++[ \t]++)*)(\S++)(?:[ \t]++[Aa][Ss][ \t]++(\S++))?")
_FLAG: Final = re.compile(rb"--(\w[\w-]*+)(?:=(\S++))?[ \t]*+")
_ASSIGNMENT: Final = re.compile(
    rb"([A-Za-z_]\w*+)(?:=(?>(?:\"(?>(?:[^\"\\]++|\\.)*)\"?|[^\s\"]*+)*))?"
)
_ENV: Final = re.compile(rb"([A-Za-z_]\w*+)(=|[ \t])")
_PAIR: Final = re.compile(
    rb"([A-Za-z_]\w*+)=(?>(?:\"(?>(?:[^\"\\]++|\\.)*)\"?|'[^']*+'?|\\.|[^\s\"'\\])*)"
)
_ITEM: Final = re.compile(rb"\"((?>(?:[^\"\\]++|\\.)*))\"?")
_HEREDOC: Final = re.compile(rb"<<-?[\"']?([A-Za-z_]\w{0,100})[\"']?")


def facts(source: SourceText) -> FileFacts:
    reader = _Reader()
    lines = lines_of(source)
    escape = b"`" if _escapes_with_backtick(lines) else b"\\"
    for logical in logical_lines(_without_comments(lines, reader.comments), escape):
        reader.read(logical)
    reader.close_stage()
    return reader.facts(source)


def _escapes_with_backtick(lines: Sequence[bytes]) -> bool:
    return any(_ESCAPE.match(line) for line in lines[:5])


def _without_comments(lines: Sequence[bytes], comments: list[Comment]) -> list[bytes]:
    """A comment may stand between the lines of an instruction: it becomes a line that goes on."""
    code: list[bytes] = []
    goes_on = False
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if stripped.startswith(b"#"):
            comments.append(line_comment(number, line, line.index(b"#")))
            line = b"\\" if goes_on else b""
        elif stripped:
            goes_on = stripped.endswith((b"\\", b"`"))
        elif goes_on:
            line = b"\\"
        code.append(line)
    return code


class _Reader(OutlineReader):
    def __init__(self) -> None:
        super().__init__()
        self._stage = -1
        self._stages: set[str] = set()
        self._last_line = 0
        self._heredoc = b""

    def read(self, logical: LogicalLine) -> None:
        if self._heredoc:
            self._last_line = logical.end_line
            if logical.text.strip() == self._heredoc:
                self._heredoc = b""
            return
        match = _INSTRUCTION.match(logical.text)
        if match is None:
            return
        word, rest = match.group(1).upper(), logical.text[match.end() :]
        if word == b"FROM":
            self._read_from(rest, logical)
        elif word in (b"ARG", b"ENV"):
            self._read_variables(word, rest, logical)
        elif word in (b"COPY", b"ADD"):
            self._read_copy(rest, logical)
        if word in (b"RUN", b"COPY", b"ADD") and (heredoc := _HEREDOC.search(rest)):
            self._heredoc = heredoc.group(1)
        self._last_line = logical.end_line

    def close_stage(self) -> None:
        if self._stage >= 0:
            self.outline.close(self._stage, self._last_line)

    def _read_from(self, rest: bytes, logical: LogicalLine) -> None:
        match = _FROM.match(rest)
        if match is None:
            return
        self.close_stage()
        image, alias = decoded(match.group(1)), decoded(match.group(2) or b"")
        if image in self._stages:
            self._use_stage(image, logical)
        else:
            self.imports.append(Import(image, "", alias, "from", logical.line))
        self._stages.add(alias)
        self._stage = self.outline.add(
            "stage", alias or image, logical.line, signature=signature_of(logical.text)
        )

    def _use_stage(self, name: str, logical: LogicalLine) -> None:
        column = max(0, logical.text.find(name.encode()))
        self.uses.add_name(name, "mention", logical.line, column)

    def _read_variables(self, word: bytes, rest: bytes, logical: LogicalLine) -> None:
        signature = signature_of(logical.text)
        for name in _variables(word, rest):
            self.outline.add(
                "variable",
                decoded(name),
                logical.line,
                parent=self._stage,
                end_line=logical.end_line,
                signature=signature,
            )

    def _read_copy(self, rest: bytes, logical: LogicalLine) -> None:
        at = 0
        while flag := _FLAG.match(rest, at):
            if flag.group(1) == b"from" and flag.group(2):
                self._use_stage(decoded(flag.group(2)), logical)
                return
            at = flag.end()
        rest = rest[at:].strip()
        paths = _ITEM.findall(rest) if rest.startswith(b"[") else rest.split()
        for path in paths[:-1]:
            if not path.startswith(b"<<"):
                self.takes("copy", path, logical.line)


def _variables(word: bytes, rest: bytes) -> Iterable[bytes]:
    """``ENV a=1 b=2``, ``ENV a 1``, ``ARG a=1 b``."""
    first = _ENV.match(rest)
    if word == b"ENV" and first and first.group(2) != b"=":
        return [first.group(1)]
    if word == b"ENV":
        return [match.group(1) for match in _PAIR.finditer(rest)]
    return [match.group(1) for match in map(_ASSIGNMENT.match, rest.split()) if match]
