"""Who calls the most used function of a file, and what it calls in turn, as one picture.

Only what the file itself says is followed, so that an edit elsewhere changes no picture: calls of
its own functions to a depth of three, those of others by their names. The lines of all these calls
stand with each symbol, below it.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from repobook.book.file.symbols.important_symbols import TYPES
from repobook.book.file.symbols.symbol_details import Uses, uses_in_roles
from repobook.book.shared.symbol_links import distinct, own_link, symbol_link
from repobook.model.blocks import Arrow, Code, Figure, Link, Node, PageRef
from repobook.model.dossiers.dossier import FileDossier, Symbol, SymbolName
from repobook.text.spans import innermost

_MAX_CALLERS: Final = 4
_MAX_CHILDREN: Final = 5
_MAX_CALLED: Final = 11
_MAX_DEPTH: Final = 3
_MIN_NODES: Final = 10
"""Of fewer its section says as much in a line."""
_MIN_FILES: Final = 10
"""So many files use it: a picture takes two kilobytes, and there are thousands of files."""
_TRIED: Final = 3


class _Call(NamedTuple):
    target: SymbolName
    is_sure: bool


def call_tree(dossier: FileDossier) -> Figure | None:
    """Of the first of the most used functions that calls something which calls on."""
    used = [
        symbol
        for symbol in dossier.symbols
        if symbol.section is not None
        and symbol.definition.kind not in TYPES
        and symbol.uses.n_files >= _MIN_FILES
    ]
    used.sort(key=lambda symbol: (-symbol.uses.n_elsewhere, symbol.n))
    trees = (_CallTree(dossier, symbol) for symbol in used[:_TRIED])
    return next((figure for tree in trees if (figure := tree.figure())), None)


class _CallTree:
    """Nodes by the symbols they stand for, in the order in which they are met."""

    def __init__(self, dossier: FileDossier, root: Symbol) -> None:
        self._dossier = dossier
        self._root = root
        self._calls: Uses = uses_in_roles(dossier, frozenset(["call", "macro"]))
        self._own = {(s.definition.qualname, s.overload): s for s in dossier.symbols}
        self._nodes: dict[object, Node] = {}
        self._arrows: dict[tuple[str, str], Arrow] = {}

    def figure(self) -> Figure | None:
        middle = self._own_node(self._root)
        depth = self._follow(self._root, middle)
        for caller, is_sure in islice(self._callers(), _MAX_CALLERS):
            self._join(caller, middle, is_sure)
        if depth < 2 or len(self._nodes) < _MIN_NODES:
            return None
        name = self._root.definition.name
        caption = f"Callers of {name} and the functions it calls"
        return Figure(caption, tuple(self._nodes.values()), tuple(self._arrows.values()))

    def _follow(self, root: Symbol, middle: Node) -> int:
        """How deep it went; broad before deep."""
        layer, depth = [(root, middle)], 0
        while depth < _MAX_DEPTH:
            n_before = len(self._arrows)
            layer = [one for symbol, node in layer for one in self._joined_calls(symbol, node)]
            if len(self._arrows) == n_before:
                break
            depth += 1
        return depth

    def _joined_calls(self, symbol: Symbol, node: Node) -> Iterator[tuple[Symbol, Node]]:
        """Functions of this file that are met for the first time, to be followed in turn."""
        for call in islice(self._called(symbol), _MAX_CHILDREN):
            own = self._own_of(call.target)
            is_known = (own.n if own else call.target) in self._nodes
            if is_known or len(self._nodes) <= _MAX_CALLED:
                target = self._own_node(own) if own else self._other_node(call.target)
                self._join(node, target, call.is_sure)
                if own and not is_known:
                    yield own, target

    def _called(self, symbol: Symbol) -> Iterator[_Call]:
        """Each once, as it is met first; only where one thing is meant."""
        seen: set[SymbolName] = set()
        definition = symbol.definition
        for _, group in self._calls.within(definition.line, definition.end_line):
            targets = distinct(group.targets)
            if len(targets) == 1 and group.confidence != "ambiguous" and targets[0] not in seen:
                seen.add(targets[0])
                if self._own_of(targets[0]) is not symbol:
                    yield _Call(targets[0], group.confidence == "exact")

    def _own_of(self, name: SymbolName) -> Symbol | None:
        is_own = name.path == self._dossier.path
        return self._own.get((name.qualname, name.overload)) if is_own else None

    def _callers(self) -> Iterator[tuple[Node, bool]]:
        """Functions of this file, then other files with the line."""
        first, last = self._root.definition.line, self._root.definition.end_line
        lines = {
            line: group.confidence == "exact"
            for line, group in zip(self._calls.lines, self._calls.groups, strict=True)
            if not first <= line <= last
            and any(self._own_of(name) is self._root for name in group.targets)
        }
        symbols = {s.n: s for s in self._dossier.symbols if s.definition.kind not in TYPES}
        spans = [(s.definition.line, s.definition.end_line, n) for n, s in symbols.items()]
        for (_, is_sure), n in zip(lines.items(), innermost(spans, [*lines]), strict=True):
            if n in symbols:
                yield self._own_node(symbols[n]), is_sure
        for path, line, is_sure in self._sites():
            label = f"{path.rpartition('/')[2]}:{line}"
            node = Node(f"n{len(self._nodes)}", label, PageRef("source", path), anchor=f"L{line}")
            yield self._nodes.setdefault((path, line), node), is_sure

    def _sites(self) -> Iterator[tuple[str, int, bool]]:
        for site in self._root.section.sites if self._root.section else ():
            if site.path != self._dossier.path:
                yield site.path, site.line, site.confidence == "exact"

    def _own_node(self, symbol: Symbol) -> Node:
        link = own_link(self._dossier, symbol, symbol.definition.qualname)
        return self._node(symbol.n, symbol.definition.qualname, link)

    def _other_node(self, name: SymbolName) -> Node:
        return self._node(name, name.qualname or name.path, symbol_link(self._dossier, name))

    def _node(self, key: object, label: str, link: Link | Code) -> Node:
        page, anchor = (link.page, link.anchor) if isinstance(link, Link) else (None, "")
        node = Node(f"n{len(self._nodes)}", label, page, anchor=anchor)
        return self._nodes.setdefault(key, node)

    def _join(self, source: Node, target: Node, is_sure: bool) -> None:
        self._arrows.setdefault((source.id, target.id), Arrow(source.id, target.id, "", is_sure))
