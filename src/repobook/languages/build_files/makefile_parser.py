"""Makefiles: targets with their recipes, variables, included files."""

import re
from typing import Final

from repobook.model.facts import FileFacts, Import
from repobook.parse.scanners.command_lines import files_named
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

_ASSIGNMENT: Final = re.compile(
    rb"[ ]*+(?>(?:(?:export|override|private|unexport)[ \t]++)*)"
    rb"([^\s:#=+?!$]++)[ \t]*+(?::{1,3}|[+?!])?="
)
_DEFINE: Final = re.compile(rb"[ ]*+(?:override[ \t]++)?define[ \t]++([^\s=:]++)")
_ENDEF: Final = re.compile(rb"[ ]*+endef\b")
_INCLUDE: Final = re.compile(rb"[ ]*+(-include|sinclude|include)[ \t]++([^#\n]*+)")
_EXPANSION: Final = rb"\$\((?>(?:[^()\n]++|\([^()\n]*+\))*)\)|\$\{[^{}\n]*+\}|\$"
_RULE: Final = re.compile(rb"((?>(?:[^:=#$\n]++|" + _EXPANSION + rb")+))(?:&?::?)(?!=)")
_PREREQUISITES: Final = re.compile(rb"[^;#\n]*+")
_WORD: Final = re.compile(rb"(?>(?:[^\s$|]++|" + _EXPANSION + rb")+)")
_TARGET_NAME: Final = re.compile(rb"[\w./-]{1,200}")
_HELP: Final = re.compile(rb"[ \t]##[ \t]*+(.*)")
_SPECIAL: Final = re.compile(rb"\.[A-Z_]{2,40}")


def facts(source: SourceText) -> FileFacts:
    reader = _Reader()
    for logical in logical_lines(lines_of(source)):
        reader.read(logical)
    return reader.facts(source)


class _Reader(OutlineReader):
    def __init__(self) -> None:
        super().__init__()
        self._targets: list[int] = []
        self._defined = -1

    def read(self, logical: LogicalLine) -> None:
        text = logical.text
        if self._defined >= 0:
            self.outline.close(self._defined, logical.end_line)
            if _ENDEF.match(text):
                self._defined = -1
        elif text.startswith(b"\t"):
            self._read_recipe(logical)
        elif text.lstrip().startswith(b"#"):
            self.comments.append(line_comment(logical.line, text, text.index(b"#")))
        elif text.strip():
            self._read_statement(logical)

    def _read_recipe(self, logical: LogicalLine) -> None:
        if logical.text.strip():
            for target in self._targets:
                self.outline.close(target, logical.end_line)
            for path in files_named(logical.text):
                self.imports.append(Import(path, "", "", "file", logical.line))

    def _read_statement(self, logical: LogicalLine) -> None:
        if match := _DEFINE.match(logical.text):
            self._defined = self._add("variable", match.group(1), logical)
        elif match := _ASSIGNMENT.match(logical.text):
            self._targets = []
            self._add("variable", match.group(1), logical)
        elif match := _INCLUDE.match(logical.text):
            for path in match.group(2).split():
                self.takes("include", path, logical.line)
        elif match := _RULE.match(logical.text):
            self._read_rule(match, logical)

    def _read_rule(self, rule: re.Match[bytes], logical: LogicalLine) -> None:
        doc = _HELP.search(logical.text, rule.end())
        names = _WORD.findall(rule.group(1))
        signature = signature_of(logical.text)
        self._targets = [
            self.outline.add(
                "target",
                decoded(name),
                logical.line,
                end_line=logical.end_line,
                signature=signature,
                doc=decoded(doc.group(1)) if doc else None,
            )
            for name in names
            if not _SPECIAL.fullmatch(name)
        ]
        # Targets times recipe lines would be quadratic.
        del self._targets[100:]
        self._read_prerequisites(rule.end(), logical)

    def _read_prerequisites(self, at: int, logical: LogicalLine) -> None:
        match = _PREREQUISITES.match(logical.text, at)
        for word in _WORD.finditer(match.group() if match else b""):
            if _TARGET_NAME.fullmatch(word.group()):
                name, column = decoded(word.group()), at + word.start()
                self.uses.add_name(name, "mention", logical.line, column)

    def _add(self, kind: str, name: bytes, logical: LogicalLine) -> int:
        return self.outline.add(
            kind,
            decoded(name),
            logical.line,
            end_line=logical.end_line,
            signature=signature_of(logical.text),
        )
