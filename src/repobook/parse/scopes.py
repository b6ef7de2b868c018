"""What is local to a function is settled inside its file, so that no local passes for a symbol.

A language captures ``@scope`` (a node in which names are bound) and ``@local`` (a node that binds
some), and says by hooks what the names stand for. A use of a local then becomes a use of what it
stands for: ``user.name`` with ``user: User`` is ``name`` of ``User()``. In such an expression
``X()`` is what calling X gives, which for a type is a value of it.
"""

import re
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from tree_sitter import Node

from repobook.model.facts import COLUMN_BITS, Definition, ReferenceRole, pack_position
from repobook.parse.definitions import Context

EndsByName = dict[tuple[str, str], list[int]]

_HEAD: Final = re.compile(r"[\w$]+")
_MAX_EXPRESSION: Final = 200
# A local that stands for a local that stands for …: further than this nobody follows.
_MAX_STEPS: Final = 6
_VALUE_ROLES: Final = frozenset(["call", "attribute", "mention"])
_TYPE: Final = "type "
_SETTLED_ROLES: Final = _VALUE_ROLES | {"type", "inherit", "decorator"}
SEEN_FROM: Final = ""
"""Bound where any other name may mean something: the value stands before it."""


class Binding(NamedTuple):
    name: str
    value: str = ""
    """The expression that it stands for; empty where the text does not tell."""
    is_hoisted: bool = False
    """It is seen in all of its scope, also above the place where it is bound."""
    is_type: bool = False
    """A type parameter or a type of its scope; a variable does not hide the type of its name."""


class Span(NamedTuple):
    """Where a name has a meaning that a definition gives it, in packed positions."""

    start: int
    end: int
    name: str
    value: str
    is_type: bool = True
    """False for what a type of the same name does not mind, such as a field."""


def _no_spans(definitions: Sequence[Definition]) -> Iterable[Span]:
    return ()


class Scoping(NamedTuple):
    """How a language binds names."""

    bindings: Callable[[Node, Context], Iterable[Binding]]
    spans: Callable[[Sequence[Definition]], Iterable[Span]] = _no_spans
    hoists: bool = False
    """A local is seen in all of its scope, also above the place where it is bound."""
    methods_apart: bool = False
    """Methods are bound as ``name()``: a variable does not hide the method of its name."""
    calls_locals: bool = True
    """A local may be called, where no method of its name is nearer."""
    nests_types: bool = False
    """What a capitalised name means depends on the classes and modules around it."""


class _Meaning(NamedTuple):
    start: int
    end: int
    value: str
    at: int
    """Where the value stands, since its names mean what they mean there."""


class Scopes:
    """Looks up what a name means at a position: None where it is no local."""

    def __init__(self, meanings: Mapping[str, list[_Meaning]], scoping: Scoping) -> None:
        self._segments = {name: _segments(overlaps) for name, overlaps in meanings.items()}
        self._scoping = scoping

    def settle(self, ends_by_name: EndsByName, role: ReferenceRole) -> EndsByName:
        if not self._segments or role not in _SETTLED_ROLES:
            return ends_by_name
        settled: EndsByName = {}
        for (receiver, name), ends in ends_by_name.items():
            if self._is_bound(receiver, name, role):
                self._split(receiver, name, role, ends, settled)
            else:
                settled.setdefault((receiver, name), []).extend(ends)
        return settled

    def _is_bound(self, receiver: str, name: str, role: ReferenceRole) -> bool:
        head = _head(receiver or name)
        if not head:
            return False
        return bool(self._keys(head, receiver, role))

    def _keys(self, head: str, receiver: str, role: ReferenceRole) -> list[str]:
        nests = self._scoping.nests_types
        if role not in _VALUE_ROLES:
            keys = [_TYPE + head, SEEN_FROM] if nests else [_TYPE + head]
            return [key for key in keys if key in self._segments]
        keys = [head]
        if self._scoping.methods_apart and role == "call" and not receiver:
            keys = [f"{head}()", head] if self._scoping.calls_locals else [f"{head}()"]
        if head[0] != "$" and (nests or not head[0].isupper()):
            keys.append(SEEN_FROM)
        return [key for key in keys if key in self._segments]

    def _split(
        self, receiver: str, name: str, role: ReferenceRole, ends: list[int], settled: EndsByName
    ) -> None:
        keys = self._keys(_head(receiver or name), receiver, role)
        for end in ends:
            # The last byte of the name: where it ends, something else may begin.
            key = self._settled(receiver, name, keys, end - 1)
            if key is not None:
                settled.setdefault(key, []).append(end)

    def _settled(
        self, receiver: str, name: str, keys: list[str], at: int
    ) -> tuple[str, str] | None:
        """The same use by what its first name stands for; None where that is only a local."""
        candidates = [(meaning, key) for key in keys if (meaning := self._meaning(key, at))]
        if not candidates:
            return receiver, name
        # A type parameter hides what is around, else the innermost wins, and of those that begin
        # together the first.
        meaning, key = max(candidates, key=lambda each: (each[1][:5] == _TYPE, each[0].start))
        value = self._expanded(meaning, _MAX_STEPS)
        if key == SEEN_FROM:
            return (f"{value}.{receiver}" if receiver else value), name
        return _stands_for(self._seen_from(value, meaning.at), receiver, name)

    def _seen_from(self, value: str, at: int) -> str:
        """What a local stands for is looked for where it was bound."""
        seen = self._meaning(SEEN_FROM, at) if self._scoping.nests_types and at >= 0 else None
        return f"{seen.value}.{value}" if seen and value else value

    def _meaning(self, name: str, at: int) -> _Meaning | None:
        if name not in self._segments:
            return None
        starts, meanings = self._segments[name]
        return meanings[bisect_right(starts, at) - 1] if at >= starts[0] else None

    def _expanded(self, meaning: _Meaning, n_steps: int) -> str:
        value = meaning.value
        head = _head(value)
        if not head or meaning.at < 0:
            return value
        local = self._meaning(head, meaning.at)
        if local is None:
            return value
        outer = self._expanded(local, n_steps - 1) if n_steps else ""
        return shortened(outer + value[len(head) :]) if outer else ""


