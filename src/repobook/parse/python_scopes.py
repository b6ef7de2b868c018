"""Scopes of a Python file: which part of the text each covers, and what each binds.

Functions and classes begin with their body, since decorators, defaults, annotations and bases are
worked out in the scope around. Lambdas and comprehensions are scopes without a name.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Final, Literal, NamedTuple

from tree_sitter import Node

from repobook.model.facts import Definition, Import
from repobook.parse.python_expressions import NAME
from repobook.parse.source import SourceText

MODULE: Final = 0
NOT_FOUND: Final = -1
# A name is looked for no further out than this; nobody nests deeper by hand.
_MAX_SCOPES_UP: Final = 40

How = Literal[
    "parameter",
    "assignment",
    "growth",
    "loop",
    "alias",
    "definition",
    "import",
    "outer",
    "module",
    "other",
]
_TARGET_WAYS: Final[tuple[How, ...]] = ("loop", "alias", "growth", "other")
Binding = tuple[How, int, int]
"""How a name is bound, and where; of definitions and imports the index instead of the place."""

_TARGET_NAME: Final = re.compile(rf"(?<![\w.\x80-\xff]){NAME}(?!\s*+[.\[(=])")
_SUBSCRIPT: Final = re.compile(r"(?<=[\w\])])\[[^\[\]]*\]")
_SINGLE_TARGET: Final = re.compile(rf"({NAME})\s*+(?=[:=])")
_TARGETS: Final = re.compile(r"[^=:]*+")
_NAMED: Final = re.compile(NAME)
_START: Final = attrgetter("start_byte")
_DEFINED: Final = ("function", "method", "class")


class Scope(NamedTuple):
    kind: Literal["module", "class", "function", "inner"]
    parent: int
    definition: int
    """Index of the definition whose body it is; -1 for the module, lambdas, comprehensions."""


class Scopes:
    """Every scope of a file by number; the module is 0."""

    def __init__(self, source: SourceText, definitions: Sequence[Definition], text: str) -> None:
        self.text = text
        self.definitions = definitions
        self.scopes = [Scope("module", MODULE, -1)]
        self.bindings: dict[tuple[int, str], list[Binding]] = {}
        line_starts = source.line_starts
        self.definition_by_start = {
            line_starts[d.line - 1] + d.column: index
            for index, d in enumerate(definitions)
            if d.kind in _DEFINED
        }
        self.definition_starts = sorted(self.definition_by_start)
        self._starts = [-1]
        self._owners = [MODULE]
        self.scope_by_definition: dict[int, int] = {}

    @cached_property
    def local_names(self) -> frozenset[str]:
        """Every name that some scope other than the module binds."""
        return frozenset([name for _, name in self.bindings])

    def lay_out(self, bodies: Iterable[Node], inner: Iterable[Node]) -> None:
        """Cuts the text into the stretches that belong to each scope."""
        regions = [
            (node.start_byte, -node.end_byte, self.header_of(node.start_byte)) for node in bodies
        ]
        regions += [(node.start_byte, -node.end_byte, -1) for node in inner]
        regions.sort()
        open_scopes: list[tuple[int, int]] = []
        for start, minus_end, definition in regions:
            self._close(open_scopes, start)
            parent = open_scopes[-1][1] if open_scopes else MODULE
            number = len(self.scopes)
            self.scopes.append(Scope(self._kind(definition), parent, definition))
            if definition >= 0:
                self.scope_by_definition[definition] = number
            open_scopes.append((-minus_end, number))
            self._starts.append(start)
            self._owners.append(number)
        self._close(open_scopes, len(self.text) + 1)

    def _close(self, open_scopes: list[tuple[int, int]], start: int) -> None:
        while open_scopes and open_scopes[-1][0] <= start:
            end, _ = open_scopes.pop()
            self._starts.append(end)
            self._owners.append(open_scopes[-1][1] if open_scopes else MODULE)

    def _kind(self, definition: int) -> Literal["class", "function", "inner"]:
        if definition < 0:
            return "inner"
        return "class" if self.definitions[definition].kind == "class" else "function"

    def header_of(self, offset: int) -> int:
        """The definition whose header stands at an offset: the last that begins before it."""
        index = bisect_left(self.definition_starts, offset) - 1
        return self.definition_by_start[self.definition_starts[index]] if index >= 0 else -1

    def at(self, end: int) -> int:
        """The scope of what ends at an offset."""
        return self._owners[bisect_left(self._starts, end) - 1]

    def bind(self, scope: int, name: str, binding: Binding) -> None:
        if scope:
            self.bindings.setdefault((scope, name), []).append(binding)

    def owner(self, scope: int, name: str) -> int:
        """The scope that binds a name as seen from another; ``NOT_FOUND`` where that is unclear."""
        bindings, looking = self.bindings, scope
        for _ in range(_MAX_SCOPES_UP):
            found = bindings.get((looking, name))
            if found is not None and (looking == scope or self.scopes[looking].kind != "class"):
                how = found[0][0]
                if how == "module":
                    return MODULE
                if how != "outer":
                    return looking
            looking = self.scopes[looking].parent
            if looking == MODULE:
                return MODULE
        return NOT_FOUND

    def named(self, scope: int) -> int:
        """The innermost scope that has a definition of its own, or the module."""
        while scope and self.scopes[scope].definition < 0:
            scope = self.scopes[scope].parent
        return scope

    def class_around(self, scope: int) -> int:
        """Index of the class whose method the scope lies in, or -1."""
        for _ in range(_MAX_SCOPES_UP):
            kind, parent, definition = self.scopes[scope]
            if kind == "class":
                return definition
            scope = parent
        return -1


def scopes_of(
    source: SourceText,
    text: str,
    definitions: Sequence[Definition],
    imports: Sequence[Import],
    captures: dict[str, list[Node]],
) -> Scopes:
    scopes = Scopes(source, definitions, text)
    scopes.lay_out(captures.get("scope.body", ()), captures.get("scope.inner", ()))
    # What a scope takes from outside decides over all its other bindings, so it comes first.
    _bind_outer(scopes, captures.get("bind.outer", ()))
    _bind_parameters(scopes, captures.get("bind.parameter", ()))
    _bind_definitions(scopes)
    _bind_imports(scopes, imports, captures.get("import", ()))
    _bind_assignments(scopes, captures.get("def.variable", ()))
    for how in _TARGET_WAYS:
        _bind_targets(scopes, captures.get(f"bind.{how}", ()), how)
    return scopes


def bound_name(found: Import) -> str:
    """The name that an import gives to its scope."""
    return found.alias or found.name or found.module.partition(".")[0]


def _bind_outer(scopes: Scopes, nodes: Iterable[Node]) -> None:
    for node in sorted(nodes, key=_START):
        start, end = node.start_byte, node.end_byte
        keyword, *names = _NAMED.findall(scopes.text, start, end)
        how: How = "module" if keyword == "global" else "outer"
        for name in names:
            scopes.bind(scopes.at(end), name, (how, start, end))


def _bind_parameters(scopes: Scopes, nodes: Iterable[Node]) -> None:
    text = scopes.text
    for node in nodes:
        start, end = node.start_byte, node.end_byte
        scope = scopes.at(end)
        if scopes.scopes[scope].kind != "inner":
            scope = scopes.scope_by_definition.get(scopes.header_of(start), MODULE)
        scopes.bind(scope, text[start:end], ("parameter", start, end))


def _bind_definitions(scopes: Scopes) -> None:
    for index, definition in enumerate(scopes.definitions):
        if definition.parent >= 0 and definition.kind in _DEFINED:
            scope = scopes.scope_by_definition.get(definition.parent, MODULE)
            scopes.bind(scope, definition.name, ("definition", index, index))


def _bind_imports(scopes: Scopes, imports: Sequence[Import], nodes: Iterable[Node]) -> None:
    start_by_line = {
        row + 1: node.start_byte
        for node in nodes
        for row in range(node.start_point[0], node.end_point[0] + 1)
    }
    for index, found in enumerate(imports):
        scope = scopes.at(start_by_line.get(found.line, -1) + 1)
        if scope:
            scopes.bind(scope, bound_name(found), ("import", index, index))


def _bind_assignments(scopes: Scopes, nodes: Iterable[Node]) -> None:
    text, at = scopes.text, scopes.at
    for node in nodes:
        start, end = node.start_byte, node.end_byte
        scope = at(end)
        if not scope:
            continue
        match = _SINGLE_TARGET.match(text, start, end)
        if match is not None:
            scopes.bind(scope, match[1], ("assignment", start, end))
        else:
            targets = _TARGETS.match(text, start, end)
            _bind_each(scopes, scope, start, targets.end() if targets else end, "other")


def _bind_targets(scopes: Scopes, nodes: Iterable[Node], how: How) -> None:
    for node in nodes:
        start, end = node.start_byte, node.end_byte
        scope = scopes.at(end)
        if not scope:
            continue
        name = scopes.text[start:end]
        if name.isidentifier():
            scopes.bind(scope, name, (how, start, end))
        else:
            _bind_each(scopes, scope, start, end, "other")


def _bind_each(scopes: Scopes, scope: int, start: int, end: int, how: How) -> None:
    """Every name of a pattern such as ``a, (b, *c), d.e, f[g]``: only a, b and c are bound."""
    for name in _TARGET_NAME.findall(_SUBSCRIPT.sub(".", scopes.text[start:end])):
        scopes.bind(scope, name, (how, start, end))
