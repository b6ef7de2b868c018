"""Type annotations as settled expressions: what a value of the annotated type is."""

import re
from typing import Final, Protocol

from repobook.languages.python.parser.python_expressions import UNKNOWN, closing, split_arguments

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
_TUPLE: Final = frozenset(["Tuple", "tuple"])
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
    """Looks up what a name stands for."""

    def follow(self, scope: int, root: str, path: str) -> str: ...

    def own_class(self, scope: int) -> str: ...


def value_of(names: Names, scope: int, text: str, depth: int = 0) -> str:
    """An expression for a value of the type; empty for None, ``?`` where it is unknown."""
    text = _unquoted(text)
    if depth > _MAX_DEPTH or len(text) > _MAX_ANNOTATION:
        return UNKNOWN
    if text == "None":
        return ""
    if _DOTTED.fullmatch(text):
        return _plain(names, scope, text)
    alternatives = _alternatives(text)
    if len(alternatives) > 1:
        return _either(names, scope, alternatives, depth)
    head, arguments = _subscript(text)
    return _generic(names, scope, head, arguments, depth) if head else UNKNOWN


def _plain(names: Names, scope: int, text: str) -> str:
    name = _SPACE.sub("", text)
    root, dot, path = name.partition(".")
    if name.rpartition(".")[2] == "Self":
        own = names.own_class(scope)
        return f"{own}()" if own else UNKNOWN
    if name in _OPAQUE:
        return UNKNOWN
    return names.follow(scope, root, f"{dot}{path}()")


def _either(names: Names, scope: int, alternatives: list[str], depth: int) -> str:
    values = {value_of(names, scope, part, depth + 1) for part in alternatives}
    values.discard("")
    return values.pop() if len(values) == 1 else UNKNOWN


def _generic(names: Names, scope: int, head: str, arguments: list[str], depth: int) -> str:
    name = head.rpartition(".")[2].strip()
    if name == "Union":
        return _either(names, scope, arguments, depth)
    if name in _OPAQUE:
        return UNKNOWN
    is_many = name in _MANY or (name in _TUPLE and _is_repeated(arguments))
    if not is_many and name not in _TRANSPARENT and name not in _TYPE:
        return _plain(names, scope, head)
    value = value_of(names, scope, arguments[0], depth + 1)
    if name in _TRANSPARENT:
        return value
    if name in _TYPE:
        return value[:-2] if value.endswith("()") else UNKNOWN
    return f"[{value}]" if value not in ("", UNKNOWN) else UNKNOWN


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
    alternatives = []
    for token in re.finditer(r"[()\[\]{}|]", text):
        if token[0] == "|" and depth == 0:
            alternatives.append(text[start : token.start()])
            start = token.end()
        elif token[0] != "|":
            depth += 1 if token[0] in "([{" else -1
    return [*alternatives, text[start:]]


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
