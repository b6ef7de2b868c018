"""Python's settled expressions: how a file says what a name stands for, over its module's names.

What is local to a function is settled here and never leaves the file. Receivers of references,
bases and values of definitions are written as::

    expression := root step*
    root := NAME          a name of the module: a definition, by its qualified name where it is
                          nested (``outer.inner``), a module-level import, or a builtin
          | "@N"          what the N-th import of this file binds, where that stands in a function
                          or class; ``import a.b`` binds ``a``
          | "super(Q)"    the class after Q, a qualified name of this file, in inheritance order
          | "[" expression "]"   something whose elements are that
          | "?"           cannot be followed; it stands alone, without steps
    step := "." NAME      an attribute
          | "()"          what calling it gives: a value of a class, the result of a function
          | "[]"          an element: a subscript or a turn of a loop; of a class the class itself

``await x`` is written as ``x``; ``with x as y`` makes y ``x.__enter__()``, ``async with``
``x.__aenter__()``. A reference whose receiver is empty means a name of the module or a builtin;
the receiver ``@N=`` means the binding of import N itself.

A file is read as Latin-1 so that the index of a character is its offset in bytes.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

UNKNOWN: Final = "?"
# Nobody follows further, and what is built of its predecessors must not grow without end.
MAX_EXPRESSION: Final = 160

NAME: Final = r"[^\W\d][\w\x80-\xff]*+"
_MAX_BRACKETS: Final = 4000
_BLANK: Final = r"(?:[ \t\r\n\f]|\\\r?\n)*"
_ROOT: Final = re.compile(rf"{_BLANK}(?:await\b{_BLANK})?({NAME})")
_STEP: Final = re.compile(rf"{_BLANK}(?:\.{_BLANK}({NAME})|([(\[]))")
_FLAT_BRACKETS: Final = re.compile(r"\([^()\[\]{}'\"#]*+\)|\[[^()\[\]{}'\"#]*+\]")
_BRACKET_TOKEN: Final = re.compile(
    r"\"{3}(?:[^\"\\]++|\\.|\"(?!\"\"))*\"{3}|'{3}(?:[^'\\]++|\\.|'(?!''))*'{3}"
    r"|\"(?:[^\"\\\n]++|\\.)*\"|'(?:[^'\\\n]++|\\.)*'|#[^\n]*|[()\[\]{}]",
    re.DOTALL,
)
_PURE: Final = re.compile(rf"{NAME}(?:\.{NAME})*")
_END: Final = re.compile(rf"(?:{_BLANK}#[^\n]*+\n)*{_BLANK}")
_SUPER: Final = re.compile(r"super\(([^()]*)\)")
_TYPE_OF: Final = re.compile(rf"type\(({NAME})\)")
_NO_NAMES: Final = frozenset(
    [
        "None",
        "True",
        "False",
        "not",
        "lambda",
        "if",
        "else",
        "for",
        "in",
        "is",
        "and",
        "or",
        "yield",
    ]
)


class Chain(NamedTuple):
    """``a.b(c).d`` read from its text: root ``a``, path ``.b()``, name ``d``."""

    root: str
    """Empty for a bare name; ``super(…)`` and ``type(x)`` as written; ``?`` for what is no name."""
    path: str
    name: str


class Primary(NamedTuple):
    """An expression made of names, attributes, calls and subscripts, and where it ends."""

    root: str
    path: str
    end: int


@lru_cache(maxsize=1 << 16)
def read_chain(text: str) -> Chain:
    """The last name of a chain and what it is a name of; the same chains come back in files."""
    if text.isidentifier():
        return Chain("", "", text)
    if _PURE.fullmatch(text):
        receiver, _, name = text.rpartition(".")
        root, dot, path = receiver.partition(".")
        return Chain(root, dot + path, name)
    primary = read_primary(text, 0, len(text))
    if primary is None or primary.end != len(text) or primary.path.endswith((")", "]")):
        return Chain(UNKNOWN, "", last_name(text))
    path, _, name = primary.path.rpartition(".")
    if not name:
        return Chain("", "", primary.root)
    return Chain(primary.root, path, name)


def last_name(text: str) -> str:
    n_before = len(text)
    while n_before and (
        text[n_before - 1].isalnum() or text[n_before - 1] in "_" or text[n_before - 1] > "\x7f"
    ):
        n_before -= 1
    name = text[n_before:]
    return name if name and not name[0].isdigit() else ""


def read_primary(text: str, start: int, limit: int) -> Primary | None:
    """The primary expression that begins at an offset."""
    match = _ROOT.match(text, start, limit)
    if match is None or match[1] in _NO_NAMES:
        return None
    root, at = match[1], match.end()
    if root in ("super", "type"):
        special = (_SUPER if root == "super" else _TYPE_OF).match(text, match.start(1), limit)
        if special is not None:
            root, at = special[0], special.end()
    path: list[str] = []
    while (step := _STEP.match(text, at, limit)) is not None:
        if step[1]:
            path.append(f".{step[1]}")
            at = step.end()
            continue
        closed = closing(text, step.start(2), limit)
        if closed < 0:
            return None
        path.append("()" if step[2] == "(" else "[]")
        at = closed
    return Primary(root, "".join(path), at)


def closing(text: str, start: int, limit: int) -> int:
    """Where the bracket that opens at an offset is closed, or -1 where that is too far."""
    flat = _FLAT_BRACKETS.match(text, start, limit)
    if flat is not None:
        return flat.end()
    depth = 0
    for token in _BRACKET_TOKEN.finditer(text, start, min(limit, start + _MAX_BRACKETS)):
        if token[0] in "([{":
            depth += 1
        elif token[0] in ")]}":
            depth -= 1
            if depth == 0:
                return token.end()
    return -1


def ends_at(text: str, at: int, limit: int) -> bool:
    """Nothing but blanks and comments follows before the limit."""
    match = _END.match(text, at, limit)
    return match is not None and match.end() == limit


def split_arguments(text: str) -> Iterator[str]:
    """The parts between commas outside of brackets."""
    depth = start = 0
    for token in re.finditer(r"[()\[\]{},]", text):
        if token[0] == ",":
            if depth == 0:
                yield text[start : token.start()]
                start = token.end()
        else:
            depth += 1 if token[0] in "([{" else -1
    yield text[start:]
