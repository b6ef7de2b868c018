"""Kotlin: classes, objects and properties; what a word before ``class`` makes of it."""

from collections.abc import Iterable, Sequence
from typing import Final

import tree_sitter_kotlin
from tree_sitter import Node

from repobook.languages.jvm.java import annotations_of, head_of, modifiers_of
from repobook.languages.jvm.jvm_decisions import KOTLIN, READING
from repobook.languages.jvm.jvm_scopes import bindings_within, spans
from repobook.model.facts import Definition, FileFacts, Import
from repobook.parse.chains import ChainSyntax, followed
from repobook.parse.definitions import (
    CLASS_KINDS,
    Context,
    Sketch,
    first_line,
    first_named_child,
    one_line,
)
from repobook.parse.scopes import Binding, Scoping
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_BODIES: Final = frozenset(["class_body", "enum_class_body", "function_body", "block"])
_KIND_BY_WORD: Final = {"interface": "interface", "enum": "enum", "const": "constant"}
_UNNAMED: Final = {"companion_object": ["Companion"], "secondary_constructor": ["constructor"]}
_ITSELF: Final = "this"
_TYPES: Final = frozenset(["user_type", "nullable_type", "function_type"])
_PARAMETERS: Final = "function_value_parameters"
_AROUND_BASE: Final = frozenset(["constructor_invocation", "explicit_delegation"])
_FOLLOWED: Final = frozenset(["call_expression", "navigation_expression", "identifier"])
_MAX_VALUE: Final = 200
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
        bases=_bases(node, context),
        value=_value(node, context),
    )


def _bases(node: Node, context: Context) -> tuple[str, ...]:
    clauses = [each for each in node.named_children if each.type == "delegation_specifiers"]
    named = [_type_within(each) for clause in clauses for each in clause.named_children]
    return tuple([name for each in named if (name := _type_name(each, context))])


def _type_within(node: Node) -> Node | None:
    """``Base(1)`` and ``Base by other`` name the type first."""
    inner = first_named_child(node)
    return first_named_child(inner) if inner is not None and inner.type in _AROUND_BASE else inner


def _value(node: Node, context: Context) -> str:
    """What a function gives, a property holds or an alias stands for."""
    types = [each for each in node.named_children if each.type in _TYPES]
    if node.type == "type_alias":
        return _type_name(types[0], context) if types else ""
    if node.type == "property_declaration":
        return _held(node, context)
    if node.type == "function_declaration":
        parameters = [each for each in node.named_children if each.type == _PARAMETERS]
        start = parameters[0].end_byte if parameters else node.end_byte
        types = [each for each in types if each.start_byte >= start]
        if not types:
            return _given_by_body(node.named_children[-1], context)
    return _instance(types[0] if types else None, context)


def _given_by_body(body: Node, context: Context) -> str:
    """``= Foo(…)`` gives its type, and ``= apply {…}`` the receiver that it is called on."""
    expression = first_named_child(body)
    if body.type != "function_body" or expression is None or expression.type != "call_expression":
        return ""
    called = first_named_child(expression)
    if called is not None and context.text(called) in ("apply", "also"):
        return _ITSELF
    text = (
        context.text(expression) if expression.end_byte - expression.start_byte < _MAX_VALUE else ""
    )
    return followed(text) if text[:1].isupper() else ""


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    """Needs all definitions, to find the receiver that a function is called on."""
    definitions = facts.definitions
    settled = [
        d._replace(value=_itself(d, definitions)) if d.value == _ITSELF else d for d in definitions
    ]
    return facts._replace(definitions=tuple(settled))


def _itself(definition: Definition, definitions: Sequence[Definition]) -> str:
    enclosing = definitions[definition.parent] if definition.parent >= 0 else None
    return (
        f"{enclosing.qualname}()" if enclosing is not None and enclosing.kind in CLASS_KINDS else ""
    )


def _held(node: Node, context: Context) -> str:
    """The declared type of a property, or the expression that it begins with."""
    declared = [child for child in node.named_children if child.type == "variable_declaration"]
    types = [
        child
        for declaration in declared
        for child in declaration.named_children
        if child.type in _TYPES
    ]
    if types:
        return _instance(types[0], context)
    initialisers = [child for child in node.named_children if child.type in _FOLLOWED]
    if not initialisers or initialisers[-1].end_byte - initialisers[-1].start_byte > _MAX_VALUE:
        return ""
    return followed(context.text(initialisers[-1]))


def _instance(node: Node | None, context: Context) -> str:
    name = _type_name(node, context)
    return f"{name}()" if name else ""


def _type_name(node: Node | None, context: Context) -> str:
    while node is not None and node.type == "nullable_type":
        node = first_named_child(node)
    is_named = node is not None and node.type == "user_type"
    return followed(context.text(node)) if node is not None and is_named else ""


def _bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type == "lambda_literal":
        return [Binding("it", is_hoisted=True)]
    if node.type == "class_body":
        literal = node.parent
        bases = _bases(literal, context) if literal is not None else ()
        return bindings_within(bases[0] if bases else "")
    if node.type == "function_declaration":
        first = node.named_children[:2]
        extended = [each for each in first if each.type in _TYPES]
        before_name = extended and extended[0].end_byte <= _name_start(node)
        return bindings_within(_type_name(extended[0], context)) if before_name else []
    if node.type == "property_declaration":
        value = _held(node, context)
        return [Binding(context.text(name), value) for name in _name_nodes(node)]
    return _of_parameter(node, context)


def _name_start(node: Node) -> int:
    name = node.child_by_field_name("name")
    return name.start_byte if name is not None else 0


def _of_parameter(node: Node, context: Context) -> Iterable[Binding]:
    name = first_named_child(node)
    types = [each for each in node.named_children if each.type in _TYPES]
    if name is None:
        return []
    if node.type == "type_parameter":
        bound = _type_name(types[0] if types else None, context)
        return [Binding(context.text(name), bound, is_type=True)]
    is_hoisted = node.type == "catch_block"
    return [
        Binding(context.text(name), _instance(types[0] if types else None, context), is_hoisted)
    ]


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
    if kind == "property":
        return first_line(head.start_byte, end, context)
    return one_line(context.code(head.start_byte, end))


def _imports(node: Node, context: Context) -> Iterable[Import]:
    path, _, alias = context.text(node).removeprefix("import").strip(" ;\t").partition(" as ")
    module, _, name = path.strip().rpartition(".")
    yield Import(module, name.strip("`"), alias.strip(), "import", node.start_point[0] + 1)


facts = TreeLanguage(
    tree_sitter_kotlin.language,
    "jvm/kotlin",
    chains=ChainSyntax(
        separators=r"\?\.|!!\.|::|\.",
        bare_roles=("inherit", "decorator", "type", "mention"),
        follows_calls=True,
    ),
    describe=_describe,
    imports=_imports,
    scoping=Scoping(_bindings, spans, methods_apart=True),
    finish=_finish,
    deciding=KOTLIN,
    reading=READING,
)
