"""What a branch does where that is short: the one or two statements between its brackets.

Read from the text of short branches, because grammars count comments as statements.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tree_sitter import Node

from repobook.parse.decisions.deciding_calls import Exit

_MAX_BYTES: Final = 1000
_MAX_STATEMENTS: Final = 2
_MIN_LETTERS: Final = re.compile(rb"[A-Za-z_$][\w$]*")
# What leaves is captured as such; what nests holds branches of its own; the rest does nothing.
_NO_ACTION: Final = frozenset(
    b"return raise throw continue goto if for while do switch try with match def class function "
    b"async case default pass else co_return yield var let const".split()
)
_FIRST: Final = re.compile(rb"[\s{]*([A-Za-z_$][\w$]*)")
_MARKS: Final = re.compile(rb"[\"'#]|//|/\*")
_DECLARES: Final = re.compile(rb"(?:[\w:<>]+[ *&]+)+\w+\s*(?:=[^=]|;)")
_COMMENT: Final = (b"#", b"//", b"/*")


def branch_statements(
    data: bytes, arms: Iterable[Node], tokens: re.Pattern[bytes]
) -> Iterator[Exit]:
    for node in arms:
        start, end = node.start_byte, node.end_byte
        if end - start <= _MAX_BYTES and _may_be_actions(raw := data[start:end]):
            plain = tokens.sub(_blank, raw)
            first, last = _inside(plain)
            if _are_actions(plain[first:last]):
                yield Exit("do", start + first, start + last)


def _may_be_actions(raw: bytes) -> bool:
    """The first word of most branches, or how much is in them, shows that they are none."""
    first = _FIRST.match(raw)
    if first and first[1] in _NO_ACTION:
        return False
    if _MARKS.search(raw):
        return True
    return raw.count(b"{") <= 1 and raw.count(b";") <= _MAX_STATEMENTS


def _blank(match: re.Match[bytes]) -> bytes:
    """Of comments nothing is left, of strings that they are there; brackets stay."""
    text = match[0]
    if len(text) == 1:
        return text
    return (b" " if text.startswith(_COMMENT) else b"_") * len(text)


def _inside(plain: bytes) -> tuple[int, int]:
    """Where the text between the braces lies, if there are any."""
    stripped = plain.strip()
    is_braced = stripped.startswith(b"{") and stripped.endswith(b"}")
    first, last = plain.find(stripped), plain.find(stripped) + len(stripped)
    if is_braced:
        first, last = first + 1, last - 1
    inner = plain[first:last]
    first += len(inner) - len(inner.lstrip())
    return first, first + len(inner.strip())


def _are_actions(code: bytes) -> bool:
    """One statement, or two that each end in a semicolon."""
    if b"{" in code:
        return False
    statements = [statement.strip() for statement in code.rstrip(b"; \t\n").split(b";")]
    return len(statements) <= _MAX_STATEMENTS and all(map(_is_action, statements))


def _is_action(code: bytes) -> bool:
    word = _MIN_LETTERS.match(code.lstrip(b"*(+-&"))
    if word is None or word[0] in _NO_ACTION or _has_open_break(code):
        return False
    return not _DECLARES.match(code + b";")


def _has_open_break(code: bytes) -> bool:
    """A line ends outside of brackets: what follows may be another statement."""
    depth = 0
    for sign in re.finditer(rb"[(\[)\]\n]", code):
        if sign[0] == b"\n" and not depth:
            return True
        depth += (sign[0] in b"([") - (sign[0] in b")]")
    return False
