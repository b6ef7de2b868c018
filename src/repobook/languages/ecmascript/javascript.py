"""JavaScript, with JSX; TypeScript builds on its hooks."""

import re
from typing import Final

import tree_sitter_javascript
from tree_sitter import Node

from repobook.languages.ecmascript.ecmascript_decisions import DECIDING, READING
from repobook.languages.ecmascript.ecmascript_imports import bytes_before, finish, imports
from repobook.languages.ecmascript.ecmascript_scopes import SCOPING, bases_of, type_of, value_of
from repobook.parse.chains import ChainSyntax
from repobook.parse.definitions import (
    Context,
    Sketch,
    attributes_before,
    first_line,
    first_named_child,
    one_line,
)
from repobook.parse.tree import TreeLanguage

CHAINS: Final = ChainSyntax(separators=r"\?\.|!\.|\.", follows_calls=True)

_TEST_CALLS: Final = frozenset(
    [
        prefix + name
        for name in (b"describe", b"it", b"test", b"bench")
        for prefix in (b"", b"f", b"x")
    ]
    + [b"suite", b"context", b"specify"]
)
_KIND_BY_VALUE: Final = {
    "arrow_function": "function",
    "function_expression": "function",
    "generator_function": "function",
    "class": "class",
}
_PRIVATE: Final = re.compile(r"\b(?:private|protected)\s|#")
_KEYWORD: Final = re.compile(rb"(?:(?:export|declare)\s+)*(?:const|let|var)\s+$")
_CONSTANT: Final = re.compile(r"[A-Z][A-Z0-9_]*")
_EXPORTS: Final = re.compile(r"(?:module\.)?exports\.([\w$]+)")
_MEMBER: Final = re.compile(r"([\w$]+)\.(?:prototype\.)?([\w$]+)")
_MAX_TEST_CALL: Final = 60
_MAX_KEYWORD: Final = 40
_QUOTES: Final = "\"'`"


def describe(node: Node, kind: str, context: Context) -> Sketch | None:
    if kind == "test":
        return _describe_test(node, context)
    if kind == "assignment":
        return _describe_assignment(node, context)
    if node.type == "variable_declarator":
        return _describe_declarator(node, kind, context)
    if node.type == "pair":
        return _describe_pair(node, context)
    if kind == "default":
        kind = _KIND_BY_VALUE[node.type]
        return _sketch(node, node.child_by_field_name("name"), kind, context, "default")
    if node.type == "function_expression" and _is_value(node, context):
        return None
    return _sketch(node, _name_node(node), kind, context)


def _is_value(node: Node, context: Context) -> bool:
    """``a = function b() {}`` defines ``a``."""
    return bytes_before(node, _MAX_KEYWORD, context).rstrip().endswith((b"=", b":"))


def _name_node(node: Node) -> Node | None:
    """Some grammars call the name of a field its property; a bare enum member is its own name."""
    if node.child_count == 0:
        return node
    return node.child_by_field_name("name") or node.child_by_field_name("property")


def _sketch(
    node: Node, name_node: Node | None, kind: str, context: Context, default: str = ""
) -> Sketch | None:
    name = context.text(name_node).strip(_QUOTES) if name_node is not None else default
    if not name or name.startswith("["):
        return None
    head = _head(node, context)
    if kind == "method" and name == "constructor":
        kind = "constructor"
    elif kind == "field" and _is_function(node.child_by_field_name("value")):
        kind = "method"
    return Sketch(
        name=name.lstrip("#"),
        kind=kind,
        signature=_signature(head, node, context),
        decorators=_decorators(node, context),
        exported=False if _PRIVATE.search(_before_name(head, name_node, context)) else None,
        line=head.start_point[0] + 1 if head is not node else 0,
        literal=name_node is None or name_node.type != "nested_identifier",
        bases=bases_of(node, context),
        value=_value(node, context),
    )


def _value(node: Node, context: Context) -> str:
    """What a function gives, a field holds or an alias stands for."""
    if node.type == "type_alias_declaration":
        return type_of(node.child_by_field_name("value"), context).removesuffix("()")
    declared = node.child_by_field_name("return_type") or node.child_by_field_name("type")
    if declared is not None:
        return type_of(declared, context)
    return value_of(node.child_by_field_name("value"), context)


def _is_function(value: Node | None) -> bool:
    return value is not None and _KIND_BY_VALUE.get(value.type) == "function"


def _head(node: Node, context: Context) -> Node:
    """Where the definition begins once its decorators are past."""
    if context.source.data[node.start_byte] != ord("@"):
        return node
    others = (child for child in node.children if child.type not in ("decorator", "comment"))
    return next(others, node)


def _signature(head: Node, node: Node, context: Context) -> str:
    start = head.start_byte
    wrapper = context.wrapper_by_start.get(node.start_byte)
    if wrapper is not None:
        outer = context.wrapper_by_start.get(wrapper.start_byte) or wrapper
        start = _head(outer, context).start_byte
    body = node.child_by_field_name("body")
    if body is None and (value := node.child_by_field_name("value")) is not None:
        body = value.child_by_field_name("body")
    end = node.end_byte if body is None else body.start_byte
    return _without_arrow(context.code(start, end))


