"""Macros and qualifiers that no grammar can tell from types become spaces of the same length.

Whether a name in capitals is a macro is decided by its context: ``API int f();`` has a type behind
it, ``int n GUARDED_BY(m);`` a name before it, ``int f(int n) CHECKED;`` parameters.
"""

import re
from typing import Final

MAX_INDENT: Final = 200
SPACES: Final = bytes(code if code in b"\r\n" else 0x20 for code in range(256))

# Words that begin a declaration or a statement: a macro before one of them is no type.
_KEYWORD: Final = (
    rb"(?:static|inline|virtual|explicit|constexpr|extern|typedef|template|class|struct|enum|union"
    rb"|friend|void|bool|int|char|short|long|float|double|unsigned|signed|auto|typename|using"
    rb"|namespace|consteval|mutable|return|if|for|while|switch|else|case|public"
    rb"|private|protected)\b"
)
# A type and the beginning of what it declares: two names in a row, or a name, stars and a name.
_TYPE_AND_NAME: Final = (
    rb"[A-Za-z_]\w*+(?>(?:::\w++)*)(?:[ \t]*+<|\s*+[&*]++\s*+[A-Za-z_(]|\s++[A-Za-z_])"
)
_BUILTIN: Final = (
    rb"(?:void|bool|_Bool|int|char|short|long|float|double|unsigned|signed|size_t|u?int\d{1,2}_t)"
)
# ``API const Row row`` has a type and a name behind ``const``; ``U32 const row`` a name alone.
_CONSTANT: Final = (
    rb"const\s++(?:(?:" + _BUILTIN + rb"|struct|enum|union|auto)\b|" + _TYPE_AND_NAME + rb")"
)
_DECLARATION: Final = (
    rb"(?:" + _KEYWORD + rb"|" + _CONSTANT + rb"|(?!const\b)" + _TYPE_AND_NAME + rb")"
)
# Of the BSDs and of Linux, in lower case: no context tells them from types.
_SYSTEM: Final = (
    rb"(?:unused|dead|dead2|packed|maybe_unused|always_unused|init|exit|user|iomem|force|rcu"
    rb"|percpu|weak|pure|hot|cold|must_check|always_inline|noreturn|noinline|read_mostly"
    rb"|ro_after_init|initdata|initconst|sched|visible|bitwise|malloc|deprecated|nonstring)"
)
# ``(double, eps)``, which no expression begins with.
_TYPE_AND_LOWER_NAME: Final = (
    rb"\s*+(?:bool|int|long|char|float|double|unsigned|\w{1,60}_t\b|std::|(?>(?:\w++::)*)[A-Z]|[\w:]++<)"
    rb"[^()]{0,200}?,\s*+[a-z_]\w*+\s*+"
)
_ARGUMENTS: Final = rb"\((?>(?:[^()]|\((?>(?:[^()]|\((?>(?:[^()]|\([^()]*+\))*)\))*)\))*)\)"

_CAPITALS: Final = rb"[A-Z_][A-Z0-9_]{2,}+(?!\w)"

