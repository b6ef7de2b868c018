"""Calls that stand in no function, which a file makes when it is loaded."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.text.code.braced import TOKENS
from repobook.text.code.code_line import n_open_brackets
from repobook.text.code.indented import TOKENS as INDENTED_TOKENS
from repobook.text.code.statement import masked

_LANGUAGES: Final = frozenset(["Python", "JavaScript", "TypeScript", "TSX", "JSX"])
_CALL: Final = re.compile(
    r"(?:await )?(?:new )?(?!(?:if|for|while|switch|catch|function|this)\b)[\w$.]{1,80}\("
)
_BRACKETS: Final = frozenset("()[]{}")
_MAX_CHARACTERS: Final = 1 << 18


def top_calls(code: str, language: str) -> Iterator[tuple[int, int]]:
    """Their first and last lines, from 1."""
    if language not in _LANGUAGES or len(code) > _MAX_CHARACTERS:
        return
    tokens = INDENTED_TOKENS if language == "Python" else TOKENS
    depth, first = 0, 0
    text = masked(code, tokens)
    ends = [*text.starts[1:], len(code) + 1]
    for number, (start, end) in enumerate(zip(text.starts, ends, strict=True), 1):
        line = text.masked[start : end - 1]
        if _BRACKETS.isdisjoint(line):
            continue
        if depth == 0:
            first = number if _CALL.match(line) else 0
        depth = max(depth + n_open_brackets(line), 0)
        if depth == 0 and first:
            yield first, number
