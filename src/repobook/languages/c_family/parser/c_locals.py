"""Scopes of a C-family file, line by line, and what is local to each function, with its type.

Locals of a function are settled here: a local is no reference itself, and as a receiver it is
replaced by its type.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Final

from tree_sitter import Node

from repobook.languages.c_family.parser.c_chains import (
    UNKNOWN,
    first_name,
    type_expression,
    value_expression,
)
from repobook.languages.c_family.parser.c_names import ANONYMOUS
from repobook.model.facts import Definition
from repobook.parse.definitions import CLASS_KINDS, FUNCTION_KINDS
from repobook.parse.source import SourceText

_FUNCTIONS: Final = (FUNCTION_KINDS | {"block"}) - {"macro"}
_SCOPES: Final = _FUNCTIONS | CLASS_KINDS | {"namespace"}
_BY_START: Final = attrgetter("start_byte")
_MAX_VALUE: Final = 300


class Scope:
    """A stretch of lines in which names are looked up the same way."""

    __slots__ = ("is_function", "is_looked_into", "is_open", "local_values", "name", "path")

    def __init__(self, definition: Definition | None, has_using: bool = False) -> None:
        kind = definition.kind if definition else ""
        is_callable = kind in _FUNCTIONS
        self.is_function = is_callable and definition is not None and definition.complexity > 0
        """With a body; of what is only declared, the names of parameters mean nothing."""
        self.is_open = not is_callable
        self.is_looked_into = self.is_function or kind in ("class", "struct")
        """Elsewhere a bare name is mostly what is being declared."""
        self.name = definition.name.encode() if definition else b""
        self.path = _path(definition, is_callable and not has_using) if definition else ""
        """Where names are looked up first: the class or namespace; the function where ``using``
        stands in it, which is nobody else's."""
        self.local_values: dict[bytes, str] = {}
        """What each local name stands for, as an expression; ``?`` where that is unknown."""


def scope_by_line(
    definitions: Iterable[Definition], n_lines: int, using: Iterable[int]
) -> list[Scope]:
    """The innermost scope on each line, counted from 1; ``using`` are the lines of that word."""
    using_lines = sorted(using)
    scopes = [_OUTSIDE] * (n_lines + 2)
    open_scopes: list[tuple[int, Scope]] = [(n_lines + 1, Scope(None))]
    line = 0
    for definition in definitions:
        if definition.kind not in _SCOPES and definition.name != ANONYMOUS:
            continue
        while len(open_scopes) > 1 and open_scopes[-1][0] < definition.line:
            end, scope = open_scopes.pop()
            line = _fill(scopes, line, end + 1, scope)
        line = _fill(scopes, line, definition.line, open_scopes[-1][1])
        n_above = bisect_left(using_lines, definition.line)
        has_using = bisect_right(using_lines, definition.end_line) > n_above
        open_scopes.append((min(definition.end_line, n_lines), Scope(definition, has_using)))
    while open_scopes:
        end, scope = open_scopes.pop()
        line = _fill(scopes, line, end + 1, scope)
    return scopes


def _fill(scopes: list[Scope], start: int, end: int, scope: Scope) -> int:
    if start < end:
        scopes[start:end] = [scope] * (end - start)
    return max(start, end)


def _path(definition: Definition, is_left_out: bool) -> str:
    path = definition.qualname.rpartition(".")[0] if is_left_out else definition.qualname
    if ANONYMOUS in path:
        path = ".".join([part for part in path.split(".") if part != ANONYMOUS])
    return path


_OUTSIDE: Final = Scope(None)


def collect_locals(source: SourceText, nodes: list[Node], scopes: list[Scope]) -> set[bytes]:
    """Fills in what the locals of each function stand for; gives the names declared outside of any.

    Those are the parameters of templates and of function types, which are local too.
    """
    outside: set[bytes] = set()
    nodes.sort(key=_BY_START)
    for node in nodes:
        scope = scopes[node.start_point[0] + 1]
        if scope.is_function:
            _declare(source, node, scope)
        elif scope.is_open and node.type[-21:] == "parameter_declaration":
            name, _ = _named(node.child_by_field_name("declarator"))
            if name is not None:
                outside.add(source.data[name.start_byte : name.end_byte])
    return outside


def _declare(source: SourceText, node: Node, scope: Scope) -> None:
    declarator = node.child_by_field_name("declarator")
    if declarator is None and node.type == "identifier":
        # The second of ``int a, b;`` stands for itself.
        declarator = node
    name, initialized = _named(declarator)
    if name is None:
        return
    if name.type == "structured_binding_declarator":
        for bound in name.named_children:
            scope.local_values[source.data[bound.start_byte : bound.end_byte]] = UNKNOWN
        return
    value = _value(source, node, initialized, scope)
    written = source.data[name.start_byte : name.end_byte]
    if scope.local_values.setdefault(written, value) != value:
        scope.local_values[written] = UNKNOWN


def _named(declarator: Node | None) -> tuple[Node | None, Node | None]:
    """The name that a declarator declares, and the declarator that holds its first value."""
    initialized = None
    while declarator is not None:
        type_ = declarator.type
        if type_ in ("identifier", "structured_binding_declarator"):
            break
        if type_ == "init_declarator":
            initialized = declarator
        inner = declarator.child_by_field_name("declarator")
        if inner is None and declarator.named_child_count:
            inner = declarator.named_child(0)
        declarator = inner
    return declarator, initialized


def _value(source: SourceText, node: Node, initialized: Node | None, scope: Scope) -> str:
    type_ = node.child_by_field_name("type")
    if type_ is None:
        return UNKNOWN
    value = _typed(source.data[type_.start_byte : type_.end_byte])
    if value != UNKNOWN:
        return value
    if type_.type != "placeholder_type_specifier":
        return UNKNOWN
    if node.type == "for_range_loop":
        value = _initial(source, node.child_by_field_name("right"), scope)
        return f"{value}[]" if value != UNKNOWN else value
    return _initial(source, (initialized or node).child_by_field_name("value"), scope)


@lru_cache(maxsize=1 << 13)
def _typed(written: bytes) -> str:
    """A value of that type."""
    type_ = type_expression(written.decode("utf-8", "replace"))
    return f"<{type_}>" if type_ else UNKNOWN


def _initial(source: SourceText, node: Node | None, scope: Scope) -> str:
    if node is None or node.end_byte - node.start_byte > _MAX_VALUE:
        return UNKNOWN
    expression = value_expression(source.text(node.start_byte, node.end_byte))
    head = first_name(expression).encode()
    value = scope.local_values.get(head)
    return expression if value is None else joined(value, expression, head)


def joined(value: str, expression: str, head: bytes) -> str:
    """An expression with what its first name, which is local, stands for."""
    if value == UNKNOWN or len(value) > _MAX_VALUE:
        return UNKNOWN
    return value + expression[len(head.decode("utf-8", "replace")) :]
