"""C-family text made digestible for a grammar that does not run the preprocessor.

Every change keeps length and line breaks, so all offsets stay true: conditional directives become
spaces (their branches stay, unless two of them cannot stand side by side), and so do the macros
and qualifiers that no grammar can tell from types. What was blanked is remembered by offset, so
that it still counts as a use of the macro.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from repobook.parse.code_text import SLASHED, without_comments

# A directive to its end; a backslash continues the line.
_DIRECTIVE: Final = re.compile(
    rb"#[ \t]*+(?P<word>[a-z]\w*+)(?P<rest>[^\n\\]*+(?:\\(?:\r?\n|.)?[^\n\\]*+)*+)"
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
    rb"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.){1,8}+'|//[^\n]*+|/\*.*?(?:\*/|\Z)", re.DOTALL
)
_RAW_STRING: Final = re.compile(rb"R\"([^ ()\\\s]{0,16})\(")
_MAX_UNCLOSED: Final = 20
_MAX_INDENT: Final = 200
_LONG: Final = 2000

_SPACES: Final = bytes(code if code in b"\r\n" else 0x20 for code in range(256))

# Words that begin a declaration or a statement: a macro before one of them is no type.
_KEYWORD: Final = (
    rb"(?:static|inline|virtual|explicit|constexpr|extern|typedef|template|class|struct|enum|union"
    rb"|friend|void|bool|int|char|short|long|float|double|unsigned|signed|auto|typename|using"
    rb"|namespace|const\s++[A-Za-z_]|consteval|mutable|return|if|for|while|switch|else|case|public"
    rb"|private|protected)\b"
)
# A type and the beginning of what it declares: two names in a row, or a name, stars and a name.
_TYPE_AND_NAME: Final = (
    rb"[A-Za-z_]\w*+(?:::\w++)*+(?:[ \t]*+<|\s*+[&*]++\s*+[A-Za-z_(]|\s++[A-Za-z_])"
)
_DECLARATION: Final = rb"(?:" + _KEYWORD + rb"|" + _TYPE_AND_NAME + rb")"
# ``(double, eps)``, which no expression begins with.
_TYPE_AND_LOWER_NAME: Final = (
    rb"\s*+(?:bool|int|long|char|float|double|unsigned|\w{1,60}_t\b|std::|(?:\w++::)*+[A-Z]|[\w:]++<)"
    rb"[^()]{0,200}?,\s*+[a-z_]\w*+\s*+"
)
_ARGUMENTS: Final = rb"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\))*+\)"

# One pass finds every candidate. The leading set lets the engine skip to them quickly; the
# look-behind drops the tails of longer words.
_CANDIDATE: Final = re.compile(
    rb"[A-Z_\]](?<!\w[A-Z_])(?:"
    rb"(?<=\])\s*+(?P<lambda>(?:[A-Z][A-Z0-9_]*+|__[a-z]+__)(?:\s++[A-Z_][\w]*+)?(?=\s*+\())"
    rb"|(?<=[A-Z_])[A-Z0-9_]{2,}+(?:"
    rb"(?=\s)(?:"
    rb"(?P<sure>(?=\s++(?:@|\Z|" + _DECLARATION + rb")))"
    rb"|(?P<head>(?=\s++(?:\[\[[\w:, ]{1,80}+\]\]\s*+)?"
    rb"[A-Za-z_][\w:]*+\s*+(?:final\b|\{|:(?!:)|<)))"
    rb"|(?P<last>(?=[ \t\r]*+\n\s*+(?:\}|[A-Z][A-Z0-9_]{2,}+\()))"
    rb"|(?P<maybe>(?=\s++[A-Za-z_~:])))"
    rb"|(?P<option>\(" + _TYPE_AND_LOWER_NAME + rb"\)\s*+=(?!=)[^;]{0,300}+(?=;))"
    rb"|\s*+(?P<call>" + _ARGUMENTS + rb")"
    rb"(?=[ \t\r]*+(?:\n\s*+(?:[A-Za-z_}~@]|//|/\*|\Z)|[A-Z][A-Z0-9_]++\(|" + _DECLARATION + rb"))"
    rb")"
    rb"|(?<=_)_(?:"
    rb"(?P<qualifier>(?:device|host|global|forceinline|noinline|shared|constant|managed)__(?!\w))"
    rb"|(?P<attribute>(?:attribute|launch_bounds|align)__\s*+" + _ARGUMENTS + rb")"
    rb"|(?P<dunder>(?!asm)[a-z]\w*?__(?!\w)(?=\s++(?:[A-Za-z_{]|->)))"
    rb")"
    rb")"
)
# Names that say of themselves that they are no type.
_TELLTALE: Final = re.compile(
    rb"(?:\w*_)?(?:API|EXPORTS?|PUBLIC|HIDDEN|VISIBLE|INLINE|NOINLINE|FORCEINLINE|DEVICE|HOST"
    rb"|UNUSED|NORETURN|RESTRICT|NODISCARD|DEPRECATED|CONSTEXPR|EXTERN|LOCAL|DLL|ALIGN|CDECL"
    rb"|STDCALL|WINAPI|ATTRIBUTE|ATTR)(?:_\w*)?"
)
_HEADED_BY: Final = re.compile(rb"(?:class|struct|union|enum)\Z")
_LINE_COMMENT: Final = re.compile(rb"//[^\n]*+\Z")
_MAX_LAUNCH: Final = 1000
_OPENS_ARGUMENTS: Final = re.compile(rb"\s{0,100}+\(")


class Macro(NamedTuple):
    """A ``#define``."""

    name: str
    start: int
    end: int
    signature: str


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
    includes: tuple[Included, ...]
    conditions: tuple[Condition, ...]


