"""C#: attributes stand before the line of what they describe, documentation is XML."""

import re
from collections.abc import Iterable
from typing import Final

import tree_sitter_c_sharp
from tree_sitter import Node

from repobook.languages.csharp.csharp_decisions import DECIDING, READING
from repobook.languages.csharp.csharp_scopes import SCOPING, instance, seen_from, type_name, use_of
from repobook.model.facts import Definition, FileFacts, Import
from repobook.parse.definitions import CLASS_KINDS, Context, Sketch, one_line
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_FIELDS: Final = frozenset(["field_declaration", "event_field_declaration"])
_SEEN: Final = frozenset(["public", "protected", "internal"])
_HEAD: Final = re.compile(r"\A(?:\w+ ){0,8}")
_SKIPPED: Final = frozenset(["attribute_list", "comment"])
_NESTED: Final = CLASS_KINDS - {"interface", "enum"}
_ENDS: Final = frozenset(["block", "arrow_expression_clause", "accessor_list", ";"])
# ``<see cref="T:Name"/>`` is shown as Name, other marks are left out.
_REFERRING: Final = re.compile(
    r"<\w{1,20} (?:cref|name|langword)=\"(?:\w:)?([^\"<>]{1,200})\"\s*/>"
)
_MARK: Final = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>")
_SUMMARY: Final = re.compile(r"<summary>(.*?)(?:</summary>|\Z)", re.DOTALL)


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    names = _names(node, context)
    if not names:
        return None
    modifiers = [context.text(each) for each in node.children if each.type == "modifier"]
    head = next((child for child in node.children if not _is_before(child)), node)
    return Sketch(
        names[0],
        "constant" if kind == "field" and _is_constant(modifiers) else kind,
        one_line(context.code(head.start_byte, _signature_end(node))),
        decorators=_attributes(node, context),
        exported=False if "private" in modifiers else None,
        line=head.start_point[0] + 1,
        also=tuple(names[1:]),
        literal=True,
        doc="" if kind == "namespace" else None,
        bases=_bases(node, context),
        value=_value(node, context),
    )


def _is_before(node: Node) -> bool:
    return node.type in _SKIPPED or node.type.startswith("preproc")


def _names(node: Node, context: Context) -> list[str]:
    if node.type in _FIELDS:
        declared = [each for each in node.named_children if each.type == "variable_declaration"]
        variables = [each for one in declared for each in one.named_children]
        named = [each.child_by_field_name("name") for each in variables]
    else:
        named = [node.child_by_field_name("name")]
    return ["".join(context.text(name).split()) for name in named if name is not None]


def _is_constant(modifiers: list[str]) -> bool:
    return "const" in modifiers or ("static" in modifiers and "readonly" in modifiers)


def _signature_end(node: Node) -> int:
    body = node.child_by_field_name("body") or node.child_by_field_name("accessors")
    if body is not None:
        return body.start_byte
    ends = [each.start_byte for each in node.children if each.type in _ENDS]
    return ends[0] if ends else node.end_byte


def _attributes(node: Node, context: Context) -> tuple[str, ...]:
    lists = [each for each in node.named_children if each.type == "attribute_list"]
    return tuple([one_line(context.text(each)) for one in lists for each in one.named_children])


def _bases(node: Node, context: Context) -> tuple[str, ...]:
    lists = [each for each in node.named_children if each.type == "base_list"]
    named = [type_name(each, context) for one in lists for each in one.named_children]
    return tuple(filter(None, named))


def _value(node: Node, context: Context) -> str:
    """What a method gives or a field holds."""
    if node.type in _FIELDS:
        declared = [each for each in node.named_children if each.type == "variable_declaration"]
        return instance(declared[0].child_by_field_name("type"), context) if declared else ""
    declared_type = node.child_by_field_name("returns") or node.child_by_field_name("type")
    return instance(declared_type, context) if node.type != "delegate_declaration" else ""


def _imports(node: Node, context: Context) -> Iterable[Import]:
    """``using A.B;`` takes all of a namespace, ``using static`` all of a type."""
    words = context.text(node).rstrip(";").replace("=", " = ").split()
    form = "using static" if "static" in words else "using"
    form = f"global {form}" if words[0] == "global" else form
    rest = [word for word in words if word not in ("global", "using", "static", "unsafe")]
    line = node.start_point[0] + 1
    if "=" in rest:
        module, _, name = "".join(rest[2:]).removeprefix("global::").rpartition(".")
        yield Import(module, name, rest[0], form, line)
    elif rest:
        yield Import("".join(rest).removeprefix("global::"), "*", "", form, line)


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    found = facts.definitions
    return facts._replace(definitions=tuple([_in_type(each, found) for each in found]))


def _in_type(definition: Definition, definitions: tuple[Definition, ...]) -> Definition:
    """Names in a definition mean what they mean in the type around it."""
    doc = _plain(definition.doc) if "<" in definition.doc else definition.doc
    around = definitions[definition.parent] if definition.parent >= 0 else None
    if around is None or around.kind not in CLASS_KINDS:
        return definition._replace(doc=doc)
    inside = seen_from(around)
    head = _HEAD.match(definition.signature)
    is_hidden = around.kind in _NESTED and _SEEN.isdisjoint(head.group().split() if head else ())
    is_hidden = is_hidden and not (definition.kind == "property" and _is_record(around))
    return definition._replace(
        doc=doc,
        exported=definition.exported and not is_hidden,
        value=f"{inside}.{definition.value}" if definition.value else "",
        bases=tuple([f"{inside}.{base}" for base in definition.bases]),
    )


def _is_record(definition: Definition) -> bool:
    """What stands in its brackets is seen by all."""
    return "record " in definition.signature


def _plain(doc: str) -> str:
    summary = _SUMMARY.search(doc)
    text = _REFERRING.sub(r"\1", summary.group(1) if summary else doc)
    return _MARK.sub("", text).strip("\n ")


facts = TreeLanguage(
    tree_sitter_c_sharp.language,
    "csharp/csharp",
    describe=_describe,
    imports=_imports,
    scoping=SCOPING,
    use_of=use_of,
    finish=_finish,
    deciding=DECIDING,
    reading=READING,
)
