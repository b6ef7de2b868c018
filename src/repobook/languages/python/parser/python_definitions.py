"""What definitions of a Python file stand for: bases, results, types, fields set on ``self``."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from tree_sitter import Node

from repobook.languages.python.parser.python_expressions import NAME, UNKNOWN
from repobook.languages.python.parser.python_local_names import Settler
from repobook.languages.python.parser.python_scopes import Scopes
from repobook.languages.python.parser.python_text import first_line
from repobook.model.facts import Definition, TextBlock
from repobook.parse.definitions import BASES, PARENT, with_fields
from repobook.parse.nodes import START, stretches
from repobook.parse.source import SourceText

Captures = Mapping[str, list[Node]]

_FIELD: Final = re.compile(rf"({NAME})\.({NAME})\s*+(?:(:)\s*+|=(?!=)\s*+|\Z)")
_RETURN: Final = re.compile(r"return\b\s*+")
_VARIABLES: Final = frozenset(["variable", "constant", "field"])
# A function with more returns than this is assumed to return different things.
_MAX_RETURNS: Final = 4


def settled_definitions(
    source: SourceText, settler: Settler, texts: Sequence[TextBlock], captures: Captures
) -> tuple[Definition, ...]:
    scopes = settler.scopes
    bases = _bases(settler, captures)
    values = _values(source, settler, captures)
    definitions = [
        with_fields(definition, BASES, bases.get(index, ()), values.get(index, ""))
        if index in bases or index in values
        else definition
        for index, definition in enumerate(scopes.definitions)
    ]
    fields = _fields(source, settler, texts, captures)
    return _merged(definitions, fields) if fields else tuple(definitions)


def _bases(settler: Settler, captures: Captures) -> dict[int, tuple[str, ...]]:
    bases_by_class: dict[int, list[str]] = {}
    nodes = [*captures.get("ref.inherit", ()), *captures.get("base", ())]
    for node in sorted(nodes, key=START):
        start, end = node.start_byte, node.end_byte
        expression = settler.expression(settler.scopes.at(end), start, end)
        bases_by_class.setdefault(settler.scopes.header_of(start), []).append(expression)
    return {index: tuple(bases) for index, bases in bases_by_class.items()}


def _values(source: SourceText, settler: Settler, captures: Captures) -> dict[int, str]:
    """By the index of the definition; what is not known is left out."""
    scopes = settler.scopes
    values = {
        scopes.header_of(node.start_byte): settler.annotation(
            scopes.at(node.end_byte), node.start_byte, node.end_byte
        )
        for node in sorted(captures.get("returns", ()), key=START)
    }
    values.update(_returned(settler, captures.get("return", ()), values))
    end_by_start = dict(stretches(captures.get("def.variable", ())))
    for index, definition in enumerate(scopes.definitions):
        if definition.kind in _VARIABLES:
            start = source.line_starts[definition.line - 1] + definition.column
            end = end_by_start.get(start, start)
            values[index] = settler.assigned(scopes.from_(start), start, end)
    return {index: value for index, value in values.items() if value not in ("", UNKNOWN)}


def _returned(
    settler: Settler, nodes: Iterable[Node], annotated: Mapping[int, str]
) -> dict[int, str]:
    """What functions without an annotation return, where all their returns agree."""
    scopes = settler.scopes
    returns: dict[int, list[Node]] = {}
    for node in sorted(nodes, key=START):
        definition = scopes.definition(scopes.from_(node.start_byte))
        if definition >= 0 and definition not in annotated:
            returns.setdefault(definition, []).append(node)
    return {
        index: _agreed(settler, several)
        for index, several in returns.items()
        if len(several) <= _MAX_RETURNS
    }


def _agreed(settler: Settler, nodes: list[Node]) -> str:
    values = set()
    for node in nodes:
        end = node.end_byte
        match = _RETURN.match(settler.text, node.start_byte, end)
        if match is not None and match.end() < end:
            values.add(settler.value(settler.scopes.from_(node.start_byte), match.end(), end))
    values.discard("")
    return values.pop() if len(values) == 1 else UNKNOWN


class _Field(NamedTuple):
    """A place where a method sets an attribute of its object."""

    rank: int
    """0 in the constructor: what is set there is what a reader looks for."""
    start: int
    end: int
    value: str


def _fields(
    source: SourceText, settler: Settler, texts: Sequence[TextBlock], captures: Captures
) -> list[Definition]:
    scopes = settler.scopes
    taken = {(d.parent, d.name) for d in scopes.definitions}
    assignments_by_field: dict[tuple[int, str], list[_Field]] = {}
    for node in sorted(captures.get("field", ()), key=START):
        start, end = node.start_byte, node.end_byte
        match = _FIELD.match(settler.text, start, end)
        if match is None:
            continue
        scope = scopes.from_(start)
        owner = scopes.class_around(scope)
        if owner < 0 or (owner, match[2]) in taken:
            continue
        if settler.root(scope, match[1]) not in _objects_of(scopes, owner):
            continue
        value = _field_value(settler, scope, match, end)
        assignments_by_field.setdefault((owner, match[2]), []).append(
            _Field(_rank(scopes, scope), start, end, value)
        )
    comments = {block.end_line: block.text for block in texts}
    return [
        _field(source, scopes, owner, name, assignments, comments)
        for (owner, name), assignments in assignments_by_field.items()
    ]


def _objects_of(scopes: Scopes, owner: int) -> tuple[str, str]:
    qualname = scopes.definitions[owner].qualname
    return (f"{qualname}()", qualname)


def _field_value(settler: Settler, scope: int, match: re.Match[str], end: int) -> str:
    if match[3]:
        return settler.annotation_at(scope, match.end())
    return settler.value(scope, match.end(), end) if match.end() < end else UNKNOWN


def _rank(scopes: Scopes, scope: int) -> int:
    index = scopes.function_around(scope)
    return 0 if index >= 0 and scopes.definitions[index].name == "__init__" else 1


def _is_comment(source: SourceText, line: int) -> bool:
    """A text that ends on this line is a comment and no docstring."""
    start = source.line_starts[line - 1] if line else 0
    return source.data[start : source.line_starts[line]].lstrip().startswith(b"#")


def _field(
    source: SourceText,
    scopes: Scopes,
    owner: int,
    name: str,
    places: list[_Field],
    comments: Mapping[int, str],
) -> Definition:
    """At its first place, preferably in the constructor; of a type that all places agree on."""
    first = min(places)
    values = {place.value for place in places} - {""}
    class_ = scopes.definitions[owner]
    line = source.line_of(first.start)
    return Definition(
        "field",
        name,
        f"{class_.qualname}.{name}",
        line,
        source.line_of(max(first.start, first.end - 1)),
        first.start - source.line_starts[line - 1],
        owner,
        first_line(source, first.start, first.end),
        comments.get(line - 1, "") if _is_comment(source, line - 1) else "",
        (),
        class_.exported and not name.startswith("_"),
        value=values.pop() if len(values) == 1 and UNKNOWN not in values else "",
    )


def _merged(definitions: list[Definition], fields: list[Definition]) -> tuple[Definition, ...]:
    """In the order of the text; parent indexes are updated where parents moved."""
    places = [(d.line, d.column, 0, index) for index, d in enumerate(definitions)]
    places += [(d.line, d.column, 1, index) for index, d in enumerate(fields)]
    places.sort()
    moved = [0] * len(definitions)
    for place, (_, _, is_field, index) in enumerate(places):
        if not is_field:
            moved[index] = place
    merged = []
    for _, _, is_field, index in places:
        definition = fields[index] if is_field else definitions[index]
        parent = definition.parent
        if parent >= 0 and moved[parent] != parent:
            definition = with_fields(definition, PARENT, moved[parent])
        merged.append(definition)
    return tuple(merged)
