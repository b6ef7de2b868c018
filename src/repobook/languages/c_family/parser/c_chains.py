"""The notation in which C-family facts name types and expressions, for the resolver to follow.

A *type* is its name as written, without qualifiers, pointers and references, template arguments
kept: ``c10::intrusive_ptr<Foo>``. An *expression* is a chain of names with what happens to them:
``a.b()->c[]`` calls ``b`` of ``a``, takes ``c`` of what that points to and an element of it; it may
begin with the type of something local to a function, ``<Foo>.b()``, or with ``this``. ``?`` is what
cannot be followed. The receiver of a reference is such an expression with its separator, then
``@`` and the scope that it stands in, then ``#`` and the number of arguments of a call:
``<Foo>->@c10.Bar#2``; each of the three may be missing. ``struct`` alone before the scope says
that a tag is meant and no alias of the same name.
"""

import re
from functools import lru_cache
from typing import Final

UNKNOWN: Final = "?"

_MAX_TYPE: Final = 200
_MAX_EXPRESSION: Final = 400
_MAX_DEPTH: Final = 6
_SIMPLE_TYPE: Final = re.compile(
    r"(?:const\s+)?(?:::)?(?P<name>[^\W\d]\w*(?:::[^\W\d]\w*)*)(?:\s+const)?[\s*&]*"
)
_SIMPLE_EXPRESSION: Final = re.compile(r"[^\W\d]\w*(?:(?:::|->|\.)[^\W\d]\w*)*")
_WORDS: Final = re.compile(r"\w+")
_FIRST_NAME: Final = re.compile(r"\w+")
_PRIMITIVE: Final = frozenset(
    _WORDS.findall(
        "void bool char short int long float double unsigned signed wchar_t char8_t char16_t"
        " char32_t auto decltype size_t ssize_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t"
        " uint16_t uint32_t uint64_t uintptr_t intptr_t"
    )
)
_QUALIFIERS: Final = frozenset(
    _WORDS.findall(
        "const volatile struct class enum union typename static inline constexpr mutable register"
        " extern thread_local virtual explicit friend restrict __restrict template"
    )
)
_TYPE_TOKEN: Final = re.compile(r"[^\W\d]\w*|\d\w*|::|[<>,()*&\[\].]|\s+|.", re.DOTALL)
_STEP: Final = re.compile(
    r"\s*(?:(?P<separator>::|->|\.)\s*)?(?:(?P<name>[~]?[^\W\d]\w*)|(?P<open>[(\[{<]))"
)
_CLOSING: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
_BRACKET: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[()\[\]{}]", re.DOTALL)
_ANGLE: Final = re.compile(r"[<>]|->|[^\w\s:,*&()\[\].]")
# The type of a call of one of these is its template argument.
_TELLS_ITS_TYPE: Final = re.compile(
    r"(?:\w+::)*(?:(?:static|dynamic|const|reinterpret)_(?:pointer_)?cast|make_\w+|bit_cast)"
)
_PASSES_ON: Final = frozenset(
    ["std::move", "std::forward", "std::ref", "std::cref", "std::as_const"]
)


@lru_cache(maxsize=1 << 14)
def type_expression(written: str) -> str:
    """Empty where the type has no name that leads anywhere: a number, ``auto``."""
    if match := _SIMPLE_TYPE.fullmatch(written):
        name = match.group("name")
        return "" if name in _PRIMITIVE or name in _QUALIFIERS else name
    if len(written) > _MAX_TYPE:
        return ""
    parts, end = _type(_TYPE_TOKEN.findall(written), 0, 0)
    return parts if end else ""


@lru_cache(maxsize=1 << 14)
def value_expression(written: str) -> str:
    """What an expression gives, as a chain of steps, or ``?``."""
    if _SIMPLE_EXPRESSION.fullmatch(written):
        return written
    return _expression(written, 0) if len(written) <= _MAX_EXPRESSION else UNKNOWN


def first_name(expression: str) -> str:
    """The name that an expression begins with, or nothing."""
    match = _FIRST_NAME.match(expression)
    return match[0] if match else ""


