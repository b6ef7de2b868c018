"""Python and its stubs."""

import ast
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

import tree_sitter_python
from tree_sitter import Node

from repobook.languages.python.parser.python_decisions import DECIDING, READING, main_guards
from repobook.languages.python.parser.python_module import settle
from repobook.languages.python.parser.python_scopes import outside_functions, scopes_of
from repobook.languages.python.parser.python_strings import named_in_strings
from repobook.languages.python.parser.python_text import STRING, first_line, signature
from repobook.model.facts import FileFacts, Import, Reference, TextBlock
from repobook.parse.chains import positions_of
from repobook.parse.definitions import Context, Documentation, Sketch
from repobook.parse.source import SourceText
from repobook.parse.tree import Captures, TreeLanguage

_CONSTANT: Final = re.compile(r"_*[A-Z][A-Z0-9_]*")
_COMMENT_LINE: Final = re.compile(rb"[ \t\f]*#")

# A string that is a statement of its own; what follows it might have made it an expression.
_DOCSTRING: Final = re.compile(
    STRING.encode() + rb"(?=[ \t\f]*(?:[\r\n;#]|\Z))",
    re.DOTALL,
)
_STRING_EXPRESSION: Final = re.compile(rb"\(|[rRuU]?[\"']")
_STRING_OPENING: Final = re.compile(r"[rRuU]?(\"{3}|'{3}|\"|')")
_NO_STATEMENT: Final = ("comment", "line_continuation")
_JOINED: Final = ("concatenated_string", "parenthesized_expression")
_BEFORE_DOCSTRING: Final = re.compile(rb"(?:[ \t\f\r]*+(?:#[^\n]*+)?\n)*")

_EXPORTS: Final = re.compile(rb"__all__\b")
_STATEMENT_TOKEN: Final = re.compile(
    STRING.encode() + rb"|#[^\n]*|[\[({]|[\])}]|\\\r?\n|\n", re.DOTALL
)
_MAX_EXPORTS_BYTES: Final = 1 << 20

# The last line of these is that of the last statement in them.
_COMPOUND: Final = frozenset(
    [
        "block",
        "case_clause",
        "class_definition",
        "decorated_definition",
        "elif_clause",
        "else_clause",
        "except_clause",
        "except_group_clause",
        "finally_clause",
        "for_statement",
        "function_definition",
        "if_statement",
        "match_statement",
        "try_statement",
        "while_statement",
        "with_statement",
    ]
)


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    if kind in ("variable", "field"):
        return _describe_assignment(node, kind, context)
    if kind == "type":
        return _describe_alias(node, context)
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None or body is None:
        return None
    doc = _docstring(body, context)
    return Sketch(
        _identifier(name, context),
        kind,
        signature(context.source, node.start_byte, body.start_byte),
        doc.value if doc else "",
        _decorators(node, context),
        end_line=_last_line(node, context),
        doc_block=doc.block if doc else None,
    )


def _describe_assignment(node: Node, kind: str, context: Context) -> Sketch | None:
    left = node.child_by_field_name("left")
    data, start = context.source.data, node.start_byte
    if left is None or data[max(0, start - 100) : start].rstrip().endswith(b"="):
        return None  # the outer part of ``a = b = c`` defines the inner ones too
    written = first_line(context.source, node.start_byte, node.end_byte)
    names = list(_target_names(left, context))
    if written.count(" = ") > 1:
        names += _chained_names(node, context)
    if not names:
        return None
    if kind == "variable" and _CONSTANT.fullmatch(names[0]):
        kind = "constant"
    return Sketch(names[0], kind, written, also=tuple(names[1:]))


def _target_names(target: Node, context: Context) -> Iterator[str]:
    if target.type == "identifier":
        yield _identifier(target, context)
        return
    for child in target.named_children:
        if child.type == "identifier":
            yield _identifier(child, context)


def _chained_names(assignment: Node, context: Context) -> Iterator[str]:
    """``b`` and ``c`` of ``a = b = c = value``."""
    right = assignment.child_by_field_name("right")
    while right is not None and right.type == "assignment":
        left = right.child_by_field_name("left")
        if left is not None and left.type in ("identifier", "pattern_list"):
            yield from _target_names(left, context)
        right = right.child_by_field_name("right")


