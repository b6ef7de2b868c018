"""Type annotations as settled expressions: what a value of the annotated type is."""

import re
from typing import Final, Protocol

from repobook.parse.python_expressions import UNKNOWN, closing, split_arguments

_MAX_ANNOTATION: Final = 400
_MAX_DEPTH: Final = 8
_DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\s*\.\s*[^\W\d]\w*)*")
_SPACE: Final = re.compile(r"\s+")
_QUOTES: Final = "\"'"

# ``X[T]`` that means T itself.
_TRANSPARENT: Final = frozenset(
    ["Annotated", "ClassVar", "Final", "InitVar", "NotRequired", "Optional", "ReadOnly", "Required"]
)
_TYPE: Final = frozenset(["Type", "type"])
# ``X[T]`` whose elements are T.
_MANY: Final = frozenset(
    [
        "AbstractSet",
        "AsyncGenerator",
        "AsyncIterable",
        "AsyncIterator",
        "Collection",
        "Deque",
        "FrozenSet",
        "Generator",
        "Iterable",
        "Iterator",
        "List",
        "MutableSequence",
        "MutableSet",
        "Sequence",
        "Set",
        "deque",
        "frozenset",
        "list",
        "set",
    ]
)
# ``X[T]`` that says nothing about a value.
_OPAQUE: Final = frozenset(["Callable", "Concatenate", "Literal", "LiteralString", "Never", "Any"])


class Names(Protocol):
    """Who knows what a name stands for."""

    def follow(self, scope: int, root: str, path: str) -> str: ...

    def own_class(self, scope: int) -> str: ...


class Annotations:
    def __init__(self, names: Names) -> None:
        self._names = names
        self._value_by_text: dict[tuple[int, str], str] = {}

    def value(self, scope: int, text: str) -> str:
        """An expression for a value of the type; ``?`` where that cannot be told."""
        key = (scope, text)
        known = self._value_by_text.get(key)
        if known is None:
            known = self._value_by_text[key] = self._value(scope, text, 0)
        return known

    def _value(self, scope: int, text: str, depth: int) -> str:
        """Empty for None."""
        text = _unquoted(text)
        if depth > _MAX_DEPTH or len(text) > _MAX_ANNOTATION:
            return UNKNOWN
        if text == "None":
            return ""
        if _DOTTED.fullmatch(text):
            return self._plain(scope, text)
        alternatives = _alternatives(text)
        if len(alternatives) > 1:
            return self._either(scope, alternatives, depth)
        head, arguments = _subscript(text)
        return self._generic(scope, head, arguments, depth) if head else UNKNOWN

    def _plain(self, scope: int, text: str) -> str:
        name = _SPACE.sub("", text)
        root, dot, path = name.partition(".")
        if name.rpartition(".")[2] == "Self":
            own = self._names.own_class(scope)
            return f"{own}()" if own else UNKNOWN
        if name in _OPAQUE:
            return UNKNOWN
        return self._names.follow(scope, root, f"{dot}{path}()")

    def _either(self, scope: int, alternatives: list[str], depth: int) -> str:
        values = {self._value(scope, part, depth + 1) for part in alternatives}
        values.discard("")
        return values.pop() if len(values) == 1 else UNKNOWN

    def _generic(self, scope: int, head: str, arguments: list[str], depth: int) -> str:
        name = head.rpartition(".")[2].strip()
        if name == "Union":
            return self._either(scope, arguments, depth)
        if name in _OPAQUE:
            return UNKNOWN
        if name in _TRANSPARENT:
            return self._value(scope, arguments[0], depth + 1)
        if name in _TYPE:
            value = self._value(scope, arguments[0], depth + 1)
            return value[:-2] if value.endswith("()") else UNKNOWN
        if name in _MANY or (name.lower() == "tuple" and _is_repeated(arguments)):
            value = self._value(scope, arguments[0], depth + 1)
            return f"[{value}]" if value not in ("", UNKNOWN) else UNKNOWN
        return self._plain(scope, head)


def _unquoted(text: str) -> str:
    text = text.strip()
    for _ in range(2):
        if text[:1] in _QUOTES and text[-1:] == text[:1] and len(text) > 1:
            text = text.strip(text[0]).strip()
        if text[:1] == "(" and closing(text, 0, len(text)) == len(text):
            text = text[1:-1].strip()
    return text


def _alternatives(text: str) -> list[str]:
    """The parts of ``A | B[C | D]`` outside of brackets."""
    if "|" not in text:
        return [text]
    depth = start = 0
    found = []
    for token in re.finditer(r"[()\[\]{}|]", text):
        if token[0] == "|" and depth == 0:
            found.append(text[start : token.start()])
            start = token.end()
        elif token[0] != "|":
            depth += 1 if token[0] in "([{" else -1
    return [*found, text[start:]]


def _subscript(text: str) -> tuple[str, list[str]]:
    """``X`` and ``[A, B]`` of ``X[A, B]``."""
    match = _DOTTED.match(text)
    if match is None or text[match.end() : match.end() + 1] != "[" or not text.endswith("]"):
        return "", []
    if closing(text, match.end(), len(text)) != len(text):
        return "", []
    return match[0], list(split_arguments(text[match.end() + 1 : -1]))


def _is_repeated(arguments: list[str]) -> bool:
    return len(arguments) == 2 and arguments[1].strip() == "..."
