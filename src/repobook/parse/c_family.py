"""What C, C++ and their relatives share: declarators taken apart, includes, visibility.

A declaration is known by the line on which its name stands, as a reader would point at it, and
its signature runs from the template or macro before it to the body behind it.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from tree_sitter import Node

from repobook.model.facts import FileFacts, Import
from repobook.parse.c_scopes import ANONYMOUS, CAPITALS, finish_c
from repobook.parse.c_text import prepare, prepared
from repobook.parse.definitions import Context, Describe, Sketch, one_line
from repobook.parse.references import ChainSyntax
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_CHAINS: Final = ChainSyntax(separators=r"->|::|\.", prefix_enders=b".(-")
_TEST_MACRO: Final = re.compile(r"(?:[A-Z0-9]+_)*TEST(?:_[A-Z0-9_]+)?")
_COMMENT: Final = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_SPACES: Final = re.compile(r"\s+")
_SPACE_BEFORE_SYMBOL: Final = re.compile(r"\s+(?=\W)|(?<=\")\s+")
_KIND_BY_SPECIFIER: Final = {
    "struct_specifier": "struct",
    "union_specifier": "union",
    "enum_specifier": "enum",
    "class_specifier": "class",
}
# Where the way from a declarator to its name ends.
_NAMES: Final = frozenset(
    [
        "identifier",
        "field_identifier",
        "type_identifier",
        "qualified_identifier",
        "destructor_name",
        "operator_name",
        "operator_cast",
        "template_function",
        "template_method",
        "structured_binding_declarator",
    ]
)
_PLAIN_NAMES: Final = frozenset(["identifier", "field_identifier", "type_identifier"])
_MAX_GAP: Final = 100
_INDIRECT: Final = frozenset(["pointer_declarator", "reference_declarator"])


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
        chains=_CHAINS,
        prepare=prepare,
        describe=describe or describe_c,
        imports=imports,
        finish=finish or finish_c,
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


class _Declared(NamedTuple):
    """A declarator taken apart."""

    name: Node
    is_function: bool
    function: Node | None
    """The node that holds the parameters."""


def _declared(declarator: Node | None) -> _Declared | None:
    function: Node | None = None
    is_function = False
    node = declarator
    while node is not None:
        type_ = node.type
        if type_ in _NAMES:
            return _Declared(node, is_function or type_ == "operator_cast", function)
        if type_ == "function_declarator":
            function, is_function = node, True
        elif type_ in _INDIRECT:
            # ``int (*f)(int)``: what is declared is a pointer.
            is_function = False
        node = node.child_by_field_name("declarator") or _first_child(node)
    return None


def _first_child(node: Node) -> Node | None:
    """References and parentheses do not name the declarator within them."""
    return node.named_child(0) if node.named_child_count else None


def _describe_function(node: Node, context: Context) -> Sketch | None:
    declared = _declared(node.child_by_field_name("declarator"))
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
        *scope, last = _path(type_, context)
        if last == "operator":
            name, kind = ".".join([*scope, f"operator {name}"]), "method"
    if type_ is None and CAPITALS.fullmatch(name):
        return _describe_macro_block(
            node, declared.name, _arguments(declared, context), body, context
        )
    return _sketch(node, declared.name, name, kind, body, context)


def _describe_macro_block(
    node: Node, macro: Node, arguments: str, body: Node | None, context: Context
) -> Sketch | None:
    """``TEST_F(Suite, Case) {`` is the test ``Suite.Case``; other macros keep their own name."""
    name = context.text(macro)
    if not _TEST_MACRO.fullmatch(name):
        return _sketch(node, macro, name, "block", body, context)
    titles = [argument.strip(' "\n').replace(".", "_") for argument in arguments.split(",")[:2]]
    return _sketch(node, macro, ".".join(titles), "test", body, context)


def _arguments(declared: _Declared, context: Context) -> str:
    function = declared.function
    parameters = function.child_by_field_name("parameters") if function is not None else None
    return context.text(parameters).strip("() \n") if parameters is not None else ""


def _function_name(node: Node, context: Context) -> tuple[str, str]:
    """The dotted name and the kind; ``Foo::bar`` outside its class is ``Foo.bar``, a method."""
    if node.type in ("identifier", "field_identifier"):
        return context.text(node), "function"
    parts = _path(node, context)
    if len(parts) == 1:
        return parts[0], "function"
    scope, name = parts[-2:]
    if scope == name:
        return ".".join(parts), "constructor"
    kind = "method" if scope[:1].isupper() or name.startswith("~") else "function"
    return ".".join(parts), kind


def _path(node: Node | None, context: Context) -> list[str]:
    """The parts of a qualified name without template arguments."""
    if node is not None and node.type in _PLAIN_NAMES:
        return [context.text(node)]
    parts: list[str] = []
    while node is not None and node.type == "qualified_identifier":
        scope = node.child_by_field_name("scope")
        if scope is not None:
            parts.append(_simple_name(scope, context))
        node = node.child_by_field_name("name")
    if node is not None:
        parts.append(_simple_name(node, context))
    return [part for part in parts if part]


def _simple_name(node: Node, context: Context) -> str:
    type_ = node.type
    if type_ in ("template_type", "template_function", "template_method"):
        inner = node.child_by_field_name("name")
        return context.text(inner) if inner is not None else ""
    if type_ == "operator_name":
        return _SPACE_BEFORE_SYMBOL.sub("", context.text(node))
    if type_ == "operator_cast":
        return _cast_name(node, context)
    text = context.text(node)
    return _SPACES.sub("", text) if type_ == "destructor_name" else text


def _cast_name(node: Node, context: Context) -> str:
    """``operator const T*``: everything before the parameters."""
    parameters = node.child_by_field_name("declarator")
    while parameters is not None and parameters.type != "abstract_function_declarator":
        parameters = parameters.child_by_field_name("declarator") or _first_child(parameters)
    end = parameters.start_byte if parameters is not None else node.end_byte
    return _SPACES.sub(" ", context.source.text(node.start_byte, end)).strip()


def _describe_declaration(node: Node, context: Context) -> Sketch | None:
    return _describe_declared(node, "variable", context)


def _describe_field(node: Node, context: Context) -> Sketch | None:
    return _describe_declared(node, "field", context)


def _describe_declared(node: Node, kind: str, context: Context) -> Sketch | None:
    type_ = node.child_by_field_name("type")
    if type_ is not None and type_.child_by_field_name("body") is not None:
        return None
    declarator = node.child_by_field_name("declarator")
    declared = _declared(declarator)
    if declared is None or declared.name.type == "structured_binding_declarator":
        return None
    if declarator is not None and declarator.type == "parenthesized_declarator":
        # ``REGISTER(x);`` is no variable of type REGISTER.
        return None
    if declared.is_function:
        name, kind = _function_name(declared.name, context)
        if type_ is None and CAPITALS.fullmatch(name):
            return None
        return _sketch(node, declared.name, name, kind, None, context)
    name = ".".join(_path(declared.name, context))
    if not name:
        return None
    sketched = _sketch(node, declared.name, name, kind, None, context)
    if kind == "variable" and _is_constant(sketched.signature, name):
        return sketched._replace(kind="constant")
    return sketched


def _is_constant(signature: str, name: str) -> bool:
    if CAPITALS.fullmatch(name):
        return True
    before = signature.partition(name)[0] if "const" in signature else ""
    return "constexpr" in before or ("const" in before and "*" not in before)


def _describe_variable(node: Node, context: Context) -> Sketch | None:
    return _describe_declarator(node, "variable", context)


def _describe_member(node: Node, context: Context) -> Sketch | None:
    return _describe_declarator(node, "field", context)


def _describe_alias_declarator(node: Node, context: Context) -> Sketch | None:
    return _describe_declarator(node, "type", context)


def _describe_declarator(node: Node, kind: str, context: Context) -> Sketch | None:
    """One of several declarators of a declaration, which has the type for them all."""
    declared = _declared(node)
    if declared is None:
        return None
    name = ".".join(_path(declared.name, context))
    if kind == "variable" and CAPITALS.fullmatch(name):
        kind = "constant"
    return _sketch(node, declared.name, name, kind, None, context)


def _describe_typedef(node: Node, context: Context) -> Sketch | None:
    type_ = node.child_by_field_name("type")
    declared = _declared(node.child_by_field_name("declarator"))
    if declared is None or type_ is None:
        return None
    name = context.text(declared.name)
    body = type_.child_by_field_name("body")
    if body is None:
        return _sketch(node, declared.name, name, "type", None, context)
    if type_.child_by_field_name("name") is not None:
        return None
    # The only name of an unnamed structure is that of the typedef around it.
    kind = _KIND_BY_SPECIFIER.get(type_.type, "type")
    return _sketch(node, declared.name, name, kind, body, context)


def _describe_alias(node: Node, context: Context) -> Sketch | None:
    name = node.child_by_field_name("name")
    return _sketch(node, name, context.text(name), "type", None, context) if name else None


def _describe_type(node: Node, kind: str, context: Context) -> Sketch | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None
    body = node.child_by_field_name("body")
    return _sketch(node, name, ".".join(_path(name, context)), kind, body, context)


def _describe_namespace(node: Node, context: Context) -> Sketch | None:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return Sketch(ANONYMOUS, "namespace", "namespace", doc="")
    dotted = _dotted(_SPACES.sub("", context.text(name)).replace("inline", ""))
    return _sketch(node, name, dotted, "namespace", body, context)


def _describe_enumerator(node: Node, context: Context) -> Sketch | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None
    return Sketch(context.text(name), "enum_member", one_line(context.text(node)), exported=True)


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
    node: Node, name_node: Node, name: str, kind: str, body: Node | None, context: Context
) -> Sketch:
    start = _first_byte(node, context)
    end = body.start_byte if body is not None else node.end_byte
    signature = context.source.text(start, end)
    if "/" in signature:
        signature = _COMMENT.sub(" ", signature)
    if kind == "function" and "__global__" in signature:
        kind = "kernel"
    first_row = context.source.line_of(start) - 1
    block = context.comment_by_end_line.get(first_row)
    return Sketch(
        name,
        kind,
        one_line(signature),
        doc=block.text if block else "",
        exported=True,
        line=_last_name(name_node).start_point[0] + 1,
    )


def _last_name(node: Node) -> Node:
    while node.type == "qualified_identifier":
        inner = node.child_by_field_name("name")
        if inner is None:
            break
        node = inner
    return node


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
