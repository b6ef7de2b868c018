"""Definitions of one file: captured nodes become named, nested, documented values."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple

from tree_sitter import Node

from repobook.model.facts import Definition, TextBlock
from repobook.model.kinds import CLASSES
from repobook.parse.comments import CODE_TAIL, shorten
from repobook.parse.complexity import Function, measure
from repobook.parse.source import SourceText
from repobook.text.code.code_line import one_code_line

CLASS_KINDS: Final = frozenset(CLASSES)
FUNCTION_KINDS: Final = frozenset(["function", "method", "constructor", "kernel", "test", "macro"])
_WITH_WAYS_THROUGH: Final = FUNCTION_KINDS - {"macro"} | {"block"}
_BODIES: Final = ("function_body", "compound_statement")
_LOCAL: Final = frozenset(["variable", "declaration"])
_LOCAL_SCOPES: Final = FUNCTION_KINDS | {"block"}
_SET_APART: Final = FUNCTION_KINDS | CLASS_KINDS
_SAID_BEHIND: Final = frozenset(["field", "variable", "constant", "enum_member", "declaration"])
_KIND_IN_CLASS: Final = {"function": "method", "variable": "field"}

_SIGNATURE_TAIL: Final = " \t\r\n{:=;"
_MAX_SIGNATURE: Final = 1000
_BY_PLACE: Final = itemgetter(0, 1, 2)
PARENT: Final = Definition._fields.index("parent")
BASES: Final = Definition._fields.index("bases")
"""Beside it stands what the name stands for, and behind both the measures."""
_MEASURES: Final = Definition._fields.index("complexity")
_MAX_GAP: Final = 200
_COMMENTS_BETWEEN: Final = re.compile(rb"(?:\n[ \t]*//[^\n]*)+\s*\Z")


class Documentation(NamedTuple):
    """Documentation that is no comment: what it says, and its text as written, with its lines."""

    value: str
    block: TextBlock


class Sketch(NamedTuple):
    """A definition as its own node describes it, before nesting is known.

    ``name`` may be qualified (``Foo.bar`` for an out-of-line member): what stands before the last
    dot joins the enclosing scope. ``doc`` of None asks for the comment above.
    """

    name: str
    kind: str
    signature: str
    doc: str | None = None
    decorators: tuple[str, ...] = ()
    exported: bool | None = None
    """None: exported as its scope is, unless it is local to a function or begins with ``_``."""
    line: int = 0
    """0: the first line of the node."""
    end_line: int = 0
    also: tuple[str, ...] = ()
    """Further names that the same syntax defines: ``b`` in ``var a, b int``."""
    literal: bool = False
    """The name is a text, such as the title of a test: dots in it separate nothing."""
    doc_block: TextBlock | None = None
    """The documentation as written, where it is no comment: it joins the texts of the file."""
    bases: tuple[str, ...] = ()
    value: str = ""


class Context(NamedTuple):
    """What describing a definition may need to know of its file."""

    source: SourceText
    wrapper_by_start: Mapping[int, Node]
    """By the inner definition's offset: what it is wrapped in (decorators, export, template)."""
    comment_by_end_line: Mapping[int, TextBlock]
    """Of comments that have their lines for themselves."""
    attribute_by_end: Mapping[int, Node] = MappingProxyType({})
    """By the offset where it ends: an attribute that stands before a definition, not in it."""
    comment_spans: Sequence[tuple[int, int]] = ()
    """Where comments begin and end, in order."""
    comment_behind: Mapping[int, tuple[int, TextBlock]] = MappingProxyType({})
    """By line: what is said behind its code, and the offset where that code ends."""
    detached_by_end_line: Mapping[int, TextBlock] = MappingProxyType({})
    """Documentation (``/** … */``) that a single blank line separates from what it is about, by
    the number of that line."""

    def text(self, node: Node) -> str:
        return self.source.text(node.start_byte, node.end_byte)

    def code(self, start: int, end: int) -> str:
        """What stands there, without its comments."""
        return self.source.text_without(self.comment_spans, start, end)


