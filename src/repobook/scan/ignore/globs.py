"""Gitignore-style globs, one path component at a time, compiled so that none can run away.

A component is matched against the bytes of one name. Every ``*`` but the last becomes an atomic
lazy match: taking the leftmost place for each fixed piece is always right for a glob, and it keeps
hostile patterns such as ``*a*a*a*a*b`` from backtracking.
"""

import re
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

ANY_DEPTH: Final = b"**"
"""The component that stands for any number of folders, none included."""

GlobShape = Literal["literal", "prefix", "suffix", "all", "regex", "never"]

_SPECIAL: Final = re.compile(rb"[*?\[\\]")
_ONLY_STARS: Final = re.compile(rb"\*{2,}")
_STAR: Final = b""
_NAMED_CLASSES: Final[dict[bytes, Callable[[int], bool]]] = {
    b"alnum": lambda c: bytes([c]).isalnum(),
    b"alpha": lambda c: bytes([c]).isalpha(),
    b"blank": lambda c: c in b" \t",
    b"cntrl": lambda c: c < 32 or c == 127,
    b"digit": lambda c: bytes([c]).isdigit(),
    b"graph": lambda c: 32 < c < 127,
    b"lower": lambda c: bytes([c]).islower(),
    b"print": lambda c: 32 <= c < 127,
    b"punct": lambda c: 32 < c < 127 and not bytes([c]).isalnum(),
    b"space": lambda c: bytes([c]).isspace(),
    b"upper": lambda c: bytes([c]).isupper(),
    b"xdigit": lambda c: c in b"0123456789abcdefABCDEF",
}


class Glob(NamedTuple):
    """One component: its shape, and the fixed bytes or the regular expression that decide."""

    shape: GlobShape
    value: bytes

    @property
    def is_cheap(self) -> bool:
        """Looked up in a table rather than tried, so that any number of them costs the same."""
        return self.shape != "regex"


def compile_glob(component: bytes) -> Glob:
    if not _SPECIAL.search(component):
        return Glob("literal", component)
    tokens = _tokens(component)
    if tokens is None:
        return Glob("never", b"")
    texts = [text for text, _ in tokens]
    fixed = b"".join(literal for _, literal in tokens if literal is not None)
    n_stars = texts.count(_STAR)
    if any(literal is None and text != _STAR for text, literal in tokens) or n_stars > 1:
        return Glob("regex", _join(texts))
    if n_stars == 0:
        return Glob("literal", fixed)
    if texts == [_STAR]:
        return Glob("all", b"")
    if texts[0] == _STAR:
        return Glob("suffix", fixed)
    return Glob("prefix", fixed) if texts[-1] == _STAR else Glob("regex", _join(texts))


def matches(glob: Glob, name: bytes) -> bool:
    shape, value = glob
    if shape == "literal":
        return name == value
    if shape == "suffix":
        return name.endswith(value)
    if shape == "prefix":
        return name.startswith(value)
    if shape == "regex":
        return re.fullmatch(value, name, re.DOTALL) is not None
    return shape == "all"


def split_pattern(pattern: bytes) -> list[bytes]:
    """The components of a pattern; a slash inside brackets separates nothing, as in git."""
    components, start, at = [], 0, 0
    while at < len(pattern):
        char = pattern[at : at + 1]
        at += 2 if char == b"\\" else 1
        if char == b"[":
            bracket = _bracket(pattern, at)
            if bracket is None:
                return [pattern]  # Never closed: the whole pattern matches nothing.
            at = bracket[1]
        elif char == b"/":
            components.append(pattern[start : at - 1])
            start = at
    components.append(pattern[start:])
    return [ANY_DEPTH if _ONLY_STARS.fullmatch(part) else part for part in components]


def component_regex(component: bytes) -> bytes:
    """The component as a regular expression that never crosses a ``/``."""
    tokens = _tokens(component)
    return b"(?!)" if tokens is None else _join([text for text, _ in tokens])


def _join(texts: list[bytes]) -> bytes:
    runs: list[list[bytes]] = [[]]
    for text in texts:
        if text == _STAR:
            runs.append([])
        else:
            runs[-1].append(text)
    first, *others = [b"".join(run) for run in runs]
    if not others:
        return first
    middle = b"".join(b"(?>[^/]*?" + run + b")" for run in others[:-1])
    return first + middle + b"[^/]*" + others[-1]


def _tokens(component: bytes) -> list[tuple[bytes, bytes | None]] | None:
    """Pairs of regex text and, for plain characters, the character; None when git never matches."""
    tokens: list[tuple[bytes, bytes | None]] = []
    at = 0
    while at < len(component):
        char = component[at : at + 1]
        at += 1
        if char == b"*":
            if not tokens or tokens[-1][0] != _STAR:
                tokens.append((_STAR, None))
        elif char == b"?":
            tokens.append((b"[^/]", None))
        elif char == b"[":
            bracket = _bracket(component, at)
            if bracket is None:
                return None
            text, at = bracket
            tokens.append((text, None))
        else:
            if char == b"\\":
                char = component[at : at + 1]
                at += 1
                if not char:
                    return None
            tokens.append((re.escape(char), char))
    return tokens


def _bracket(component: bytes, at: int) -> tuple[bytes, int] | None:
    """The set that opens before ``at``, as a regex class, and where it ends."""
    negated = component[at : at + 1] in (b"!", b"^")
    at += negated
    members: set[int] = set()
    first = True
    while at < len(component) and (first or component[at] != 0x5D):
        first = False
        step = _bracket_item(component, at, members)
        if step is None:
            return None
        at = step
    if at >= len(component):
        return None
    chosen = (set(range(256)) - members if negated else members) - {0x2F}
    return _byte_class(chosen), at + 1


def _bracket_item(component: bytes, at: int, members: set[int]) -> int | None:
    if component.startswith(b"[:", at):
        end = component.find(b":]", at + 2)
        test = _NAMED_CLASSES.get(component[at + 2 : end]) if end >= 0 else None
        if test is None:
            return None
        members.update(code for code in range(256) if test(code))
        return end + 2
    low, at = _bracket_char(component, at)
    if component[at : at + 1] == b"-" and component[at + 1 : at + 2] not in (b"]", b""):
        high, at = _bracket_char(component, at + 1)
        members.update(range(low, high + 1))
    members.add(low)  # Also where the range runs backwards: git has seen it by then.
    return at


def _bracket_char(component: bytes, at: int) -> tuple[int, int]:
    if component[at] == 0x5C and at + 1 < len(component):
        at += 1
    return component[at], at + 1


def _byte_class(members: set[int]) -> bytes:
    if not members:
        return b"(?!)"
    return b"[" + b"".join(b"\\x%02x" % code for code in sorted(members)) + b"]"
