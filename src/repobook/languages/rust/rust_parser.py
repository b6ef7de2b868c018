"""Rust: what an ``impl`` block holds belongs to its type; attributes stand before their item."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import tree_sitter_rust
from tree_sitter import Node

from repobook.languages.rust.rust_decisions import DECIDING, READING
from repobook.languages.rust.rust_scopes import IMPL, SCOPING, TRAIT_IMPL, instance, type_name
from repobook.model.facts import Definition, FileFacts, Import
from repobook.parse.chains import ChainSyntax, followed
from repobook.parse.definitions import (
    Context,
    Sketch,
    attributes_before,
    first_line,
    one_line,
    signature,
)
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage
from repobook.parse.uses import Use

_SELF: Final = re.compile(r"\ASelf\b")
_TYPES: Final = frozenset(["struct", "enum", "union"])
_ONE_LINE: Final = frozenset(["constant", "variable", "macro", "field"])
_INNER_DOC: Final = re.compile(rb"^(?://!|/\*!)", re.MULTILINE)
_USE_TOKEN: Final = re.compile(r"[{},*]|(?:r#)?\w+")
_MACRO_OR_BRACE: Final = re.compile(
    rb"^(?P<indent>[ \t]{0,100})(?:(?P<macro>\w{1,100}![ \t]{0,9}\{)|(?P<brace>\}))[ \t\r]*$",
    re.MULTILINE,
)
_ITEM_MACRO: Final = re.compile(
    rb"^[ \t]{0,100}\w{1,100}![ \t]{0,9}\{\s*"
    rb"(?:///|//!|#\[|(?:pub|fn|struct|enum|impl|mod|use|trait|type|const|static|unsafe|async|extern)\b)",
    re.MULTILINE,
)
# Deeper paths exist only to make us slow.
_MAX_PATH: Final = 64


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    if kind == IMPL:
        return _describe_impl(node, context)
    name = node.child_by_field_name("name")
    if name is None:
        return None
    decorators = _attributes(node, context)
    return Sketch(
        name=context.text(name),
        kind=kind,
        signature=_signature(node, kind, context),
        decorators=decorators,
        exported=_is_exported(node, kind, decorators, context),
        bases=_supertraits(node, context),
        value=_value(node, kind, context),
    )


def _supertraits(node: Node, context: Context) -> tuple[str, ...]:
    bounds = node.child_by_field_name("bounds")
    if node.type != "trait_item" or bounds is None:
        return ()
    names = [type_name(each, context) for each in bounds.named_children]
    return tuple(filter(None, names))


def _value(node: Node, kind: str, context: Context) -> str:
    """What a function gives, a field holds or an alias stands for."""
    if node.type == "type_item":
        return type_name(node.child_by_field_name("type"), context)
    if kind == "function":
        return instance(node.child_by_field_name("return_type"), context)
    return instance(node.child_by_field_name("type"), context)


def _describe_impl(node: Node, context: Context) -> Sketch | None:
    """A scope only: ``_finish`` takes it away once its members are named by it."""
    type_node = node.child_by_field_name("type")
    if type_node is None:
        return None
    base = type_node.child_by_field_name("type") or type_node
    name = one_line(context.text(base)).rpartition("::")[2]
    trait = node.child_by_field_name("trait")
    kind = IMPL if trait is None else TRAIT_IMPL
    bases = (type_name(trait, context),) if trait is not None else ()
    return Sketch(name, kind, "", doc="", literal=True, bases=tuple(filter(None, bases)))


def _signature(node: Node, kind: str, context: Context) -> str:
    if kind in _ONE_LINE:
        line = first_line(node.start_byte, node.end_byte, context)
        return one_line(line.partition("{")[0]) if kind == "macro" else line
    return signature(node, node.child_by_field_name("body"), context)


def _attributes(node: Node, context: Context) -> tuple[str, ...]:
    if not context.attribute_by_end:
        return ()
    attributes = attributes_before(node, context)
    return tuple([one_line(context.text(attribute)[2:-1]) for attribute in attributes])


def _is_exported(
    node: Node, kind: str, decorators: tuple[str, ...], context: Context
) -> bool | None:
    if kind == "macro":
        return "macro_export" in decorators
    if kind == "enum_member" or node.type == "associated_type":
        return None
    return context.source.data.startswith(b"pub", node.start_byte)


def _imports(node: Node, context: Context) -> Iterable[Import]:
    line = node.start_point[0] + 1
    if node.type == "use_declaration":
        argument = node.child_by_field_name("argument")
        return _uses(context.text(argument), argument.start_point[0] + 1) if argument else ()
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None:
        return ()
    form = "mod" if node.type == "mod_item" else "extern"
    alias_name = context.text(alias) if alias is not None else ""
    return [Import(context.text(name), "", alias_name, form, line)]


def _uses(text: str, line: int) -> Iterator[Import]:
    """``a::{b, c as d, e::*}`` one by one; without recursion, since nesting is the author's."""
    path: list[str] = []
    outer: list[int] = []
    alias, at, takes_alias = "", 0, False
    for match in _USE_TOKEN.finditer(text + ","):
        token = match.group()
        line, at = line + text.count("\n", at, match.start()), match.start()
        if token in ",}":
            base = outer[-1] if outer else 0
            if base < len(path) <= _MAX_PATH:
                yield _use(path, alias, line)
            alias = ""
            del path[base:]
            if token == "}" and outer:
                # The members of the group have been added already.
                outer.pop()
                del path[outer[-1] if outer else 0 :]
        elif token == "{":
            outer.append(len(path))
        elif token == "as":
            takes_alias = True
        elif takes_alias:
            alias, takes_alias = token, False
        else:
            path.append(token)


