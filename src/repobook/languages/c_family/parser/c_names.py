"""Names in C-family syntax: declarators followed to what they declare, qualified names split."""

import re
from typing import Final, NamedTuple

from tree_sitter import Node

from repobook.parse.definitions import Context, first_named_child

ANONYMOUS: Final = "(anonymous)"
"""The name of a namespace that has none, until its members are settled."""
CAPITALS: Final = re.compile(r"_*[A-Z][A-Z0-9_]+")
SPACES: Final = re.compile(r"\s+")
_NAME: Final = re.compile(r"[\w$~]+")
_SPACE_BEFORE_SYMBOL: Final = re.compile(r"\s+(?=\W)|(?<=\")\s+")
# Where the way from a declarator to its name ends.
_NAMES: Final = frozenset(
    [
        "identifier",
        "field_identifier",
        "type_identifier",
        "qualified_identifier",
        "destructor_name",
        "operator_name",
        "operator_cast",
        "template_function",
        "template_method",
        "structured_binding_declarator",
    ]
)
# Nodes that end with a name, by the field that holds it.
_CHAINS: Final = {
    "qualified_identifier": "name",
    "field_expression": "field",
    "template_function": "name",
    "template_method": "name",
    "template_type": "name",
    "dependent_name": "",
}
_PLAIN_NAMES: Final = frozenset(["identifier", "field_identifier", "type_identifier"])
_INDIRECT: Final = frozenset(["pointer_declarator", "reference_declarator"])


class Declared(NamedTuple):
    """A declarator taken apart."""

    name: Node
    is_function: bool
    function: Node | None
    """The node that holds the parameters."""


def what_is_declared(declarator: Node | None) -> Declared | None:
    function: Node | None = None
    is_function = False
    node = declarator
    while node is not None:
        type_ = node.type
        if type_ in _NAMES:
            return Declared(node, is_function or type_ == "operator_cast", function)
        if type_ == "function_declarator":
            function, is_function = node, True
        elif type_ in _INDIRECT:
            # ``int (*f)(int)``: what is declared is a pointer.
            is_function = False
        node = node.child_by_field_name("declarator") or first_named_child(node)
    return None


def path_parts(node: Node | None, context: Context) -> list[str]:
    """The parts of a qualified name without template arguments."""
    if node is not None and node.type in _PLAIN_NAMES:
        return [context.text(node)]
    parts: list[str] = []
    while node is not None and node.type == "qualified_identifier":
        scope = node.child_by_field_name("scope")
        if scope is not None:
            parts.append(_simple_name(scope, context))
        node = node.child_by_field_name("name")
    if node is not None:
        parts.append(_simple_name(node, context))
    return [part for part in parts if part]


def _simple_name(node: Node, context: Context) -> str:
    type_ = node.type
    if type_ in ("template_type", "template_function", "template_method"):
        inner = node.child_by_field_name("name")
        return context.text(inner) if inner is not None else ""
    if type_ == "operator_name":
        return _SPACE_BEFORE_SYMBOL.sub("", context.text(node))
    if type_ == "operator_cast":
        return _cast_name(node, context)
    text = context.text(node)
    if type_ == "destructor_name":
        return SPACES.sub("", text)
    # Where the grammar lost its way, a name may hold half a class.
    return text if _NAME.fullmatch(text) else ""


def _cast_name(node: Node, context: Context) -> str:
    """``operator const T*``: everything before the parameters."""
    parameters = node.child_by_field_name("declarator")
    while parameters is not None and parameters.type != "abstract_function_declarator":
        parameters = parameters.child_by_field_name("declarator") or first_named_child(parameters)
    end = parameters.start_byte if parameters is not None else node.end_byte
    return SPACES.sub(" ", context.source.text(node.start_byte, end)).strip()


def leaf_of(node: Node) -> Node:
    """The last name of a chain, without the template arguments behind it."""
    while (type_ := node.type) in _CHAINS:
        if type_ == "dependent_name":
            inner = node.named_child(node.named_child_count - 1) if node.named_child_count else None
        else:
            inner = node.child_by_field_name(_CHAINS[type_])
        if inner is None:
            break
        node = inner
    return node


def last_name(node: Node) -> Node:
    while node.type == "qualified_identifier":
        inner = node.child_by_field_name("name")
        if inner is None:
            break
        node = inner
    return node
