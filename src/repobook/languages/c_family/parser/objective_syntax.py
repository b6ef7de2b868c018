"""What Objective-C adds to C: interfaces, implementations, protocols, methods, properties.

A method is named by the first word of its selector, which is what a message begins with; its
signature has the rest.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

from tree_sitter import Node

from repobook.languages.c_family.parser.c_parser import describe_c
from repobook.model.facts import Reference
from repobook.parse.definitions import Context, Sketch, first_line, one_line, signature

_ENUM: Final = re.compile(
    rb"\bNS_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)\(\s*+\w++\s*+,\s*+(\w++)\s*+\)"
)


def describe_objective(node: Node, kind: str, context: Context) -> Sketch | None:
    describer = _DESCRIBERS.get(kind)
    return describer(node, context) if describer else describe_c(node, kind, context)


def messages_as_calls(references: Iterable[Reference]) -> tuple[Reference, ...]:
    """The query captures messages as decorators, which the language lacks, to keep them apart."""
    return tuple(
        [
            Reference(name, "?", "call", positions) if role == "decorator" else reference
            for reference in references
            for name, _, role, positions in (reference,)
        ]
    )


def plain_enums(data: bytes) -> bytes:
    """``NS_ENUM(NSInteger, Kind)`` becomes ``enum Kind`` and as many spaces."""
    if b"NS_" not in data:
        return data
    return _ENUM.sub(_enum, data)


def _enum(match: re.Match[bytes]) -> bytes:
    """The name keeps its place, since its text is read there."""
    head = b"enum".ljust(match.start(1) - match.start())
    return (head + match[1]).ljust(len(match[0]))


def _describe_container(node: Node, context: Context) -> Sketch | None:
    name = _identifier(node)
    if name is None:
        return None
    line = node.start_point[0] + 1
    signature = one_line(first_line(node.start_byte, node.end_byte, context).partition("{")[0])
    kind = "protocol" if node.type == "protocol_declaration" else "class"
    return Sketch(context.text(name), kind, signature, line=line, exported=True)


def _describe_method(node: Node, context: Context) -> Sketch | None:
    name = _identifier(node)
    if name is None:
        return None
    body = next((c for c in node.named_children if c.type == "compound_statement"), None)
    return Sketch(context.text(name), "method", signature(node, body, context))


def _describe_property(node: Node, context: Context) -> Sketch | None:
    return _describe_last_name(node, "property", context)


def _describe_ivar(node: Node, context: Context) -> Sketch | None:
    return _describe_last_name(node, "field", context)


def _describe_last_name(node: Node, kind: str, context: Context) -> Sketch | None:
    """Both hold a declaration whose declarator holds, after stars, the name."""
    inner: Node | None = node
    while inner is not None and inner.type not in ("identifier", "field_identifier"):
        n_children = inner.named_child_count
        inner = inner.named_child(n_children - 1) if n_children else None
    if inner is None:
        return None
    return Sketch(context.text(inner), kind, signature(node, None, context))


def _identifier(node: Node) -> Node | None:
    return next((child for child in node.named_children if child.type == "identifier"), None)


_DESCRIBERS: Final[dict[str, Callable[[Node, Context], Sketch | None]]] = {
    "interface": _describe_container,
    "implementation": _describe_container,
    "protocol": _describe_container,
    "method": _describe_method,
    "property": _describe_property,
    "ivar": _describe_ivar,
}
