"""INI and its relatives (``setup.cfg``, ``tox.ini``, ``.editorconfig`` …): sections and keys."""

import re
from typing import Final

from repobook.model.facts import FileFacts
from repobook.parse.comments import Comment
from repobook.parse.scanners.data_keys import KeyTree
from repobook.parse.scanners.outline import decoded, line_comment, lines_of
from repobook.parse.source import SourceText

_SECTION: Final = re.compile(rb"\[([^\]\n]*+)\]")
_KEY: Final = re.compile(rb"([^=:\s;#\[][^=:\n]*+)[=:]")
_COMMENT: Final = re.compile(rb"[ \t]*+([;#])")
_TRAILING_COMMENT: Final = re.compile(rb"[ \t][;#](?=[ \t])")
_MAX_VALUE: Final = 200


def facts(source: SourceText) -> FileFacts:
    reader = _Reader()
    for number, line in enumerate(lines_of(source), 1):
        reader.read(number, line.rstrip())
    reader.close()
    return reader.tree.facts(source, reader.comments)


class _Reader:
    def __init__(self) -> None:
        self.tree = KeyTree()
        self.comments: list[Comment] = []
        self._section = -1
        self._key = -1
        self._last_line = 0

    def read(self, number: int, line: bytes) -> None:
        if not line:
            return
        if comment := _COMMENT.match(line):
            self.comments.append(line_comment(number, line, comment.start(1)))
            return
        column = len(line) - len(line.lstrip())
        if column and self._key >= 0:
            self.tree.goes_on(self._key, number, decoded(line[:_MAX_VALUE].strip()))
        elif section := _SECTION.match(line, column):
            self.close()
            self._section = self._open(-1, section, number, "section")
        elif key := _KEY.match(line, column):
            self._key = self._open(self._section, key, number, "key")
            self._find_comment(number, line, key.end())
        self._last_line = number

    def close(self) -> None:
        if self._section >= 0:
            self.tree.close(self._section, self._last_line)
        self._key = -1

    def _open(self, parent: int, match: re.Match[bytes], number: int, kind: str) -> int:
        name = decoded(match.group(1).strip())
        signature = decoded(match.string[match.start() : match.start() + _MAX_VALUE])
        return self.tree.key(
            parent, name, number, match.start(), kind=kind, signature=signature.strip()
        )

    def _find_comment(self, number: int, line: bytes, start: int) -> None:
        if match := _TRAILING_COMMENT.search(line, start):
            self.comments.append(line_comment(number, line, match.start() + 1))