# One pass finds every candidate. The leading set lets the engine skip to them quickly; the
# look-behind drops the tails of longer words.
_CANDIDATE: Final = re.compile(
    rb"[A-Z_\])](?<!\w[A-Z_])(?:"
    rb"(?<=\))\s++(?P<trailer>" + _CAPITALS + rb"(?>(?:\s++" + _CAPITALS + rb")*))(?=\s*+[;{])"
    rb"|"
    rb"(?<=\])(?:"
    rb"\s(?P<item>[A-Z][A-Z0-9_]{2,}+" + _ARGUMENTS + rb")(?=\s*+(?:;|=(?!=)))"
    rb"|\s*+(?P<lambda>(?:[A-Z][A-Z0-9_]*+|__[a-z]+__)(?:\s++[A-Z_][\w]*+)?(?=\s*+\()))"
    rb"|(?<=[A-Z_])[A-Z0-9_]{2,}+(?:"
    rb"(?=\s)(?:"
    rb"(?P<sure>(?=\s++(?:@|\Z|" + _DECLARATION + rb")))"
    rb"|(?P<head>(?=\s++(?:\[\[[\w:, ]{1,80}+\]\]\s*+)?"
    rb"[A-Za-z_][\w:]*+\s*+(?:final\b|\{|:(?!:)|<)))"
    rb"|(?P<last>(?=[ \t\r]*+\n\s*+(?:\}|[A-Z][A-Z0-9_]{2,}+\()))"
    rb"|(?P<alone>(?=[ \t\r]*+\n(?:[ \t]*+[A-Z][A-Z0-9_]{2,}+)?(?:[ \t\r]*+\n|[ \t]*+/[/*])))"
    rb"|(?P<maybe>(?=\s++[A-Za-z_~:]))"
    rb"|(?P<far>(?=\s++\*\s*+[A-Za-z_])))"
    rb"|(?P<option>\(" + _TYPE_AND_LOWER_NAME + rb"\)\s*+=(?!=)[^;]{0,300}+(?=;))"
    rb"|(?P<headed>" + _ARGUMENTS + rb"(?=\s++[A-Za-z_][\w:]*+\s*+(?:final\b|\{|:(?!:)|<)))"
    rb"|\s*+(?P<call>" + _ARGUMENTS + rb")"
    rb"(?=[ \t\r]*+(?:\n\s*+(?:[A-Za-z_}~@]|//|/\*|\Z)|[A-Z][A-Z0-9_]++\(|" + _DECLARATION + rb"))"
    rb")"
    # ``Queue queue_ GUARDED_BY(mutex_);``, seldom looked at: most calls begin a line.
    rb"|(?<=\w [A-Z_])[A-Z0-9_]{2,}+(?:(?P<note>" + _ARGUMENTS + rb")(?=\s*+(?:;|=(?!=)))"
    rb"|(?P<parameter>(?=[,)])))"
    rb"|(?<=[\w)] [A-Z_])[A-Z0-9_]{2,}+(?P<clause>" + _ARGUMENTS + rb")(?=\s*+[;{])"
    rb"|(?<=_)_(?:"
    rb"(?P<qualifier>(?:device|host|global|forceinline|noinline|shared|constant|managed)__(?!\w))"
    rb"|(?P<system>" + _SYSTEM + rb"(?!\w)(?=\s++[A-Za-z_*]))"
    rb"|(?P<attribute>(?:(?:attribute|launch_bounds|align)__|printflike|scanflike|strftimelike"
    rb"|aligned|printf|scanf)\s*+" + _ARGUMENTS + rb")"
    rb"|(?P<dunder>(?!asm)[a-z]\w*?__(?!\w)(?=\s++(?:[A-Za-z_{]|->)))"
    rb")"
    rb")"
)
# Names that say of themselves that they are no type.
_TELLTALE: Final = re.compile(
    rb"(?:\w*_)?(?:API|EXPORTS?|PUBLIC|HIDDEN|VISIBLE|INLINE|NOINLINE|FORCEINLINE|DEVICE|HOST"
    rb"|UNUSED|NORETURN|RESTRICT|NODISCARD|DEPRECATED|CONSTEXPR|EXTERN|LOCAL|DLL|ALIGN|CDECL"
    rb"|STDCALL|FASTCALL|WINAPI|APIENTRY|CALLBACK|JNICALL|ATTRIBUTE|ATTR)(?:_\w*)?"
)
# ``BOOL WINAPI f(``: what stands before the macro is the type, there is no other.
_MACRO_AND_FUNCTION: Final = re.compile(rb"\s++(?P<macro>[A-Z_][A-Z0-9_]{2,}+)\s++\w++\s*+\(")
# ``int EXPORT f(``, ``char FAR *p``: behind the type one of two names, or of a name and a star.
_TYPED: Final = re.compile(rb"(?<!\w)" + _BUILTIN + rb"\Z")
_TYPE_ALONE: Final = re.compile(rb"(?:\A|\n|[;}]) *+(\w++)\Z")
_FUNCTION: Final = re.compile(rb"\s++\w++\(")
_HEADED_BY: Final = re.compile(rb"(?:class|struct|union|enum)\Z")
_LINE_COMMENT: Final = re.compile(rb"//[^\n]*+\Z")
# What a declaration ends with: a type, or stars, and the name that is declared.
_DECLARED: Final = re.compile(
    rb"(?:(?<!\w)(?P<type>[A-Za-z_]\w*+)\s++|[*&>]\s*+(?:const\s++)?)(?>(?:[A-Za-z_]\w*+::)*)"
    rb"(?P<name>[A-Za-z_]\w*+)(?>(?:\[[^\[\]]*+\])*)\s*+\Z"
)
_COMMENTS: Final = re.compile(rb"(?>(?:\s++|//[^\n]*+|/\*.*?\*/)*)", re.DOTALL)
_MAX_COMMENT: Final = 10_000
_BEGINS_DECLARATION: Final = re.compile(rb"[A-Za-z_@\[]")
_BEHIND_PARAMETERS: Final = re.compile(rb"\)(?>(?:\s++(?:const|final|noexcept|override))*)\s*+\Z")
_MAX_PARAMETERS: Final = 1000
_NO_TYPES: Final = frozenset(
    b"class const constexpr delete else enum explicit extern friend goto inline mutable namespace"
    b" new operator register return static struct throw typedef typename union using virtual"
    b" volatile".split()
)
_NO_NAMES: Final = _NO_TYPES | frozenset(
    b"auto bool char double final float int long noexcept override short signed unsigned"
    b" void".split()
)


