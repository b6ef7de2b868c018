"""Statements of languages whose blocks are indented."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.text.code.code_line import n_open_brackets, one_tight_line
from repobook.text.code.statement import Block, Masked, Statement, cut, masked

# The set comes first, so that other places are skipped without trying each of the rest.
TOKENS: Final = re.compile(
    r"[#\"'](?:(?<=#)(?P<comment>[^\n]*)"
    r"|(?<=\")(?:\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*(?:\"\"\")?|(?:[^\"\\\n]|\\.)*\"?)"
    r"|(?<=')(?:''(?:[^'\\]|\\.|'(?!''))*(?:''')?|(?:[^'\\\n]|\\.)*'?))",
    re.DOTALL,
)
_BRACKETS: Final = frozenset("()[]{}")
_HEAD: Final = re.compile(
    r"(?:async\s+)?(?:(?P<if>if|elif)|(?P<else>else)|for|while|with|try|except|finally|match|case"
    r"|def|class|cdef|cpdef)\b"
)
_ENTERS: Final = re.compile(r"(?:async\s+)?with\b")
"""A head that does something by itself."""
_DEFINES: Final = re.compile(r"(?:async\s+)?(?:def|class|cdef|cpdef)\b")
_NOTHING: Final = re.compile(r"(?:[rRbBuUfF]{0,2}[\"']|pass$|\.\.\.$|@|import\b|from\b|global\b)")


class _Line(NamedTuple):
    """A line as the language sees it, over as many lines of text as its brackets are open."""

    start: int
    end: int
    indent: int


def indented(code: str) -> tuple[Statement, ...]:
    text = masked(code, TOKENS)
    return tuple(_statements(text))


def _statements(text: Masked) -> Iterator[Statement]:
    lines = _lines(text.masked)
    if not _is_behind_head(text, lines):
        return
    open_blocks: list[tuple[int, Block]] = []
    conditions: dict[int, str] = {}
    place = 0
    for start, end, indent in lines:
        n_open = len(open_blocks)
        while open_blocks and open_blocks[-1][0] >= indent:
            open_blocks.pop()
        place += len(open_blocks) != n_open
        words = one_tight_line(text.plain[start:end])
        head = _HEAD.match(words)
        if head and words.endswith(":"):
            if _ENTERS.match(words):
                blocks = tuple(block for _, block in open_blocks)
                first, last = text.line(start), text.line(end - 1)
                yield Statement(first, last, last, cut(words[:-1]), blocks, place)
            open_blocks.append((indent, _block(words, head, conditions, indent)))
            place += 1
        elif not _NOTHING.match(words):
            blocks = tuple(block for _, block in open_blocks)
            first, last = text.line(start), text.line(end - 1)
            yield Statement(first, last, last, cut(words), blocks, place)


def _is_behind_head(text: Masked, lines: Iterator[_Line]) -> bool:
    for start, end, _ in lines:
        words = text.masked[start:end].strip()
        if _DEFINES.match(words):
            return words.endswith(":")
        if not words.startswith("@"):
            return False
    return False


def _block(words: str, head: re.Match[str], conditions: dict[int, str], indent: int) -> Block:
    if head["if"]:
        conditions[indent] = condition = words[head.end() : -1].strip()
        return Block(words[:-1], condition, head["if"] == "elif")
    if head["else"]:
        return Block("", conditions.get(indent, ""), True)
    conditions.pop(indent, None)
    return Block(words[:-1])


def _lines(code: str) -> Iterator[_Line]:
    at, begun, depth = 0, -1, 0
    for text in code.split("\n"):
        start, at = at, at + len(text) + 1
        stripped = text.strip()
        if begun < 0:
            if not stripped:
                continue
            begun = start + len(text) - len(text.lstrip())
            indent = len(text[: begun - start].expandtabs(8))
        if not _BRACKETS.isdisjoint(stripped):
            depth = max(depth + n_open_brackets(stripped), 0)
        if not depth and not stripped.endswith("\\"):
            yield _Line(begun, start + len(text.rstrip()), indent)
            begun = -1
