"""Scopes of a Python file: which part of the text each covers, and what each binds.

Functions and classes begin with their body, since decorators, defaults, annotations and bases are
worked out in the scope around. Lambdas and comprehensions are scopes without a name. What the
module binds is not kept here: it is in its definitions and imports.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple

from tree_sitter import Node

from repobook.languages.python.parser.python_expressions import NAME
from repobook.model.facts import Definition, Import
from repobook.parse.nodes import START, stretches

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
Binding = tuple[How, int, int]
"""How a name is bound, and where; of definitions and imports the index instead of the place."""
Captures = Mapping[str, Sequence[Node]]
BindingsByName = dict[str, list[Binding]]
ScopeKind = Literal["module", "class", "function", "inner"]

_TARGET_WAYS: Final[tuple[How, ...]] = ("loop", "alias", "growth", "other")
_TARGET_NAME: Final = re.compile(rf"(?<![\w.\x80-\xff]){NAME}(?!\s*+[.\[(=])")
_SUBSCRIPT: Final = re.compile(r"(?<=[\w\])])\[[^\[\]]*\]")
_SINGLE_TARGET: Final = re.compile(rf"({NAME})\s*+[:=]")
_TARGETS: Final = re.compile(r"[^=:]*+")
_NAMED: Final = re.compile(NAME)
_DEFINED: Final = frozenset(["function", "method", "class"])


class Scope(NamedTuple):
    kind: ScopeKind
    parent: int
    header: int
    """Which function or class of the file, in their order; -1 for what has no name."""


class Scopes:
    """Every scope of a file by number; the module is 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.definitions: Sequence[Definition] = ()
        self.scopes = [Scope("module", MODULE, -1)]
        self.bindings: list[BindingsByName] = [{}]
        """By number of the scope."""
        self.scope_by_definition: dict[int, int] = {}
        self.starts = [-1]
        self.owners = [MODULE]
        """From each start on the text belongs to the owner beside it."""
        self.header_starts: list[int] = []
        self._definition_by_header: list[int] = []

    @cached_property
    def local_names(self) -> frozenset[str]:
        """Every name that some scope other than the module binds."""
        return frozenset().union(*self.bindings[1:])

    def lay_out(self, captures: Captures) -> None:
        """Cuts the text into the stretches that belong to each scope."""
        class_starts = set(map(START, captures.get("def.class", ())))
        self.header_starts = sorted([*map(START, captures.get("def.function", ())), *class_starts])
        regions = [
            (start, -end, bisect_left(self.header_starts, start) - 1)
            for start, end in stretches(captures.get("scope.body", ()))
        ]
        regions += [(start, -end, -1) for start, end in stretches(captures.get("scope.inner", ()))]
        regions.sort()
        open_scopes: list[tuple[int, int]] = []
        for start, minus_end, header in regions:
            if open_scopes and open_scopes[-1][0] <= start:
                self._close(open_scopes, start)
            open_scopes.append((-minus_end, len(self.scopes)))
            kind: ScopeKind = "inner"
            if header >= 0:
                kind = "class" if self.header_starts[header] in class_starts else "function"
            self._open(Scope(kind, self.owners[-1], header), start)
        self._close(open_scopes, len(self.text) + 1)

    def _open(self, scope: Scope, start: int) -> None:
        self.starts.append(start)
        self.owners.append(len(self.scopes))
        self.scopes.append(scope)
        self.bindings.append({})

    def _close(self, open_scopes: list[tuple[int, int]], start: int) -> None:
        while open_scopes and open_scopes[-1][0] <= start:
            end, _ = open_scopes.pop()
            self.starts.append(end)
            self.owners.append(open_scopes[-1][1] if open_scopes else MODULE)

    def name(self, definitions: Sequence[Definition], line_starts: Sequence[int]) -> None:
        """Links scopes to the definitions whose bodies they are."""
        self.definitions = definitions
        index_by_start = {
            line_starts[definition.line - 1] + definition.column: index
            for index, definition in enumerate(definitions)
            if definition.kind in _DEFINED
        }
        self._definition_by_header = [index_by_start.get(at, -1) for at in self.header_starts]
        for number, (_, parent, header) in enumerate(self.scopes):
            index = self._definition_by_header[header] if header >= 0 else -1
            if index >= 0:
                self.scope_by_definition[index] = number
            elif header >= 0:
                # Broken code may have a body without a name.
                self.scopes[number] = Scope("inner", parent, -1)

    @property
    def scope_by_header(self) -> list[int]:
        """By how many headers begin before an offset: the body that belongs to the last."""
        scope_of = self.scope_by_definition
        return [MODULE, *[scope_of.get(index, MODULE) for index in self._definition_by_header]]

    def definition(self, scope: int) -> int:
        """Index of the definition whose body a scope is; -1 for what has no name."""
        header = self.scopes[scope].header
        return self._definition_by_header[header] if header >= 0 else -1

    def header_of(self, offset: int) -> int:
        """The definition whose header stands at an offset: the last that begins before it."""
        index = bisect_left(self.header_starts, offset)
        return self._definition_by_header[index - 1] if index else -1

    def at(self, end: int) -> int:
        """The scope of the name that ends at an offset."""
        return self.owners[bisect_left(self.starts, end) - 1]

    def from_(self, start: int) -> int:
        """The scope of the statement that begins at an offset; it may end within another."""
        return self.owners[bisect_right(self.starts, start) - 1]

    def owner(self, scope: int, name: str) -> int:
        """The scope that binds a name as seen from another; ``NOT_FOUND`` where that is unclear."""
        bindings, looking = self.bindings, scope
        for _ in range(_MAX_SCOPES_UP):
            if looking == MODULE:
                return MODULE
            name_bindings = bindings[looking].get(name)
            if name_bindings is not None and (
                looking == scope or self.scopes[looking].kind != "class"
            ):
                how = name_bindings[0][0]
                if how == "module":
                    return MODULE
                if how != "outer":
                    return looking
            looking = self.scopes[looking].parent
        return NOT_FOUND

    def class_around(self, scope: int) -> int:
        """Index of the class in whose body or method a scope lies, or -1."""
        for _ in range(_MAX_SCOPES_UP):
            kind, parent, _ = self.scopes[scope]
            if kind == "class":
                return self.definition(scope)
            scope = parent
        return -1

    def function_around(self, scope: int) -> int:
        """Index of the innermost function or class, or -1."""
        for _ in range(_MAX_SCOPES_UP):
            if self.scopes[scope].header >= 0:
                break
            scope = self.scopes[scope].parent
        return self.definition(scope)


