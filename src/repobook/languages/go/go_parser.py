"""Go: a method belongs to the type of its receiver, and a capital letter exports."""

import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import Final

import tree_sitter_go
from tree_sitter import Node

from repobook.languages.go.go_decisions import DECIDING, READING
from repobook.model.facts import FileFacts, Import, TextBlock
from repobook.parse.chains import ChainSyntax, followed, without_modules
from repobook.parse.definitions import Context, Sketch, first_line, first_named_child, signature
from repobook.parse.scopes import Binding, Scoping
from repobook.parse.source import SourceText
from repobook.parse.tree import TreeLanguage
from repobook.parse.uses import Use

_KIND_BY_TYPE: Final = {"struct_type": "struct", "interface_type": "interface"}
_RECEIVER: Final = re.compile(r"([^\W\d]\w*)(?:\[[^\]]*\])?\s*,?\s*\)$")
_EMBEDDED: Final = re.compile(r"\A\*?(?:\w+\.)?(\w+)")
_PACKAGE: Final = re.compile(rb"^package\s", re.MULTILINE)
_AROUND_TYPE: Final = frozenset(["pointer_type", "generic_type", "parenthesized_type"])
_MAX_VALUE: Final = 200
# One type may be declared on the line of its keyword or in a group of its own.
_KEYWORD: Final = {"type": "type ", "constant": "const ", "variable": "var "}


def _describe(node: Node, kind: str, context: Context) -> Sketch | None:
    names = _names(node, kind, context)
    if not names:
        return None
    sketch = Sketch(
        names[0],
        kind,
        _signature(node, kind, context),
        also=tuple(names[1:]),
        value=_value(node, kind, context),
    )
    if kind == "type":
        return _describe_type(node, sketch, context)
    receiver = node.child_by_field_name("receiver")
    if receiver is None:
        return sketch
    owner = _RECEIVER.search(context.text(receiver))
    return sketch._replace(name=f"{owner.group(1)}.{sketch.name}") if owner else sketch


def _names(node: Node, kind: str, context: Context) -> list[str]:
    if kind == "package":
        return [context.text(child) for child in node.named_children[-1:]]
    names = [context.text(name) for name in node.children_by_field_name("name")]
    if not names and kind == "field":
        # An embedded type is a field by the name of the type.
        names = _EMBEDDED.findall(context.text(node))
    return [name for name in names if name not in (",", "_")]


def _describe_type(node: Node, sketch: Sketch, context: Context) -> Sketch:
    body = node.child_by_field_name("type")
    if body is None:
        return sketch
    kind = _KIND_BY_TYPE.get(body.type, "type")
    bases = [_type(embedded, context) for embedded in _embedded(body)]
    return sketch._replace(kind=kind, bases=tuple(filter(None, bases)))


def _embedded(body: Node) -> list[Node]:
    """The types that a struct or an interface takes its members from."""
    if body.type == "interface_type":
        lists = [each for each in body.named_children if each.type == "type_elem"]
        return [each.named_children[0] for each in lists if each.named_child_count == 1]
    if body.type != "struct_type":
        return []
    fields = [field for each in body.named_children for field in each.named_children]
    types = [f.child_by_field_name("type") for f in fields if not f.child_by_field_name("name")]
    return [each for each in types if each is not None]


def _value(node: Node, kind: str, context: Context) -> str:
    """What a function gives, a variable holds or an alias stands for."""
    if node.type == "type_alias":
        return _type(node.child_by_field_name("type"), context)
    if kind in ("function", "method"):
        return _instance(_first_result(node.child_by_field_name("result")), context)
    if kind not in ("field", "variable", "constant"):
        return ""
    declared = node.child_by_field_name("type")
    if declared is not None:
        return _instance(declared, context)
    values = node.child_by_field_name("value")
    return _value_expression(values.named_children[0], context) if values is not None else ""


def _first_result(result: Node | None) -> Node | None:
    if result is None or result.type != "parameter_list":
        return result
    first = first_named_child(result)
    return first.child_by_field_name("type") if first is not None else None


def _instance(node: Node | None, context: Context) -> str:
    name = _type(node, context)
    return f"{name}()" if name else ""


def _type(node: Node | None, context: Context) -> str:
    """The named type; nothing for lists, maps and functions, which have no members of their own."""
    while node is not None and node.type in _AROUND_TYPE:
        node = node.child_by_field_name("type") or first_named_child(node)
    if node is None or node.type not in ("type_identifier", "qualified_type"):
        return ""
    return context.text(node)


