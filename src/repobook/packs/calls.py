"""Calls of one file as packs read them: the references of the language, with their arguments.

Receivers are those that the language settled, so ``router.get(…)`` is known for what made
``router``. Arguments are read as text within a bound: a call in a call costs no more than its
length.
"""

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from repobook.model.binding import WRITTEN
from repobook.model.facts import (
    COLUMN_BITS,
    MAX_COLUMN,
    Definition,
    FileFacts,
    Import,
    Reference,
    pack_position,
)
from repobook.parse.source import SourceText

_MAX_ARGUMENTS: Final = 4000
_MAX_GIVEN: Final = 40
# Definitions above a place that are looked at for the one around it.
_MAX_BEFORE: Final = 200
_STRING: Final = rb'"(?>(?:[^"\\\n]|\\.)*)"|\'(?>(?:[^\'\\\n]|\\.)*)\'|`(?>(?:[^`\\]|\\.)*)`'
_LONG_STRING: Final = rb'"""(?>(?:[^"\\]|\\.|"(?!""))*)"""|' + rb"'''(?>(?:[^'\\]|\\.|'(?!''))*)'''"
_SIGNS: Final = rb"[()\[\]{},]"
_HASH: Final = re.compile(rb"|".join((_LONG_STRING, _STRING, rb"#[^\n]*+", _SIGNS)), re.DOTALL)
_SLASHES: Final = re.compile(
    rb"|".join((_STRING, rb"//[^\n]*+|/\*(?>(?:[^*]|\*(?!/))*)\*/", _SIGNS)), re.DOTALL
)
# A single quote begins a lifetime as well as a letter.
_RUST: Final = re.compile(
    rb'"(?>(?:[^"\\]|\\.)*)"|//[^\n]*+|/\*(?>(?:[^*]|\*(?!/))*)\*/|' + _SIGNS, re.DOTALL
)
_KEYWORD: Final = re.compile(rb"(\w{1,80})[ \t]*=(?!=)\s{0,40}")
_BLANK: Final = re.compile(rb"(?:\s|//[^\n]*+\n|#[^\n]*+\n){0,40}")
_CHAIN: Final = re.compile(rb"&?(?:\w{1,200}(?:::|\.)){0,8}\w{1,200}")
_LAST: Final = re.compile(rb"\w+\Z")
_LITERAL: Final = re.compile(r"""(?:["'`])([^\\"'`]{0,400})["'`]""")
_GENERIC: Final = re.compile(rb"::<[^()<>\n]{0,100}>|<[^()<>\n]{0,100}>")


class Argument(NamedTuple):
    keyword: str
    start: int
    end: int


class Call(NamedTuple):
    name: str
    receiver: str
    role: str
    offset: int
    """Of the name."""
    end: int
    """Behind the closing bracket, or behind what was read."""
    arguments: tuple[Argument, ...]

    def given(self, at: int, keyword: str = "") -> Argument | None:
        """By its place, or by its keyword."""
        plain = [argument for argument in self.arguments if not argument.keyword]
        named = [one for one in self.arguments if keyword and one.keyword == keyword]
        return named[0] if named else plain[at] if at < len(plain) else None


class Use(NamedTuple):
    """An expression that names something: what a binding needs to lead to it."""

    name: str
    use: str
    offset: int


