"""Macros of one file, expanded as text: many kernels are a line like ``UNARY(acos_out)``.

Only what stands outside of functions is expanded, a few levels deep, and within a budget: what a
hostile file could make of macros has no end.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from repobook.model.facts import FileFacts
from repobook.parse.source import SourceText

_DEFINE: Final = re.compile(
    rb"#[ \t]*define[ \t]+(\w{1,200})\(([^()\n]{0,400})\)((?>(?:[^\n\\]|\\[^\n]|\\\n)*))"
)
_USE: Final = re.compile(rb"^[ \t]{0,4}([A-Z_a-z]\w{1,200})[ \t]*\(", re.MULTILINE)
_PASTE: Final = re.compile(rb"\s*##\s*")
_NO_BREAK: Final = re.compile(rb"[^\n]")
_CONTINUED: Final = re.compile(rb"\\\n")
_INNER_USE: Final = re.compile(rb"\b([A-Z][A-Z0-9_]\w{0,200})\s*\(")
_TOKEN: Final = re.compile(rb'"(?:[^"\\\n]|\\.)*"|//[^\n]*|[()\[\]{},]')
_MAX_ARGUMENTS: Final = 4000
_MAX_LEVELS: Final = 4
_MAX_TEXT: Final = 60_000
_MAX_ALL: Final = 2_000_000
_FUNCTIONS: Final = ("function", "method", "constructor")


class Macro(NamedTuple):
    parameters: tuple[bytes, ...]
    body: bytes


class Expansion(NamedTuple):
    offset: int
    """Where the macro is used."""
    macro: str
    text: bytes


class Arguments(NamedTuple):
    values: tuple[bytes, ...]
    end: int
    """Behind the closing bracket."""


def arguments(data: bytes, start: int) -> Arguments | None:
    """What stands between brackets from ``start``, behind the opening one; None if they stay open.

    Commas in brackets and strings do not count; those in template arguments do, as they do for the
    preprocessor.
    """
    depth, begin, values = 0, start, []
    for token in _TOKEN.finditer(data, start, start + _MAX_ARGUMENTS):
        sign = token[0]
        if sign in (b"(", b"[", b"{"):
            depth += 1
        elif sign == b"," and depth == 0:
            values.append(data[begin : token.start()].strip())
            begin = token.end()
        elif sign in (b")", b"]", b"}"):
            depth -= 1
            if depth < 0:
                values.append(data[begin : token.start()].strip())
                return Arguments(tuple(values), token.end())
    return None


class FileMacros:
    """The macros with parameters that a file defines."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._definitions = list(_DEFINE.finditer(source.data))
        self._budget = _MAX_ALL

    def text_without(self) -> bytes:
        """The text without what macros stand for, every other offset as it was."""
        if not self._definitions:
            return self._source.data
        return _DEFINE.sub(lambda match: _NO_BREAK.sub(b" ", match[0]), self._source.data)

    def expanded(self, name: str, values: tuple[bytes, ...]) -> bytes | None:
        """One use of a macro; None where the file does not define it, or too much was expanded."""
        macro = self._macros.get(name.encode())
        if macro is None or self._budget < 0:
            return None
        text = _expanded(macro, values, self._macros, _MAX_LEVELS)
        self._budget -= len(text)
        return text

    @cached_property
    def _macros(self) -> dict[bytes, Macro]:
        return {match[1]: _macro(match) for match in self._definitions}

    def expansions(self, facts: FileFacts) -> Iterator[Expansion]:
        macros = self._macros
        bodies = [match.span() for match in self._definitions]
        inside = _Lines([(d.line, d.end_line) for d in facts.definitions if d.kind in _FUNCTIONS])
        data = self._source.data
        for use in _USE.finditer(data) if macros else ():
            if use[1] not in macros or _is_within(bodies, use.start(1)):
                continue
            given = arguments(data, use.end())
            if given is None or self._source.line_of(use.start(1)) in inside:
                continue
            text = self.expanded(use[1].decode(), given.values)
            if text is None:
                return
            yield Expansion(use.start(1), use[1].decode(), text)


class _Lines:
    """Lines inside of functions."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._lines = {line for start, end in spans for line in range(start + 1, end + 1)}

    def __contains__(self, line: int) -> bool:
        return line in self._lines


def _macro(match: re.Match[bytes]) -> Macro:
    parameters = tuple(part.strip() for part in match[2].split(b","))
    return Macro(parameters, _CONTINUED.sub(b"\n", match[3]))


def _is_within(spans: list[tuple[int, int]], offset: int) -> bool:
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle][1] <= offset:
            low = middle + 1
        else:
            high = middle
    return low < len(spans) and spans[low][0] <= offset


def _expanded(
    macro: Macro, values: tuple[bytes, ...], macros: dict[bytes, Macro], levels: int
) -> bytes:
    text = _substituted(macro, values)[:_MAX_TEXT]
    if not levels:
        return text
    parts, at = [], 0
    for use in _INNER_USE.finditer(text):
        inner = macros.get(use[1])
        given = arguments(text, use.end()) if inner and use.start() >= at else None
        if inner and given:
            parts += [text[at : use.start()], _expanded(inner, given.values, macros, levels - 1)]
            at = given.end
    return b"".join([*parts, text[at:]])[:_MAX_TEXT]


def _substituted(macro: Macro, values: tuple[bytes, ...]) -> bytes:
    """Each parameter by its argument, as text behind ``#``; then ``##`` joins its neighbours."""
    by_name = dict(zip(macro.parameters, values, strict=False))
    if macro.parameters and macro.parameters[-1] == b"...":
        by_name[b"__VA_ARGS__"] = b", ".join(values[len(macro.parameters) - 1 :])
    names = b"|".join(re.escape(name) for name in by_name if name)
    if not names:
        return macro.body
    pattern = rb"((?<!#)#)?\b(" + names + rb")\b"
    replaced = re.sub(pattern, lambda m: _given(by_name[m[2]], is_text=bool(m[1])), macro.body)
    return _PASTE.sub(b"", replaced)


def _given(value: bytes, *, is_text: bool) -> bytes:
    return b'"' + value.replace(b'"', rb"\"") + b'"' if is_text else value