def _type(tokens: list[str], start: int, depth: int) -> tuple[str, int]:
    """The type that begins at a token, and where it ends (0 where it cannot be read)."""
    name, arguments, n = "", "", start
    while n < len(tokens):
        token = tokens[n]
        if token == "<":
            arguments, n = _type_arguments(tokens, n + 1, depth + 1)
            if not n:
                return "", 0
            continue
        if token in (",", ">"):
            break
        if token == "::":
            name, arguments = (f"{name}::" if name else ""), ""
        elif token.isidentifier() and token not in _QUALIFIERS:
            name = name + token if name.endswith("::") or not name else name
        elif token == "(":
            # A function type such as ``void(int)`` names nothing to follow.
            n = _matching(tokens, n)
        n += 1
    if name in _PRIMITIVE:
        name = arguments = ""
    return (f"{name}<{arguments}>" if name and arguments else name), max(n, 1)


def _type_arguments(tokens: list[str], start: int, depth: int) -> tuple[str, int]:
    arguments, n = [], start
    while n < len(tokens) and depth < _MAX_DEPTH:
        argument, n = _type(tokens, n, depth)
        if not n:
            break
        arguments.append(argument)
        if n < len(tokens) and tokens[n] == ">":
            return ",".join(arguments).rstrip(","), n + 1
        n += 1
    return "", 0


def _matching(tokens: list[str], start: int) -> int:
    depth = 0
    for n in range(start, len(tokens)):
        depth += (tokens[n] == "(") - (tokens[n] == ")")
        if depth == 0:
            return n
    return len(tokens)


def _expression(written: str, depth: int) -> str:
    text = written.strip()
    if depth > _MAX_DEPTH or not text:
        return UNKNOWN
    if text[0] in "*&":
        inner = _expression(text[1:], depth + 1)
        return f"{inner}[]" if text[0] == "*" and inner != UNKNOWN else inner
    if text.startswith("new "):
        type_ = type_expression(_up_to_bracket(text[4:]))
        return f"<{type_}>" if type_ else UNKNOWN
    return _chain(text, depth)


def _chain(text: str, depth: int) -> str:
    steps, n = "", 0
    while n < len(text):
        match = _STEP.match(text, n)
        if match is None:
            return UNKNOWN
        separator, name, opening = match.group("separator") or "", match["name"], match["open"]
        if name:
            if bool(steps) != bool(separator):
                return UNKNOWN
            steps, n = f"{steps}{separator}{name}", match.end()
            continue
        end = _closing(text, match.end() - 1)
        if end < 0 or separator:
            return UNKNOWN
        steps = _bracketed(steps, opening, text[match.end() : end], depth)
        if steps == UNKNOWN:
            return UNKNOWN
        n = end + 1
    return steps or UNKNOWN


def _bracketed(steps: str, opening: str, inside: str, depth: int) -> str:
    if not steps:
        return _expression(inside, depth + 1) if opening == "(" else UNKNOWN
    if opening == "[":
        return f"{steps}[]"
    if opening == "<":
        argument = type_expression(inside)
        if _TELLS_ITS_TYPE.fullmatch(steps):
            return f"<{argument}>" if argument else UNKNOWN
        return steps
    if opening == "(" and steps in _PASSES_ON:
        return _expression(inside, depth + 1)
    return steps if steps.startswith("<") and steps.endswith(">") else f"{steps}()"


def _closing(text: str, start: int) -> int:
    """Where the bracket that opens at ``start`` closes, or -1."""
    if text[start] == "<":
        return _closing_angle(text, start)
    depth = 0
    for match in _BRACKET.finditer(text, start):
        bracket = match[0]
        if bracket in "([{":
            depth += 1
        elif bracket in ")]}":
            depth -= 1
            if depth == 0:
                return match.start() if bracket == _CLOSING[text[start]] else -1
    return -1


def _closing_angle(text: str, start: int) -> int:
    depth = 0
    for match in _ANGLE.finditer(text, start):
        if match[0] not in ("<", ">"):
            return -1
        depth += 1 if match[0] == "<" else -1
        if depth == 0:
            return match.start()
    return -1


def _up_to_bracket(text: str) -> str:
    return text.partition("(")[0].partition("{")[0].partition("[")[0]
