"""References of a C-family file, settled as far as the file alone allows.

A use costs a few attribute reads and dictionary entries; text is taken apart once per distinct
chain. Locals of a function are left out, and a receiver that is local is replaced by its type, in
the notation of ``c_chains``.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from tree_sitter import Node

from repobook.languages.c_family.parser.c_chains import UNKNOWN, first_name, value_expression
from repobook.languages.c_family.parser.c_locals import Scope, collect_locals, joined, scope_by_line
from repobook.languages.c_family.parser.c_names import CAPITALS, leaf_of
from repobook.languages.c_family.parser.c_text import BodyUse, prepared
from repobook.model.facts import (
    COLUMN_BITS,
    MAX_COLUMN,
    Definition,
    Reference,
    ReferenceRole,
    pack_position,
)
from repobook.parse.nodes import END, START
from repobook.parse.source import SourceText

Captures = dict[str, list[Node]]

_NO_CALL: Final = -1
_LISTED: Final = -2
"""An element of a list: no call, and a use wherever it stands."""
_TAG: Final = -3
"""``struct node``: no alias is meant."""
_LAUNCH: Final = 1 << 20
"""A call whose arguments are not those of the function: ``kernel<<<grid, block>>>(x)``."""
_LOCALS: Final = ("local", "def.declaration", "def.variable")
_WITHOUT_MEANING: Final = frozenset(
    [
        "static_cast",
        "dynamic_cast",
        "const_cast",
        "reinterpret_cast",
        "defined",
        "sizeof",
        "self",
        "super",
    ]
)
_LAST: Final = re.compile(
    r"(?P<separator>::|->\*?|\.\*?)\s*(?:template\s+)?(?P<name>~?[^\W\d]\w*)\Z"
)
_PATH_BEFORE: Final = re.compile(rb"(?:(?<!\w)\w++::)+\Z")
_MAX_CHAIN: Final = 400
_N_NAMED: Final = attrgetter("named_child_count")
_SPACE: Final = ord(" ")
_GREATER: Final = ord(">")

_Use = tuple[Scope, bytes, int, ReferenceRole]
"""Uses that are settled alike: where, the chain as written, the number of arguments (below 0 where
it is no call), and what it is unless it is a call."""
_NamedUse = tuple[str, bytes, int, ReferenceRole]
"""The same for a name by itself, which all functions of a scope look up alike."""
_Key = tuple[str, str, ReferenceRole]
"""Name, receiver and role of a reference."""


def collect_c_references(
    source: SourceText, captures: Captures, definitions: tuple[Definition, ...]
) -> tuple[Reference, ...]:
    """In the order of their first use."""
    using = [node.start_point[0] + 1 for node in captures.get("import", ())]
    scopes = scope_by_line(definitions, source.n_lines, using)
    hidden = _hidden_names(source, captures, scopes)
    taken = set(map(END, captures.get("name", ())))
    # Objective-C names a message in the middle of what its other words declare.
    taken.difference_update(map(END, captures.get("ref.decorator", ())))
    n_arguments = _n_arguments(source.data, captures.get("arguments", ()))
    places_by_key: defaultdict[_Key, list[int]] = defaultdict(list)
    chains = _chain_uses(source.data, captures, scopes, n_arguments, taken)
    for use, places in chains.items():
        if key := _settled(use, hidden):
            n_bytes = len(key[0].encode())
            places_by_key[key] += [place - n_bytes for place in places]
    names = _name_uses(source.data, captures, scopes, n_arguments, taken)
    for named, places in names.items():
        if key := _settled_name(named, hidden):
            places_by_key[key] += places
    for start, end in prepared(source.data).uses:
        # Macros that were blanked before the parse are uses too.
        places_by_key[source.text(start, end), "", "macro"].append(_packed(source, start))
    for body_use in prepared(source.data).body_uses:
        places_by_key[_used_in_macro(source, body_use)].append(_packed(source, body_use.start))
    rows = [(sorted(places), key) for key, places in places_by_key.items()]
    rows.sort()
    return tuple([Reference(*key, tuple(places)) for places, key in rows])


def _used_in_macro(source: SourceText, use: BodyUse) -> _Key:
    """Where it is expanded decides what it means: what is known here is its name."""
    name = source.text(use.start, use.end)
    is_macro = not use.path and CAPITALS.fullmatch(name)
    return (name, "", "macro") if is_macro else (name, use.path, "call")


def _hidden_names(source: SourceText, captures: Captures, scopes: list[Scope]) -> set[bytes]:
    """Names of template parameters: they mean something only where they stand."""
    nodes = [node for name in _LOCALS for node in captures.get(name, ())]
    data = source.data
    for node in captures.get("local_name", ()):
        values = scopes[node.start_point[0] + 1].local_values
        values[data[node.start_byte : node.end_byte]] = UNKNOWN
    hidden = collect_locals(source, nodes, scopes)
    hidden.update(
        data[node.start_byte : node.end_byte] for node in captures.get("template_parameter", ())
    )
    return hidden


def _chain_uses(
    data: bytes,
    captures: Captures,
    scopes: list[Scope],
    n_arguments: dict[int, int],
    taken: set[int],
) -> dict[_Use, list[int]]:
    """Packed positions of where each chain ends."""
    ends_by_use: defaultdict[_Use, list[int]] = defaultdict(list)
    for start, n, leaf, role in _chains(data, captures, n_arguments):
        end = leaf.end_byte
        if end not in taken:
            taken.add(end)
            # From a table of lines it would cost more: its numbers lie all over memory.
            row, column = leaf.end_point
            if end - start > _MAX_CHAIN:
                start = end - _MAX_CHAIN
            if column > MAX_COLUMN:
                column = MAX_COLUMN
            ends_by_use[scopes[row + 1], data[start:end], n, role].append(
                (row + 1) << COLUMN_BITS | column
            )
    return ends_by_use


def _name_uses(
    data: bytes,
    captures: Captures,
    scopes: list[Scope],
    n_arguments: dict[int, int],
    taken: set[int],
) -> dict[_NamedUse, list[int]]:
    """Packed positions of where each name begins, without those local to a function."""
    starts_by_use: defaultdict[_NamedUse, list[int]] = defaultdict(list)
    for role, n_in_syntax, nodes in _names(captures):
        is_mention = role == "mention"
        for node, start, end in zip(nodes, map(START, nodes), map(END, nodes), strict=True):
            if end in taken:
                continue
            row, column = node.start_point
            name, scope, n = data[start:end], scopes[row + 1], n_in_syntax
            if is_mention:
                if name in scope.local_values:
                    continue
                n = n_in_syntax or n_arguments.get(end, _NO_CALL)
                if n == _NO_CALL and (not scope.is_looked_into or name == scope.name):
                    continue
            taken.add(end)
            if column > MAX_COLUMN:
                column = MAX_COLUMN
            starts_by_use[scope.path, name, n, role].append((row + 1) << COLUMN_BITS | column)
    return starts_by_use


def _n_arguments(data: bytes, nodes: Sequence[Node]) -> dict[int, int]:
    """How many arguments stand behind the offset where what is called ends."""
    n_by_end: dict[int, int] = {}
    launches = b"<<<" in data
    for start, n in zip(map(START, nodes), map(_N_NAMED, nodes), strict=True):
        end = start
        if data[start - 1] <= _SPACE:
            first = max(0, start - _MAX_CHAIN)
            end = first + len(data[first:start].rstrip())
        n_by_end[end] = _LAUNCH if launches and data.startswith(b"<<<", start) else n
    return n_by_end


def _chains(
    data: bytes, captures: Captures, n_arguments: dict[int, int]
) -> Iterator[tuple[int, int, Node, ReferenceRole]]:
    """Start, number of arguments, a node that ends alike, and role of what is more than a name."""
    for node in captures.get("ref.inherit", ()):
        yield node.start_byte, _NO_CALL, leaf_of(node), "inherit"
    type_ends = set(map(END, captures.get("ref.type", ())))
    for end, (start, node) in _longest(captures.get("ref.qualified", ())).items():
        n = n_arguments.get(end, _NO_CALL)
        if data[end - 1] == _GREATER or data.find(b"*", start, end) >= 0:
            leaf = leaf_of(node)
            yield start, n, leaf, "type" if leaf.type == "type_identifier" else "mention"
        else:
            yield start, n, node, "type" if end in type_ends else "mention"
    scopes = captures.get("ref.scope", ())
    for node, start in zip(scopes, map(START, scopes), strict=True):
        # A namespace has many places and is resolved by its names; a class is used here.
        if data[start : start + 1].isupper():
            yield _chain_start(data, start), _NO_CALL, node, "type"
    for node in captures.get("ref.member", ()):
        end = node.end_byte
        leaf = leaf_of(node) if data[end - 1] == _GREATER else node
        yield node.start_byte, n_arguments.get(end, _NO_CALL), leaf, "attribute"
    for node in captures.get("ref.template", ()):
        leaf = leaf_of(node)
        yield leaf.start_byte, n_arguments.get(node.end_byte, _NO_CALL), leaf, "mention"


def _longest(nodes: Sequence[Node]) -> dict[int, tuple[int, Node]]:
    """By where each ends; ``b::c`` within ``a::b::c`` is no use of its own."""
    chosen: dict[int, tuple[int, Node]] = {}
    for node, start, end in zip(nodes, map(START, nodes), map(END, nodes), strict=True):
        if end not in chosen or start < chosen[end][0]:
            chosen[end] = (start, node)
    return chosen


def _chain_start(data: bytes, start: int) -> int:
    """Where the qualified name begins whose last name begins at an offset."""
    if data[start - 2 : start] != b"::":
        return start
    match = _PATH_BEFORE.search(data[max(0, start - _MAX_CHAIN) : start])
    return start - len(match[0]) if match else start


def _names(captures: Captures) -> Iterator[tuple[ReferenceRole, int, Sequence[Node]]]:
    """Names by themselves with their role; where 0 stands, arguments behind it make a call."""
    yield "decorator", _NO_CALL, captures.get("ref.decorator", ())
    yield "attribute", _NO_CALL, captures.get("ref.initialized", ())
    yield "macro", _NO_CALL, captures.get("ref.macro", ())
    yield "type", _TAG, captures.get("ref.tag", ())
    yield "type", _NO_CALL, captures.get("ref.type", ())
    yield "mention", _LISTED, captures.get("ref.listed", ())
    yield "mention", 0, captures.get("ref.name", ())


def _settled(use: _Use, hidden: set[bytes]) -> _Key | None:
    """The key of the reference; None for what is no reference."""
    scope, written, n_arguments, role = use
    head, rest, separator, name = _split(written)
    if not name or name in _WITHOUT_MEANING:
        return None
    if not separator:
        return _settled_name((scope.path, written, n_arguments, role), hidden)
    arguments = ""
    if n_arguments >= 0 and role != "type":
        role, arguments = "call", _arguments(n_arguments)
    elif role == "mention" and scope.is_function and written.endswith(b"::" + scope.name):
        # The name of what is defined here: ``void Foo::bar() {``.
        return None
    value = scope.local_values.get(head) if separator != "::" else None
    expression = rest if value is None else joined(value, rest, head)
    if expression == UNKNOWN or head in hidden:
        return name, UNKNOWN + arguments, role
    place = f"@{scope.path}" if scope.path and head != b"std" else ""
    return name, f"{expression}{separator}{place}{arguments}", role


def _settled_name(use: _NamedUse, hidden: set[bytes]) -> _Key | None:
    path, written, n_arguments, role = use
    name = written.decode("utf-8", "replace")
    if role == "decorator":
        return name, "", role
    is_call = n_arguments >= 0 and role != "type"
    if (is_call or role == "macro") and name.isupper() and CAPITALS.fullmatch(name):
        return name, "", "macro"
    if role == "macro" or written in hidden or name in _WITHOUT_MEANING:
        return None
    place = f"@{path}" if path else ""
    if n_arguments == _TAG:
        return name, f"struct{place}", role
    return (name, place + _arguments(n_arguments), "call") if is_call else (name, place, role)


def _arguments(n: int) -> str:
    return f"#{n}" if n < _LAUNCH else ""


class _Chain(NamedTuple):
    """A chain as written, taken apart."""

    head: bytes
    """The name that it begins with."""
    expression: str
    """What stands before the last separator; empty where there is none."""
    separator: str
    name: str


# The same chains come back in file after file.
@lru_cache(maxsize=1 << 15)
def _split(chain: bytes) -> _Chain:
    text = chain.decode("utf-8", "replace")
    if text.isidentifier():
        return _Chain(b"", "", "", text)
    match = _LAST.search(text)
    if match is None:
        return _Chain(b"", "", "", "")
    before, separator = text[: match.start()].strip(), match["separator"].rstrip("*")
    expression = value_expression(before) if before else ""
    if not expression and separator != "::":
        expression = UNKNOWN
    return _Chain(first_name(expression).encode(), expression, separator, match["name"])


def _packed(source: SourceText, offset: int) -> int:
    line = source.line_of(offset)
    return pack_position(line, offset - source.line_starts[line - 1])
