"""What names mean inside Rust items: ``self``, patterns and the types of what they bind."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tree_sitter import Node

from repobook.model.facts import Definition
from repobook.parse.chains import followed
from repobook.parse.definitions import Context, first_named_child
from repobook.parse.scopes import Binding, Scoping, Span, span_of

IMPL: Final = "impl"
TRAIT_IMPL: Final = "trait impl"

_OWNERS: Final = frozenset([IMPL, TRAIT_IMPL, "trait", "enum", "struct"])
_AROUND: Final = frozenset(["function", "method", "module"])
_LEAF_NAMES: Final = frozenset(["identifier", "shorthand_field_identifier", "type_identifier"])
# A value of one of these is used as a value of what it holds.
_TRANSPARENT: Final = frozenset(["Box", "Arc", "Rc", "Pin", "Option", "Result", "io::Result"])
_SURELY: Final = re.compile(r"\.(?:unwrap|expect|clone)\(\)|\.await\b")
_MAX_VALUE: Final = 200
_MAX_PATTERN: Final = 200


def spans(definitions: Sequence[Definition]) -> Iterable[Span]:
    """Blocks of a type bind ``self``; functions and modules bind what is defined in them."""
    types = {d.qualname for d in definitions if d.kind not in (IMPL, TRAIT_IMPL)}
    for definition in definitions:
        enclosing = definitions[definition.parent] if definition.parent >= 0 else None
        if definition.kind in _OWNERS and definition.name.isidentifier():
            # The type may stand beside its ``impl`` or further out.
            name = definition.qualname if definition.qualname in types else definition.name
            yield span_of(definition, "self", f"{name}()")
            yield span_of(definition, "Self", name)
        if definition.kind == "module" and definition.end_line > definition.line:
            # A module that is written here, and the file around it or the module that it is in.
            yield span_of(definition, "self", definition.qualname)
            yield span_of(definition, "super", enclosing.qualname if enclosing else "self")
        if enclosing is not None and enclosing.kind in _AROUND and definition.kind != IMPL:
            yield span_of(enclosing, definition.name, definition.qualname)


def bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type == "type_parameter":
        name, bounds = node.child_by_field_name("name"), node.child_by_field_name("bounds")
        first = first_named_child(bounds) if bounds is not None else None
        bound = type_name(first, context)
        return [Binding(context.text(name), bound, is_type=True)] if name is not None else []
    if node.type == "closure_parameters":
        bare = [child for child in node.named_children if child.type != "parameter"]
        return [Binding(name) for child in bare for name in _names(child, context)]
    pattern = node.child_by_field_name("pattern")
    declared, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    if pattern is None:
        pattern = node
    if pattern.type in _LEAF_NAMES and node.type in ("parameter", "let_declaration"):
        type_or_value = (
            instance(declared, context) if declared is not None else value_of(value, context)
        )
        return [Binding(context.text(pattern), type_or_value)]
    # The condition of an arm is part of its pattern and sees what the pattern binds.
    is_hoisted = node.type == "match_pattern"
    return [Binding(name, is_hoisted=is_hoisted) for name in _names(pattern, context)]


def instance(node: Node | None, context: Context) -> str:
    name = type_name(node, context)
    return f"{name}()" if name else ""


def type_name(node: Node | None, context: Context) -> str:
    """The named type behind references, boxes and what may be missing; nothing for tuples."""
    while node is not None:
        if node.type in ("reference_type", "pointer_type"):
            node = node.child_by_field_name("type")
        elif node.type in ("dynamic_type", "abstract_type"):
            node = node.child_by_field_name("trait")
        elif node.type == "generic_type":
            base = node.child_by_field_name("type")
            is_transparent = base is not None and context.text(base) in _TRANSPARENT
            node = _first_argument(node) if is_transparent else base
        else:
            break
    if node is None or node.type not in ("type_identifier", "scoped_type_identifier"):
        return ""
    return followed(context.text(node))


def value_of(node: Node | None, context: Context) -> str:
    """The expression that gives a variable its value, as far as it can be followed."""
    if node is None or node.end_byte - node.start_byte > _MAX_VALUE:
        return ""
    if node.type == "struct_expression":
        name = node.child_by_field_name("name")
        return f"{followed(context.text(name))}()" if name is not None else ""
    text = followed(context.text(node).lstrip("&").removeprefix("mut ").rstrip("?"))
    return _SURELY.sub("", text)


def _first_argument(node: Node) -> Node | None:
    arguments = node.child_by_field_name("type_arguments")
    children = arguments.named_children if arguments is not None else []
    return next((child for child in children if child.type != "lifetime"), None)


def _names(pattern: Node, context: Context) -> list[str]:
    """Every name that a pattern binds; what begins with a capital is a constant or a variant."""
    names: list[str] = []
    waiting = [pattern]
    while waiting and len(names) < _MAX_PATTERN:
        node = waiting.pop()
        if node.type in _LEAF_NAMES:
            text = context.text(node)
            names += [] if text[:1].isupper() else [text]
            continue
        skipped = node.child_by_field_name("type") or node.child_by_field_name("condition")
        inner = node.child_by_field_name("pattern")
        waiting += (
            [inner]
            if inner is not None
            else [child for child in node.named_children if child != skipped]
        )
    return names


SCOPING: Final = Scoping(bindings, spans)
