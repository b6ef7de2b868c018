"""JSON, with or without comments: keys with their paths."""

import re
from typing import Final, NamedTuple

from repobook.model.facts import Diagnostic, FileFacts
from repobook.parse.comments import Comment, comment_at
from repobook.parse.scanners.data_keys import KeyTree
from repobook.parse.scanners.outline import decoded
from repobook.parse.source import SourceText

# Numbers, words and commas decide nothing, so they are no tokens: a table of a million numbers
# costs one search.
_TOKEN: Final = re.compile(
    rb"\"(?P<string>[^\"\\\n]*+(?>(?:\\.[^\"\\\n]*+)*))\"?(?P<colon>\s*+:)?"
    rb"|(?P<open>[{\[])|(?P<close>[}\]])"
    rb"|(?P<comment>//[^\n]*+|/\*(?>(?:[^*]++|\*(?!/))*)(?:\*/)?)",
    re.S,
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.S)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_SHORT_LIST: Final = re.compile(rb"\[[^\[\]{}]{1,100}\]")
_MAX_VALUE: Final = 200


def facts(source: SourceText) -> FileFacts:
    reader = _Reader(source)
    for match in _TOKEN.finditer(source.data):
        reader.read(match)
    return reader.facts()


class _Frame(NamedTuple):
    owner: int
    """The key or item that the object or array belongs to."""
    is_list: bool


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._tree = KeyTree()
        self._comments: list[Comment] = []
        self._frames: list[_Frame] = []
        self._key = -1
        self._n_unopened = 0

    def read(self, match: re.Match[bytes]) -> None:
        kind = match.lastgroup
        if kind == "colon":
            self._read_key(match)
        elif kind == "string":
            self._read_value(match)
        elif kind == "open":
            self._open(match)
        elif kind == "close":
            self._close(match)
        else:
            self._comments.append(comment_at(self._source, match.start(), match.end()))

    def facts(self) -> FileFacts:
        for frame in self._frames:
            if frame.owner >= 0:
                self._tree.close(frame.owner, self._source.n_lines)
        n_wrong = len(self._frames) + self._n_unopened
        message = f"{n_wrong} brackets without a partner"
        diagnostics = [Diagnostic(max(1, self._source.n_lines), message)] if n_wrong else []
        return self._tree.facts(self._source, self._comments, diagnostics)

    def _read_key(self, match: re.Match[bytes]) -> None:
        start = match.start()
        line = self._source.line_of(start)
        column = start - self._source.line_starts[line - 1]
        owner = self._frames[-1].owner if self._frames else -1
        value = self._source.data[match.end() : match.end() + _MAX_VALUE].lstrip()
        start_of_value = _start_of_value(value)
        signature = decoded(match.group() + b" " + start_of_value) if start_of_value else ""
        name = unescaped(match.group("string"))
        self._key = self._tree.key(owner, name, line, column, signature=signature)

    def _read_value(self, match: re.Match[bytes]) -> None:
        if self._key >= 0:
            self._tree.close(self._key, self._source.line_of(match.start()))
            self._tree.value(self._key, unescaped(match.group("string")))
        self._key = -1

    def _open(self, match: re.Match[bytes]) -> None:
        owner, is_list = self._frames[-1] if self._frames else _Frame(-1, False)
        if self._key >= 0:
            owner = self._key
        elif is_list and match.group() == b"{":
            line = self._source.line_of(match.start())
            owner = self._tree.item(owner, line, match.start() - self._source.line_starts[line - 1])
        self._frames.append(_Frame(owner, match.group() == b"["))
        self._key = -1

    def _close(self, match: re.Match[bytes]) -> None:
        self._key = -1
        if not self._frames:
            self._n_unopened += 1
            return
        frame = self._frames.pop()
        if frame.owner >= 0:
            self._tree.close(frame.owner, self._source.line_of(match.start()))


def unescaped(text: bytes) -> str:
    """The value of a string; a lone surrogate can be written in JSON but not in UTF-8."""
    if b"\\" not in text:
        return decoded(text)
    value = _ESCAPE.sub(_unescape, decoded(text))
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _unescape(match: re.Match[str]) -> str:
    code, other = match.groups()
    return chr(int(code, 16)) if code else _ESCAPED.get(other, other)


def _start_of_value(value: bytes) -> bytes:
    """A scalar, or a list of few scalars."""
    if short_list := _SHORT_LIST.match(value):
        return b" ".join(short_list.group().split())
    if value[:1] in b"{[":
        return b""
    return value.partition(b"\n")[0].rstrip(b" \t\r,}]")
