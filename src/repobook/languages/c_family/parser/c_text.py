"""Prepares C-family text for a grammar that does not run the preprocessor.

Every change keeps length and line breaks, so all offsets stay true: conditional directives become
spaces (their branches stay, unless two of them cannot stand side by side), and so do the macros
and qualifiers that no grammar can tell from types. What was blanked is remembered by offset, so
that it still counts as a use of the macro.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from repobook.languages.c_family.parser.c_macros import (
    MAX_INDENT,
    SPACES,
    begins_line,
    blank_macros,
    is_in_comment,
)
from repobook.parse.code_text import SLASHED, without_comments

# A directive to its end; a backslash continues the line.
_DIRECTIVE: Final = re.compile(
    rb"#[ \t]*+(?P<word>[a-z]\w*+)(?P<rest>[^\n\\]*+(?>(?:\\(?:\r?\n|.)?[^\n\\]*+)*))"
)
_COMMENT: Final = re.compile(rb"//.*+|/\*.*?(?:\*/|\Z)", re.DOTALL)
_MACRO_HEAD: Final = re.compile(rb"[ \t]*+(?P<name>[A-Za-z_$][\w$]*+)(?P<parameters>\([^)]*+\))?")
_INCLUDED: Final = re.compile(rb"[ \t]*+(?:(<[^>\n]++>)|\"([^\"\n]++)\"|(\w++))")
_INCLUDES: Final = frozenset([b"include", b"include_next", b"import"])
_CONDITIONS: Final = frozenset([b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef"])
_BRANCHES: Final = frozenset([b"elif", b"elifdef", b"elifndef", b"else", b"endif"])
_NEVER: Final = re.compile(rb"\s+0\s*")
_CONTINUES: Final = re.compile(rb"\s*+[{;,)=.]")
_COMPLETE: Final = (b";", b"{", b"}", b",", b":")
_CONDITION_NAME: Final = re.compile(rb"(?!defined\b)[A-Za-z_]\w*+(?!\s*+\()")
_NOT_BRACKETS: Final = re.compile(
    rb"\"(?>(?:[^\"\\\n]|\\.)*)\"|'(?>(?:[^'\\\n]|\\.){1,8})'|//[^\n]*+|/\*.*?(?:\*/|\Z)", re.DOTALL
)
# What a macro calls, and the macros it names; ``#x`` and ``a##b`` are no names, nor is a member.
_BODY_NAME: Final = re.compile(
    rb"(?<![\w#.$])(?<!->)(?P<path>(?:::)?(?>(?:[A-Za-z_]\w*+::)*))(?P<name>[A-Za-z_]\w*+)"
    rb"(?!\s*+##)(?P<call>\s*+\()?"
)
_WORDS: Final = re.compile(rb"\w++")
_BODY_CAPITALS: Final = re.compile(rb"[A-Z][A-Z0-9_]{2,}")
_NEVER_CALLED: Final = frozenset(
    b"if for while switch return sizeof do else case defined alignof alignas decltype typeof catch"
    b" noexcept static_assert typeid throw new delete operator __typeof__ __attribute__"
    b" __declspec asm __asm__ static_cast dynamic_cast const_cast reinterpret_cast void int char"
    b" long short float double bool unsigned signed auto volatile const".split()
)
_RAW_STRING: Final = re.compile(rb"R\"([^ ()\\\s]{0,16})\(")
_MAX_UNCLOSED: Final = 20
_LONG: Final = 2000

# ``va_arg(list, char *)``: no expression has a type for an argument.
_VARIADIC: Final = re.compile(
    rb"\bva_arg[ \t]*+\([^(),\n]{1,100}(?P<type>,(?=[^(),\n]*\*|"
    rb"\s*+(?:const|struct|enum|union|unsigned|signed|int|char|short|long|float|double)\b)"
    rb"[^(),\n]{1,100})\)"
)
# A type among the arguments of a macro: ``w = container_of(q, struct work, wq)``.
_TYPE_ARGUMENT: Final = re.compile(
    rb"^[ \t]+(?:[^\n;\"]{0,100}[=(,.>][ \t]*)?[a-z_]\w{0,60}\("
    rb"[^\n;\"(]{1,100},[ \t]*(struct|union|enum)(?=[ \t]+\w+[ \t*]*,[ \t]*\w+\))",
    re.MULTILINE,
)
# ``TEST_CASE("reads rows", "[rows]") {``: the grammar knows no parameter that is a text.
_TITLED_TEST: Final = re.compile(
    rb"^[ \t]*(?:(?:[A-Z0-9]{1,30}_)*TEST_CASE(?:_[A-Z0-9_]{1,40})?|SCENARIO(?:_METHOD)?)[ \t]*\("
    rb"(?P<arguments>[^\n\"{;]{0,200}\"[^\n;]{1,300}(?:\*[ \t]*\n[^\n;{]{1,200})?)\)"
    rb"[ \t]*\n?[ \t]*\{",
    re.MULTILINE,
)
# ``TEST_CASE("reads rows" * test_suite("rows")) {`` of doctest.
_DECORATED: Final = re.compile(rb"(?<=\w)[ \t]*\*(?:[^\n]|\n(?=[^\n]*\Z))*\Z")
_TITLE: Final = re.compile(rb"\"(?:[^\"\\\n]|\\.)*\"")
_NOT_BREAK: Final = re.compile(rb"[^\n]")
_NOT_IN_NAME: Final = re.compile(rb"\W")
_MAX_LAUNCH: Final = 1000
_OPENS_ARGUMENTS: Final = re.compile(rb"\s{0,100}+\(")


class Macro(NamedTuple):
    """A ``#define``."""

    name: str
    start: int
    end: int
    signature: str


