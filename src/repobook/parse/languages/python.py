"""Python and its stubs."""

import ast
import re
from collections.abc import Iterable
from inspect import cleandoc
from typing import Final

import tree_sitter_python
from tree_sitter import Node

from repobook.model.facts import FileFacts, Import
from repobook.parse.definitions import Context, Sketch, one_line, signature
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_CONSTANT: Final = re.compile(r"_*[A-Z][A-Z0-9_]*")
_STRING_ITEM: Final = re.compile(r"""["']([^"'\\\n]+)["']""")
# Statements whose last lines are those of an inner block.
_ENDS_WITH_BLOCK: Final = frozenset(["block", "decorated_definition"])
_STRING_PREFIX: Final = re.compile(r"[rRuU]?(\"\"\"|'''|\"|')")


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    if kind in ("variable", "field"):
        return _describe_assignment(node, kind, context)
    name = node.child_by_field_name("left" if kind == "type" else "name")
    if name is None:
        return None
    if kind == "type":
        return Sketch(context.text(name), kind, one_line(context.text(node)))
    body = node.child_by_field_name("body")
    return Sketch(
        name=context.text(name),
        kind=kind,
        signature=signature(node, body, context),
        doc=_docstring(body, context),
        decorators=_decorators(node, context),
        end_line=_last_line(body if body is not None else node),
    )


def _describe_assignment(node: Node, kind: str, context: Context) -> Sketch | None:
    left = node.child_by_field_name("left")
    if left is None:
        return None
    name = context.text(left)
    if kind == "variable" and _CONSTANT.fullmatch(name):
        kind = "constant"
    first_line = context.text(node).partition("\n")[0]
    return Sketch(name, kind, one_line(first_line))


def _last_line(block: Node) -> int:
    """The grammar may end a block with a comment; Python ends it with its last statement."""
    child = block
    while child.type in _ENDS_WITH_BLOCK:
        n = child.named_child_count - 1
        last = child.named_child(n)
        while n > 0 and last is not None and last.type == "comment":
            n -= 1
            last = child.named_child(n)
        if last is None or last.type == "comment":
            break
        child = last
    return child.end_point[0] + 1


def _docstring(body: Node | None, context: Context) -> str:
    first = body.named_child(0) if body is not None else None
    while first is not None and first.type == "comment":
        first = first.next_named_sibling
    if first is None or first.type != "expression_statement":
        return ""
    string = first.named_child(0)
    if string is None or string.type != "string":
        return ""
    return string_value(context.text(string))


def string_value(literal: str) -> str:
    """The text of a plain string literal; an f-string or bytes has none."""
    match = _STRING_PREFIX.match(literal)
    if match is None:
        return ""
    if "\\" not in literal:
        return cleandoc(literal[match.end() : -len(match.group(1))])
    try:
        value = ast.literal_eval(literal)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return cleandoc(literal[match.end() : -len(match.group(1))])
    # A lone surrogate can be written in a literal but not in UTF-8.
    return cleandoc(value.encode("utf-8", "replace").decode("utf-8"))


def _decorators(node: Node, context: Context) -> tuple[str, ...]:
    wrapper = context.wrapper_by_start.get(node.start_byte)
    if wrapper is None:
        return ()
    return tuple(
        one_line(context.text(child)[1:])
        for child in wrapper.named_children
        if child.type == "decorator"
    )


def _imports(node: Node, context: Context) -> Iterable[Import]:
    line = node.start_point[0] + 1
    names = node.children_by_field_name("name")
    if node.type == "import_statement":
        for module, alias in (_name_and_alias(name, context) for name in names):
            yield Import(module, "", alias, "import", line)
        return
    module = "__future__"
    if (module_node := node.child_by_field_name("module_name")) is not None:
        module = "".join(context.text(module_node).split())
    if any(child.type == "wildcard_import" for child in node.children):
        yield Import(module, "*", "", "from", line)
    for name in names:
        imported, alias = _name_and_alias(name, context)
        yield Import(module, imported, alias, "from", name.start_point[0] + 1)


def _name_and_alias(node: Node, context: Context) -> tuple[str, str]:
    if node.type != "aliased_import":
        return context.text(node), ""
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    assert name is not None
    assert alias is not None
    return context.text(name), context.text(alias)


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    """What only the whole file tells: ``__all__`` decides what is exported."""
    listed = {
        name
        for definition in facts.definitions
        if definition.name == "__all__" and definition.parent == -1
        for name in _STRING_ITEM.findall(_lines(source, definition.line, definition.end_line))
    }
    if not listed:
        return facts
    definitions = tuple(
        d._replace(exported=d.name in listed) if d.parent == -1 else d for d in facts.definitions
    )
    return facts._replace(definitions=definitions)


def _lines(source: SourceText, first: int, last: int) -> str:
    return b"\n".join(source.lines[first - 1 : last]).decode("utf-8", "replace")


facts = TreeLanguage(
    tree_sitter_python.language,
    "python",
    describe=_describe,
    imports=_imports,
    finish=_finish,
)