def blank_macros(out: bytearray, uses: list[tuple[int, int]]) -> dict[int, int]:
    blanked: dict[int, int] = {}
    in_comment, read_to = False, 0
    for match in _CANDIDATE.finditer(out):
        kind = match.lastgroup
        if kind is None:
            continue
        start, end = match.span(kind if kind in _BEHIND_BRACKET else 0)
        in_comment = is_in_comment(out, read_to, start, in_comment)
        read_to = start
        if in_comment or _is_in_line_comment_or_string(out, start):
            continue
        if kind in _DOUBTFUL and not _is_macro(out, match, start):
            continue
        # A use is stored by its name alone. The match reads what it is about to blank.
        name_end = out.find(b"(", start, end) if kind in _WITH_ARGUMENTS else end
        if kind == "trailer":
            uses += [name.span() for name in _NAME.finditer(out, start, end)]
        else:
            uses.append((start, start + len(out[start:name_end].rstrip())))
        out[start:end] = out[start:end].translate(SPACES)
        blanked[end] = start
    return blanked


_NAME: Final = re.compile(rb"\w++")
_NOTES: Final = frozenset(["note", "item", "clause", "trailer", "parameter"])
_DOUBTFUL: Final = (
    frozenset(["sure", "head", "maybe", "far", "last", "alone", "call", "headed", "option"])
    | _NOTES
)
_WITH_ARGUMENTS: Final = frozenset(
    ["call", "headed", "option", "attribute", "note", "item", "clause"]
)
_BEHIND_BRACKET: Final = frozenset(["lambda", "item", "trailer"])
_BEHIND_PARAMETERS_ALONE: Final = frozenset(["clause", "trailer"])


