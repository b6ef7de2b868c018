"""What names and expressions of PHP mean: variables by their types, names by their namespace.

A qualified name is one word of an expression: ``\\App\\User`` is ``User`` of ``$root$App``, and
``Models\\User``, which depends on the file, ``User`` of ``$in$Models``.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tree_sitter import Node

from repobook.model.facts import Definition
from repobook.parse.definitions import CLASS_KINDS, Context, first_named_child
from repobook.parse.scopes import Binding, Scoping, Span, span_of
from repobook.parse.uses import UNKNOWN_RECEIVER, Use

ROOT: Final = "$root"
RELATIVE: Final = "$in"
SCRIPT: Final = "php"
"""Mentioned where a script begins that says itself by what it is run."""
_NAMES: Final = frozenset(["name", "qualified_name", "relative_name"])
_MEMBERS: Final = frozenset(
    [
        *("member_access_expression", "nullsafe_member_access_expression"),
        *("member_call_expression", "nullsafe_member_call_expression"),
        *("scoped_call_expression", "scoped_property_access_expression"),
    ]
)
_TRANSPARENT: Final = frozenset(["parenthesized_expression", "clone_expression"])
_CALLED: Final = "call_expression"
_MAX_DEPTH: Final = 8
_MAX_NAME: Final = 200
_MAX_PATTERN: Final = 100


def use_of(node: Node, context: Context) -> Use | None:
    if node.type in _MEMBERS:
        return _member(node, context)
    if node.type == "function_call_expression":
        return _named(node.child_by_field_name("function"), context)
    if node.type == "object_creation_expression":
        return _named(first_named_child(node), context)
    if node.type == "class_constant_access_expression":
        return _class_constant(node, context)
    if node.type == "variable_name":
        return Use(context.text(node), node)
    if node.type == "php_tag":
        return Use(SCRIPT, node)
    return _named(node, context)


def _member(node: Node, context: Context) -> Use | None:
    name = node.child_by_field_name("name")
    if name is None or name.type not in ("name", "variable_name"):
        return None
    owner = node.child_by_field_name("object") or node.child_by_field_name("scope")
    is_static = node.type == "scoped_property_access_expression"
    if name.type == "variable_name" and not is_static:
        return None
    receiver = expression(owner, context) or UNKNOWN_RECEIVER
    return Use(context.text(name).lstrip("$"), name, receiver)


def _class_constant(node: Node, context: Context) -> Use | None:
    owner, name = node.named_children[:1], node.named_children[-1:]
    if not name or name[0].type != "name" or len(node.named_children) < 2:
        return None
    text = context.text(name[0])
    receiver = expression(owner[0], context) or UNKNOWN_RECEIVER
    return None if text == "class" else Use(text, name[0], receiver)


def _named(node: Node | None, context: Context) -> Use | None:
    if node is None or node.type not in _NAMES:
        return None
    receiver, _, name = dotted(context.text(node)).rpartition(".")
    return Use(name, node, receiver)


def dotted(text: str) -> str:
    """A name as an expression that the resolver follows."""
    *spaces, name = "".join(text.split()).split("\\")
    if not spaces:
        return name
    if not spaces[0]:
        return f"{'$'.join([ROOT, *spaces[1:]])}.{name}"
    return f"{'$'.join([RELATIVE, *[each for each in spaces if each != 'namespace']])}.{name}"


def expression(node: Node | None, context: Context, depth: int = _MAX_DEPTH) -> str:
    """What a node gives, as far as it can be followed; empty where it cannot."""
    if node is None or not depth:
        return ""
    if node.type in _NAMES:
        return dotted(context.text(node)) if node.end_byte - node.start_byte < _MAX_NAME else ""
    if node.type in ("variable_name", "relative_scope"):
        return context.text(node)
    if node.type in _TRANSPARENT:
        return expression(first_named_child(node), context, depth - 1)
    if node.type == "object_creation_expression":
        return _called(expression(first_named_child(node), context, depth - 1))
    if node.type == "function_call_expression":
        return _called(expression(node.child_by_field_name("function"), context, depth - 1))
    return _member_expression(node, context, depth) if node.type in _MEMBERS else ""


def _member_expression(node: Node, context: Context, depth: int) -> str:
    owner = node.child_by_field_name("object") or node.child_by_field_name("scope")
    name = node.child_by_field_name("name")
    before = expression(owner, context, depth - 1)
    if name is None or not before or name.type not in ("name", "variable_name"):
        return ""
    chain = f"{before}.{context.text(name).lstrip('$')}"
    return _called(chain) if node.type.endswith(_CALLED) else chain


def _called(expression: str) -> str:
    return f"{expression}()" if expression else ""


def instance(node: Node | None, context: Context) -> str:
    """A value of the one named type; nothing for lists, unions and primitive types."""
    if node is not None and node.type == "optional_type":
        node = first_named_child(node)
    if node is not None and node.type == "union_type":
        named = [each for each in node.named_children if context.text(each) != "null"]
        node = named[0] if len(named) == 1 else None
    if node is None or node.type != "named_type":
        return ""
    return _called(expression(first_named_child(node), context))


def spans(definitions: Sequence[Definition]) -> Iterable[Span]:
    """A class binds what it calls itself, its objects and its parent."""
    for definition in definitions:
        if definition.kind in CLASS_KINDS:
            own = own_class(definition)
            yield span_of(definition, "$this", f"{own}()")
            yield span_of(definition, "self", own)
            yield span_of(definition, "static", own)
            yield span_of(definition, "parent", f"{own}.super")


def own_class(definition: Definition) -> str:
    """A class of the same file, in one word."""
    return "this$" + definition.qualname.replace("\\", "$").replace(".", "$")


def bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type == "anonymous_class":
        return [Binding(name, is_hoisted=True) for name in ("$this", "self", "static", "parent")]
    if node.type == "assignment_expression":
        return _assigned(node, context)
    if node.type == "foreach_statement":
        body = node.child_by_field_name("body")
        targets = [each for each in node.named_children if each != body][1:]
        names = [name for each in targets for name in _names(each, context)]
        # The loop is no scope of its own: what it binds goes on behind it.
        return [Binding(name, is_hoisted=True) for name in names]
    name, declared = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None:
        return []
    if node.type == "catch_clause":
        return [Binding(context.text(name), _caught(declared, context), is_hoisted=True)]
    return [Binding(context.text(name), instance(declared, context), is_hoisted=True)]


def _assigned(node: Node, context: Context) -> Iterable[Binding]:
    left = node.child_by_field_name("left")
    if left is None:
        return []
    if left.type == "variable_name":
        value = expression(node.child_by_field_name("right"), context)
        return [Binding(context.text(left), value)]
    is_list = left.type in ("list_literal", "array_creation_expression")
    return [Binding(name) for name in _names(left, context)] if is_list else []


def _caught(types: Node | None, context: Context) -> str:
    named = types.named_children if types is not None else []
    return instance(named[0], context) if len(named) == 1 else ""


def _names(pattern: Node, context: Context) -> list[str]:
    found: list[str] = []
    waiting = [pattern]
    while waiting and len(found) < _MAX_PATTERN:
        node = waiting.pop()
        if node.type == "variable_name":
            found.append(context.text(node))
        elif node.type not in _MEMBERS:
            waiting += node.named_children
    return found


SCOPING: Final = Scoping(bindings, spans)
