"""Tcl: procedures, tests and namespaces with their lines.

A word in braces ends with the brace that balances it, wherever it stands, which is the language's
own rule; so lines and braces are all that is needed.
"""

import re
from typing import Final

from repobook.model.facts import FileFacts
from repobook.parse.scanners.outline import (
    OutlineReader,
    decoded,
    line_comment,
    lines_of,
    signature_of,
)
from repobook.parse.source import SourceText

_MAX_LINE: Final = 4_000
_NAME: Final = rb"(?:::)?([\w:.+*/<>?!-]{1,200})"
_PROCEDURE: Final = re.compile(rb"[ \t]*+(?:proc|method|oo::define)[ \t]++" + _NAME)
_NAMESPACE: Final = re.compile(rb"[ \t]*+namespace[ \t]++eval[ \t]++" + _NAME)
_CLASS: Final = re.compile(rb"[ \t]*+(?:oo|itcl)::class[ \t]++(?:create[ \t]++)?" + _NAME)
_TEST: Final = re.compile(
    rb"[ \t]*+test[ \t]++(?:\{([^{}]{1,300})\}|\"([^\"]{1,300})\"|([\w.-]{1,200}))"
)
_SOURCE: Final = re.compile(rb"[ \t]*+source[ \t]++\"?([\w./-]{1,300})\"?[ \t]*+(?:;|$)")
_BRACE: Final = re.compile(rb"\\.|([{}])", re.S)
_KINDS: Final = (
    ("function", _PROCEDURE),
    ("namespace", _NAMESPACE),
    ("class", _CLASS),
    ("test", _TEST),
)


def facts(source: SourceText) -> FileFacts:
    reader = _Reader()
    for number, line in enumerate(lines_of(source), 1):
        reader.read(number, line)
    return reader.facts(source)


class _Reader(OutlineReader):
    def __init__(self) -> None:
        super().__init__()
        self._depth = 0
        self._open: list[tuple[int, int]] = []

    def read(self, number: int, line: bytes) -> None:
        if line.lstrip().startswith(b"#"):
            self.comments.append(line_comment(number, line, line.index(b"#")))
        elif len(line) <= _MAX_LINE:
            self._read_command(number, line)
        self._count_braces(number, line)

    def _read_command(self, number: int, line: bytes) -> None:
        for kind, pattern in _KINDS:
            if match := pattern.match(line):
                name = decoded(next(filter(None, match.groups())))
                parent = self._open[-1][0] if self._open else -1
                added = self.outline.add(
                    kind, name, number, parent=parent, signature=signature_of(line)
                )
                self._open.append((added, self._depth))
                return
        if match := _SOURCE.match(line):
            self.takes("source", match[1], number)

    def _count_braces(self, number: int, line: bytes) -> None:
        for brace in _BRACE.finditer(line):
            if brace[1]:
                self._depth = max(self._depth + (1 if brace[1] == b"{" else -1), 0)
        while self._open and self._depth <= self._open[-1][1]:
            self.outline.close(self._open.pop()[0], number)
