"""Java: annotations stand before the line of what they describe. Kotlin shares that."""

from collections.abc import Iterable
from typing import Final

import tree_sitter_java
from tree_sitter import Node

from repobook.languages.jvm.jvm_decisions import JAVA, READING
from repobook.languages.jvm.jvm_scopes import bindings_within, spans
from repobook.model.facts import Import
from repobook.parse.chains import ChainSyntax, followed
from repobook.parse.definitions import Context, Sketch, first_named_child, one_line
from repobook.parse.scopes import Binding, Scoping
from repobook.parse.tree import TreeLanguage

_ANNOTATIONS: Final = frozenset(["marker_annotation", "annotation"])
_HERITAGE: Final = frozenset(["superclass", "super_interfaces", "extends_interfaces"])
_MAX_VALUE: Final = 200
_SKIPPED: Final = frozenset([*_ANNOTATIONS, "line_comment", "block_comment"])


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    names = _names(node, kind, context)
    if not names:
        return None
    modifiers = modifiers_of(node)
    head = head_of(node, modifiers)
    text = context.code(head.start_byte, _signature_end(node))
    words = context.text(modifiers) if modifiers is not None else ""
    return Sketch(
        name=names[0],
        kind="constant" if kind == "field" and "final" in words and "static" in words else kind,
        signature=one_line(text),
        decorators=annotations_of(modifiers, context),
        exported=False if "private" in words.split() else None,
        line=head.start_point[0] + 1,
        also=tuple(names[1:]),
        literal=True,
        doc="" if kind == "package" else None,
        bases=_bases(node, context),
        value=instance(node.child_by_field_name("type"), context),
    )


def _bases(node: Node, context: Context) -> tuple[str, ...]:
    clauses = [each for each in node.named_children if each.type in _HERITAGE]
    lists = [each for clause in clauses for each in clause.named_children]
    named = [each for node in lists for each in (node.named_children if _is_list(node) else [node])]
    return tuple([name for each in named if (name := type_name(each, context))])


def _is_list(node: Node) -> bool:
    return node.type == "type_list"


def instance(node: Node | None, context: Context) -> str:
    name = type_name(node, context)
    return f"{name}()" if name else ""


def type_name(node: Node | None, context: Context) -> str:
    """The named type without its arguments; nothing for arrays and primitive types."""
    if node is not None and node.type == "generic_type":
        node = first_named_child(node)
    if node is None or node.type not in ("type_identifier", "scoped_type_identifier"):
        return ""
    return followed(context.text(node))


def _value_expression(node: Node | None, context: Context) -> str:
    """The expression that gives a variable its value, as far as it can be followed."""
    if node is None or node.end_byte - node.start_byte > _MAX_VALUE:
        return ""
    if node.type == "cast_expression":
        return instance(node.child_by_field_name("type"), context)
    return followed(context.text(node).removeprefix("new "))


def _bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type in ("class_body", "enhanced_for_statement"):
        return _of_scope(node, context)
    if node.type == "type_parameter":
        bound = node.named_children[1:2]
        name = type_name(first_named_child(bound[0]), context) if bound else ""
        return [Binding(context.text(node.named_children[0]), name, is_type=True)]
    if node.type in ("identifier", "inferred_parameters"):
        names = node.named_children or [node]
        return [Binding(context.text(name)) for name in names]
    return _of_declaration(node, context)


def _of_scope(node: Node, context: Context) -> Iterable[Binding]:
    """The body of an anonymous class sees what its type has; a loop binds what it runs over."""
    if node.type == "enhanced_for_statement":
        name, type_node = node.child_by_field_name("name"), node.child_by_field_name("type")
        type_ = instance(type_node, context)
        return [Binding(context.text(name), type_, True)] if name is not None else []
    creation = node.parent
    if creation is None or creation.type != "object_creation_expression":
        return []
    return bindings_within(type_name(creation.child_by_field_name("type"), context))


def _of_declaration(node: Node, context: Context) -> Iterable[Binding]:
    declared = node.child_by_field_name("type") or node.child_by_field_name("right")
    if node.type == "type_pattern":
        declared = first_named_child(node)
    type_ = instance(declared, context)
    for each in node.children_by_field_name("declarator") or [node]:
        inner = next((c for c in each.named_children if c.type == "variable_declarator"), each)
        name = inner.child_by_field_name("name")
        if name is None and node.type == "type_pattern":
            name = node.named_children[-1]
        if name is not None:
            value = inner.child_by_field_name("value")
            yield Binding(
                context.text(name), _value_expression(value, context) if type_ == "var()" else type_
            )


def _names(node: Node, kind: str, context: Context) -> list[str]:
    if kind == "package":
        return [context.text(child) for child in node.named_children[-1:]]
    declarators = node.children_by_field_name("declarator")
    named = [each.child_by_field_name("name") for each in (declarators or [node])]
    return [context.text(name) for name in named if name is not None]


def modifiers_of(node: Node) -> Node | None:
    first = first_named_child(node)
    return first if first is not None and first.type == "modifiers" else None


def head_of(node: Node, modifiers: Node | None) -> Node:
    """The first token that is no annotation."""
    if modifiers is None and node.child_count and node.children[0].type not in _SKIPPED:
        return node
    within = modifiers.children if modifiers is not None else []
    others = (child for child in (*within, *node.children) if child.type not in _SKIPPED)
    return next((child for child in others if child.type != "modifiers"), node)


def _signature_end(node: Node) -> int:
    body = node.child_by_field_name("body") or node.child_by_field_name("value")
    return body.start_byte if body is not None else node.end_byte


def annotations_of(modifiers: Node | None, context: Context) -> tuple[str, ...]:
    if modifiers is None:
        return ()
    return tuple(
        one_line(context.text(child)[1:])
        for child in modifiers.named_children
        if child.type in _ANNOTATIONS
    )


def _imports(node: Node, context: Context) -> Iterable[Import]:
    line = node.start_point[0] + 1
    words = context.text(node).rstrip(";").replace(".", " . ").split()
    path = "".join(word for word in words[1:] if word not in ("static", "transitive"))
    module, _, name = path.rpartition(".")
    if words[0] == "requires":
        yield Import(path, "", "", "requires", line)
    elif words[1:2] == ["static"]:
        yield Import(module, name, "", "static", line)
    else:
        yield Import(module, name, "", "import", line)


facts = TreeLanguage(
    tree_sitter_java.language,
    "jvm/java",
    chains=ChainSyntax(separators=r"::|\.", bare_roles=("call", "mention"), follows_calls=True),
    describe=_describe,
    imports=_imports,
    scoping=Scoping(_bindings, spans, methods_apart=True, calls_locals=False),
    deciding=JAVA,
    reading=READING,
)