def _describe_alias(node: Node, context: Context) -> Sketch | None:
    """``type Pair[T] = tuple[T, T]`` is named before its type parameters."""
    left = node.child_by_field_name("left")
    if left is None:
        return None
    name = context.text(left).partition("[")[0].strip()
    return Sketch(name, "type", signature(context.source, node.start_byte, node.end_byte))


def _identifier(node: Node, context: Context) -> str:
    """As Python itself knows it: two spellings of one name are one name."""
    text = context.text(node)
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _last_line(node: Node, context: Context) -> int:
    """The grammar may end a block with a comment; Python ends it with its last statement."""
    row = node.end_point[0]
    if not _COMMENT_LINE.match(context.source.data, context.source.line_starts[row]):
        return row + 1
    child: Node | None = node
    while child is not None and child.type in _COMPOUND:
        node = child
        child = _last_statement(child)
    return (child if child is not None else node).end_point[0] + 1


def _last_statement(node: Node) -> Node | None:
    for child in reversed(node.named_children):
        if child.type not in _NO_STATEMENT:
            return child
    return None


def _docstring(body: Node, context: Context) -> Documentation | None:
    data, start = context.source.data, body.start_byte
    match = _DOCSTRING.match(data, start)
    if match is not None:
        return _documentation(context.source, start, match.end())
    return _joined_docstring(body, context) if _STRING_EXPRESSION.match(data, start) else None


def _joined_docstring(body: Node, context: Context) -> Documentation | None:
    """A docstring in brackets or in several parts."""
    statement = body.named_child(0)
    expression = statement.named_child(0) if statement is not None else None
    if expression is None or expression.type not in _JOINED:
        return None
    value = _value(context.text(expression))
    line, end_line = expression.start_point[0] + 1, expression.end_point[0] + 1
    return Documentation(value, TextBlock(line, end_line, value)) if value else None


def _documentation(source: SourceText, start: int, end: int) -> Documentation | None:
    """The value of a string literal, and the same as it is written, with its lines."""
    literal = source.text(start, end)
    if "\r" in literal:
        literal = literal.replace("\r\n", "\n")
    opening = _STRING_OPENING.match(literal)
    written = literal[opening.end() : -len(opening[1])] if opening else literal
    text = _dedent(written)
    if not text:
        return None
    n_blank = written[: len(written) - len(written.lstrip())].count("\n")
    line = source.line_of(start) + n_blank
    value = _value(literal) if "\\" in literal else text
    return Documentation(value, TextBlock(line, line + text.count("\n"), text))


def _value(literal: str) -> str:
    """The text that a literal with escapes or several parts stands for; empty if it has none."""
    try:
        value = ast.literal_eval(literal)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        return ""
    # A lone surrogate can be written in a literal but not in UTF-8.
    return _dedent(value.encode("utf-8", "replace").decode()) if isinstance(value, str) else ""


def _dedent(text: str) -> str:
    """As ``inspect.cleandoc``, whose answer depends on the version of Python and whose time grows
    with the square of the blank lines that a text begins with."""
    lines = text.expandtabs().split("\n")
    indents = [len(line) - len(rest) for line in lines[1:] if (rest := line.lstrip())]
    margin = min(indents, default=0)
    dedented = [lines[0].lstrip(), *[line[margin:] for line in lines[1:]]]
    return "\n".join(dedented).strip("\n")