def _without_arrow(head: str) -> str:
    """What leads to the body of a function is no part of its signature; a type's arrow is."""
    return one_line(head.rstrip().removesuffix("=>"))


def _before_name(head: Node, name: Node | None, context: Context) -> str:
    """The modifiers, and the mark of a private name."""
    return context.source.text(head.start_byte, name.start_byte + 1) if name is not None else ""


def _decorators(node: Node, context: Context) -> tuple[str, ...]:
    outer = context.wrapper_by_start.get(node.start_byte) or node
    decorators = attributes_before(node, context) if context.attribute_by_end else []
    if context.source.data[outer.start_byte] == ord("@"):
        decorators += [child for child in outer.children if child.type == "decorator"]
    return tuple([one_line(context.text(decorator)[1:]) for decorator in decorators])


def _describe_declarator(node: Node, kind: str, context: Context) -> Sketch | None:
    name_node, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name_node is None:
        return None
    names = _bound_names(name_node, context)
    if not names:
        return None
    kind_of_value = _KIND_BY_VALUE.get(value.type, "") if value is not None else ""
    return Sketch(
        name=names[0],
        kind=kind_of_value or ("constant" if _CONSTANT.fullmatch(names[0]) else "variable"),
        signature=_keyword(node, kind, context) + _value_signature(node, value, context),
        also=tuple(names[1:]),
        bases=bases_of(value, context) if kind_of_value == "class" else (),
        value=_declared_value(node, value, kind_of_value, context),
    )


def _declared_value(node: Node, value: Node | None, kind: str, context: Context) -> str:
    if kind == "function" and value is not None:
        return type_of(value.child_by_field_name("return_type"), context)
    declared, name = node.child_by_field_name("type"), node.child_by_field_name("name")
    if name is None or name.child_count:
        return ""
    return type_of(declared, context) if declared is not None else value_of(value, context)


def _keyword(node: Node, kind: str, context: Context) -> str:
    column = min(node.start_point[1], _MAX_KEYWORD)
    before = _KEYWORD.search(context.source.data[node.start_byte - column : node.start_byte])
    if before is None:
        return "export " if kind == "exported" else ""
    return one_line(before.group().decode()) + " "


def _bound_names(pattern: Node, context: Context) -> list[str]:
    if pattern.child_count == 0:
        return [context.text(pattern)]
    names = []
    for child in pattern.named_children:
        bound = child.child_by_field_name("value") or child.child_by_field_name("left") or child
        if bound.child_count == 0 and bound.type != "comment":
            names.append(context.text(bound))
    return names


def _value_signature(node: Node, value: Node | None, context: Context) -> str:
    """A function without its body; of anything else the first line."""
    body = value.child_by_field_name("body") if value is not None else None
    if body is not None:
        return _without_arrow(context.code(node.start_byte, body.start_byte))
    return first_line(node.start_byte, node.end_byte, context)


def _describe_assignment(node: Node, context: Context) -> Sketch | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    target = context.text(left)
    kind = _KIND_BY_VALUE.get(right.type, "")
    signature = _value_signature(node, right, context)
    if exported := _EXPORTS.fullmatch(target):
        # ``exports.a = a`` shows what is defined elsewhere.
        name = exported.group(1)
        renamed = right.type == "identifier"
        return None if renamed else Sketch(name, kind or "variable", signature, exported=True)
    member = _MEMBER.fullmatch(target)
    if not kind or member is None or member.group(1) in ("module", "window", "this"):
        return None
    kind = "method" if kind == "function" else kind
    return Sketch(f"{member.group(1)}.{member.group(2)}", kind, signature)


def _describe_pair(node: Node, context: Context) -> Sketch | None:
    key = node.child_by_field_name("key")
    if key is None or key.type == "computed_property_name":
        return None
    value = node.child_by_field_name("value")
    name = context.text(key).strip(_QUOTES)
    return Sketch(name, "method", _value_signature(node, value, context), literal=True)


def _describe_test(node: Node, context: Context) -> Sketch | None:
    called = b"".join(bytes_before(node, _MAX_TEST_CALL, context).split()[-1:])
    title = first_named_child(node)
    if called.partition(b".")[0] not in _TEST_CALLS or title is None:
        return None
    name = one_line(context.text(title)[1:-1])
    signature = f"{called.decode('utf-8', 'replace')}({one_line(context.text(title))})"
    return Sketch(name, "test", signature, exported=False, literal=True)


facts = TreeLanguage(
    tree_sitter_javascript.language,
    "ecmascript/javascript",
    chains=CHAINS,
    describe=describe,
    imports=imports,
    scoping=SCOPING,
    finish=finish,
    deciding=DECIDING,
    reading=READING,
)
