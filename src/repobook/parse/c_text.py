"""C-family text made digestible for a grammar that does not run the preprocessor.

Every change keeps length and line breaks, so all offsets stay true: conditional directives become
spaces (their branches stay, unless two of them cannot stand side by side), and so do the macros
and qualifiers that no grammar can tell from types. What was blanked is remembered by offset, so
that it still counts as a use of the macro.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

# A directive up to its end or to the comment that follows it; a backslash continues the line.
_CONDITIONAL: Final = re.compile(
    rb"#[ \t]*+(?P<word>if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b"
    rb"(?P<condition>[^\n\\/]*+(?:(?:\\(?:\r?\n|.)?|/(?![*/]))[^\n\\/]*+)*+)"
)
_NEVER: Final = re.compile(rb"\s+0\s*")
_CONTINUES: Final = re.compile(rb"\s*+[{;,)=.]")
_COMPLETE: Final = (b";", b"{", b"}", b",", b":")
_CONDITION_NAME: Final = re.compile(rb"(?!defined\b)[A-Za-z_]\w*+(?!\s*+\()")
_MAX_INDENT: Final = 200

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
_ARGUMENTS: Final = rb"\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\))*+\)"

# One pass finds every candidate. The leading set lets the engine skip to them quickly; the
# look-behind drops the tails of longer words.
_CANDIDATE: Final = re.compile(
    rb"[#A-Z_\]](?<!\w[A-Z_])(?:"
    rb"(?<=#)[^\n]*+"
    rb"|(?<=\])\s*+(?P<lambda>(?:[A-Z][A-Z0-9_]*+|__[a-z]+__)(?:\s++[A-Z_][\w]*+)?(?=\s*+\())"
    rb"|(?<=[A-Z_])[A-Z0-9_]{2,}+(?:"
    rb"(?=\s)(?:"
    rb"(?P<sure>(?=\s++" + _DECLARATION + rb"))"
    rb"|(?P<head>(?=\s++[A-Za-z_][\w:]*+\s*+(?:\{|:(?!:)|<)))"
    rb"|(?P<maybe>(?=\s++[A-Za-z_~:])))"
    rb"|\s*+(?P<call>" + _ARGUMENTS + rb")(?=\s*+(?:\n\s*+[A-Za-z_}~]|" + _DECLARATION + rb"))"
    rb")"
    rb"|(?<=_)_(?:"
    rb"(?P<qualifier>(?:device|host|global|forceinline|noinline|shared|constant|managed)__(?!\w))"
    rb"|(?P<attribute>(?:attribute|launch_bounds)__\s*+" + _ARGUMENTS + rb")"
    rb"|(?P<dunder>(?!asm)[a-z]\w*?__(?!\w)(?=\s++[A-Za-z_]))"
    rb")"
    rb")"
)
# Names that say of themselves that they are no type.
_TELLTALE: Final = re.compile(
    rb"(?:\w*_)?(?:API|EXPORTS?|PUBLIC|HIDDEN|VISIBLE|INLINE|NOINLINE|FORCEINLINE|DEVICE|HOST"
    rb"|UNUSED|NORETURN|RESTRICT|NODISCARD|DEPRECATED|CONSTEXPR|EXTERN|LOCAL|DLL|ALIGN|CDECL"
    rb"|STDCALL|WINAPI|ATTRIBUTE|ATTR)(?:_\w*)?"
)
_HEADED_BY: Final = re.compile(rb"(?:class|struct|union|enum)\s+\Z")
_LAUNCH: Final = re.compile(rb"<<<([^;{}]{0,2000}?)>>>(?=\s*+\()")


class Prepared(NamedTuple):
    data: bytes
    """As long as the source, with the same line breaks."""
    macros: tuple[tuple[int, int], ...]
    """Where a macro was used that the grammar no longer sees."""


@lru_cache(maxsize=1)
def prepared(data: bytes) -> Prepared:
    """Asked for twice for each file, before the parse and after it."""
    out = bytearray(data)
    macros: list[tuple[int, int]] = []
    if b"#" in data:
        _flatten_conditionals(data, out, macros)
    _blank_macros(data, out, macros)
    if b"<<<" in data:
        _calls_for_launches(out)
    return Prepared(bytes(out), tuple(macros))


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

    def blank(self, out: bytearray) -> None:
        out[self.start : self.end] = out[self.start : self.end].translate(_SPACES)


class _Group(NamedTuple):
    """An ``#if`` with all its branches."""

    never: bool
    """``#if 0``: what follows need not even be code."""
    branches: list[_Branch]


