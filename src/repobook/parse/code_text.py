"""Pieces of code as they are shown: on one line, without comments and secrets, cut visibly.

A language says what its strings and comments look like; the rest is brackets.
"""

import re
from functools import cache
from typing import Final, NamedTuple

from repobook.parse.comments import shorten
from repobook.parse.secrets import masked, secrets
from repobook.parse.source import SourceText
from repobook.text.code.code_line import one_code_line

# What is shown ends far sooner; so much is read to find its end.
_MAX_BYTES: Final = 800
_MAX_CALL_BYTES: Final = 4000
_OPENING: Final = b"([{"
_CLOSING: Final = b")]}"
_OPENS_CALL: Final = re.compile(rb"\s{0,20}!?\s{0,20}[(\[{]")
_COMMENTS: Final = (b"#", b"/", b"--")


class CallSpan(NamedTuple):
    """Where the arguments of a call lie."""

    start: int
    """Behind the opening bracket."""
    end: int
    """Behind the closing bracket."""


def token_pattern(strings_and_comments: str) -> re.Pattern[bytes]:
    return re.compile(rf"{strings_and_comments}|[()\[\]{{}}]".encode(), re.DOTALL)


_SLASHED: Final = r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?(?:\*/|\Z)'
_CHARACTER: Final = r"'(?:[^'\\\n]|\\[^\n][^'\n]{0,8})'"
_TEMPLATE: Final = r"`(?:[^`\\]|\\.)*`"
SLASHED: Final = token_pattern(f"{_SLASHED}|{_CHARACTER}|{_TEMPLATE}")
"""Strings and comments as C writes them, and raw strings as Go does."""
SLASHED_QUOTES: Final = token_pattern(rf"{_SLASHED}|'(?:[^'\\\n]|\\.)*'|{_TEMPLATE}")
"""The same where single quotes hold strings too."""


class CodeText:
    """The text of one file, to be shown in pieces."""

    def __init__(self, source: SourceText, tokens: re.Pattern[bytes]) -> None:
        self.data = source.data
        self._tokens = tokens
        # Calls without an end must not cost the square of the file.
        self._budget = 4 * len(source.data) + _MAX_CALL_BYTES
        self._holds_secret = bool(secrets(source.data))

    def one_line(self, start: int, end: int, limit: int) -> str:
        cut = end - start > _MAX_BYTES
        raw = self.data[start : start + _MAX_BYTES if cut else end]
        if self._holds_secret:
            raw = masked(raw)
        if b"\n" in raw or b"/*" in raw:
            raw = _joined(without_comments(raw, self._tokens))
        text = raw.decode("utf-8", "replace").strip()
        if "  " in text or "\t" in text:
            text = one_code_line(text)
        if len(text) <= limit and not cut:
            return text
        if cut and len(text) <= limit:
            # What the cut left of a word says nothing, and of a secret too much.
            return text.rpartition(" ")[0] + " …"
        return shorten(text, limit)

    def call(self, name_end: int) -> CallSpan | None:
        """The arguments that follow a name, if any do and the brackets close soon enough."""
        opening = _OPENS_CALL.match(self.data, name_end)
        if opening is None or self._budget < 0:
            return None
        start = opening.end()
        depth = 1
        for match in self._tokens.finditer(self.data, start, start + _MAX_CALL_BYTES):
            depth += (match[0] in _OPENING) - (match[0] in _CLOSING)
            if not depth:
                self._budget -= match.end() - start
                return CallSpan(start, match.end())
        self._budget -= _MAX_CALL_BYTES
        return None

    def first_argument(self, call: CallSpan, limit: int) -> str:
        depth = 0
        for match in _with_commas(self._tokens).finditer(self.data, call.start, call.end - 1):
            if match[0] == b"," and not depth:
                return self.one_line(call.start, match.start(), limit)
            depth += (match[0] in _OPENING) - (match[0] in _CLOSING)
        return self.one_line(call.start, call.end - 1, limit)

    def statement_end(self, start: int) -> int:
        """Where the next semicolon stands."""
        end = self.data.find(b";", start, start + _MAX_BYTES)
        return end if end >= 0 else start


def without_comments(raw: bytes, tokens: re.Pattern[bytes]) -> bytes:
    has_mark = b"#" in raw or b"/" in raw or b"--" in raw
    return tokens.sub(_without_comment, raw) if has_mark else raw


@cache
def _with_commas(tokens: re.Pattern[bytes]) -> re.Pattern[bytes]:
    return re.compile(tokens.pattern + b"|,", tokens.flags)


def _without_comment(match: re.Match[bytes]) -> bytes:
    text = match[0]
    return b" " if len(text) > 1 and text.startswith(_COMMENTS) else text


def _joined(raw: bytes) -> bytes:
    """Lines as one, without the spaces and commas that the line breaks asked for."""
    joined = b""
    may_be_tuple: list[bool] = []
    for line in raw.split(b"\n"):
        part = line.strip().removesuffix(b"\\").rstrip()
        if not part:
            continue
        closes = part[0] in _CLOSING
        if closes and may_be_tuple and not may_be_tuple.pop():
            joined = joined.removesuffix(b",")
        if part[-1] in _OPENING:
            # The comma behind a single value in round brackets of their own says what it is.
            may_be_tuple.append(part[-1:] == b"(" and not part[-2:-1].isalnum())
        tight = closes or part[0] in b"." or joined[-1:] in (b"(", b"[", b"{", b"")
        joined = joined + part if tight else joined + b" " + part
    return joined
