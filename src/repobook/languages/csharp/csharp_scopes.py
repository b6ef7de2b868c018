"""What names and expressions of C# mean: locals by their types, the rest by what is around."""

from collections.abc import Iterable, Sequence
from typing import Final

from tree_sitter import Node

from repobook.model.facts import Definition
from repobook.parse.definitions import CLASS_KINDS, FUNCTION_KINDS, Context, first_named_child
from repobook.parse.scopes import SEEN_FROM, Binding, Scoping, Span, span_of
from repobook.parse.uses import UNKNOWN_RECEIVER, Use

ROOT: Final = "$root"
OWN: Final = "own$"
INSIDE: Final = "this$"
_QUALIFIED: Final = {
    "member_access_expression": ("expression", "name"),
    "qualified_name": ("qualifier", "name"),
}
_TRANSPARENT: Final = frozenset(
    ["parenthesized_expression", "await_expression", "postfix_unary_expression"]
)
# A value of one of these is used as a value of what it holds.
_PROMISES: Final = frozenset(["Task", "ValueTask"])
_SIMPLE: Final = frozenset(["this", "base"])
_MAX_DEPTH: Final = 8
_MAX_PATTERN: Final = 100


def use_of(node: Node, context: Context) -> Use | None:
    if node.type == "invocation_expression":
        return _use(node.child_by_field_name("function"), context)
    if node.type == "object_creation_expression":
        return _use(node.child_by_field_name("type"), context)
    return _use(node, context)


def _use(node: Node | None, context: Context) -> Use | None:
    if node is None:
        return None
    name, before = _parts(node)
    if name is None:
        return None
    if before is None:
        is_bare = node.type in ("identifier", "generic_name")
        return Use(context.text(name), name, "" if is_bare else _root(node, context))
    return Use(context.text(name), name, expression(before, context) or UNKNOWN_RECEIVER)


def _parts(node: Node) -> tuple[Node | None, Node | None]:
    """The name that a node ends with, and what stands before it."""
    if node.type == "identifier":
        return node, None
    if node.type == "generic_name":
        return first_named_child(node), None
    if node.type in _QUALIFIED:
        before, last = (node.child_by_field_name(field) for field in _QUALIFIED[node.type])
        return (_parts(last)[0] if last is not None else None), before
    if node.type == "conditional_access_expression":
        return _bound_name(node), node.child_by_field_name("condition")
    last = node.child_by_field_name("name")
    is_named = node.type in ("alias_qualified_name", "member_binding_expression")
    return (_parts(last)[0] if last is not None and is_named else None), None


def _bound_name(node: Node) -> Node | None:
    """What stands behind ``?.``, be it called or not."""
    last = node.named_children[-1]
    if last.type == "invocation_expression":
        last = last.child_by_field_name("function") or last
    name = last.child_by_field_name("name") if last.type == "member_binding_expression" else None
    return _parts(name)[0] if name is not None else None


def _root(node: Node, context: Context) -> str:
    is_global = node.type == "alias_qualified_name" and context.text(node).startswith("global")
    return ROOT if is_global else UNKNOWN_RECEIVER


def expression(node: Node | None, context: Context, depth: int = _MAX_DEPTH) -> str:
    """What a node gives, as far as it can be followed; empty where it cannot."""
    if node is None or not depth:
        return ""
    if node.type in _SIMPLE:
        return node.type
    if node.type in _TRANSPARENT:
        return expression(first_named_child(node), context, depth - 1)
    if node.type == "invocation_expression":
        return _called(expression(node.child_by_field_name("function"), context, depth - 1))
    if node.type in ("object_creation_expression", "cast_expression"):
        return instance(node.child_by_field_name("type"), context)
    if node.type == "as_expression":
        return instance(node.child_by_field_name("right"), context)
    return _chain(node, context, depth)


def _chain(node: Node, context: Context, depth: int) -> str:
    name, before = _parts(node)
    if name is None or node.type == "member_binding_expression":
        return ""
    text = context.text(name)
    if before is None:
        return f"{ROOT}.{text}" if node.type == "alias_qualified_name" else text
    owner = expression(before, context, depth - 1)
    is_called = node.named_children[-1].type == "invocation_expression"
    return (f"{owner}.{text}()" if is_called else f"{owner}.{text}") if owner else ""


def _called(expression: str) -> str:
    return f"{expression}()" if expression else ""


def type_name(node: Node | None, context: Context) -> str:
    """The named type; nothing for arrays, tuples and what the language itself names."""
    if node is not None and node.type == "nullable_type":
        node = node.child_by_field_name("type") or first_named_child(node)
    if node is not None and node.type == "generic_name" and _is_promise(node, context):
        arguments = node.named_children[-1]
        return type_name(first_named_child(arguments), context)
    is_named = node is not None and node.type in ("identifier", "generic_name", "qualified_name")
    return expression(node, context) if is_named else ""


def _is_promise(node: Node, context: Context) -> bool:
    name = first_named_child(node)
    return name is not None and node.named_child_count == 2 and context.text(name) in _PROMISES


def instance(node: Node | None, context: Context) -> str:
    return _called(type_name(node, context))


def spans(definitions: Sequence[Definition]) -> Iterable[Span]:
    """A type binds ``this``, ``base`` and what names mean in it; a method its local functions."""
    for definition in definitions:
        if definition.kind in CLASS_KINDS:
            own = own_type(definition)
            yield span_of(definition, "this", f"{own}()")
            yield span_of(definition, "base", f"{own}.super")
            yield span_of(definition, SEEN_FROM, seen_from(definition))
        around = definitions[definition.parent] if definition.parent >= 0 else None
        if around is not None and around.kind in FUNCTION_KINDS:
            value = f"{own_type(around)}.{definition.name}"
            yield span_of(around, definition.name, value)


def own_type(definition: Definition) -> str:
    """A definition of the same file, in one word."""
    return OWN + definition.qualname.replace(".", "$")


def seen_from(definition: Definition) -> str:
    """A place inside of a type, in one word."""
    return INSIDE + definition.qualname.replace(".", "$")


def bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type == "variable_declaration":
        return _declared(node, context)
    if node.type == "accessor_declaration":
        return [Binding("value")]
    if node.type in ("identifier", "implicit_parameter"):
        return [Binding(context.text(node), is_hoisted=True)]
    name = node.child_by_field_name("name") or node.child_by_field_name("left")
    if name is None:
        return []
    if node.type == "type_parameter":
        return [Binding(context.text(name), is_hoisted=True, is_type=True)]
    if name.type != "identifier":
        return [Binding(each, is_hoisted=True) for each in _names(name, context)]
    value = instance(node.child_by_field_name("type"), context)
    # What ``is`` and ``out`` declare is seen further than its expression goes.
    return [Binding(context.text(name), value, is_hoisted=True)]


def _declared(node: Node, context: Context) -> Iterable[Binding]:
    declared = node.child_by_field_name("type")
    value = instance(declared, context)
    is_implicit = declared is not None and declared.type == "implicit_type"
    for each in node.named_children:
        name = each.child_by_field_name("name") if each.type == "variable_declarator" else None
        if name is not None:
            given = each.named_children[-1] if is_implicit and each.named_child_count > 1 else None
            yield Binding(context.text(name), expression(given, context) if given else value)


def _names(pattern: Node, context: Context) -> list[str]:
    found: list[str] = []
    waiting = [pattern]
    while waiting and len(found) < _MAX_PATTERN:
        node = waiting.pop()
        if node.type == "identifier":
            found.append(context.text(node))
        else:
            waiting += node.named_children
    return found


SCOPING: Final = Scoping(bindings, spans, nests_types=True)