Describe = Callable[[Node, str, Context], Sketch | None]


def sketch(node: Node, kind: str, context: Context) -> Sketch | None:
    """The default: the ``name`` field, and everything before the ``body`` field as signature."""
    name = node.child_by_field_name("name")
    if name is None:
        return None
    body = node.child_by_field_name("body")
    return Sketch(context.text(name), kind, signature(node, body, context))


def first_named_child(node: Node) -> Node | None:
    """The bindings raise where there is none."""
    return node.named_child(0) if node.named_child_count else None


def signature(node: Node, body: Node | None, context: Context) -> str:
    """Everything before the body, on one line."""
    end = body.start_byte if body is not None else node.end_byte
    return one_line(context.code(node.start_byte, end))


def first_line(start: int, end: int, context: Context) -> str:
    """Of what may go on for many lines the first."""
    line_end = context.source.data.find(b"\n", start, end)
    return one_line(context.code(start, line_end if line_end >= 0 else end))


def one_line(text: str) -> str:
    text = text.strip(_SIGNATURE_TAIL)
    if "\n" in text or "  " in text or "\t" in text:
        text = one_code_line(text)
    return shorten(text, _MAX_SIGNATURE)


def attributes_before(node: Node, context: Context) -> list[Node]:
    """The attributes that stand directly before a node, first to last."""
    attributes: list[Node] = []
    start = node.start_byte
    while True:
        first = max(0, start - _MAX_GAP)
        gap = context.source.data[first:start]
        before = context.attribute_by_end.get(first + len(gap.rstrip()))
        if before is None and b"//" in gap:
            gap = _COMMENTS_BETWEEN.sub(b"", gap)
            before = context.attribute_by_end.get(first + len(gap.rstrip()))
        if before is None or before.start_byte >= start:
            return attributes[::-1]
        attributes.append(before)
        start = before.start_byte


def collect_definitions(
    context: Context, describe: Describe, captures: dict[str, list[Node]]
) -> tuple[tuple[Definition, ...], list[TextBlock]]:
    """Outer before inner, in the order of the text; a node captured twice counts once.

    Beside them stands the documentation that the definitions hold inside.
    """
    definitions: list[Definition] = []
    docs: list[TextBlock] = []
    functions: list[Function] = []
    open_definitions: list[tuple[int, int]] = []
    last = (-1, -1)
    for start, minus_end, kind, node in _nodes_in_order(captures):
        if (start, minus_end) == last:
            continue
        while open_definitions and open_definitions[-1][0] <= start:
            open_definitions.pop()
        parent = open_definitions[-1][1] if open_definitions else -1
        if kind in _LOCAL and parent >= 0 and definitions[parent].kind in _LOCAL_SCOPES:
            # What is local to a function is nobody else's business.
            continue
        sketched = describe(node, kind, context)
        if sketched is None or not sketched.name:
            continue
        open_definitions.append((-minus_end, len(definitions)))
        if sketched.kind in _WITH_WAYS_THROUGH and _has_body(node):
            functions.append(Function(start, -minus_end, len(definitions)))
        definitions.append(_definition(context, node, sketched, definitions, parent))
        for name in filter(None, sketched.also):
            other = sketched._replace(name=name)
            definitions.append(_definition(context, node, other, definitions, parent))
        if sketched.doc_block is not None:
            docs.append(sketched.doc_block)
        last = (start, minus_end)
    for index, measured in measure(functions, captures, context.source.data).items():
        definitions[index] = with_fields(definitions[index], _MEASURES, *measured)
    return tuple(definitions), docs


def with_fields(definition: Definition, first: int, *values: object) -> Definition:
    """``_replace`` for what is done to every definition: by place, at a quarter of the cost."""
    rest = definition[first + len(values) :]
    return tuple.__new__(Definition, (*definition[:first], *values, *rest))


