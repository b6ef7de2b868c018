"""Starlark: Bazel's macros and rules, and in BUILD files the targets with what they depend on."""

import re
from collections.abc import Iterable
from inspect import cleandoc
from typing import Final

import tree_sitter_starlark
from tree_sitter import Node

from repobook.model.facts import FileFacts, Import, TextBlock
from repobook.parse.definitions import (
    Context,
    Documentation,
    Sketch,
    first_line,
    first_named_child,
    one_line,
    signature,
)
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage

_CONSTANT: Final = re.compile(r"_*[A-Z][A-Z0-9_]*")
_MODULE_DOC: Final = re.compile(
    rb"(?:[ \t\r]*+(?:#[^\n]*+)?\n)*([rR]?(\"{3}|'{3}|\"|').*?\2)", re.DOTALL
)
_LABEL: Final = re.compile(r"(?:@{1,2}[\w.~+-]*)?//[^\s:]*(?::[^\s:]+)?|:[^\s:]+|@[\w.~+-]+")
_VISIBILITY: Final = re.compile(r"\A//visibility:|:__(?:pkg|subpackages)__\Z")
_FILE: Final = re.compile(r"(?:[\w.+@=-]+/)*[\w.+@=-]*[\w+-]\.[A-Za-z][\w+]{0,9}")
_GLOB: Final = re.compile(r"(?:(?:[\w.+-]+|\*\*)/)*[\w.+-]*\*[\w.+-]*")
_BARE_LABELS: Final = frozenset(["deps", "runtime_deps", "implementation_deps", "exports"])
_MAX_STRING: Final = 300
_OPENING: Final = re.compile(r"[rR]?(\"{3}|'{3}|\"|')")


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    if kind == "target":
        return _describe_target(node, context)
    if kind == "variable":
        return _describe_variable(node, context)
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None or body is None:
        return None
    doc = _docstring(body, context)
    return Sketch(
        name=context.text(name),
        kind=kind,
        signature=signature(node, body, context),
        doc=doc.text if doc is not None else None,
        doc_block=doc,
    )


def _describe_target(node: Node, context: Context) -> Sketch | None:
    """``cc_library(name = "x", …)``: the rule is what is called, the target what it names."""
    rule, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if rule is None or arguments is None:
        return None
    name = _keyword(arguments, "name", context)
    signature = f"{one_line(context.text(rule))}(name = {name})"
    return Sketch(_unquoted(name), "target", signature, literal=True)


def _keyword(arguments: Node, wanted: str, context: Context) -> str:
    for child in arguments.named_children:
        key, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if key is not None and value is not None and context.text(key) == wanted:
            return context.text(value)
    return ""


def _describe_variable(node: Node, context: Context) -> Sketch | None:
    left = node.child_by_field_name("left")
    if left is None:
        return None
    name = context.text(left)
    kind = "constant" if _CONSTANT.fullmatch(name) else "variable"
    return Sketch(name, kind, first_line(node.start_byte, node.end_byte, context))


def _docstring(body: Node, context: Context) -> TextBlock | None:
    statement = first_named_child(body)
    if statement is None or statement.type != "expression_statement":
        return None
    string = first_named_child(statement)
    if string is None or string.type != "string":
        return None
    text = _unquoted(context.text(string))
    return TextBlock(string.start_point[0] + 1, string.end_point[0] + 1, text)


def _unquoted(literal: str) -> str:
    opening = _OPENING.match(literal)
    if opening is None:
        return ""
    return cleandoc(literal[opening.end() :].removesuffix(opening.group(1)))


def _imports(node: Node, context: Context) -> Iterable[Import]:
    if node.type == "string":
        text = (
            _unquoted(context.text(node)) if node.end_byte - node.start_byte < _MAX_STRING else ""
        )
        if form := _form(text, node, context):
            yield Import(text, "", "", form, node.start_point[0] + 1)
        return
    arguments = node.child_by_field_name("arguments")
    module, *names = arguments.named_children if arguments is not None else [node]
    path = _unquoted(context.text(module))
    for child in names:
        key, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        name = _unquoted(context.text(child if value is None else value))
        alias = context.text(key) if key is not None else ""
        if name:
            yield Import(path, name, alias, "load", child.start_point[0] + 1)


def _form(text: str, node: Node, context: Context) -> str:
    """What a text in a list or an argument leads to; empty where it is just a text."""
    if _LABEL.fullmatch(text):
        return "" if _VISIBILITY.search(text) else "deps"
    if _FILE.fullmatch(text):
        return "file"
    if _GLOB.fullmatch(text):
        return "glob_recurse" if "**" in text else "glob"
    keyword = node.parent.parent if text and node.parent is not None else None
    key = keyword.child_by_field_name("name") if keyword is not None else None
    return "deps" if key is not None and context.text(key) in _BARE_LABELS else ""


def _file_doc(source: SourceText) -> Documentation | None:
    match = _MODULE_DOC.match(source.data)
    if match is None:
        return None
    text = _unquoted(match.group(1).decode("utf-8", "replace"))
    first, last = source.line_of(match.start(1)), source.line_of(match.end(1) - 1)
    return Documentation(text, TextBlock(first, last, text))


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    """A file sees its own names and those it loads; any other mention is local to a function."""
    visible = {definition.name for definition in facts.definitions}
    visible |= {imported.alias or imported.name for imported in facts.imports}
    references = [r for r in facts.references if r.role != "mention" or r.name in visible]
    return facts._replace(references=tuple(references))


facts = TreeLanguage(
    tree_sitter_starlark.language,
    "build_files/starlark",
    describe=_describe,
    imports=_imports,
    file_doc=_file_doc,
    finish=_finish,
)
