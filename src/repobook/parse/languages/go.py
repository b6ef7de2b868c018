"""Go: a method belongs to the type of its receiver, and a capital letter exports."""

import re
from collections.abc import Iterable
from typing import Final

import tree_sitter_go
from tree_sitter import Node

from repobook.model.facts import FileFacts, Import, TextBlock
from repobook.parse.definitions import Context, Sketch, one_line, signature
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_KIND_BY_TYPE: Final = {"struct_type": "struct", "interface_type": "interface"}
_RECEIVER: Final = re.compile(r"([^\W\d]\w*)(?:\[[^\]]*\])?\s*,?\s*\)$")
_EMBEDDED: Final = re.compile(r"\A\*?(?:\w+\.)?(\w+)")
_PACKAGE: Final = re.compile(rb"^package\s", re.MULTILINE)
# One type may be declared on the line of its keyword or in a group of its own.
_KEYWORD: Final = {"type": "type ", "constant": "const ", "variable": "var "}


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    names = _names(node, kind, context)
    if not names:
        return None
    told = Sketch(names[0], kind, _signature(node, kind, context), also=tuple(names[1:]))
    if kind == "type":
        return _describe_type(node, told)
    receiver = node.child_by_field_name("receiver")
    if receiver is None:
        return told
    owner = _RECEIVER.search(context.text(receiver))
    return told._replace(name=f"{owner.group(1)}.{told.name}") if owner else told


def _names(node: Node, kind: str, context: Context) -> list[str]:
    if kind == "package":
        return [context.text(child) for child in node.named_children[-1:]]
    names = [context.text(name) for name in node.children_by_field_name("name")]
    if not names and kind == "field":
        # An embedded type is a field by the name of the type.
        names = _EMBEDDED.findall(context.text(node))
    return [name for name in names if name not in (",", "_")]


def _describe_type(node: Node, told: Sketch) -> Sketch:
    body = node.child_by_field_name("type")
    return told._replace(kind=_KIND_BY_TYPE.get(body.type, "type") if body else "type")


def _signature(node: Node, kind: str, context: Context) -> str:
    if kind in _KEYWORD:
        return _KEYWORD[kind] + one_line(context.text(node).partition("\n")[0])
    return signature(node, node.child_by_field_name("body"), context)


def _imports(node: Node, context: Context) -> Iterable[Import]:
    path, alias = node.child_by_field_name("path"), node.child_by_field_name("name")
    if path is None:
        return
    module = context.text(path).strip('"`')
    name = context.text(alias) if alias is not None else ""
    line = node.start_point[0] + 1
    if name == ".":
        yield Import(module, "*", "", "import", line)
    else:
        yield Import(module, "", name, "import", line)


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    definitions = tuple(
        [d._replace(exported=d.name[0].isupper() or d.kind == "package") for d in facts.definitions]
    )
    return facts._replace(definitions=definitions, doc=_package_doc(facts, source) or facts.doc)


def _package_doc(facts: FileFacts, source: SourceText) -> str:
    """The comment above ``package`` is the package's; a licence further up is not."""
    clause = _PACKAGE.search(source.data)
    return _ending_at(facts.texts, source.line_of(clause.start()) - 1) if clause else ""


def _ending_at(texts: tuple[TextBlock, ...], line: int) -> str:
    return next((block.text for block in texts if block.end_line == line), "")


facts = TreeLanguage(
    tree_sitter_go.language, "go", describe=_describe, imports=_imports, finish=_finish
)