def scopes_of(
    scoping: Scoping,
    context: Context,
    captures: dict[str, list[Node]],
    definitions: Sequence[Definition],
) -> Scopes:
    meanings: defaultdict[str, list[_Meaning]] = defaultdict(list)
    for span in scoping.spans(definitions):
        meaning = _Meaning(span.start, span.end, span.value, -1)
        meanings[span.name].append(meaning)
        if span.is_type and span.name != SEEN_FROM:
            meanings[_TYPE + span.name].append(meaning)
    for node, scope in _in_scopes(captures.pop("local", []), captures.pop("scope", [])):
        end = _end(scope)
        for binding in scoping.bindings(node, context):
            is_hoisted = scoping.hoists or binding.is_hoisted
            start = _start(scope) if is_hoisted else _end(node)
            value = shortened(binding.value)
            # What stands in a declaration means what it meant before it.
            meaning = _Meaning(start, end, value, _start(node) - 1)
            meanings[binding.name].append(meaning)
            if binding.is_type:
                meanings[_TYPE + binding.name].append(meaning)
    return Scopes(meanings, scoping)


def span_of(definition: Definition, name: str, value: str) -> Span:
    """A name that a definition binds in all of its lines."""
    first = pack_position(definition.line, 0)
    return Span(first, (definition.end_line + 1) << COLUMN_BITS, name, value)


def shortened(value: str) -> str:
    return value if len(value) <= _MAX_EXPRESSION else ""


def _stands_for(value: str, receiver: str, name: str) -> tuple[str, str] | None:
    if receiver:
        return (value + receiver[len(_head(receiver)) :] if value else "?"), name
    owner, _, last = value.rpartition(".")
    return (owner, name) if last == name else None


def _head(chain: str) -> str:
    match = _HEAD.match(chain)
    return match.group() if match else ""


def _segments(overlaps: list[_Meaning]) -> tuple[list[int], list[_Meaning | None]]:
    """From which position on which meaning holds; the innermost hides those around it."""
    starts: list[int] = []
    meanings: list[_Meaning | None] = []
    open_meanings: list[_Meaning] = []
    for meaning in sorted(overlaps, key=lambda each: (each.start, -each.end)):
        _close_until(meaning.start, open_meanings, starts, meanings)
        if open_meanings:
            # Lines are coarser than scopes: what begins inside ends inside.
            meaning = meaning._replace(end=min(meaning.end, open_meanings[-1].end))
        open_meanings.append(meaning)
        starts.append(meaning.start)
        meanings.append(meaning)
    _close_until(sys.maxsize, open_meanings, starts, meanings)
    return starts, meanings


def _close_until(
    position: int,
    open_meanings: list[_Meaning],
    starts: list[int],
    meanings: list[_Meaning | None],
) -> None:
    while open_meanings and open_meanings[-1].end <= position:
        starts.append(open_meanings.pop().end)
        meanings.append(open_meanings[-1] if open_meanings else None)


def _in_scopes(nodes: list[Node], scopes: list[Node]) -> Iterable[tuple[Node, Node]]:
    """Each node that binds with the innermost scope around it; outside of all it binds no local."""
    events = [(node.start_byte, -node.end_byte, 0, node) for node in scopes]
    events += [(node.start_byte, -node.end_byte, 1, node) for node in nodes]
    events.sort(key=itemgetter(0, 1, 2))
    open_scopes: list[Node] = []
    for start, _, is_local, node in events:
        while open_scopes and open_scopes[-1].end_byte <= start:
            open_scopes.pop()
        if not is_local:
            open_scopes.append(node)
        elif open_scopes:
            yield node, open_scopes[-1]


def _start(node: Node) -> int:
    row, column = node.start_point
    return pack_position(row + 1, column)


def _end(node: Node) -> int:
    row, column = node.end_point
    return pack_position(row + 1, column)
