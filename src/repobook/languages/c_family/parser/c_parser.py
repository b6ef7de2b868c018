"""What C, C++ and their relatives share: declarators taken apart, includes, visibility.

A declaration is known by the line on which its name stands, as a reader would point at it, and
its signature runs from the template or macro before it to the body behind it.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from tree_sitter import Node

from repobook.languages.c_family.parser.c_chains import type_expression
from repobook.languages.c_family.parser.c_decisions import DECIDING, READING
from repobook.languages.c_family.parser.c_names import (
    ANONYMOUS,
    CAPITALS,
    SPACES,
    Declared,
    last_name,
    path_parts,
    what_is_declared,
)
from repobook.languages.c_family.parser.c_references import collect_c_references
from repobook.languages.c_family.parser.c_scopes import finish_c
from repobook.languages.c_family.parser.c_text import prepare, prepared
from repobook.model.facts import FileFacts, Import
from repobook.parse.definitions import Context, Describe, Sketch, one_line, signature
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_TEST_MACRO: Final = re.compile(r"(?:[A-Z0-9]+_)*TEST(?:_[A-Z0-9_]+)?|SCENARIO(?:_METHOD)?")
# Tags of a test in brackets are no part of its name.
_TITLES: Final = re.compile(
    r"\"(?!\[)((?:[^\"\\]|\\.)+)\"|(?<![\w\"])([A-Za-z_][\w:.]*)(?=\s*(?:,|\Z))"
)
_DECORATORS: Final = re.compile(r"\"\s{0,20}\*.*\Z", re.DOTALL)
_KIND_BY_SPECIFIER: Final = {
    "struct_specifier": "struct",
    "union_specifier": "union",
    "enum_specifier": "enum",
    "class_specifier": "class",
}
_TYPES: Final = frozenset(["type_identifier", "qualified_identifier", "template_type"])
_MAX_GAP: Final = 100


def c_language(
    grammar: Callable[[], Any],
    query: str,
    *,
    prepare: Callable[[bytes], bytes] = prepare,
    describe: Describe | None = None,
    finish: Callable[[FileFacts, SourceText], FileFacts] | None = None,
) -> TreeLanguage:
    """A language of the family; a relative says only where it differs."""
    return TreeLanguage(
        grammar,
        query,
        prepare=prepare,
        describe=describe or describe_c,
        imports=imports,
        references=collect_c_references,
        finish=finish or finish_c,
        deciding=DECIDING,
        reading=READING,
    )


def describe_c(node: Node, kind: str, context: Context) -> Sketch | None:
    describer = _DESCRIBERS.get(kind)
    return describer(node, context) if describer else _describe_type(node, kind, context)


def imports(node: Node, context: Context) -> Iterable[Import]:
    return _using(context.text(node), node.start_point[0] + 1)


_USING: Final = re.compile(r"using\s+(?:(?P<all>namespace)\s+|typename\s+)?(?P<path>[\w:]+)\s*;")
_NAMESPACE_ALIAS: Final = re.compile(r"namespace\s+(?P<alias>\w+)\s*=\s*(?P<path>[\w:]+)\s*;")


def _using(text: str, line: int) -> Iterable[Import]:
    """``using`` brings names of another namespace in, as an import does."""
    if match := _USING.match(text):
        path = _dotted(match.group("path"))
        if match.group("all"):
            yield Import(path, "*", "", "using", line)
        else:
            scope, _, name = path.rpartition(".")
            yield Import(scope, name, "", "using", line)
    elif match := _NAMESPACE_ALIAS.match(text):
        yield Import(_dotted(match.group("path")), "", match.group("alias"), "using", line)


def _dotted(path: str) -> str:
    return path.strip(":").replace("::", ".")


def _describe_function(node: Node, context: Context) -> Sketch | None:
    declared = what_is_declared(node.child_by_field_name("declarator"))
    if declared is None:
        return None
    body = node.child_by_field_name("body")
    type_ = node.child_by_field_name("type")
    if declared.function is None and type_ is not None:
        # Without parameters of its own the grammar took ``MACRO(name) {`` for a type.
        return _describe_macro_block(node, type_, context.text(declared.name), body, context)
    name, kind = _function_name(declared.name, context)
    if type_ is not None and type_.type == "qualified_identifier":
        # The grammar takes ``Foo::operator bool()`` for a function that returns operators.
        *scope, last = path_parts(type_, context)
        if last == "operator":
            name, kind = ".".join([*scope, f"operator {name}"]), "method"
    if type_ is None and CAPITALS.fullmatch(name):
        return _describe_macro_block(
            node, declared.name, _arguments(declared, context), body, context
        )
    value = _returned(type_, declared, context)
    return _sketch(node, declared.name, name, kind, body, context, value)


def _describe_macro_block(
    node: Node, macro: Node, arguments: str, body: Node | None, context: Context
) -> Sketch | None:
    """``TEST_F(Suite, Case) {`` is the test ``Suite.Case``; other macros keep their own name."""
    name = context.text(macro)
    if not _TEST_MACRO.fullmatch(name):
        return _sketch(node, macro, name, "block", body, context)
    if '"' in arguments:
        undecorated = _DECORATORS.sub('"', arguments)
        titles = [title or fixture for title, fixture in _TITLES.findall(undecorated)]
    else:
        titles = [argument.strip() for argument in arguments.split(",")]
    names = [title.replace(".", "_") for title in titles[:2]]
    return _sketch(node, macro, ".".join(names), "test", body, context)


def _arguments(declared: Declared, context: Context) -> str:
    function = declared.function
    parameters = function.child_by_field_name("parameters") if function is not None else None
    return context.text(parameters).strip("() \n") if parameters is not None else ""


def _function_name(node: Node, context: Context) -> tuple[str, str]:
    """The dotted name and the kind; ``Foo::bar`` outside its class is ``Foo.bar``, a method."""
    if node.type in ("identifier", "field_identifier"):
        return context.text(node), "function"
    parts = path_parts(node, context)
    if len(parts) == 1:
        return parts[0], "function"
    scope, name = parts[-2:]
    if scope == name:
        return ".".join(parts), "constructor"
    kind = "method" if scope[:1].isupper() or name.startswith("~") else "function"
    return ".".join(parts), kind


def _describe_declaration(node: Node, context: Context) -> Sketch | None:
    return _describe_declared(node, "variable", context)


def _describe_field(node: Node, context: Context) -> Sketch | None:
    return _describe_declared(node, "field", context)


def _describe_declared(node: Node, kind: str, context: Context) -> Sketch | None:
    type_ = node.child_by_field_name("type")
    if type_ is not None and type_.child_by_field_name("body") is not None:
        return None
    declarator = node.child_by_field_name("declarator")
    declared = what_is_declared(declarator)
    if declared is None or declared.name.type == "structured_binding_declarator":
        return None
    if declarator is not None and declarator.type == "parenthesized_declarator":
        # ``REGISTER(x);`` is no variable of type REGISTER.
        return None
    if declared.is_function:
        name, kind = _function_name(declared.name, context)
        if type_ is None and CAPITALS.fullmatch(name):
            return None
        value = _returned(type_, declared, context)
        return _sketch(node, declared.name, name, kind, None, context, value)
    name = ".".join(path_parts(declared.name, context))
    if not name:
        return None
    value = _type_of(type_, context)
    sketched = _sketch(node, declared.name, name, kind, None, context, value)
    if kind == "variable" and _is_constant(sketched.signature, name):
        return sketched._replace(kind="constant")
    return sketched


def _returned(type_: Node | None, declared: Declared, context: Context) -> str:
    """The type that a call gives, also where it stands behind the parameters."""
    function = declared.function
    if function is not None and type_ is not None and type_.type == "placeholder_type_specifier":
        behind = function.named_child(function.named_child_count - 1)
        if behind is not None and behind.type == "trailing_return_type":
            return type_expression(context.text(behind).removeprefix("->").strip())
    return _type_of(type_, context)


def _type_of(type_: Node | None, context: Context) -> str:
    if type_ is None or type_.type == "primitive_type":
        return ""
    return type_expression(context.text(type_))


def _is_constant(declaration: str, name: str) -> bool:
    if CAPITALS.fullmatch(name):
        return True
    before = declaration.partition(name)[0] if "const" in declaration else ""
    return "constexpr" in before or ("const" in before and "*" not in before)


def _describe_variable(node: Node, context: Context) -> Sketch | None:
    return _describe_declarator(node, "variable", context)


def _describe_member(node: Node, context: Context) -> Sketch | None:
    return _describe_declarator(node, "field", context)


def _describe_alias_declarator(node: Node, context: Context) -> Sketch | None:
    return _describe_declarator(node, "type", context)


def _describe_declarator(node: Node, kind: str, context: Context) -> Sketch | None:
    """One of several declarators of a declaration, which has the type for them all."""
    declared = what_is_declared(node)
    if declared is None:
        return None
    name = ".".join(path_parts(declared.name, context))
    if kind == "variable" and CAPITALS.fullmatch(name):
        kind = "constant"
    declaration = node.parent
    type_ = declaration.child_by_field_name("type") if declaration is not None else None
    value = _declared_type(type_, context)
    return _sketch(node, declared.name, name, kind, None, context, value)


def _declared_type(type_: Node | None, context: Context) -> str:
    """The name of the type, where the declaration defines it on the way."""
    body = type_.child_by_field_name("body") if type_ is not None else None
    if type_ is None or body is None:
        return _type_of(type_, context)
    name = type_.child_by_field_name("name")
    return context.text(name) if name is not None else ""


def _describe_typedef(node: Node, context: Context) -> Sketch | None:
    type_ = node.child_by_field_name("type")
    declared = what_is_declared(node.child_by_field_name("declarator"))
    if declared is None or type_ is None:
        return None
    name = context.text(declared.name)
    body = type_.child_by_field_name("body")
    if body is None:
        value = _type_of(type_, context)
        return _sketch(node, declared.name, name, "type", None, context, value)
    if type_.child_by_field_name("name") is not None:
        return None
    # The only name of an unnamed structure is that of the typedef around it, and stands at its end.
    kind = _KIND_BY_SPECIFIER.get(type_.type, "type")
    return _sketch(node, declared.name, name, kind, body, context)._replace(
        line=node.start_point[0] + 1
    )


def _describe_alias(node: Node, context: Context) -> Sketch | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None
    value = _type_of(node.child_by_field_name("type"), context)
    return _sketch(node, name, context.text(name), "type", None, context, value)


def _describe_type(node: Node, kind: str, context: Context) -> Sketch | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None
    body = node.child_by_field_name("body")
    sketched = _sketch(node, name, ".".join(path_parts(name, context)), kind, body, context)
    bases = _bases(node, context)
    return sketched._replace(bases=bases) if bases else sketched


def _bases(node: Node, context: Context) -> tuple[str, ...]:
    clause = next((c for c in node.named_children if c.type == "base_class_clause"), None)
    if clause is None:
        return ()
    bases = [type_expression(context.text(c)) for c in clause.named_children if c.type in _TYPES]
    return tuple(filter(None, bases))


def _describe_namespace(node: Node, context: Context) -> Sketch | None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return Sketch(ANONYMOUS, "namespace", "namespace", doc="")
    dotted = _dotted(SPACES.sub("", context.text(name)).replace("inline", ""))
    return _sketch(node, name, dotted, "namespace", body, context)


def _describe_enumerator(node: Node, context: Context) -> Sketch | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None
    return Sketch(context.text(name), "enum_member", signature(node, None, context), exported=True)


_DESCRIBERS: Final[dict[str, Callable[[Node, Context], Sketch | None]]] = {
    "function": _describe_function,
    "declaration": _describe_declaration,
    "field": _describe_field,
    "variable": _describe_variable,
    "member": _describe_member,
    "type": _describe_alias_declarator,
    "typedef": _describe_typedef,
    "alias": _describe_alias,
    "namespace": _describe_namespace,
    "enum_member": _describe_enumerator,
}


def _sketch(
    node: Node,
    name_node: Node,
    name: str,
    kind: str,
    body: Node | None,
    context: Context,
    value: str = "",
) -> Sketch:
    start = _first_byte(node, context)
    end = body.start_byte if body is not None else node.end_byte
    declaration = context.code(start, end)
    if kind == "function" and "__global__" in declaration:
        kind = "kernel"
    first_row = context.source.line_of(start) - 1
    block = context.comment_by_end_line.get(first_row)
    return Sketch(
        name,
        kind,
        one_line(declaration),
        doc=block.text if block else "",
        exported=True,
        line=last_name(name_node).start_point[0] + 1,
        value=value,
    )


def _first_byte(node: Node, context: Context) -> int:
    """Where the definition begins for a reader: at its template or at the macros before it."""
    wrapper = context.wrapper_by_start.get(node.start_byte)
    start = node.start_byte if wrapper is None else wrapper.start_byte
    data = context.source.data
    blanked = prepared(data).blanked
    while blanked:
        gap = data[max(0, start - _MAX_GAP) : start]
        before = blanked.get(start - len(gap) + len(gap.rstrip()))
        # What an empty line sets apart is a statement of its own.
        if before is None or gap.count(b"\n", len(gap.rstrip())) > 1:
            break
        start = before
    return start
