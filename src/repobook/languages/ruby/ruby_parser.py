"""Ruby: constants open scopes, ``attr_reader`` declares, and ``private`` speaks of what follows."""

import re
from collections.abc import Iterable
from typing import Final

import tree_sitter_ruby
from tree_sitter import Node

from repobook.languages.ruby.ruby_decisions import DECIDING, READING
from repobook.languages.ruby.ruby_members import finished
from repobook.languages.ruby.ruby_scopes import SCOPING, VARIABLES, expression, use_of
from repobook.model.facts import Import
from repobook.parse.definitions import Context, Sketch, first_line, first_named_child, one_line
from repobook.parse.tree import TreeLanguage

_TEXTS: Final = frozenset(["string", "simple_symbol", "constant", "scope_resolution"])
# ``Point = Struct.new(:x)`` makes a class, ``Module.new`` a module.
_MAKERS: Final = {"Class": "class", "Struct": "class", "Data": "class", "Module": "module"}
_METHODS: Final = frozenset(["method", "singleton_method", "alias"])
_NAME: Final = re.compile(r"[^\W\d]\w*[?!=]?|[^\w\s]{1,3}")


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    if kind == "test":
        return _describe_test(node, context)
    if node.type == "call":
        return _describe_declared(node, kind, context)
    if node.type in VARIABLES:
        return Sketch(context.text(node), kind, context.text(node), doc="", literal=True)
    if node.type in ("assignment", "operator_assignment"):
        return _describe_assigned(node, kind, context)
    name = node.child_by_field_name("name")
    if name is None:
        return None
    return Sketch(
        context.text(name).removeprefix("::").replace("::", "."),
        kind,
        _signature(node, name, context),
        literal=node.type in _METHODS,
        bases=_superclass(node, context),
    )


def _signature(node: Node, name: Node, context: Context) -> str:
    last = node.child_by_field_name("parameters") or node.child_by_field_name("superclass") or name
    end = node.end_byte if node.type == "alias" else last.end_byte
    return one_line(context.code(node.start_byte, end))


def _superclass(node: Node, context: Context) -> tuple[str, ...]:
    clause = node.child_by_field_name("superclass")
    named = expression(first_named_child(clause), context) if clause is not None else ""
    return (named,) if named else ()


def _describe_declared(node: Node, kind: str, context: Context) -> Sketch | None:
    """What ``attr_reader :a, :b`` and ``alias_method :new, :old`` declare."""
    names = [name for each in _arguments(node) if (name := _word(each, context))]
    if not names:
        return None
    also = tuple(names[1:]) if kind == "property" else ()
    shown = first_line(node.start_byte, node.end_byte, context)
    return Sketch(names[0], kind, shown, also=also, literal=True)


def _word(node: Node, context: Context) -> str:
    text = context.text(node).strip(":\"'") if node.type in ("simple_symbol", "string") else ""
    return text if _NAME.fullmatch(text) else ""


def _describe_assigned(node: Node, kind: str, context: Context) -> Sketch | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None:
        return None
    value = expression(right, context) if kind == "field" else ""
    made = _maker(right, context) if kind == "constant" else ""
    return Sketch(
        context.text(left),
        made or kind,
        first_line(node.start_byte, node.end_byte, context),
        literal=True,
        value=value,
    )


def _maker(node: Node | None, context: Context) -> str:
    receiver = node.child_by_field_name("receiver") if node is not None else None
    is_maker = receiver is not None and receiver.type == "constant"
    return _MAKERS.get(context.text(receiver), "") if is_maker and receiver is not None else ""


def _describe_test(node: Node, context: Context) -> Sketch | None:
    title = next(iter(_arguments(node)), None)
    if title is None or title.type not in _TEXTS:
        return None
    name = one_line(context.text(title).strip("\"':"))
    block = node.child_by_field_name("block")
    end = block.start_byte if block is not None else node.end_byte
    shown = one_line(context.code(node.start_byte, end))
    return Sketch(name, "test", shown, exported=False, literal=True) if name else None


def _arguments(node: Node) -> list[Node]:
    arguments = node.child_by_field_name("arguments")
    return arguments.named_children if arguments is not None else []


def _imports(node: Node, context: Context) -> Iterable[Import]:
    method = node.child_by_field_name("method")
    texts = [each for each in _arguments(node) if each.type in ("string", "simple_symbol")]
    if method is None or not texts:
        return
    form, line = context.text(method), node.start_point[0] + 1
    module = context.text(texts[-1]).strip("\"'")
    name = context.text(texts[0]).lstrip(":") if form == "autoload" else ""
    if "#{" not in module and "\n" not in module:
        yield Import(module, name, "", form, line)


facts = TreeLanguage(
    tree_sitter_ruby.language,
    "ruby/ruby",
    describe=_describe,
    imports=_imports,
    scoping=SCOPING,
    use_of=use_of,
    finish=finished,
    deciding=DECIDING,
    reading=READING,
)
