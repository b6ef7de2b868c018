"""Java: annotations stand before the line of what they describe. Kotlin shares that."""

from collections.abc import Iterable
from typing import Final

import tree_sitter_java
from tree_sitter import Node

from repobook.model.facts import Import
from repobook.parse.definitions import Context, Sketch, first_named_child, one_line
from repobook.parse.references import ChainSyntax
from repobook.parse.tree import TreeLanguage

_ANNOTATIONS: Final = frozenset(["marker_annotation", "annotation"])
_SKIPPED: Final = frozenset([*_ANNOTATIONS, "line_comment", "block_comment"])


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    names = _names(node, kind, context)
    if not names:
        return None
    modifiers = modifiers_of(node)
    head = head_of(node, modifiers)
    text = context.source.text(head.start_byte, _signature_end(node))
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
    "java",
    chains=ChainSyntax(separators=r"::|\.", bare_roles=("call",)),
    describe=_describe,
    imports=_imports,
)