def _flatten_conditionals(data: bytes, out: bytearray, macros: list[tuple[int, int]]) -> None:
    groups: list[_Group] = []
    done = 0
    for match in _CONDITIONAL.finditer(data):
        start, end = match.span()
        if not _begins_line(data, start):
            continue
        out[start:end] = match.group().translate(_SPACES)
        _note_condition(match, macros)
        if groups:
            groups[-1].branches[-1].count(out, done, start)
        done = end
        word = match.group("word")
        if word.startswith(b"if"):
            never = _NEVER.fullmatch(match.group("condition")) is not None
            groups.append(_Group(never, [_Branch(end)]))
        elif groups:
            _leave_branch(out, groups, start, end, closes=word == b"endif")


def _leave_branch(
    out: bytearray, groups: list[_Group], start: int, end: int, *, closes: bool
) -> None:
    group = groups[-1]
    group.branches[-1].end = start
    if not closes:
        group.branches.append(_Branch(end))
        return
    groups.pop()
    kept = _settle(out, group, end)
    if groups and kept:
        outer = groups[-1].branches[-1]
        outer.n_braces += kept.n_braces
        outer.n_parens += kept.n_parens


def _settle(out: bytearray, group: _Group, end: int) -> _Branch | None:
    """Blank the branches that cannot stay, and tell which one the surrounding text counts."""
    branches = group.branches
    if group.never:
        branches.pop(0).blank(out)
    if len(branches) > 1 and not _stand_side_by_side(out, branches, end):
        for branch in branches[1:]:
            branch.blank(out)
    return branches[0] if branches else None


def _stand_side_by_side(out: bytearray, branches: list[_Branch], end: int) -> bool:
    if any(branch.n_braces or branch.n_parens for branch in branches):
        return False
    if _CONTINUES.match(out, end) is None:
        return True
    # Two heads for one body, or two values for one variable: only one of them can stand.
    return any(_last_bytes(out, branch).endswith(_COMPLETE) for branch in branches)


def _last_bytes(out: bytearray, branch: _Branch) -> bytes:
    return bytes(out[max(branch.start, branch.end - _MAX_INDENT) : branch.end].rstrip())


def _begins_line(data: bytes | bytearray, offset: int) -> bool:
    before = data[max(0, offset - _MAX_INDENT) : offset]
    return not before[before.rfind(b"\n") + 1 :].strip()


def _note_condition(match: re.Match[bytes], macros: list[tuple[int, int]]) -> None:
    start = match.start("condition")
    for name in _CONDITION_NAME.finditer(match.group("condition")):
        macros.append((start + name.start(), start + name.end()))


def _blank_macros(data: bytes, out: bytearray, macros: list[tuple[int, int]]) -> None:
    for match in _CANDIDATE.finditer(out):
        kind = match.lastgroup
        if kind is None:
            continue
        start, end = match.span()
        if kind == "lambda":
            start = match.start(kind)
        elif kind in _DOUBTFUL and not _is_macro(out, match):
            continue
        out[start:end] = out[start:end].translate(_SPACES)
        macros.append((start, match.start(kind) if kind == "call" else end))


_DOUBTFUL: Final = frozenset(["head", "maybe", "call"])


def _is_macro(out: bytearray, match: re.Match[bytes]) -> bool:
    start = match.start()
    if match.lastgroup == "call":
        return _begins_line(out, start)
    before = bytes(out[max(0, start - 20) : start])
    if match.lastgroup == "head" and _HEADED_BY.search(before):
        return True
    return before.rstrip().endswith(b"*") or _TELLTALE.fullmatch(match.group()) is not None


def _calls_for_launches(out: bytearray) -> None:
    """``k<<<grid, block>>>(x)`` becomes ``k(  grid, block)  (x)``."""
    for match in _LAUNCH.finditer(bytes(out)):
        start, end = match.span()
        out[start : start + 3] = b"(  "
        out[end - 3 : end] = b")  "