class BodyUse(NamedTuple):
    """What the body of a macro calls, or another macro that it names."""

    path: str
    """What stands before the name: ``a::b::``."""
    start: int
    end: int
    is_call: bool


class Included(NamedTuple):
    path: str
    form: str
    start: int


class Condition(NamedTuple):
    """``#if`` and its relatives, ``#else`` and ``#endif`` among them."""

    word: bytes
    start: int
    end: int


class Prepared(NamedTuple):
    data: bytes
    """As long as the source, with the same line breaks."""
    uses: tuple[tuple[int, int], ...]
    """Where a macro was used that the grammar no longer sees."""
    blanked: dict[int, int]
    """By the end of each blanked macro with its arguments: the beginning."""
    macros: tuple[Macro, ...]
    body_uses: tuple[BodyUse, ...]
    includes: tuple[Included, ...]
    conditions: tuple[Condition, ...]


@lru_cache(maxsize=1)
def prepared(data: bytes) -> Prepared:
    """Asked for several times for each file, before the parse and after it."""
    preprocessor = _Preprocessor(data)
    if b"#" in data:
        preprocessor.run()
    out, uses = preprocessor.out, preprocessor.uses
    blanked = blank_macros(out, uses)
    if b"<<<" in data:
        _calls_for_launches(out)
    for match in _VARIADIC.finditer(out) if b"va_arg" in data else ():
        start, end = match.span("type")
        out[start:end] = b" " * (end - start)
    for match in _TITLED_TEST.finditer(out) if b"TEST_CASE" in data or b"SCENARIO" in data else ():
        start, end = match.span("arguments")
        named = _TITLE.sub(_as_name, match["arguments"])
        out[start:end] = _DECORATED.sub(_blank, named)
    for match in _TYPE_ARGUMENT.finditer(out) if b", struct " in data else ():
        out[match.start(1) : match.end(1)] = b" " * len(match[1])
    return Prepared(
        bytes(out),
        tuple(uses),
        blanked,
        tuple(preprocessor.macros),
        tuple(preprocessor.body_uses),
        tuple(preprocessor.includes),
        tuple(preprocessor.conditions),
    )


def prepare(data: bytes) -> bytes:
    return prepared(data).data


