"""What the locals of JavaScript and TypeScript stand for, by annotations, ``new`` and calls."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tree_sitter import Node

from repobook.model.facts import Definition
from repobook.parse.chains import followed
from repobook.parse.definitions import CLASS_KINDS, FUNCTION_KINDS, Context, first_named_child
from repobook.parse.scopes import Binding, Scoping, Span, span_of
from repobook.text.naming.code_names import code_names

_LEAF_NAMES: Final = frozenset(
    ["identifier", "shorthand_property_identifier_pattern", "type_identifier"]
)
_FUNCTIONS: Final = frozenset(["arrow_function", "function_expression", "generator_function"])
_DEFINED_BY_VALUE: Final = _FUNCTIONS | {"class"}
_TRANSPARENT: Final = frozenset(
    ["await_expression", "parenthesized_expression", "non_null_expression"]
)
_TYPE_BINDERS: Final = frozenset(["type_parameter", "infer_type", "mapped_type_clause"])
# A function that is no arrow has a ``this`` of its own.
_WITH_THIS: Final = frozenset(["function_declaration", "function_expression"])
_HERITAGE: Final = frozenset(
    ["class_heritage", "extends_clause", "implements_clause", "extends_type_clause"]
)
_AROUND: Final = FUNCTION_KINDS | {"namespace"}
_NOTHING: Final = frozenset(["null", "undefined", "void", "any", "unknown", "never"])
_PROMISE: Final = re.compile(r"(?:Promise|Readonly|Partial|Required|DeepReadonly)<(.+)>", re.DOTALL)
_MODULE: Final = re.compile(
    rb"(?P<form>import|require)\((?P<quote>[\"'])[^\"'\n]{1,200}(?P=quote)\)"
)
IMPORT_AT: Final = "@"
"""A name that begins so is the module that is imported in the line behind it."""
_MAX_TYPE: Final = 200
_MAX_PATTERN: Final = 200


def bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type == "variable_declarator":
        return _of_declarator(node, context)
    if node.type == "formal_parameters":
        return [
            binding
            for parameter in node.named_children
            for binding in _of_parameter(parameter, context)
        ]
    if node.type in _WITH_THIS:
        return [] if _is_value(node, context) else [Binding("this")]
    is_type = node.type in _TYPE_BINDERS
    return [Binding(name, is_type=is_type) for name in _names(node, context)]


def spans(definitions: Sequence[Definition]) -> Iterable[Span]:
    """Classes bind ``this``; functions and namespaces bind what is defined in them.

    What an object written there holds is no name of its own.
    """
    for definition, name in zip(definitions, code_names(definitions), strict=True):
        enclosing = definitions[definition.parent] if definition.parent >= 0 else None
        owner, _, _ = name.rpartition(".")
        if definition.kind in CLASS_KINDS:
            yield span_of(definition, "this", f"{name}()")
            yield span_of(definition, "super", f"{name}().super")
        elif (
            owner
            and definition.kind == "method"
            and (enclosing is None or enclosing.kind == "variable")
        ):
            yield span_of(definition, "this", owner)
        is_named = name and definition.kind != "method"
        if is_named and enclosing is not None and enclosing.kind in _AROUND:
            yield span_of(enclosing, definition.name, name)


def type_of(node: Node | None, context: Context) -> str:
    """The one named type of an annotation, as the expression that gives a value of it."""
    if node is None or node.end_byte - node.start_byte > _MAX_TYPE:
        return ""
    text = context.text(node).lstrip(":").strip()
    if unwrapped := _PROMISE.fullmatch(text):
        text = unwrapped.group(1)
    if "=>" in text or "&" in text:
        return ""
    if text.startswith("typeof "):
        return followed(text.removeprefix("typeof "))
    parts = [part for each in text.split("|") if (part := each.strip()) not in _NOTHING]
    name = followed(parts[0]) if len(parts) == 1 else ""
    return f"{name}()" if name and not name.endswith(")") else ""


def value_of(node: Node | None, context: Context) -> str:
    """The expression that gives a variable its value, as far as it can be followed."""
    while node is not None and node.type in _TRANSPARENT:
        node = first_named_child(node)
    if node is None or node.end_byte - node.start_byte > _MAX_TYPE:
        return ""
    if node.type == "as_expression":
        return type_of(node.named_children[-1], context)
    if node.type == "new_expression":
        constructor = node.child_by_field_name("constructor")
        name = followed(context.text(constructor)) if constructor is not None else ""
        return f"{name}()" if name else ""
    if node.type in ("call_expression", "member_expression", "identifier"):
        return followed(context.text(node))
    return ""


def bases_of(node: Node | None, context: Context) -> tuple[str, ...]:
    """What a class or an interface extends and implements, and what a type joins with ``&``."""
    if node is None:
        return ()
    if node.type == "type_alias_declaration":
        value = node.child_by_field_name("value")
        return _followed_all(value.named_children if _is_joined(value) and value else [], context)
    clauses = [each for each in node.named_children if each.type in _HERITAGE]
    for clause in list(clauses):
        clauses += [each for each in clause.named_children if each.type in _HERITAGE]
    named = [each for clause in clauses for each in clause.named_children]
    return _followed_all([each for each in named if each.type not in _HERITAGE], context)


def _is_joined(value: Node | None) -> bool:
    return value is not None and value.type == "intersection_type"


def _followed_all(nodes: Iterable[Node], context: Context) -> tuple[str, ...]:
    """Each without its type arguments; a base that is made by a call cannot be followed."""
    texts = [followed(context.text(node)) for node in nodes if node.type != "type_arguments"]
    return tuple([text for text in texts if text and not text.endswith(")")])


def _of_declarator(node: Node, context: Context) -> Iterable[Binding]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or (value is not None and value.type in _DEFINED_BY_VALUE):
        return []
    if imported := _module_at(value, name, context):
        return _of_pattern(name, imported, context)
    declared = node.child_by_field_name("type")
    type_or_value = type_of(declared, context) if declared is not None else value_of(value, context)
    return _of_pattern(name, type_or_value, context)


def _module_at(value: Node | None, name: Node, context: Context) -> str:
    """``await import('x')``, or what is taken out of ``require('x')``: the import of that line."""
    while value is not None and value.type in _TRANSPARENT:
        value = first_named_child(value)
    if value is None or value.type != "call_expression":
        return ""
    call = _MODULE.fullmatch(context.source.data, value.start_byte, value.end_byte)
    if call is None or (call["form"] == b"require" and name.type != "object_pattern"):
        return ""
    return f"{IMPORT_AT}{value.start_point[0] + 1}"


def _of_parameter(node: Node, context: Context) -> Iterable[Binding]:
    pattern = node.child_by_field_name("pattern") or node
    return _of_pattern(pattern, type_of(node.child_by_field_name("type"), context), context)


def _of_pattern(pattern: Node, value: str, context: Context) -> Iterable[Binding]:
    if pattern.type in _LEAF_NAMES:
        return [Binding(context.text(pattern), value)]
    if pattern.type == "object_pattern" and value:
        return list(_of_properties(pattern, value, context))
    return [Binding(name) for name in _names(pattern, context)]


def _of_properties(pattern: Node, value: str, context: Context) -> Iterable[Binding]:
    """``const {a, b: c} = x``: ``a`` is ``x.a`` and ``c`` is ``x.b``."""
    for child in pattern.named_children:
        key, bound = child.child_by_field_name("key"), child.child_by_field_name("value")
        if child.type in _LEAF_NAMES:
            name = context.text(child)
            yield Binding(name, f"{value}.{name}")
        elif key is not None and bound is not None and bound.type in _LEAF_NAMES:
            # Who imported it knows what it is called there.
            name = context.text(bound if value.startswith(IMPORT_AT) else key)
            yield Binding(context.text(bound), f"{value}.{name}")
        else:
            yield from [Binding(name) for name in _names(child, context)]


def _names(pattern: Node, context: Context) -> list[str]:
    """Every name that a pattern binds; defaults are expressions and bind none."""
    names: list[str] = []
    waiting = [pattern]
    while waiting and len(names) < _MAX_PATTERN:
        node = waiting.pop()
        if node.type in _LEAF_NAMES:
            names.append(context.text(node))
            continue
        inner = node.child_by_field_name("left") or node.child_by_field_name("name")
        if inner is None and node.type == "pair_pattern":
            inner = node.child_by_field_name("value")
        waiting += node.named_children if inner is None else [inner]
    return names


def _is_value(node: Node, context: Context) -> bool:
    """``a.b = function () {…}``: there ``this`` is what holds the function."""
    before = context.source.data[max(0, node.start_byte - 20) : node.start_byte]
    return before.rstrip().endswith((b"=", b":"))


SCOPING: Final = Scoping(bindings, spans, hoists=True)