def _value_expression(node: Node, context: Context) -> str:
    """The expression that gives a variable its value, as far as it can be followed."""
    if node.type == "unary_expression" and context.source.data[node.start_byte] == ord("&"):
        node = first_named_child(node) or node
    if node.type in ("composite_literal", "type_assertion_expression"):
        return _instance(node.child_by_field_name("type"), context)
    called = node.child_by_field_name("function")
    if called is not None and context.text(called) == "new":
        arguments = node.child_by_field_name("arguments")
        return _instance(first_named_child(arguments) if arguments else None, context)
    return followed(context.text(node)) if node.end_byte - node.start_byte < _MAX_VALUE else ""


def _key(node: Node, context: Context) -> Use | None:
    """A field that a literal sets, ``size`` of ``T{size: 1}`` and of ``[]T{{size: 1}}``."""
    element = node.parent.parent if node.parent is not None else None
    literal = element.parent.parent if element is not None and element.parent is not None else None
    if literal is None:
        return None
    if literal.type == "composite_literal":
        receiver = _instance(literal.child_by_field_name("type"), context)
    else:
        receiver = _instance(_type_of_elements(literal), context)
    return Use(context.text(node), node, receiver) if receiver else None


def _type_of_elements(element: Node) -> Node | None:
    """Of the list or map that an element without a type of its own stands in."""
    around: Node | None = element.parent
    if around is not None and around.type == "keyed_element":
        around = around.parent
    literal = around.parent if around is not None else None
    kind = literal.child_by_field_name("type") if literal is not None else None
    if kind is None:
        return None
    return kind.child_by_field_name("element") or kind.child_by_field_name("value")


def _bindings(node: Node, context: Context) -> Iterable[Binding]:
    if node.type == "type_declaration":
        named = [each.child_by_field_name("name") for each in node.named_children]
        yield from [Binding(context.text(name), is_type=True) for name in named if name is not None]
        return
    left = node if node.type == "expression_list" else node.child_by_field_name("left")
    names = left.named_children if left is not None else node.children_by_field_name("name")
    values = _bound_values(node, context)
    for name, value in zip_longest([name for name in names if name.is_named], values):
        if name is not None:
            is_type = node.type == "type_parameter_declaration"
            yield Binding(context.text(name), value or "", is_type=is_type)


def _bound_values(node: Node, context: Context) -> list[str]:
    """Parallel to the names; of the results of one call only the first is known."""
    declared = node.child_by_field_name("type")
    if declared is not None:
        binds_names = node.type in ("parameter_declaration", "var_spec", "const_spec")
        return [_instance(declared, context)] * (len(node.children) if binds_names else 0)
    if node.type in ("range_clause", "receive_statement"):
        return []
    right = node.child_by_field_name("right") or node.child_by_field_name("value")
    return (
        [_value_expression(each, context) for each in right.named_children]
        if right is not None
        else []
    )


def _signature(node: Node, kind: str, context: Context) -> str:
    if kind in _KEYWORD:
        return _KEYWORD[kind] + first_line(node.start_byte, node.end_byte, context)
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
    packages = {imported.alias or package_name(imported.module) for imported in facts.imports}
    return facts._replace(
        definitions=definitions,
        references=without_modules(facts.references, packages),
        doc=_package_doc(facts, source) or facts.doc,
    )


def package_name(module: str) -> str:
    """``gopkg.in/yaml.v3`` is ``yaml`` and ``example.com/x/v2`` is ``x``."""
    parts = module.split("/")
    last = parts.pop()
    if parts and last[:1] == "v" and last[1:].isdigit():
        last = parts.pop()
    return last.partition(".v")[0].removeprefix("go-")


def _package_doc(facts: FileFacts, source: SourceText) -> str:
    """The comment above ``package`` is the package's; a licence further up is not."""
    clause = _PACKAGE.search(source.data)
    return _ending_at(facts.texts, source.line_of(clause.start()) - 1) if clause else ""


def _ending_at(texts: tuple[TextBlock, ...], line: int) -> str:
    return next((block.text for block in texts if block.end_line == line), "")


facts = TreeLanguage(
    tree_sitter_go.language,
    "go/go",
    chains=ChainSyntax(follows_calls=True),
    describe=_describe,
    imports=_imports,
    key_of=_key,
    scoping=Scoping(_bindings),
    finish=_finish,
    deciding=DECIDING,
    reading=READING,
)
