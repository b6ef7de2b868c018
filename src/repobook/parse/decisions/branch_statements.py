"""What a branch does where that is short: the few statements between its brackets.

Read from the text of short branches, because grammars count comments as statements.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tree_sitter import Node

from repobook.model.facts import DecisionKind
from repobook.parse.decisions.deciding_calls import Exit

_MAX_BYTES: Final = 600
_MAX_STATEMENTS: Final = 3
_MIN_LETTERS: Final = re.compile(rb"[A-Za-z_$][\w$]*")
# A statement that leaves is shown with what is done before it; alone it is captured as such.
_LEAVING: Final[dict[bytes, DecisionKind]] = {
    b"return": "return",
    b"continue": "continue",
    b"goto": "goto",
}
# What nests holds branches of its own; what raises has a table; the rest does nothing.
_NO_ACTION: Final = frozenset(
    b"raise throw if for while do switch try with match def class function func fn select defer "
    b"async case default pass else co_return yield var let const".split()
)
_DECLARING: Final = frozenset([b"var", b"let", b"const"])
_FIRST: Final = re.compile(rb"[\s{]*([A-Za-z_$][\w$]*)")
_MARKS: Final = re.compile(rb"[\"'#]|//|/\*")
_DECLARES: Final = re.compile(rb"(?:[\w:<>]+[ *&]+)+\w+\s*(?:=[^=]|;)")
_COMMENT: Final = (b"#", b"//", b"/*")
_FUNCTION: Final = re.compile(rb"=>|\)\s*\{|->|\bfunction\b|\|\s*\{|\b(?:else|do|try)\b")
_SIGN: Final = re.compile(rb"[(\[)\];\n]")
# A statement goes on behind or before such a sign, whatever line it stands in.
_GOES_ON: Final = re.compile(rb"[-+*/|&?:=.,<\\]$|\b(?:and|or|not|in)$")
_GOES_ON_WITH: Final = re.compile(rb"[-+*/|&?:=.,<>]|(?:and|or|not|in)\b")


def branch_statements(
    data: bytes, arms: Iterable[Node], tokens: re.Pattern[bytes]
) -> Iterator[Exit]:
    for node in arms:
        start, end = node.start_byte, node.end_byte
        if end - start <= _MAX_BYTES and _may_be_actions(raw := data[start:end]):
            plain = tokens.sub(_blank, raw)
            first, last = _inside(plain)
            ends = _statement_ends(plain[first:last])
            if _are_actions(statements := _cut(plain[first:last], ends)):
                kind = _LEAVING.get(_first_word(statements[-1]), "do")
                yield Exit(
                    kind,
                    start + first,
                    start + last,
                    ends=tuple(start + first + end for end in ends[:-1]),
                )


def _may_be_actions(raw: bytes) -> bool:
    """The first word of most branches, or how much is in them, shows that they are none."""
    first = _FIRST.match(raw)
    if first and (first[1] in _NO_ACTION - _DECLARING or first[1] in _LEAVING):
        return False
    if _MARKS.search(raw):
        return True
    return raw.count(b";") <= _MAX_STATEMENTS


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


def _statement_ends(code: bytes) -> list[int]:
    """At semicolons; where there are none, at the ends of lines. Empty where one goes on over the
    end of a line without a bracket: what follows may be another statement."""
    has_semicolons = b";" in code
    ends: list[int] = []
    depth = 0
    for sign in _SIGN.finditer(code):
        if sign[0] == b"\n":
            if depth or not code[ends[-1] if ends else 0 : sign.start()].strip(b"; \t\n"):
                continue
            if has_semicolons or _goes_on(code, sign.start()):
                return []
            ends.append(sign.start())
        elif sign[0] == b";":
            ends.append(sign.start())
        else:
            depth += (sign[0] in b"([") - (sign[0] in b")]")
    return ends if code.endswith(b";") else [*ends, len(code)]


def _goes_on(code: bytes, at: int) -> bool:
    before, after = code[:at].rstrip(), code[at:].lstrip()
    return _GOES_ON.search(before) is not None or _GOES_ON_WITH.match(after) is not None


def _cut(code: bytes, ends: list[int]) -> list[bytes]:
    starts = [0, *ends]
    return [code[start:end].strip(b"; \t\r\n") for start, end in zip(starts, ends, strict=False)]


def _are_actions(statements: list[bytes]) -> bool:
    """A few that do something, of which the last may leave."""
    if not 0 < len(statements) <= _MAX_STATEMENTS or any(map(_holds_code, statements)):
        return False
    *before, last = statements
    is_last = _is_action(last) or bool(before and _first_word(last) in _LEAVING)
    return is_last and all(_is_action(one) or _declares(one) for one in before)


def _holds_code(statement: bytes) -> bool:
    """A value between braces is one; a function or a block has statements of its own."""
    if b"{" not in statement:
        return False
    is_whole = statement.count(b"{") == statement.count(b"}")
    return not is_whole or _FUNCTION.search(statement) is not None


def _first_word(code: bytes) -> bytes:
    word = _MIN_LETTERS.match(code.lstrip(b"*(+-&"))
    return word[0] if word else b""


def _is_action(code: bytes) -> bool:
    word = _first_word(code)
    if not word or word in _NO_ACTION or word in _LEAVING:
        return False
    return not _declares(code)


def _declares(code: bytes) -> bool:
    """A name that what follows uses."""
    return _first_word(code) in _DECLARING or _DECLARES.match(code + b";") is not None