def scopes_of(text: str, captures: Captures) -> Scopes:
    """Where scopes lie; what they bind is known once there are definitions."""
    scopes = Scopes(text)
    scopes.lay_out(captures)
    return scopes


def outside_functions(scopes: Scopes, nodes: Sequence[Node]) -> list[Node]:
    """The assignments of modules and classes: those of functions define nothing."""
    starts, owners = scopes.starts, scopes.owners
    is_outside = [scope.kind in ("module", "class") for scope in scopes.scopes]
    return [
        node
        for node, start in zip(nodes, map(START, nodes), strict=True)
        if is_outside[owners[bisect_right(starts, start) - 1]]
    ]


def bind(
    scopes: Scopes,
    line_starts: Sequence[int],
    definitions: Sequence[Definition],
    imports: Sequence[Import],
    captures: Captures,
) -> None:
    """Everything that scopes other than the module bind."""
    scopes.name(definitions, line_starts)
    if len(scopes.scopes) == 1:
        return
    # What a scope takes from outside decides over all its other bindings, so it comes first.
    _bind_outer(scopes, captures.get("bind.outer", ()))
    _bind_parameters(scopes, captures.get("bind.parameter", ()))
    _bind_definitions(scopes)
    _bind_imports(scopes, imports, captures.get("import", ()))
    _bind_assignments(scopes, captures.get("def.variable", ()))
    for how in _TARGET_WAYS:
        _bind_targets(scopes, captures.get(f"bind.{how}", ()), how)