def _nodes_in_order(captures: dict[str, list[Node]]) -> Iterable[tuple[int, int, str, Node]]:
    definition_nodes = [
        (node.start_byte, -node.end_byte, kind, node)
        for kind, nodes in [
            (name[4:], nodes) for name, nodes in captures.items() if name[:4] == "def."
        ]
        for node in nodes
    ]
    definition_nodes.sort(key=_BY_PLACE)
    return definition_nodes


def _definition(
    context: Context, node: Node, sketched: Sketch, outer: list[Definition], parent: int
) -> Definition:
    enclosing = outer[parent] if parent >= 0 else None
    row, column = node.start_point
    line = sketched.line or row + 1
    name = sketched.name if sketched.literal else sketched.name.rpartition(".")[2]
    return Definition(
        _kind_within(sketched.kind, enclosing),
        name,
        f"{enclosing.qualname}.{sketched.name}" if enclosing else sketched.name,
        line,
        sketched.end_line or _end_line(node),
        column,
        parent,
        sketched.signature,
        _documentation(context, node, sketched, line, enclosing),
        sketched.decorators,
        _is_exported(sketched, name, enclosing),
        sketched.bases,
        sketched.value,
    )


def _end_line(node: Node) -> int:
    """A node that was never closed ends behind the last line break, where no line is."""
    row, column = node.end_point
    return row + 1 if column else max(row, node.start_point[0] + 1)


def _has_body(node: Node) -> bool:
    """A function that is only declared has none; some grammars do not name it."""
    body_of = node.child_by_field_name
    if body_of("body") or body_of("value") or body_of("right"):
        return True
    n_children = node.named_child_count
    last = node.named_child(n_children - 1) if n_children else None
    return last is not None and last.type in _BODIES


def _kind_within(kind: str, enclosing: Definition | None) -> str:
    if enclosing is None or enclosing.kind not in CLASS_KINDS:
        return kind
    return _KIND_IN_CLASS.get(kind, kind)


def _is_exported(sketched: Sketch, name: str, enclosing: Definition | None) -> bool:
    if sketched.exported is not None:
        return sketched.exported
    if enclosing is None:
        return not name.startswith("_")
    return enclosing.exported and enclosing.kind not in FUNCTION_KINDS and not name.startswith("_")


def _documentation(
    context: Context, node: Node, sketched: Sketch, line: int, enclosing: Definition | None
) -> str:
    doc = sketched.doc
    if doc is None:
        doc = _doc_above(context, node, line, enclosing, sketched.kind in _SET_APART)
    if not doc and sketched.kind in _SAID_BEHIND:
        doc = _doc_behind(context, node)
    return doc


def _doc_above(
    context: Context, node: Node, line: int, enclosing: Definition | None, may_be_detached: bool
) -> str:
    """The comment block that ends above the definition with all that belongs to it, or within."""
    if enclosing is not None and enclosing.line == line:
        return ""
    wrapper = context.wrapper_by_start.get(node.start_byte)
    outer = node if wrapper is None else wrapper
    if context.attribute_by_end:
        outer = next(iter(attributes_before(outer, context)), outer)
    above, row = context.comment_by_end_line, outer.start_point[0]
    block = above.get(row) or above.get(line - 1)
    if block is None and line - 1 > row:
        _, block = context.comment_behind.get(line - 1, (0, None))
    if block is None and may_be_detached:
        block = context.detached_by_end_line.get(row)
    return block.text if block else ""


def _doc_behind(context: Context, node: Node) -> str:
    """``int idle;  /* since when */``: what stands behind a definition of one line is about it."""
    row, end_row = node.start_point[0], node.end_point[0]
    code_end, block = context.comment_behind.get(row + 1, (0, None))
    if block is None or row != end_row:
        return ""
    code = context.source.data[node.start_byte : node.end_byte]
    is_last = node.start_byte + len(code.rstrip(CODE_TAIL)) == code_end
    return block.text if is_last else ""
