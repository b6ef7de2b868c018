"""Lua: a module is the table that its file returns; what is ``local`` stays in its file."""

import re
from collections.abc import Iterable
from typing import Final

import tree_sitter_lua
from tree_sitter import Node

from repobook.languages.lua.lua_decisions import DECIDING, READING
from repobook.languages.lua.lua_members import RETURNED, finished
from repobook.languages.lua.lua_scopes import (
    SCOPING,
    declared,
    expression,
    module_name,
    use_of,
)
from repobook.model.facts import Import
from repobook.parse.definitions import Context, Sketch, first_line, first_named_child, one_line
from repobook.parse.tree import TreeLanguage

_FUNCTION: Final = "function_definition"
_PATH: Final = re.compile(r"\w+(?:[.:]\w+)*")
# ``class(Base)`` and ``Base:extend()``, as libraries for classes write it.
_BASES: Final = (
    re.compile(r"__index\s{0,9}=\s{0,9}([\w.]{1,100})"),
    re.compile(r"\bclass\s{0,9}\(\s{0,9}([A-Za-z_][\w.]{0,100})\s{0,9}\)"),
    re.compile(r"\A([\w.]{1,100})[:.](?:extend|subclass|derive)\s{0,9}\("),
)
_MADE: Final = re.compile(r"\bsetmetatable\s{0,9}\([^()\n]{0,80},\s{0,9}([\w.]{1,100})\s{0,9}\)")
_MAKERS: Final = frozenset(["new", "create", "_new", "from"])
_MAX_READ: Final = 4000


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    if kind == "test":
        return _describe_test(node, context)
    if kind == "module":
        return _describe_returned(node, context)
    if node.type == "field":
        return _describe_field(node, kind, context)
    if node.type == "function_declaration":
        return _function(node, node.child_by_field_name("name"), node, context)
    return _describe_declared(node, kind, context)


def _function(node: Node, name: Node | None, value: Node, context: Context) -> Sketch | None:
    path = context.text(name) if name is not None else ""
    if not _PATH.fullmatch(path):
        return None
    parameters = value.child_by_field_name("parameters")
    end = parameters.end_byte if parameters is not None else node.end_byte
    shown = one_line(context.code(node.start_byte, end))
    kind = "method" if ":" in path else "function"
    made = _made(path, value, context)
    is_local = shown.startswith("local ")
    return Sketch(
        path.replace(":", "."), kind, shown, exported=False if is_local else None, value=made
    )


def _made(path: str, value: Node, context: Context) -> str:
    """What a function called ``new`` gives is an object of the table that it names."""
    if re.split(r"[.:]", path)[-1] not in _MAKERS:
        return ""
    found = _MADE.search(_beginning(value, context))
    owner = path.replace(":", ".").rpartition(".")[0]
    return found.group(1).replace("self", owner or "self") if found else ""


def _beginning(node: Node, context: Context) -> str:
    end = min(node.end_byte, node.start_byte + _MAX_READ)
    return context.source.text(node.start_byte, end)


def _describe_declared(node: Node, kind: str, context: Context) -> Sketch | None:
    pairs = [(name, value) for name, value in declared(node) if not _is_required(value, context)]
    named = [(context.text(name), value) for name, value in pairs]
    named = [(name, value) for name, value in named if _PATH.fullmatch(name)]
    if not named:
        return None
    path, value = named[0]
    if value is not None and value.type == _FUNCTION:
        return _function(node, pairs[0][0], value, context)
    is_local = node.type == "variable_declaration"
    if len(named) > 1:
        value = None  # Of several names each is given something else.
    text = _beginning(value, context) if value is not None else ""
    bases = [found.group(1) for each in _BASES if (found := each.search(text))]
    return Sketch(
        path,
        "field" if "." in path else kind,
        first_line(node.start_byte, node.end_byte, context),
        exported=False if is_local else None,
        also=tuple([name for name, _ in named[1:]]),
        bases=tuple(bases[:1]),
        value="" if bases else expression(value, context),
    )


def _is_required(value: Node | None, context: Context) -> bool:
    """What a module is called here is an import and no definition."""
    called = value.child_by_field_name("name") if value is not None else None
    is_call = value is not None and value.type == "function_call"
    return is_call and called is not None and context.text(called) == "require"


def _describe_field(node: Node, kind: str, context: Context) -> Sketch | None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    text = context.text(name).strip("\"'") if name is not None else ""
    if not text.isidentifier():
        return None
    if value is not None and value.type == _FUNCTION:
        parameters = value.child_by_field_name("parameters")
        end = parameters.end_byte if parameters is not None else node.end_byte
        return Sketch(text, "function", one_line(context.code(node.start_byte, end)))
    shown = first_line(node.start_byte, node.end_byte, context)
    return Sketch(text, kind, shown, value=expression(value, context))


def _describe_returned(node: Node, context: Context) -> Sketch | None:
    """A mark that ``finished`` takes away: the table that the file gives to who requires it."""
    given = first_named_child(node)
    value = first_named_child(given) if given is not None else None
    if value is None:
        return None
    if value.type == "function_call":
        arguments = value.child_by_field_name("arguments")
        value = first_named_child(arguments) if arguments is not None else None
    name = context.text(value) if value is not None and value.type == "identifier" else ""
    return Sketch(RETURNED, "module", "", doc="", value=name)


def _describe_test(node: Node, context: Context) -> Sketch | None:
    arguments = node.child_by_field_name("arguments")
    title = first_named_child(arguments) if arguments is not None else None
    name = one_line(module_name(title, context)) if title is not None else ""
    shown = first_line(node.start_byte, node.end_byte, context)
    return Sketch(name, "test", shown, exported=False, literal=True) if name else None


def _imports(node: Node, context: Context) -> Iterable[Import]:
    arguments = node.child_by_field_name("arguments")
    given = first_named_child(arguments) if arguments is not None else None
    module = module_name(given, context) if given is not None else ""
    if module and "\n" not in module:
        yield Import(module, "", _alias(node, context), "require", node.start_point[0] + 1)


def _alias(node: Node, context: Context) -> str:
    """The name that a declaration at the top of the file gives to the module."""
    values = node.parent
    assignment = values.parent if values is not None else None
    declaration = assignment.parent if assignment is not None else None
    around = declaration.parent if declaration is not None else None
    is_top = around is not None and around.type == "chunk"
    if not is_top or declaration is None or declaration.type != "variable_declaration":
        return ""
    names = [name for name, value in declared(declaration) if value == node]
    return context.text(names[0]) if names else ""


facts = TreeLanguage(
    tree_sitter_lua.language,
    "lua/lua",
    describe=_describe,
    imports=_imports,
    scoping=SCOPING,
    use_of=use_of,
    finish=finished,
    deciding=DECIDING,
    reading=READING,
)