def _decorators(node: Node, context: Context) -> tuple[str, ...]:
    wrapper = context.wrapper_by_start.get(node.start_byte)
    if wrapper is None:
        return ()
    return tuple(
        signature(context.source, child.start_byte + 1, child.end_byte)
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
        module = _spaceless(module_node, context)
    if any(child.type == "wildcard_import" for child in node.children):
        yield Import(module, "*", "", "from", line)
    for name in names:
        imported, alias = _name_and_alias(name, context)
        yield Import(module, imported, alias, "from", name.start_point[0] + 1)


def _name_and_alias(node: Node, context: Context) -> tuple[str, str]:
    if node.type != "aliased_import":
        return _spaceless(node, context), ""
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None or alias is None:
        return "", ""
    return _spaceless(name, context), context.text(alias)


def _spaceless(node: Node, context: Context) -> str:
    return "".join(context.text(node).replace("\\\n", "").split())


def _module_docstring(source: SourceText) -> Documentation | None:
    opening = _BEFORE_DOCSTRING.match(source.data)
    start = opening.end() if opening else 0
    match = _DOCSTRING.match(source.data, start)
    return _documentation(source, start, match.end()) if match else None


def _finish(facts: FileFacts, source: SourceText) -> FileFacts:
    """Needs the whole file: ``__all__`` decides what is exported."""
    if b"__all__" not in source.data:
        return facts
    listed, complete = _exports(source)
    if not listed:
        return facts
    definitions = [
        d._replace(exported=not d.exported)
        if d.parent == -1 and d.exported != (d.name in listed or (d.exported and not complete))
        else d
        for d in facts.definitions
    ]
    return facts._replace(definitions=tuple(definitions))


def _exports(source: SourceText) -> tuple[set[str], bool]:
    """The names that statements about ``__all__`` list, and whether that is all of them."""
    listed: set[str] = set()
    complete = True
    for match in _EXPORTS.finditer(source.data):
        start = match.start()
        line_start = source.line_starts[source.line_of(start) - 1]
        if not source.data[line_start:start].isspace() and line_start != start:
            continue
        statement = source.text(start, _statement_end(source.data, match.end()))
        try:
            value = _exported_value(ast.parse(statement).body[0])
            complete &= value is not None and _add_names(value, listed)
        except (SyntaxError, ValueError, IndexError, MemoryError, RecursionError):
            complete = False
    return listed, complete


def _statement_end(data: bytes, start: int) -> int:
    """Where a simple statement ends: the first line break outside its brackets."""
    depth = 0
    limit = min(len(data), start + _MAX_EXPORTS_BYTES)
    for match in _STATEMENT_TOKEN.finditer(data, start, limit):
        token = match[0]
        depth += (token in (b"[", b"(", b"{")) - (token in (b"]", b")", b"}"))
        if token == b"\n" and depth <= 0:
            return match.start()
    return limit


def _exported_value(statement: ast.stmt) -> ast.expr | None:
    """What ``__all__`` is set to, or grows by."""
    match statement:
        case ast.Assign(value=value) | ast.AugAssign(value=value):
            return value
        case ast.AnnAssign(value=value):
            return value
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="extend"), args=[value])):
            return value
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append"), args=[value])):
            return ast.List([value])
    return None


def _add_names(value: ast.expr, listed: set[str]) -> bool:
    match value:
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            names = [item.value for item in items if isinstance(item, ast.Constant)]
            listed.update(name for name in names if isinstance(name, str))
            return len(names) == len(items)
        case ast.BinOp(left=left, right=right):
            # Both sides count, whatever the first one says.
            return all([_add_names(left, listed), _add_names(right, listed)])
    return False


class _Python(TreeLanguage):
    """Names are followed within the file, so that what is local to a function stays there."""

    def _facts(self, source: SourceText, captures: Captures) -> FileFacts:
        scopes = scopes_of(source.data.decode("latin-1"), captures)
        own = {name: nodes for name, nodes in captures.items() if not name.startswith("ref.")}
        own["def.variable"] = outside_functions(scopes, captures.get("def.variable", []))
        facts = settle(super()._facts(source, own), source, scopes, captures)
        more = [*_main_guards(source, captures), *named_in_strings(source, facts.texts)]
        return facts._replace(references=(*facts.references, *more)) if more else facts


def _main_guards(source: SourceText, captures: Captures) -> list[Reference]:
    """``if __name__ == "__main__"`` as a mention of that name: it marks an entry point."""
    ends = [match.end(1) for match in main_guards(source, captures).values()]
    if not ends:
        return []
    return [Reference("__main__", "", "mention", positions_of(source, "__main__", ends))]


facts = _Python(
    tree_sitter_python.language,
    "python/python",
    describe=_describe,
    imports=_imports,
    file_doc=_module_docstring,
    finish=_finish,
    deciding=DECIDING,
    reading=READING,
)