class _Branch:
    """The text between two conditional directives, with the brackets it leaves open."""

    __slots__ = ("end", "n_braces", "n_parens", "start")

    def __init__(self, start: int) -> None:
        self.start = self.end = start
        self.n_braces = self.n_parens = 0

    def count(self, out: bytearray, start: int, end: int) -> None:
        self.n_braces += out.count(b"{", start, end) - out.count(b"}", start, end)
        self.n_parens += out.count(b"(", start, end) - out.count(b")", start, end)

    def recount(self, out: bytearray) -> None:
        code = bytearray(_NOT_BRACKETS.sub(b"", bytes(out[self.start : self.end])))
        self.n_braces = self.n_parens = 0
        self.count(code, 0, len(code))

    def add(self, inner: "_Branch") -> None:
        self.n_braces += inner.n_braces
        self.n_parens += inner.n_parens

    @property
    def is_open(self) -> bool:
        """A parenthesis too many in a long text is more likely miscounted than left open."""
        return bool(self.n_braces or (self.n_parens and self.end - self.start < _LONG))

    def tail(self, out: bytearray) -> bytes:
        return bytes(out[max(self.start, self.end - MAX_INDENT) : self.end].rstrip())

    def blank(self, out: bytearray) -> None:
        out[self.start : self.end] = out[self.start : self.end].translate(SPACES)


class _Group(NamedTuple):
    """An ``#if`` with all its branches."""

    never: bool
    """``#if 0``: what follows need not even be code."""
    branches: list[_Branch]