@lru_cache(maxsize=1)
def prepared(data: bytes) -> Prepared:
    """Asked for several times for each file, before the parse and after it."""
    preprocessor = _Preprocessor(data)
    if b"#" in data:
        preprocessor.run()
    out, uses = preprocessor.out, preprocessor.uses
    blanked = _blank_macros(out, uses)
    if b"<<<" in data:
        _calls_for_launches(out)
    return Prepared(
        bytes(out),
        tuple(uses),
        blanked,
        tuple(preprocessor.macros),
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
        return bytes(out[max(self.start, self.end - _MAX_INDENT) : self.end].rstrip())

    def blank(self, out: bytearray) -> None:
        out[self.start : self.end] = out[self.start : self.end].translate(_SPACES)


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
        self.includes: list[Included] = []
        self.conditions: list[Condition] = []
        self._groups: list[_Group] = []
        self._done = 0
        # Each level of nesting reads its branches again; hostile depth must not make it quadratic.
        self._budget = 50 * len(data)

    def run(self) -> None:
        raw_strings = _raw_strings(self.data)
        in_comment, seen = False, 0
        for match in _DIRECTIVE.finditer(self.data):
            start = match.start()
            in_comment = _in_comment(self.data, seen, start, in_comment)
            seen = start
            if in_comment or not _begins_line(self.data, start):
                continue
            if raw_strings and any(first < start < last for first, last in raw_strings):
                continue
            seen = self._directive(match)

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

    def _head(self, match: re.Match[bytes], head: re.Match[bytes]) -> bytes:
        return self.data[match.start() : match.start("rest") + head.end()]

    def _include(self, match: re.Match[bytes]) -> None:
        found = _INCLUDED.match(match["rest"])
        if found is not None:
            path = (found[1] or found[2] or found[3]).decode("utf-8", "replace")
            form = "system" if found[1] else "include"
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
            # Brackets in strings and comments do not count, but are dear to tell apart.
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
    found: list[tuple[int, int]] = []
    end = n_unclosed = 0
    while n_unclosed < _MAX_UNCLOSED and (match := _RAW_STRING.search(data, end)):
        close = data.find(b")" + match[1] + b'"', match.end())
        end = close if close >= 0 else match.end()
        n_unclosed += close < 0
        if close >= 0 and data.find(b"#", match.end(), close) >= 0:
            found.append((match.start(), close))
    return found


def _in_comment(data: bytes, start: int, end: int, before: bool) -> bool:
    """Whether a block comment is open at ``end``, given whether one was at ``start``."""
    if data.find(b"*", start, end) < 0:
        return before
    closed = data.rfind(b"*/", start, end)
    opened = data.rfind(b"/*", start, end)
    while opened > closed and not _opens_comment(data, opened):
        opened = data.rfind(b"/*", start, opened)
    if opened < 0 and closed < 0:
        return before
    return opened > closed


def _opens_comment(data: bytes, offset: int) -> bool:
    """Not so in a line comment or a string, such as ``"src/*.c"``."""
    begin = max(data.rfind(b"\n", max(0, offset - _MAX_INDENT), offset), 0, offset - _MAX_INDENT)
    before = data[begin:offset]
    return b"//" not in before and before.count(b'"') % 2 == 0


def _blank_code(out: bytearray, start: int, end: int, *, whole: bool) -> int:
    """Blank a directive but for the comments in it, or up to the first of them."""
    text = bytes(out[start:end])
    if b"//" not in text and b"/*" not in text:
        out[start:end] = text.translate(_SPACES)
        return end
    done = 0
    for comment in _COMMENT.finditer(text):
        out[start + done : start + comment.start()] = text[done : comment.start()].translate(
            _SPACES
        )
        done = comment.start()
        if not whole or not (comment[0].startswith(b"//") or comment[0].endswith(b"*/")):
            return start + done
        done = comment.end()
    out[start + done : end] = text[done:].translate(_SPACES)
    return end


def _begins_line(data: bytes | bytearray, offset: int) -> bool:
    if not offset or data[offset - 1] == 0x0A:
        return True
    before = data[max(0, offset - _MAX_INDENT) : offset]
    return not before[before.rfind(b"\n") + 1 :].strip()


def _blank_macros(out: bytearray, uses: list[tuple[int, int]]) -> dict[int, int]:
    blanked: dict[int, int] = {}
    for match in _CANDIDATE.finditer(out):
        kind = match.lastgroup
        if kind is None or (kind in _DOUBTFUL and not _is_macro(out, match)):
            continue
        start, end = match.span() if kind != "lambda" else match.span(kind)
        # A use is told by its name alone. The match reads what it is about to blank.
        name_end = out.find(b"(", start, end) if kind in _WITH_ARGUMENTS else end
        uses.append((start, start + len(out[start:name_end].rstrip())))
        out[start:end] = out[start:end].translate(_SPACES)
        blanked[end] = start
    return blanked


_DOUBTFUL: Final = frozenset(["head", "maybe", "last", "call", "option"])
_WITH_ARGUMENTS: Final = frozenset(["call", "option", "attribute"])


def _is_macro(out: bytearray, match: re.Match[bytes]) -> bool:
    start = match.start()
    if match.lastgroup in _WITH_ARGUMENTS:
        return _begins_line(out, start)
    before = _LINE_COMMENT.sub(b"", out[max(0, start - _MAX_INDENT) : start].rstrip()).rstrip()
    if match.lastgroup == "last":
        # The last of a list follows a comma or a brace; after a statement it is a macro.
        return before.endswith((b";", b"}"))
    if match.lastgroup == "head" and _HEADED_BY.search(before):
        return True
    return before.endswith(b"*") or _TELLTALE.fullmatch(match.group()) is not None


def _calls_for_launches(out: bytearray) -> None:
    """``k<<<grid, block>>>(x)`` becomes ``k(  grid, block)  (x)``."""
    start = out.find(b"<<<")
    while start >= 0:
        close = out.find(b">>>", start, start + _MAX_LAUNCH)
        if close >= 0 and _OPENS_ARGUMENTS.match(out, close + 3):
            out[start : start + 3] = b"(  "
            out[close : close + 3] = b")  "
        start = out.find(b"<<<", start + 3)