def bound_name(imported: Import) -> str:
    """The name that an import gives to its scope: ``import a.b`` binds ``a``."""
    return imported.alias or imported.name or imported.module.partition(".")[0]


def _bind(bindings: BindingsByName, name: str, binding: Binding) -> None:
    if name in bindings:
        bindings[name].append(binding)
    else:
        bindings[name] = [binding]


def _bind_outer(scopes: Scopes, nodes: Sequence[Node]) -> None:
    for start, end in sorted(stretches(nodes)):
        keyword, *names = _NAMED.findall(scopes.text, start, end)
        how: How = "module" if keyword == "global" else "outer"
        bindings = scopes.bindings[scopes.at(end)]
        for name in names:
            _bind(bindings, name, (how, start, end))


def _bind_parameters(scopes: Scopes, nodes: Sequence[Node]) -> None:
    text, starts, owners, headers = scopes.text, scopes.starts, scopes.owners, scopes.header_starts
    is_inner = [scope.kind == "inner" for scope in scopes.scopes]
    scope_by_header = scopes.scope_by_header
    for start, end in stretches(nodes):
        scope = owners[bisect_left(starts, end) - 1]
        if not is_inner[scope]:
            scope = scope_by_header[bisect_left(headers, start)]
        _bind(scopes.bindings[scope], text[start:end], ("parameter", start, end))


def _bind_definitions(scopes: Scopes) -> None:
    for index, definition in enumerate(scopes.definitions):
        if definition.parent >= 0 and definition.kind in _DEFINED:
            scope = scopes.scope_by_definition.get(definition.parent, MODULE)
            _bind(scopes.bindings[scope], definition.name, ("definition", index, index))


def _bind_imports(scopes: Scopes, imports: Sequence[Import], nodes: Sequence[Node]) -> None:
    start_by_line: dict[int, int] = {}
    for node in nodes:
        start = node.start_byte
        if scopes.from_(start):
            for row in range(node.start_point[0], node.end_point[0] + 1):
                start_by_line[row + 1] = start
    if start_by_line:
        for index, imported in enumerate(imports):
            scope = scopes.from_(start_by_line.get(imported.line, -1))
            _bind(scopes.bindings[scope], bound_name(imported), ("import", index, index))


def _bind_assignments(scopes: Scopes, nodes: Sequence[Node]) -> None:
    text, starts, owners, single = scopes.text, scopes.starts, scopes.owners, _SINGLE_TARGET.match
    for start, end in stretches(nodes):
        scope = owners[bisect_right(starts, start) - 1]
        if not scope:
            continue
        match = single(text, start, end)
        if match is None:
            targets = _TARGETS.match(text, start, end)
            _bind_each(scopes, scope, start, targets.end() if targets else end)
        else:
            _bind(scopes.bindings[scope], match[1], ("assignment", start, end))


def _bind_targets(scopes: Scopes, nodes: Sequence[Node], how: How) -> None:
    for start, end in stretches(nodes):
        scope = scopes.at(end)
        name = scopes.text[start:end]
        if name.isidentifier():
            _bind(scopes.bindings[scope], name, (how, start, end))
        else:
            _bind_each(scopes, scope, start, end)


def _bind_each(scopes: Scopes, scope: int, start: int, end: int) -> None:
    """Every name of a pattern such as ``a, (b, *c), d.e, f[g]``: only a, b and c are bound."""
    for name in _TARGET_NAME.findall(_SUBSCRIPT.sub(".", scopes.text[start:end])):
        _bind(scopes.bindings[scope], name, ("other", start, end))
