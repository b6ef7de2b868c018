"""JavaScript, with JSX; TypeScript builds on its hooks.

What is exported is known only at the end of the file: ``export`` before the definition shows in its
signature, while ``export {a}``, ``module.exports = …`` and the like name it elsewhere.
"""

import re
from collections.abc import Iterable
from typing import Final

import tree_sitter_javascript
from tree_sitter import Node

from repobook.model.facts import Definition, FileFacts, Import
from repobook.parse.definitions import (
    Context,
    Sketch,
    attributes_before,
    first_named_child,
    one_line,
)
from repobook.parse.references import ChainSyntax
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

CHAINS: Final = ChainSyntax(separators=r"\?\.|!\.|\.")

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
_REQUIRE: Final = re.compile(
    rb"(?:(?:\{(?P<names>[^{}]{0,300})\}|(?P<name>[\w$]{1,80}))\s{0,9}=\s{0,9}(?:await\s{1,9})?)?"
    rb"(?<![\w$.])(?P<form>require|import)$"
)
_BOUND: Final = re.compile(r"([\w$]+)(?:\s*:\s*([\w$]+))?")
_MAX_BINDING: Final = 300
_MAX_TEST_CALL: Final = 60
_MAX_KEYWORD: Final = 40
_QUOTES: Final = "\"'`"

_MODULE: Final = re.compile(rb"^(?:export|import)\b|^(?:module\.)?exports\b", re.MULTILINE)
_EXPORTING: Final = ("export ", "exports.", "module.exports", "declare ")
_LISTED: Final = re.compile(
    rb"\bexport\s{0,9}\{([^{}]*)\}|\bexports\s{0,9}=\s{0,9}\{([^{}]*)\}"
    rb"|\bexport\s{1,9}default\s{1,9}([\w$]+)|\bexports\s{0,9}=\s{0,9}([\w$]+)"
    rb"|\bexports\.[\w$]+\s{0,9}=\s{0,9}([\w$]+)|\bexport\s{0,9}=\s{0,9}([\w$]+)"
)
_LOCAL_NAME: Final = re.compile(rb"(?:^|,)\s*(?:[\w$]+\s*:\s*)?([\w$]+)")


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
    """``a = function b() {}`` is told as ``a``."""
    return _before(node, _MAX_KEYWORD, context).rstrip().endswith((b"=", b":"))


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
    )


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
    end = node.end_byte if body is None else body.start_byte
    return one_line(context.source.text(start, end).partition("=>")[0])


def _before_name(head: Node, name: Node | None, context: Context) -> str:
    """The modifiers, and the mark of a private name."""
    return context.source.text(head.start_byte, name.start_byte + 1) if name is not None else ""


def _decorators(node: Node, context: Context) -> tuple[str, ...]:
    outer = context.wrapper_by_start.get(node.start_byte) or node
    found = attributes_before(node, context) if context.attribute_by_end else []
    if context.source.data[outer.start_byte] == ord("@"):
        found += [child for child in outer.children if child.type == "decorator"]
    return tuple([one_line(context.text(decorator)[1:]) for decorator in found])


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
    )


def _keyword(node: Node, kind: str, context: Context) -> str:
    column = min(node.start_point[1], _MAX_KEYWORD)
    before = _KEYWORD.search(context.source.data[node.start_byte - column : node.start_byte])
    if before is None:
        return "export " if kind == "exported" else ""
    return one_line(before.group().decode()) + " "


def _bound_names(pattern: Node, context: Context) -> list[str]:
    if pattern.child_count == 0:
        return [context.text(pattern)]
    found = []
    for child in pattern.named_children:
        bound = child.child_by_field_name("value") or child.child_by_field_name("left") or child
        if bound.child_count == 0 and bound.type != "comment":
            found.append(context.text(bound))
    return found


def _value_signature(node: Node, value: Node | None, context: Context) -> str:
    """A function without its body; of anything else the first line."""
    body = value.child_by_field_name("body") if value is not None else None
    if body is not None:
        return one_line(context.source.text(node.start_byte, body.start_byte).rstrip("=> \n\t{"))
    return one_line(context.text(node).partition("\n")[0])


def _describe_assignment(node: Node, context: Context) -> Sketch | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    target = context.text(left)
    kind = _KIND_BY_VALUE.get(right.type, "")
    shown = _value_signature(node, right, context)
    if exported := _EXPORTS.fullmatch(target):
        # ``exports.a = a`` shows what is defined elsewhere.
        name = exported.group(1)
        renamed = right.type == "identifier"
        return None if renamed else Sketch(name, kind or "variable", shown, exported=True)
    member = _MEMBER.fullmatch(target)
    if not kind or member is None or member.group(1) in ("module", "window", "this"):
        return None
    kind = "method" if kind == "function" else kind
    return Sketch(f"{member.group(1)}.{member.group(2)}", kind, shown)


