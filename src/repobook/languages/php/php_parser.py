"""PHP: namespaces go on to the next, constructors declare fields, attributes stand before."""

import re
from collections.abc import Iterable
from typing import Final

import tree_sitter_php
from tree_sitter import Node

from repobook.languages.php.php_decisions import DECIDING, READING
from repobook.languages.php.php_scopes import SCOPING, expression, instance, own_class, use_of
from repobook.model.facts import Definition, FileFacts, Import
from repobook.parse.definitions import CLASS_KINDS, Context, Sketch, first_named_child, one_line
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_HERITAGE: Final = ("use_declaration", "base_clause", "class_interface_clause")
_ELEMENTS: Final = {
    "property_declaration": "property_element",
    "const_declaration": "const_element",
}
_HIDDEN: Final = frozenset(["private", "protected"])
_OWN: Final = re.compile(r"\A(?:self|static)\b")
_PATH: Final = re.compile(r"[\w./-]{1,300}\.(?:php|inc|phtml)")


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    names = [name for each in _name_nodes(node) if (name := _name(each, context))]
    if not names:
        return None
    modifiers = [context.text(each) for each in node.children if each.type == "visibility_modifier"]
    head = _head(node)
    return Sketch(
        names[0],
        kind,
        one_line(context.code(head.start_byte, _signature_end(node))),
        decorators=_attributes(node, context),
        exported=False if _HIDDEN.intersection(modifiers) else names[0].startswith("__") or None,
        line=head.start_point[0] + 1,
        also=tuple(names[1:]),
        literal=True,
        bases=_bases(node, context),
        value=_value(node, context),
    )


def _name_nodes(node: Node) -> list[Node]:
    element = _ELEMENTS.get(node.type)
    if element is not None:
        elements = [each for each in node.named_children if each.type == element]
        firsts = [each.child_by_field_name("name") or first_named_child(each) for each in elements]
        return [each for each in firsts if each is not None]
    arguments = node.child_by_field_name("arguments")
    if arguments is not None:
        return arguments.named_children[:1]
    name = node.child_by_field_name("name")
    return [name] if name is not None else []


def _name(node: Node, context: Context) -> str:
    text = "".join(context.text(node).split())
    return text.strip("\"'") if node.type == "argument" else text.lstrip("$")


def _head(node: Node) -> Node:
    """The first token that is no attribute."""
    others = (child for child in node.children if child.type not in ("attribute_list", "comment"))
    return next(others, node)


def _signature_end(node: Node) -> int:
    body = node.child_by_field_name("body")
    return body.start_byte if body is not None else node.end_byte


def _attributes(node: Node, context: Context) -> tuple[str, ...]:
    listed = node.child_by_field_name("attributes")
    groups = listed.named_children if listed is not None else []
    named = [attribute for group in groups for attribute in group.named_children]
    return tuple([one_line(context.text(attribute)) for attribute in named])


def _bases(node: Node, context: Context) -> tuple[str, ...]:
    """Traits before the parent, the parent before interfaces: in this order members are found."""
    body = node.child_by_field_name("body")
    if body is None or not node.type.endswith("_declaration"):
        return ()
    clauses = [each for each in node.named_children if each.type in _HERITAGE]
    clauses += [each for each in body.named_children if each.type in _HERITAGE]
    clauses.sort(key=lambda clause: _HERITAGE.index(clause.type))
    named = [expression(each, context) for clause in clauses for each in clause.named_children]
    return tuple(filter(None, named))


def _value(node: Node, context: Context) -> str:
    """What a function gives or a field holds."""
    declared = node.child_by_field_name("return_type") or node.child_by_field_name("type")
    return instance(declared, context)


def _imports(node: Node, context: Context) -> Iterable[Import]:
    if node.type != "namespace_use_declaration":
        yield from _included(node, context)
        return
    first = first_named_child(node)
    is_group = first is not None and first.type == "namespace_name"
    prefix = f"{context.text(first)}\\" if is_group and first is not None else ""
    body = node.child_by_field_name("body")
    for clause in (body or node).named_children:
        if clause.type == "namespace_use_clause":
            yield from _use(clause, prefix, _use_form(node, clause, context), context)


def _included(node: Node, context: Context) -> Iterable[Import]:
    """``__DIR__ . '/x.php'`` is ``./x.php``; what stands behind anything else may lie anywhere."""
    text = context.text(node)
    found = _PATH.search(text)
    if found is None:
        return
    path = found.group().lstrip("/")
    if "__DIR__" in text:
        path = "./" + "../" * text.count("dirname") + path
    form = "require" if node.type.startswith("require") else "include"
    yield Import(path, "", "", form, node.start_point[0] + 1)


def _use_form(node: Node, clause: Node, context: Context) -> str:
    kind = clause.child_by_field_name("type") or node.child_by_field_name("type")
    return f"use {context.text(kind)}" if kind is not None else "use"


def _use(clause: Node, prefix: str, form: str, context: Context) -> Iterable[Import]:
    named, alias = first_named_child(clause), clause.child_by_field_name("alias")
    if named is None:
        return
    full = prefix + "".join(context.text(named).split()).lstrip("\\")
    module, _, name = full.rpartition("\\")
    alias_name = context.text(alias) if alias is not None else ""
    yield Import(module, name, alias_name, form, clause.start_point[0] + 1)


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    found = facts.definitions
    return facts._replace(definitions=tuple([_in_class(each, found) for each in found]))


def _in_class(definition: Definition, definitions: tuple[Definition, ...]) -> Definition:
    """A field that the constructor declares belongs to the class; ``self`` is that class."""
    around = definitions[definition.parent] if definition.parent >= 0 else None
    if around is not None and definition.kind == "field" and around.kind == "method":
        parent = around.parent
        around = definitions[parent] if parent >= 0 else None
        owner = f"{around.qualname}." if around is not None else ""
        definition = definition._replace(parent=parent, qualname=owner + definition.name)
    if around is not None and around.kind in CLASS_KINDS:
        value = _OWN.sub(lambda _: own_class(around), definition.value)
        return definition._replace(value=value)
    return definition


facts = TreeLanguage(
    tree_sitter_php.language_php,
    "php/php",
    describe=_describe,
    imports=_imports,
    scoping=SCOPING,
    use_of=use_of,
    finish=_finish,
    deciding=DECIDING,
    reading=READING,
)
