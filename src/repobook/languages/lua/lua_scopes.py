"""What names and expressions of Lua mean: locals by what they are given, ``self`` by its table.

A module that is required is one word of an expression: ``require "pl.utils"`` is
``require$pl$utils``.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from tree_sitter import Node

from repobook.model.facts import Definition, pack_position
from repobook.parse.definitions import FUNCTION_KINDS, Context, first_named_child
from repobook.parse.scopes import Binding, Scoping, Span, span_of
from repobook.parse.uses import UNKNOWN_RECEIVER, Use

REQUIRED: Final = "require$"
_MODULE: Final = re.compile(r"\w+(?:\.\w+)*")
_FIELD_BY_INDEX: Final = {
    "dot_index_expression": "field",
    "method_index_expression": "method",
}
IN_LINE: Final = "line$"
_FAR: Final = 1 << 60
_MAX_DEPTH: Final = 8


def use_of(node: Node, context: Context) -> Use | None:
    if node.type == "function_call":
        called = node.child_by_field_name("name")
        return use_of(called, context) if called is not None and called != node else None
    if node.type == "identifier":
        return Use(context.text(node), node)
    name = member_name(node)
    if name is None or name.type != "identifier":
        return None
    table = node.child_by_field_name("table")
    return Use(context.text(name), name, expression(table, context) or UNKNOWN_RECEIVER)


def member_name(node: Node) -> Node | None:
    """The last name of ``a.b`` and ``a:b``."""
    field = _FIELD_BY_INDEX.get(node.type)
    return node.child_by_field_name(field) if field is not None else None


def expression(node: Node | None, context: Context, depth: int = _MAX_DEPTH) -> str:
    """What a node gives, as far as it can be followed; empty where it cannot."""
    if node is None or not depth:
        return ""
    if node.type == "identifier":
        return context.text(node)
    if node.type == "function_call":
        return _called(node, context, depth)
    if node.type == "parenthesized_expression":
        return expression(first_named_child(node), context, depth - 1)
    name = member_name(node)
    owner = expression(node.child_by_field_name("table"), context, depth - 1) if name else ""
    is_name = name is not None and name.type == "identifier"
    return f"{owner}.{context.text(name)}" if owner and is_name and name is not None else ""


def _called(node: Node, context: Context, depth: int) -> str:
    called, arguments = node.child_by_field_name("name"), node.child_by_field_name("arguments")
    chain = expression(called, context, depth - 1)
    given = arguments.named_children if arguments is not None else []
    if chain == "require":
        return required(given[0], context) if given else ""
    if chain == "setmetatable":
        # What looks its members up in a table is as good as one of its objects.
        return expression(given[1], context, depth - 1) if len(given) == 2 else ""
    return f"{chain}()" if chain else ""


def required(node: Node, context: Context) -> str:
    name = module_name(node, context)
    return REQUIRED + name.replace(".", "$") if _MODULE.fullmatch(name) else ""


def module_name(node: Node, context: Context) -> str:
    content = node.child_by_field_name("content") if node.type == "string" else None
    return context.text(content) if content is not None else ""


def spans(definitions: Sequence[Definition]) -> Iterable[Span]:
    """A function of a table calls it ``self``; a function binds those that are written in it."""
    for definition in definitions:
        if definition.kind not in FUNCTION_KINDS:
            continue
        owner = definition.qualname.rpartition(".")[0]
        if owner and definition.signature.startswith("function "):
            yield span_of(definition, "self", owner)
        around = definitions[definition.parent] if definition.parent >= 0 else None
        if around is not None and around.kind in FUNCTION_KINDS:
            yield span_of(around, definition.name, _in_line(definition))
    yield from _bound_again(definitions)


def _bound_again(definitions: Sequence[Definition]) -> Iterable[Span]:
    """A name that a file binds several times means each in turn."""
    by_name: dict[str, list[Definition]] = {}
    for definition in definitions:
        if definition.parent < 0 and definition.name == definition.qualname:
            by_name.setdefault(definition.name, []).append(definition)
    for name, several in by_name.items():
        for definition, following in zip(several, [*several[1:], None], strict=True):
            is_function = definition.kind in FUNCTION_KINDS
            first = definition.line if is_function else definition.end_line + 1
            end = pack_position(following.line, 0) if following is not None else _FAR
            if len(several) > 1 and pack_position(first, 0) < end:
                yield Span(pack_position(first, 0), end, name, _in_line(definition))


def _in_line(definition: Definition) -> str:
    """A definition by its line, since names may come again, and titles of tests are no names."""
    return f"{IN_LINE}{definition.line}.{definition.name}"


def bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type in ("parameters", "for_numeric_clause"):
        names = [context.text(each) for each in node.children_by_field_name("name")]
        return [Binding(name, is_hoisted=True) for name in names if name != "self"]
    names_and_values = declared(node)
    is_loop = node.type == "for_generic_clause"
    return [
        Binding(context.text(name), "" if is_loop else expression(value, context), is_loop)
        for name, value in names_and_values
    ]


def declared(node: Node) -> list[tuple[Node, Node | None]]:
    """The names of a declaration with what each is given."""
    inner = first_named_child(node)
    if inner is not None and inner.type == "assignment_statement":
        node = inner
    lists = {each.type: each for each in node.named_children}
    names, values = lists.get("variable_list"), lists.get("expression_list")
    given = values.named_children if values is not None else []
    found = names.children_by_field_name("name") if names is not None else []
    return [(name, value) for name, value in zip_longest(found, given) if name is not None]


SCOPING: Final = Scoping(bindings, spans)
