"""What names mean inside Ruby classes: ``self``, locals by what they are given, what is around."""

from collections.abc import Iterable, Sequence
from typing import Final

from tree_sitter import Node

from repobook.languages.ruby.ruby_decisions import ROOT
from repobook.model.facts import Definition
from repobook.parse.definitions import Context, first_named_child
from repobook.parse.scopes import SEEN_FROM, Binding, Scoping, Span, span_of
from repobook.parse.uses import UNKNOWN_RECEIVER, Use

HOLDERS: Final = frozenset(["class", "module"])
_NAMES: Final = frozenset(["identifier", "constant"])
VARIABLES: Final = frozenset(["instance_variable", "class_variable"])
_PARAMETERS: Final = frozenset(["method_parameters", "block_parameters", "lambda_parameters"])
# What Ruby brings along means the same everywhere.
_EVERYWHERE: Final = frozenset(["ENV"])
_NO_PATTERN: Final = frozenset(["call", "element_reference"])
_MAX_DEPTH: Final = 8
_MAX_PATTERN: Final = 100


def use_of(node: Node, context: Context) -> Use | None:
    if node.type == "call":
        return _called(node, context)
    name = node.child_by_field_name("name") if node.type == "scope_resolution" else node
    if name is None:
        return None
    text = context.text(name)
    if node.type == "scope_resolution":
        return Use(text, name, expression(node, context).rpartition(".")[0] or UNKNOWN_RECEIVER)
    if node.type in VARIABLES:
        return Use(text, name, "self")
    return Use(text, name, ROOT if text in _EVERYWHERE else "")


def expression(node: Node | None, context: Context, depth: int = _MAX_DEPTH) -> str:
    """What a node gives, as far as it can be followed: names and ``new``; empty where it cannot."""
    if node is None or not depth:
        return ""
    if node.type in _NAMES:
        text = context.text(node)
        return f"{ROOT}.{text}" if text in _EVERYWHERE else text
    if node.type == "self":
        return "self"
    if node.type in VARIABLES:
        return f"self.{context.text(node)}"
    if node.type == "scope_resolution":
        return _member(node, "scope", "name", ROOT, context, depth)
    if node.type == "call":
        return _made(_member(node, "receiver", "method", "", context, depth))
    is_wrapped = node.type == "parenthesized_statements" and node.named_child_count == 1
    return expression(first_named_child(node), context, depth - 1) if is_wrapped else ""


def _member(
    node: Node, owner_field: str, name_field: str, without: str, context: Context, depth: int
) -> str:
    owner, name = node.child_by_field_name(owner_field), node.child_by_field_name(name_field)
    if name is None or name.type not in _NAMES:
        return ""
    before = expression(owner, context, depth - 1) if owner is not None else without
    if owner is not None and not before:
        return ""
    return f"{before}.{context.text(name)}" if before else context.text(name)


def _made(chain: str) -> str:
    """``Grid.new`` gives a grid."""
    if chain == "new":
        return "self()"
    return f"{chain.removesuffix('.new')}()" if chain.endswith(".new") else chain


def _called(node: Node, context: Context) -> Use | None:
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    if method is None or method.type not in _NAMES:
        return None
    name = context.text(method)
    if receiver is None:
        return Use(name, method)
    return Use(name, method, expression(receiver, context) or UNKNOWN_RECEIVER)


def spans(definitions: Sequence[Definition]) -> Iterable[Span]:
    """A class or module binds ``self``, and names mean what they mean inside of it."""
    for definition in definitions:
        if definition.kind in HOLDERS:
            yield span_of(definition, "self", definition.qualname)
            yield span_of(definition, SEEN_FROM, seen_from(definition.qualname))


def seen_from(qualname: str) -> str:
    """A place inside of a class, in one word."""
    return "this$" + qualname.replace(".", "$")


def bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type in _PARAMETERS:
        return [Binding(name, is_hoisted=True) for name in _names(node, context)]
    left = node.child_by_field_name("left")
    if left is not None and left.type == "identifier":
        value = expression(node.child_by_field_name("right"), context)
        return [Binding(context.text(left), value)]
    if node.type in ("for", "in_clause"):
        left = node.child_by_field_name("pattern")
    elif left is None:
        left = node
    return [Binding(name) for name in _names(left, context)] if left is not None else []


def _names(pattern: Node, context: Context) -> list[str]:
    """Every name that a pattern binds; defaults are expressions and bind none."""
    found: list[str] = []
    waiting = [pattern]
    while waiting and len(found) < _MAX_PATTERN:
        node = waiting.pop()
        if node.type == "identifier":
            found.append(context.text(node))
            continue
        if node.type in _NO_PATTERN:
            continue
        inner = node.child_by_field_name("name")
        waiting += node.named_children if inner is None else [inner]
    return found


SCOPING: Final = Scoping(bindings, spans, nests_types=True)