def _use(path: list[str], alias: str, line: int) -> Import:
    if path[-1] == "self" and len(path) > 1:
        path = path[:-1]
    if len(path) == 1:
        return Import(path[0], "", alias, "use", line)
    return Import("::".join(path[:-1]), path[-1], alias, "use", line)


def _key(node: Node, context: Context) -> Use | None:
    """A field that a literal sets: ``size`` of ``T { size: 1 }``."""
    fields = node.parent.parent if node.parent is not None else None
    literal = fields.parent if fields is not None else None
    name = literal.child_by_field_name("name") if literal is not None else None
    owner = followed(context.text(name)) if name is not None else ""
    return Use(context.text(node), node, f"{owner}()") if owner else None


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    doc = _inner_doc(facts, source) or facts.doc
    return facts._replace(definitions=_without_impls(facts.definitions), doc=doc)


def _without_impls(definitions: tuple[Definition, ...]) -> tuple[Definition, ...]:
    items: list[Definition] = []
    new_index: list[int] = []
    for definition in definitions:
        parent = definition.parent
        if parent >= 0:
            definition = _within(definition, definitions[parent])._replace(parent=new_index[parent])
        if definition.kind in (IMPL, TRAIT_IMPL):
            new_index.append(definition.parent)
        else:
            new_index.append(len(items))
            items.append(definition)
    return _with_traits(items, definitions)


def _with_traits(
    items: list[Definition], definitions: tuple[Definition, ...]
) -> tuple[Definition, ...]:
    """A type inherits from the traits that this file implements for it."""
    traits_by_type: dict[str, list[str]] = {}
    for definition in definitions:
        if definition.kind == TRAIT_IMPL:
            traits_by_type.setdefault(definition.name, []).extend(definition.bases)
    return tuple(
        [
            definition._replace(bases=tuple(dict.fromkeys(traits_by_type[definition.name])))
            if definition.kind in _TYPES and definition.name in traits_by_type
            else definition
            for definition in items
        ]
    )


def _within(definition: Definition, enclosing: Definition) -> Definition:
    """What a trait or a variant holds is seen wherever it is, without a word of its own."""
    value = _SELF.sub(enclosing.name, definition.value)
    if enclosing.kind in ("trait", "enum_member"):
        return definition._replace(exported=enclosing.exported, value=value)
    if enclosing.kind not in (IMPL, TRAIT_IMPL):
        return definition
    kind = "method" if definition.kind == "function" else definition.kind
    exported = definition.exported or enclosing.kind == TRAIT_IMPL
    return definition._replace(kind=kind, exported=exported, value=value)


def _inner_doc(facts: FileFacts, source: SourceText) -> str:
    """``//!`` documents the file, even below a licence."""
    match = _INNER_DOC.search(source.data)
    if match is None:
        return ""
    line = source.line_of(match.start())
    return next((block.text for block in facts.texts if block.line <= line <= block.end_line), "")


def _unwrap_items(data: bytes) -> bytes:
    """``cfg_net! { pub struct X … }``: what such a macro holds are items like any others.

    The macro's opening and the brace that closes it, the next one as far in, become spaces.
    """
    if not _ITEM_MACRO.search(data):
        return data
    unwrapped = bytearray(data)
    open_by_indent: dict[int, tuple[int, int]] = {}
    for line in _MACRO_OR_BRACE.finditer(data):
        indent = len(line["indent"])
        if line["macro"]:
            if _ITEM_MACRO.match(data, line.start()):
                open_by_indent[indent] = line.span("macro")
        elif opened := open_by_indent.pop(indent, None):
            for start, end in (opened, line.span("brace")):
                unwrapped[start:end] = b" " * (end - start)
    return bytes(unwrapped)


facts = TreeLanguage(
    tree_sitter_rust.language,
    "rust/rust",
    prepare=_unwrap_items,
    chains=ChainSyntax(
        separators=r"::|\.",
        prefix_enders=b".(:",
        bare_roles=("call", "mention"),
        follows_calls=True,
    ),
    describe=_describe,
    imports=_imports,
    key_of=_key,
    scoping=SCOPING,
    finish=_finish,
    deciding=DECIDING,
    reading=READING,
)