def _describe_pair(node: Node, context: Context) -> Sketch | None:
    key = node.child_by_field_name("key")
    if key is None or key.type == "computed_property_name":
        return None
    value = node.child_by_field_name("value")
    name = context.text(key).strip(_QUOTES)
    return Sketch(name, "method", _value_signature(node, value, context), literal=True)


def _describe_test(node: Node, context: Context) -> Sketch | None:
    called = b"".join(_before(node, _MAX_TEST_CALL, context).split()[-1:])
    title = first_named_child(node)
    if called.partition(b".")[0] not in _TEST_CALLS or title is None:
        return None
    name = one_line(context.text(title)[1:-1])
    shown = f"{called.decode('utf-8', 'replace')}({one_line(context.text(title))})"
    return Sketch(name, "test", shown, exported=False, literal=True)


def _before(node: Node, n_bytes: int, context: Context) -> bytes:
    return context.source.data[max(0, node.start_byte - n_bytes) : node.start_byte]


def imports(node: Node, context: Context) -> Iterable[Import]:
    if node.type == "arguments":
        return _required(node, context)
    source = node.child_by_field_name("source")
    if source is None:
        return _import_equals(node, context)
    form = "import" if node.type == "import_statement" else "export"
    module = context.text(source).strip(_QUOTES)
    found = [
        found for child in node.named_children for found in _clause(child, module, form, context)
    ]
    if not found:
        name = "*" if form == "export" else ""
        return [Import(module, name, "", form, node.start_point[0] + 1)]
    return found


def _clause(node: Node, module: str, form: str, context: Context) -> Iterable[Import]:
    line = node.start_point[0] + 1
    if node.type in ("import_clause", "named_imports", "export_clause"):
        for child in node.named_children:
            yield from _clause(child, module, form, context)
    elif node.type == "identifier":
        yield Import(module, "default", context.text(node), form, line)
    elif node.type in ("namespace_import", "namespace_export"):
        yield Import(module, "", context.text(node).rpartition(" ")[2], form, line)
    elif node.type in ("import_specifier", "export_specifier"):
        name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
        told = context.text(alias) if alias is not None else ""
        yield Import(module, context.text(name) if name is not None else "", told, form, line)


def _import_equals(node: Node, context: Context) -> Iterable[Import]:
    """``import foo = require('foo')`` of TypeScript."""
    clause = first_named_child(node)
    source = clause.child_by_field_name("source") if clause is not None else None
    if clause is None or source is None:
        return
    name = first_named_child(clause)
    alias = context.text(name) if name is not None else ""
    module = context.text(source).strip(_QUOTES)
    yield Import(module, "", alias, "require", node.start_point[0] + 1)


def _required(node: Node, context: Context) -> Iterable[Import]:
    """``require('x')`` and ``import('x')``, with the names they are bound to."""
    before, literal = _before(node, _MAX_BINDING, context), first_named_child(node)
    if literal is None or not before.endswith((b"require", b"import")):
        return
    call = _REQUIRE.search(before)
    if call is None:
        return
    form = call.group("form").decode()
    module, line = context.text(literal).strip(_QUOTES), node.start_point[0] + 1
    names = (call.group("names") or b"").decode("utf-8", "replace")
    if not names:
        alias = (call.group("name") or b"").decode("utf-8", "replace")
        yield Import(module, "", alias, form, line)
    for name, alias in _BOUND.findall(names):
        yield Import(module, name, alias, form, line)


def finish(facts: FileFacts, source: SourceText) -> FileFacts:
    if not _MODULE.search(source.data):
        return facts
    return facts._replace(definitions=_only_exported(facts.definitions, _listed(source.data)))


def _listed(data: bytes) -> set[str]:
    """The names that a file exports apart from their definitions."""
    return {
        name.decode()
        for groups in _LISTED.findall(data)
        for group in groups
        for name in _LOCAL_NAME.findall(group)
    }


def _only_exported(definitions: tuple[Definition, ...], listed: set[str]) -> tuple[Definition, ...]:
    found: list[Definition] = []
    for definition in definitions:
        if definition.parent >= 0:
            visible = found[definition.parent].exported
        elif definition.kind == "method" and definition.qualname == definition.name:
            # What an exported object holds belongs to no name of this file.
            visible = True
        else:
            visible = definition.name in listed or definition.signature.startswith(_EXPORTING)
        shown = definition.exported and visible
        found.append(
            definition if shown == definition.exported else definition._replace(exported=shown)
        )
    return tuple(found)


facts = TreeLanguage(
    tree_sitter_javascript.language,
    "javascript",
    chains=CHAINS,
    describe=describe,
    imports=imports,
    finish=finish,
)
