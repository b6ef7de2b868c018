"""Imports and exports of JavaScript and TypeScript.

What is exported is known only at the end of the file: ``export`` before the definition shows in its
signature, while ``export {a}``, ``module.exports = …`` and the like name it elsewhere.
"""

import re
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from tree_sitter import Node

from repobook.model.facts import Definition, FileFacts, Import
from repobook.parse.chains import without_modules
from repobook.parse.definitions import Context, first_named_child
from repobook.parse.source import SourceText

_REQUIRE: Final = re.compile(
    rb"(?:(?:\{(?P<names>[^{}]{0,300})\}|(?P<name>[\w$]{1,80}))\s{0,9}=\s{0,9}(?:await\s{1,9})?)?"
    rb"(?<![\w$.])(?P<form>require|import)$"
)
# What is taken of the module at once: ``require('x').name``, or something made from it.
_TAKEN: Final = re.compile(
    rb"\s{0,9}(?:\.\s{0,9}(?P<name>[\w$]{1,80})(?![\w$]|\s{0,9}[.(\[`])|[.(\[`])"
)
_BOUND: Final = re.compile(r"([\w$]+)(?:\s*:\s*([\w$]+))?(?:\s*=[^,]*)?")
_MAX_BINDING: Final = 300
_VARIABLES: Final = ("variable", "constant")
_QUOTES: Final = "\"'`"
_MODULE: Final = re.compile(rb"^(?:export|import)\b|^(?:module\.)?exports\b", re.MULTILINE)
_EXPORTING: Final = ("export ", "exports.", "module.exports", "declare ")
_LISTED: Final = re.compile(
    rb"\bexport\s{0,9}\{([^{}]*)\}|\bexports\s{0,9}=\s{0,9}\{([^{}]*)\}"
    rb"|\bexport\s{1,9}default\s{1,9}([\w$]+)|\bexports\s{0,9}=\s{0,9}([\w$]+)"
    rb"|\bexports\.[\w$]+\s{0,9}=\s{0,9}([\w$]+)|\bexport\s{0,9}=\s{0,9}([\w$]+)"
)
_ASSIGNED: Final = re.compile(
    rb"^(?:[\w$]{1,80}\s{0,9}=\s{0,9})?(?:module\.)?exports(?:\.([\w$]{1,80}))?\s{0,9}=\s{0,9}"
    rb"(?:module\.exports\s{0,9}=\s{0,9})?"
    rb"(?:\{([^{}]{0,4000})\}|([\w$]{1,80})[ \t]{0,9}(?=[;\r\n]|\Z))",
    re.MULTILINE,
)
_RENAMED: Final = re.compile(r"(?<![\w$])([\w$]{1,80})\s{0,9}:\s{0,9}([\w$]{1,80})\s{0,9}(?=,|\Z)")
_LOCAL_NAME: Final = re.compile(rb"(?:^|,)\s*(?:[\w$]+\s*:\s*)?([\w$]+)")


def imports(node: Node, context: Context) -> Iterable[Import]:
    if node.type == "arguments":
        return _required(node, context)
    source = node.child_by_field_name("source")
    if source is None and node.type == "export_statement":
        return _renamed_exports(node, context)
    if source is None:
        return _import_equals(node, context)
    form = "import" if node.type == "import_statement" else "export"
    if form == "import" and any(child.type == "type" for child in node.children):
        form = "type-only"
    module = context.text(source).strip(_QUOTES)
    clauses = [
        clauses
        for child in node.named_children
        for clauses in _clause(child, module, form, context)
    ]
    if not clauses:
        name = "*" if form == "export" else ""
        return [Import(module, name, "", form, node.start_point[0] + 1)]
    return clauses


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
        alias_name = context.text(alias) if alias is not None else ""
        yield Import(module, context.text(name) if name is not None else "", alias_name, form, line)


def _renamed_exports(node: Node, context: Context) -> Iterable[Import]:
    """What is exported by another name than its own: ``export {a as b}``, ``export default a``."""
    first = first_named_child(node)
    if first is None:
        return []
    if first.type == "identifier":
        return [Import("", context.text(first), "default", "export", node.start_point[0] + 1)]
    return [exported for exported in _clause(first, "", "export", context) if exported.alias]


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
    before, literal = bytes_before(node, _MAX_BINDING, context), first_named_child(node)
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
        taken = _TAKEN.match(context.source.data, node.end_byte)
        if taken is None:
            yield Import(module, "", alias, form, line)
        elif taken.group("name") and alias:
            yield Import(module, taken.group("name").decode("utf-8", "replace"), alias, form, line)
        else:
            # What is bound is made from the module, nobody can tell what.
            yield Import(module, "", "", form, line)
    for name, alias in _BOUND.findall(names):
        yield Import(module, name, alias, form, line)


def finish(facts: FileFacts, source: SourceText) -> FileFacts:
    modules = {imported.alias for imported in facts.imports if not imported.name}
    facts = facts._replace(
        definitions=_without_required(facts),
        references=without_modules(facts.references, modules),
    )
    if not _MODULE.search(source.data):
        return facts
    return facts._replace(
        definitions=_only_exported(facts.definitions, _listed(source.data)),
        imports=(*facts.imports, *_assigned_exports(source)),
    )


def _without_required(facts: FileFacts) -> tuple[Definition, ...]:
    """What ``const { a } = require('x')`` names is imported, not defined."""
    lines = {
        imported.alias or imported.name: imported.line
        for imported in facts.imports
        if imported.form == "require"
    }
    kept = [
        not (d.kind in _VARIABLES and d.line <= lines.get(d.name, 0) <= d.end_line)
        for d in facts.definitions
    ]
    if all(kept):
        return facts.definitions
    places = [n - 1 for n in accumulate(kept)]
    return tuple(
        d._replace(parent=places[d.parent]) if d.parent >= 0 else d
        for d, is_kept in zip(facts.definitions, kept, strict=True)
        if is_kept
    )


def _assigned_exports(source: SourceText) -> Iterable[Import]:
    """``module.exports = a`` and ``exports.b = a``: exported by another name than their own."""
    for match in _ASSIGNED.finditer(source.data):
        name, whole, value = [(each or b"").decode("utf-8", "replace") for each in match.groups()]
        pairs = [(name or "default", value)] if value else []
        pairs += [pair for pair in _RENAMED.findall(whole) if pair[0] != pair[1]]
        line = source.line_of(match.start())
        for alias, exported in pairs:
            if alias != exported:
                yield Import("", exported, alias, "export", line)


def _listed(data: bytes) -> set[str]:
    """The names that a file exports apart from their definitions."""
    return {
        name.decode()
        for groups in _LISTED.findall(data)
        for group in groups
        for name in _LOCAL_NAME.findall(group)
    }


def _only_exported(definitions: tuple[Definition, ...], listed: set[str]) -> tuple[Definition, ...]:
    settled: list[Definition] = []
    for definition in definitions:
        if definition.parent >= 0:
            visible = settled[definition.parent].exported
        elif definition.kind == "method" and definition.qualname == definition.name:
            # What an exported object holds belongs to no name of this file.
            visible = True
        else:
            visible = definition.name in listed or definition.signature.startswith(_EXPORTING)
        exported = definition.exported and visible
        settled.append(
            definition
            if exported == definition.exported
            else definition._replace(exported=exported)
        )
    return tuple(settled)


def bytes_before(node: Node, n_bytes: int, context: Context) -> bytes:
    return context.source.data[max(0, node.start_byte - n_bytes) : node.start_byte]
