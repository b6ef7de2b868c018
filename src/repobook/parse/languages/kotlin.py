"""Kotlin: classes, objects and properties; what a word before ``class`` makes of it."""

from collections.abc import Iterable
from typing import Final

import tree_sitter_kotlin
from tree_sitter import Node

from repobook.model.facts import Import
from repobook.parse.definitions import Context, Sketch, first_named_child, one_line
from repobook.parse.languages.java import annotations_of, head_of, modifiers_of
from repobook.parse.references import ChainSyntax
from repobook.parse.tree import TreeLanguage

_BODIES: Final = frozenset(["class_body", "enum_class_body", "function_body", "block"])
_KIND_BY_WORD: Final = {"interface": "interface", "enum": "enum", "const": "constant"}
_UNNAMED: Final = {"companion_object": ["Companion"], "secondary_constructor": ["constructor"]}
_VARIABLES: Final = frozenset(["variable_declaration", "multi_variable_declaration"])


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    name_nodes = _name_nodes(node)
    names = [context.text(each).strip("`") for each in name_nodes] or _UNNAMED.get(node.type, [])
    if not names:
        return None
    modifiers = modifiers_of(node)
    head = head_of(node, modifiers)
    end = name_nodes[0].start_byte if name_nodes else _end_of(modifiers)
    words = context.source.text(head.start_byte, end).split()
    return Sketch(
        name=names[0],
        kind=next((_KIND_BY_WORD[word] for word in words if word in _KIND_BY_WORD), kind),
        signature=_signature(node, kind, head, context),
        decorators=annotations_of(modifiers, context),
        exported=False if "private" in words else None,
        line=head.start_point[0] + 1,
        doc="" if kind == "package" else None,
        also=tuple(names[1:]),
        literal=True,
    )


def _end_of(modifiers: Node | None) -> int:
    return modifiers.end_byte if modifiers is not None else 0


def _name_nodes(node: Node) -> list[Node]:
    name = node.child_by_field_name("name") or node.child_by_field_name("type")
    if name is not None:
        return [name]
    for child in node.named_children:
        if child.type in ("identifier", "qualified_identifier"):
            return [child]
        if child.type in _VARIABLES:
            declared = [child] if child.type == "variable_declaration" else child.named_children
            return [first for each in declared if (first := first_named_child(each)) is not None]
    return []


def _signature(node: Node, kind: str, head: Node, context: Context) -> str:
    last = node.children[-1]
    end = last.start_byte if last.type in _BODIES else node.end_byte
    text = context.source.text(head.start_byte, end)
    return one_line(text.partition("\n")[0] if kind == "property" else text)


def _imports(node: Node, context: Context) -> Iterable[Import]:
    path, _, alias = context.text(node).removeprefix("import").strip(" ;\t").partition(" as ")
    module, _, name = path.strip().rpartition(".")
    yield Import(module, name.strip("`"), alias.strip(), "import", node.start_point[0] + 1)


facts = TreeLanguage(
    tree_sitter_kotlin.language,
    "kotlin",
    chains=ChainSyntax(separators=r"\?\.|!!\.|::|\.", bare_roles=("inherit", "decorator", "type")),
    describe=_describe,
    imports=_imports,
)