class _Preprocessor:
    """One walk over the directives of a file: all of them become spaces."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.out = bytearray(data)
        self.uses: list[tuple[int, int]] = []
        self.macros: list[Macro] = []
        self.body_uses: list[BodyUse] = []
        self.includes: list[Included] = []
        self.conditions: list[Condition] = []
        self._groups: list[_Group] = []
        self._done = 0
        # Each level of nesting reads its branches again; hostile depth must not make it quadratic.
        self._budget = 50 * len(data)

    def run(self) -> None:
        raw_strings = _raw_strings(self.data)
        in_comment, read_to = False, 0
        for match in _DIRECTIVE.finditer(self.data):
            start = match.start()
            in_comment = is_in_comment(self.data, read_to, start, in_comment)
            read_to = start
            if in_comment or not begins_line(self.data, start):
                continue
            if raw_strings and any(first < start < last for first, last in raw_strings):
                continue
            read_to = self._directive(match)

    def _directive(self, match: re.Match[bytes]) -> int:
        """Blank one directive and note what it says; the end of what was blanked."""
        word, start = match["word"], match.start()
        end = _blank_code(self.out, start, match.end(), whole=word == b"define")
        if word == b"define":
            self._define(match)
        elif word in _INCLUDES:
            self._include(match)
        elif word in _CONDITIONS or word in _BRANCHES:
            if self._groups:
                # Directives in between are spaces by now and hold no brackets.
                self._groups[-1].branches[-1].count(self.out, self._done, start)
            self._done = end
            self._condition(match, end)
        return end

    def _define(self, match: re.Match[bytes]) -> None:
        head = _MACRO_HEAD.match(match["rest"])
        if head is not None:
            text = match.group() if head["parameters"] is None else self._head(match, head)
            joined = without_comments(text.replace(b"\\\n", b" "), SLASHED)
            name = head["name"].decode("utf-8", "replace")
            self.macros.append(
                Macro(name, match.start(), match.end(), joined.decode("utf-8", "replace"))
            )
            self._body(match.start("rest"), match["rest"], head)

    def _body(self, start: int, rest: bytes, head: re.Match[bytes]) -> None:
        own = {head["name"], *_WORDS.findall(head["parameters"] or b"")} | _NEVER_CALLED
        text = _NOT_BRACKETS.sub(lambda found: b" " * len(found[0]), rest)
        for use in _BODY_NAME.finditer(text, head.end()):
            is_call = bool(use["call"])
            if use["name"] in own or not (is_call or _BODY_CAPITALS.fullmatch(use["name"])):
                continue
            first, last = use.span("name")
            path = use["path"].decode("utf-8", "replace")
            self.body_uses.append(BodyUse(path, start + first, start + last, is_call))

    def _head(self, match: re.Match[bytes], head: re.Match[bytes]) -> bytes:
        return self.data[match.start() : match.start("rest") + head.end()]

    def _include(self, match: re.Match[bytes]) -> None:
        included = _INCLUDED.match(match["rest"])
        if included is not None:
            path = (included[1] or included[2] or included[3]).decode("utf-8", "replace")
            form = "system" if included[1] else "include"
            self.includes.append(Included(path.strip("<> "), form, match.start()))

    def _condition(self, match: re.Match[bytes], end: int) -> None:
        word = match["word"]
        offset = match.start("rest")
        condition = self.data[offset:end]
        self.conditions.append(Condition(word, match.start(), end))
        for name in _CONDITION_NAME.finditer(condition):
            self.uses.append((offset + name.start(), offset + name.end()))
        if word.startswith(b"if"):
            never = word == b"if" and _NEVER.fullmatch(condition) is not None
            self._groups.append(_Group(never, [_Branch(end)]))
        elif self._groups:
            self._groups[-1].branches[-1].end = match.start()
            if word == b"endif":
                self._close(end)
            else:
                self._groups[-1].branches.append(_Branch(end))

    def _close(self, end: int) -> None:
        """Blank the branches that cannot stay; the first one kept counts for what is around."""
        branches = self._groups[-1].branches
        never = self._groups.pop().never
        self._budget -= end - branches[0].start
        if self._budget < 0:
            return
        if never:
            branches.pop(0).blank(self.out)
        if len(branches) > 1 and not self._stand_side_by_side(branches, end):
            for branch in branches[1:]:
                branch.blank(self.out)
        if self._groups and branches:
            self._groups[-1].branches[-1].add(branches[0])

    def _stand_side_by_side(self, branches: list[_Branch], end: int) -> bool:
        if any(branch.is_open for branch in branches):
            # Brackets in strings and comments do not count, but recognising them is expensive.
            for branch in branches:
                branch.recount(self.out)
            if any(branch.is_open for branch in branches):
                return False
        if _CONTINUES.match(self.out, end) is None:
            return True
        # Two heads for one body, or two values for one variable: only one of them can stand.
        return any(branch.tail(self.out).endswith(_COMPLETE) for branch in branches)


def _raw_strings(data: bytes) -> list[tuple[int, int]]:
    if b'R"' not in data:
        return []
    spans: list[tuple[int, int]] = []
    end = n_unclosed = 0
    while n_unclosed < _MAX_UNCLOSED and (match := _RAW_STRING.search(data, end)):
        close = data.find(b")" + match[1] + b'"', match.end())
        end = close if close >= 0 else match.end()
        n_unclosed += close < 0
        if close >= 0 and data.find(b"#", match.end(), close) >= 0:
            spans.append((match.start(), close))
    return spans


def _blank_code(out: bytearray, start: int, end: int, *, whole: bool) -> int:
    """Blank a directive but for the comments in it, or up to the first of them."""
    text = bytes(out[start:end])
    if b"//" not in text and b"/*" not in text:
        out[start:end] = text.translate(SPACES)
        return end
    done = 0
    for comment in _COMMENT.finditer(text):
        out[start + done : start + comment.start()] = text[done : comment.start()].translate(SPACES)
        done = comment.start()
        if not whole or not (comment[0].startswith(b"//") or comment[0].endswith(b"*/")):
            return start + done
        done = comment.end()
    out[start + done : end] = text[done:].translate(SPACES)
    return end


def _as_name(title: re.Match[bytes]) -> bytes:
    return _NOT_IN_NAME.sub(b"_", title[0])


def _blank(match: re.Match[bytes]) -> bytes:
    return _NOT_BREAK.sub(b" ", match[0])


def _calls_for_launches(out: bytearray) -> None:
    """``k<<<grid, block>>>(x)`` becomes ``k(  grid, block)  (x)``."""
    start = out.find(b"<<<")
    while start >= 0:
        close = out.find(b">>>", start, start + _MAX_LAUNCH)
        if close >= 0 and _OPENS_ARGUMENTS.match(out, close + 3):
            out[start : start + 3] = b"(  "
            out[close : close + 3] = b")  "
        start = out.find(b"<<<", start + 3)