def _is_macro(out: bytearray, match: re.Match[bytes], start: int) -> bool:
    if match.lastgroup == "sure":
        return not _is_type_of_function(out, match)
    if match.lastgroup in _NOTES:
        before = bytes(out[max(0, start - _MAX_PARAMETERS) : start])
        is_behind = match.lastgroup in _BEHIND_PARAMETERS_ALONE
        return _declares(_without_parameters(before) if is_behind else before)
    if match.lastgroup == "headed":
        # ``class EXPORT(CORE) Box {``
        return _HEADED_BY.search(out[max(0, start - MAX_INDENT) : start].rstrip()) is not None
    if match.lastgroup in _WITH_ARGUMENTS:
        return begins_line(out, start)
    before = _LINE_COMMENT.sub(b"", out[max(0, start - MAX_INDENT) : start].rstrip()).rstrip()
    if match.lastgroup == "last":
        # The last of a list follows a comma or a brace; after a statement it is a macro.
        return before.endswith((b";", b"}"))
    if match.lastgroup == "alone":
        return begins_line(out, start) and _stands_alone(out, start, match.end())
    if match.lastgroup == "head" and _HEADED_BY.search(before):
        return True
    if _TYPED.search(before) or _stands_before_function(before, out, match.end()):
        return True
    is_behind_star = match.lastgroup != "far" and before.endswith(b"*")
    return is_behind_star or _TELLTALE.fullmatch(match.group()) is not None


def _is_type_of_function(out: bytearray, match: re.Match[bytes]) -> bool:
    behind = _MACRO_AND_FUNCTION.match(out, match.end())
    return (
        behind is not None
        and _TELLTALE.fullmatch(behind["macro"]) is not None
        and _TELLTALE.fullmatch(match.group()) is None
    )


def _stands_before_function(before: bytes | bytearray, out: bytearray, end: int) -> bool:
    """``gzFile EXPORT gzopen(``: of three names in a row one is a macro."""
    typed = _TYPE_ALONE.search(before) if _FUNCTION.match(out, end) else None
    return typed is not None and typed[1] not in _NO_TYPES and not typed[1].isupper()


def _stands_alone(out: bytearray, start: int, end: int) -> bool:
    """``BEGIN_NAMESPACE`` between two declarations, with a comment or an empty line behind it."""
    lines = reversed(out[max(0, start - _MAX_COMMENT) : start].splitlines())
    code = (line.partition(b"//")[0].strip() for line in lines)
    last = next((line for line in code if line), b";")
    if not last.endswith((b";", b"}", b"{", b"*/")):
        return False
    following = _COMMENTS.match(out, end, end + _MAX_COMMENT)
    return following is not None and _BEGINS_DECLARATION.match(out, following.end()) is not None


def _without_parameters(head: bytes) -> bytes:
    """Of a function, up to its name; nothing where the end is no list of parameters."""
    end = _BEHIND_PARAMETERS.search(head)
    at, n_open = end.start() if end else -1, 1
    while at > 0 and n_open:
        at = max(head.rfind(b"(", 0, at), head.rfind(b")", 0, at))
        n_open += 1 if head[at : at + 1] == b")" else -1
    return head[: max(at, 0)]


def _declares(head: bytes) -> bool:
    """``int size GUARDED_BY(m)`` has a name before the macro, ``int SIZE(m)`` only a type."""
    line = head[max(head.rfind(mark) for mark in (b"\n", b";", b"{", b"}")) + 1 :]
    if b"//" in line or b'"' in line:
        return False
    declared = _DECLARED.search(line)
    if declared is None or declared["type"] in _NO_TYPES:
        return False
    # One in capitals is more likely another macro: ``BOOL WINAPI RUN(int n);``.
    return declared["name"] not in _NO_NAMES and not declared["name"].isupper()


def begins_line(data: bytes | bytearray, offset: int) -> bool:
    if not offset or data[offset - 1] == 0x0A:
        return True
    before = data[max(0, offset - MAX_INDENT) : offset]
    return not before[before.rfind(b"\n") + 1 :].strip()


def is_in_comment(data: bytes | bytearray, start: int, end: int, before: bool) -> bool:
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


def _opens_comment(data: bytes | bytearray, offset: int) -> bool:
    """Not so in a line comment or a string, such as ``"src/*.c"``."""
    return not _is_in_line_comment_or_string(data, offset)


def _is_in_line_comment_or_string(data: bytes | bytearray, offset: int) -> bool:
    begin = max(data.rfind(b"\n", max(0, offset - MAX_INDENT), offset), 0, offset - MAX_INDENT)
    before = data[begin:offset]
    return b"//" in before or before.count(b'"') % 2 == 1
