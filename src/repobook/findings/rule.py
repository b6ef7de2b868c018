"""A rule: what it matches in which languages, with examples that are its tests.

A rule is a module in ``rules/`` that offers ``RULE``; its id is the module's name with hyphens.
Most rules ask the facts that parsing gave anyway (which names are used how), others look at the
text of files that hold certain words.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from repobook.model.facts import (
    MAX_COLUMN,
    Definition,
    FileFacts,
    Reference,
    ReferenceRole,
    unpack_position,
)
from repobook.model.finding import Category, Severity
from repobook.parse.source import SourceText

ANY: Final[frozenset[str]] = frozenset()
PYTHON: Final = frozenset(["Python"])
C_FAMILY: Final = frozenset(["C", "C++", "CUDA", "HIP", "Metal", "Objective-C", "Objective-C++"])
JAVASCRIPT: Final = frozenset(["JavaScript", "TypeScript", "TSX"])

_BARE: Final = frozenset([""])
_MAX_BEFORE: Final = 80
_MAX_AFTER: Final = 400
_MAX_LINE_BEFORE: Final = 2000
_CHAIN: Final = re.compile(rb"\b[A-Za-z_](?:[A-Za-z0-9_.]|::){0,78}(?:\.|::)\Z")
_KEPT_WITH: Final = re.compile(r"[#@]")
_SLASH_COMMENT: Final = re.compile(rb"(?<![:\w])//|/\*|^\s*\*(?!\w)")
_HASH_COMMENT: Final = re.compile(rb"(?:^|\s)#")


class Hit(NamedTuple):
    """Where a rule holds; ``name`` goes into its message."""

    line: int
    name: str = ""


class File:
    """What a rule may ask of a file."""

    def __init__(self, language: str, source: SourceText, facts: FileFacts) -> None:
        self.language = language
        self.source = source
        self.facts = facts

    @cached_property
    def references_by_name(self) -> dict[str, list[Reference]]:
        references_by_name: dict[str, list[Reference]] = {}
        for reference in self.facts.references:
            references_by_name.setdefault(reference.name, []).append(reference)
        return references_by_name

    @cached_property
    def defined_names(self) -> frozenset[str]:
        return frozenset(definition.name for definition in self.facts.definitions)

    def is_broken(self, definition: Definition) -> bool:
        """Whether some syntax inside it was not understood."""
        lines = self._broken_lines
        return bisect_left(lines, definition.line) < bisect_right(lines, definition.end_line)

    @cached_property
    def _broken_lines(self) -> list[int]:
        return sorted(diagnostic.line for diagnostic in self.facts.diagnostics)

    def is_code(self, offset: int, comment: re.Pattern[bytes]) -> bool:
        """Whether an offset stands outside comments, judged by its line alone."""
        if comment.search(self._line_before(offset)):
            return False
        return self.source.line_of(offset) not in self._lines_inside_comments

    def is_quoted(self, offset: int) -> bool:
        return self._line_before(offset).count(b'"') % 2 == 1

    def _line_before(self, offset: int) -> bytes:
        start = max(0, offset - _MAX_LINE_BEFORE)
        return self.source.data[start:offset].rpartition(b"\n")[2]

    @cached_property
    def _lines_inside_comments(self) -> frozenset[int]:
        """Lines that a comment or docstring of several lines goes on in."""
        return frozenset(
            line for text in self.facts.texts for line in range(text.line + 1, text.end_line + 1)
        )


Find = Callable[[File], Iterable[Hit]]
Example = tuple[str, str]
"""A language and a piece of code."""


@dataclass(frozen=True, slots=True)
class Uses:
    """Finds uses of names: in which roles, of what, between what."""

    names: frozenset[str]
    roles: tuple[ReferenceRole, ...] = ("call",)
    receivers: frozenset[str] | None = _BARE
    """What the name is taken from; None for anything."""
    before: re.Pattern[bytes] | None = None
    """Searched in what stands before the name."""
    after: re.Pattern[bytes] | None = None
    """Matched against what stands behind the name."""

    def of_name(self, name: str, file: File) -> Iterable[Hit]:
        for reference in file.references_by_name[name]:
            if self._is_meant(reference, file):
                yield from self._hits(reference, file)

    def _is_meant(self, reference: Reference, file: File) -> bool:
        if reference.role not in self.roles:
            return False
        receiver = _as_written(reference.receiver)
        if not receiver and reference.name in file.defined_names:
            return False
        return self.receivers is None or receiver in self.receivers

    def _hits(self, reference: Reference, file: File) -> Iterable[Hit]:
        for position in reference.positions:
            line, column = unpack_position(position)
            around = _around(line, column, reference.name, file.source)
            if self._surroundings_fit(around):
                yield Hit(line, self._name(reference, around))

    def _surroundings_fit(self, around: tuple[bytes, bytes] | None) -> bool:
        if around is None:
            return self.before is None and self.after is None
        if self.before is not None and not self.before.search(around[0]):
            return False
        return self.after is None or bool(self.after.match(around[1]))

    def _name(self, reference: Reference, around: tuple[bytes, bytes] | None) -> str:
        """With its receiver where the rule asks for one; for ``new`` the type that it creates."""
        if reference.name == "new":
            return _as_written(reference.receiver).rpartition("::")[2] or "new"
        is_of_something = self.before is not None or self.receivers not in (None, _BARE)
        chain = _CHAIN.search(around[0]) if around and is_of_something else None
        return f"{chain.group().decode() if chain else ''}{reference.name}"


def _around(line: int, column: int, name: str, source: SourceText) -> tuple[bytes, bytes] | None:
    """What stands before and behind a name, as far as anyone looks."""
    if column == MAX_COLUMN or line > len(source.line_starts):
        return None
    start = source.line_starts[line - 1] + column
    end = start + len(name.encode())
    return source.data[max(0, start - _MAX_BEFORE) : start], source.data[end : end + _MAX_AFTER]


def _as_written(receiver: str) -> str:
    """Without the separator, scope and number of arguments that some languages keep with it."""
    return _KEPT_WITH.split(receiver, maxsplit=1)[0].rstrip(":.->")


class Rule(NamedTuple):
    languages: frozenset[str]
    """By their names; ``ANY`` for every text."""
    severity: Severity
    category: Category
    message: str
    """``{name}`` stands for what was hit."""
    find: tuple[Uses | Find, ...]
    """Independent of each other: a line that several of them hit gives one finding."""
    fires: tuple[Example, ...]
    quiet: tuple[Example, ...]


def calls(
    *names: str,
    of: tuple[str, ...] | None = ("",),
    before: bytes | None = None,
    after: bytes | None = None,
) -> Uses:
    return uses(*names, roles=("call",), of=of, before=before, after=after)


def uses(
    *names: str,
    roles: tuple[ReferenceRole, ...],
    of: tuple[str, ...] | None = ("",),
    before: bytes | None = None,
    after: bytes | None = None,
) -> Uses:
    return Uses(
        frozenset(names),
        roles,
        None if of is None else frozenset(of),
        re.compile(before) if before is not None else None,
        re.compile(after) if after is not None else None,
    )


@dataclass(frozen=True, slots=True)
class Text:
    """Finds a pattern in the text; its group ``name``, if any, goes into the message."""

    pattern: re.Pattern[bytes]
    comment: re.Pattern[bytes] | None = None
    """What begins a comment: a hit behind it on its line is none."""
    outside_quotes: bool = False
    holding: re.Pattern[bytes] | None = None
    """Searched in what the pattern took, which keeps the pattern itself plain and linear."""
    word: bytes = b""
    """Occurs in every match: looking for it first costs a tenth."""

    def __call__(self, file: File) -> Iterable[Hit]:
        for offset, name in self._matches(file):
            yield Hit(file.source.line_of(offset), name.decode("utf-8", "replace"))

    def offsets(self, file: File) -> Iterable[int]:
        return (offset for offset, _ in self._matches(file))

    def _matches(self, file: File) -> Iterable[tuple[int, bytes]]:
        if self.word not in file.source.data:
            return
        for match in self.pattern.finditer(file.source.data):
            inner = self.holding.search(match.group()) if self.holding else match
            if inner is not None and self._is_meant(file, match.start()):
                yield match.start(), inner.groupdict().get("name") or b""

    def _is_meant(self, file: File, offset: int) -> bool:
        if self.comment is not None and not file.is_code(offset, self.comment):
            return False
        return not self.outside_quotes or not file.is_quoted(offset)


def code(pattern: bytes, word: bytes) -> Text:
    """Outside ``//`` comments and quotes; ``^`` and ``$`` are those of a line."""
    compiled = re.compile(pattern, re.MULTILINE)
    return Text(compiled, _SLASH_COMMENT, outside_quotes=True, word=word)


def script(pattern: bytes, word: bytes) -> Text:
    """Outside ``#`` comments."""
    return Text(re.compile(pattern, re.MULTILINE), _HASH_COMMENT, word=word)


def command(name: bytes, holding: bytes) -> Text:
    """A command of a shell, with what it is piped into, that holds something."""
    whole = rb"\b" + name + rb"\b(?>(?:[^|;&#\n\\]|\\[^\n]|\\\n)*)(?:\|[^|;&#\n]{0,100}+)?"
    return Text(re.compile(whole), _HASH_COMMENT, holding=re.compile(holding), word=name)


def text(pattern: bytes, word: bytes) -> Text:
    return Text(re.compile(pattern, re.MULTILINE), word=word)


@dataclass(frozen=True, slots=True)
class Defines:
    """Finds definitions of which something holds; ``tell`` is what the message names.

    Definitions with syntax errors are skipped: their end is unknown.
    """

    holds: Callable[[Definition], bool]
    tell: Callable[[Definition], str]

    def __call__(self, file: File) -> Iterable[Hit]:
        for definition in file.facts.definitions:
            if self.holds(definition) and not file.is_broken(definition):
                yield Hit(definition.line, self.tell(definition))
