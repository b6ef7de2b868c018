"""References of a Python file, settled: uses of locals become uses of what they stand for.

As hot as ``references.py``: text is taken apart once per distinct chain, a scope is looked for only
where the root of a chain is the name of some local of the file.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final

from tree_sitter import Node

from repobook.model.facts import COLUMN_BITS, MAX_COLUMN, Import, Reference, ReferenceRole
from repobook.parse.python_expressions import NAME, UNKNOWN, last_name, read_chain
from repobook.parse.python_scopes import Scopes, bound_name
from repobook.parse.python_settling import Settler
from repobook.parse.source import SourceText

# What an earlier role claims is not told again by a later one.
_ROLES: Final[tuple[ReferenceRole, ...]] = (
    "inherit",
    "decorator",
    "call",
    "type",
    "attribute",
    "mention",
)
# Longer chains are fluent calls over many lines; slicing each prefix again would be quadratic.
_MAX_CHAIN: Final = 300
_START: Final = attrgetter("start_byte")
_END: Final = attrgetter("end_byte")
_PREFIX_ENDERS: Final = ".("
_QUOTED_TYPE: Final = re.compile(r"[\w.\[\], |\x80-\xff]+")
_DOTTED: Final = re.compile(rf"{NAME}(?:\.{NAME})*+")
_NO_TYPES: Final = re.compile(r"(?:Literal|Annotated)\s*\[[^\]]*\Z")

EndsByUse = dict[tuple[str, str], list[int]]


def collect_references(
    source: SourceText,
    settler: Settler,
    imports: Sequence[Import],
    captures: dict[str, list[Node]],
) -> tuple[Reference, ...]:
    """In the order of their first use."""
    text, scopes = settler.text, settler.scopes
    names = _mentionable(scopes, imports)
    taken: set[int] = set()
    found: list[tuple[tuple[int, ...], str, str, ReferenceRole]] = []
    for role in _ROLES:
        nodes = captures.get(f"ref.{role}", [])
        if role == "mention":
            nodes = _mentions(text, nodes, names)
        chains = _ends_by_chain(text, _uses(text, nodes, taken, role))
        if role == "type":
            _add_quoted(text, captures.get("quoted", ()), chains)
        for (name, receiver), ends in _settled(chains, settler).items():
            positions = _positions(source.line_starts, len(name), ends)
            found.append((positions, _written(name), _written(receiver), role))
    found.sort()
    return tuple(
        [Reference(name, receiver, role, positions) for positions, name, receiver, role in found]
    )


def _mentionable(scopes: Scopes, imports: Sequence[Import]) -> frozenset[str]:
    """What a file defines or imports; None of them are locals."""
    names = {bound_name(found) for found in imports}
    names.update(
        definition.name
        for definition in scopes.definitions
        if definition.kind not in ("method", "field")
    )
    return frozenset(names)


def _mentions(text: str, nodes: Iterable[Node], names: frozenset[str]) -> list[Node]:
    return [node for node in nodes if text[node.start_byte : node.end_byte] in names]


def _uses(text: str, nodes: list[Node], taken: set[int], role: ReferenceRole) -> dict[int, Node]:
    """The nodes that count, by the offset where each ends."""
    uses = dict(zip(map(_END, nodes), nodes, strict=True))
    if len(uses) < len(nodes):
        uses = {node.end_byte: node for node in sorted(nodes, key=_START, reverse=True)}
    if role == "attribute":
        uses = {
            end: node for end, node in uses.items() if text[end : end + 1] not in _PREFIX_ENDERS
        }
    if not taken.isdisjoint(uses):
        uses = {end: node for end, node in uses.items() if end not in taken}
    taken.update(uses)
    return uses


def _ends_by_chain(text: str, uses: dict[int, Node]) -> defaultdict[str, list[int]]:
    ends_by_chain: defaultdict[str, list[int]] = defaultdict(list)
    for end, node in uses.items():
        start = node.start_byte
        if end - start > _MAX_CHAIN:
            ends_by_chain[f"?.{last_name(text[end - _MAX_CHAIN : end])}"].append(end)
        else:
            ends_by_chain[text[start:end]].append(end)
    return ends_by_chain


def _add_quoted(text: str, nodes: Iterable[Node], chains: defaultdict[str, list[int]]) -> None:
    """The names in ``x: "Foo | None"``."""
    for node in nodes:
        start, end = node.start_byte + 1, node.end_byte - 1
        if not _QUOTED_TYPE.fullmatch(text, start, end):
            continue
        if _NO_TYPES.search(text, max(0, start - _MAX_CHAIN), start):
            continue
        for match in _DOTTED.finditer(text, start, end):
            if match[0] != "None":
                chains[match[0]].append(match.end())


def _settled(chains: dict[str, list[int]], settler: Settler) -> EndsByUse:
    """Where each name of each receiver is used."""
    local_names, at = settler.scopes.local_names, settler.scopes.at
    ends_by_use: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for chain, ends in chains.items():
        root, path, name = read_chain(chain)
        if not name:
            continue
        if root == UNKNOWN:
            ends_by_use[name, UNKNOWN] += ends
        elif (root or name) not in local_names and "(" not in root:
            ends_by_use[name, root + path] += ends
        elif root:
            for end in ends:
                ends_by_use[name, settler.follow(at(end), root, path)].append(end)
        else:
            for end in ends:
                receiver = settler.receiver(at(end), name)
                if receiver is not None:
                    ends_by_use[name, receiver].append(end)
    return ends_by_use


def _positions(line_starts: list[int], n_bytes: int, ends: list[int]) -> tuple[int, ...]:
    if len(ends) > 1:
        ends.sort()
    positions = []
    for end in ends:
        start = end - n_bytes
        line = bisect_right(line_starts, start)
        column = start - line_starts[line - 1]
        positions.append(line << COLUMN_BITS | (column if column < MAX_COLUMN else MAX_COLUMN))
    return tuple(positions)


def _written(name: str) -> str:
    return name if name.isascii() else name.encode("latin-1").decode("utf-8", "replace")