class FileCalls:
    def __init__(self, language: str, source: SourceText, facts: FileFacts) -> None:
        self.language = language
        self.source = source
        self.facts = facts
        self._tokens = {"Python": _HASH, "Rust": _RUST}.get(language, _SLASHES)

    def named(self, names: Collection[str], role: str = "") -> Iterator[Call]:
        """In the order of the text."""
        found = [
            (self.source.offset(position), reference)
            for reference in self.facts.references
            if reference.name in names and reference.role in ((role,) if role else _CALLS)
            for position in reference.positions
        ]
        for offset, reference in sorted(found):
            if call := self._call(offset, reference):
                yield call

    def text(self, argument: Argument) -> str:
        return self.source.text(argument.start, argument.end)

    def string(self, argument: Argument | None) -> str | None:
        """None for what is no literal, or one that is put together."""
        if argument is None:
            return None
        text = self.text(argument)
        if self.language == "Python":
            return _python_string(text)
        match = _LITERAL.fullmatch(text)
        return match[1] if match and "${" not in match[1] else None

    def strings(self, argument: Argument | None) -> list[str]:
        """Those of a list; all of them, or none."""
        if argument is None:
            return []
        found = [self.string(one) for one in self.items(argument)]
        return [one for one in found if one is not None] if None not in found else []

    def items(self, argument: Argument) -> tuple[Argument, ...]:
        """Of a list, tuple or set that is written out."""
        if self.source.data[argument.start : argument.start + 1] not in (b"[", b"(", b"{"):
            return ()
        return self._arguments(argument.start + 1)[0]

    def use(self, argument: Argument | None) -> Use | None:
        """A name, or names with dots; as the language settled them where it has a reference."""
        if argument is None:
            return None
        data = self.source.data
        chain = _CHAIN.fullmatch(data, argument.start, argument.end)
        last = _LAST.search(data, argument.start, argument.end) if chain else None
        if chain is None or last is None or last[0].isdigit():
            return None
        name = last[0].decode()
        known = self._reference_at.get(last.start())
        if known is not None and known.name == name:
            return Use(name, WRITTEN + known.receiver, last.start())
        before = data[argument.start : last.start()].decode("utf-8", "replace")
        if before.startswith("&"):
            before = before[1:]
        if before or not self.is_of_module(name):
            return None
        return Use(name, WRITTEN, last.start())

    def end_of(self, start: int) -> int:
        """Behind the bracket that closes the one before ``start``."""
        return self._arguments(start)[1]

    def is_of_module(self, name: str) -> bool:
        """Whether the file defines or imports it; in Go any other file of the package may."""
        return self.language == "Go" or name in self._names

    def imported(self, name: str) -> Import | None:
        """What a name of the file is imported as."""
        return self._imports.get(name)

    def around(self, line: int, kinds: Collection[str]) -> Definition | None:
        """The innermost definition of some kinds around a line."""
        definitions, lines = self.facts.definitions, self._lines
        at = bisect_right(lines, line)
        for n in range(at - 1, max(-1, at - 1 - _MAX_BEFORE), -1):
            if definitions[n].kind in kinds and definitions[n].end_line >= line:
                return definitions[n]
        return None

    def call_at(self, name: str, first: int, last: int) -> Call | None:
        """The first call of a name between two lines."""
        reference = self._calls_by_name.get(name, [])
        at = bisect_left(reference, (first << COLUMN_BITS,))
        if at == len(reference) or reference[at][0] >> COLUMN_BITS > last:
            return None
        return self._call(self.source.offset(reference[at][0]), reference[at][1])

    def decorator_above(self, name: str, line: int) -> int:
        """Where the last one of its name begins; the line where there is none."""
        positions = self._decorators_by_name.get(name, [])
        at = bisect_right(positions, pack_position(line, MAX_COLUMN)) - 1
        return self.source.offset(positions[at]) if at >= 0 else self.source.line_starts[line - 1]

    def below(self, line: int) -> Definition | None:
        """What a decorator on the line decorates."""
        lines = self._decorated_lines
        at = bisect_left(lines, (line,))
        return self.facts.definitions[lines[at][1]] if at < len(lines) else None

    @cached_property
    def variables(self) -> dict[str, Definition]:
        return {d.qualname: d for d in self.facts.definitions if d.kind in ("variable", "constant")}

    @cached_property
    def _lines(self) -> list[int]:
        return [d.line for d in self.facts.definitions]

    @cached_property
    def _calls_by_name(self) -> dict[str, list[tuple[int, Reference]]]:
        found: dict[str, list[tuple[int, Reference]]] = {}
        for reference in self.facts.references:
            if reference.role == "call":
                places = found.setdefault(reference.name, [])
                places += [(position, reference) for position in reference.positions]
        return {name: sorted(places) for name, places in found.items()}

    @cached_property
    def _decorators_by_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for reference in self.facts.references:
            if reference.role == "decorator":
                found.setdefault(reference.name, []).extend(reference.positions)
        return {name: sorted(positions) for name, positions in found.items()}

    @cached_property
    def _decorated_lines(self) -> list[tuple[int, int]]:
        pairs = [(d.line, n) for n, d in enumerate(self.facts.definitions) if d.decorators]
        return sorted(pairs)

    @cached_property
    def _names(self) -> set[str]:
        return {d.qualname for d in self.facts.definitions} | self._imports.keys()

    @cached_property
    def _imports(self) -> dict[str, Import]:
        named = {i.alias or i.name or i.module.rpartition(".")[2]: i for i in self.facts.imports}
        return {name: i for name, i in named.items() if i.form != "export"}

    @cached_property
    def _reference_at(self) -> dict[int, Reference]:
        return {
            self.source.offset(position): reference
            for reference in self.facts.references
            if reference.role in ("mention", "attribute", "call", "type")
            for position in reference.positions
        }

    def _call(self, offset: int, reference: Reference) -> Call | None:
        data = self.source.data
        after = _BLANK.match(data, offset + len(reference.name.encode()))
        at = after.end() if after else offset
        if generic := _GENERIC.match(data, at):
            at = generic.end()
        if data[at : at + 1] != b"(":
            is_bare = reference.role == "decorator"
            name = reference.name, reference.receiver, reference.role
            return Call(*name, offset, offset + len(reference.name), ()) if is_bare else None
        given, end = self._arguments(at + 1)
        return Call(reference.name, reference.receiver, reference.role, offset, end, given)

    def _arguments(self, start: int) -> tuple[tuple[Argument, ...], int]:
        depth, begin, given = 0, start, []
        data, limit = self.source.data, start + _MAX_ARGUMENTS
        end = min(limit, len(data))
        for token in self._tokens.finditer(data, start, limit):
            sign = token[0]
            if sign in (b"(", b"[", b"{"):
                depth += 1
            elif sign in (b")", b"]", b"}"):
                depth -= 1
            if depth < 0 or (depth == 0 and sign == b","):
                given.append(self._argument(begin, token.start()))
                begin = token.end()
            if depth < 0 or len(given) > _MAX_GIVEN:
                end = token.end()
                break
        return tuple(one for one in given if one.end > one.start), end

    def _argument(self, start: int, end: int) -> Argument:
        data = self.source.data
        blank = _BLANK.match(data, start, end)
        start = blank.end() if blank else start
        while end > start and data[end - 1 : end].isspace():
            end -= 1
        keyword = _KEYWORD.match(data, start, end)
        if keyword is None:
            return Argument("", start, end)
        return Argument(keyword[1].decode("utf-8", "replace"), keyword.end(), end)


_CALLS: Final = ("call", "decorator")


def _python_string(text: str) -> str | None:
    if text[:1] not in "\"'rRuU":
        return None
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, str) else None
