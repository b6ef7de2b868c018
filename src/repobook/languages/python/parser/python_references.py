"""References of a Python file, settled: uses of locals become uses of what they stand for.

As hot as ``references.py``: text is taken apart once per distinct chain, and a scope is looked for
only where the root of a chain bears the name of some local of the file.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain as joined
from itertools import repeat
from operator import attrgetter
from typing import Final

from tree_sitter import Node

from repobook.languages.python.parser.python_expressions import NAME, last_name, read_chain
from repobook.languages.python.parser.python_local_names import Settler
from repobook.languages.python.parser.python_scopes import bound_name
from repobook.model.facts import (
    COLUMN_BITS,
    MAX_COLUMN,
    Import,
    Reference,
    ReferenceRole,
    pack_position,
)
from repobook.parse.nodes import stretches
from repobook.parse.source import SourceText

Captures = dict[str, list[Node]]
EndsByChain = defaultdict[str, list[int]]
EndsByUse = dict[tuple[str, str], list[int]]

# Longer chains are fluent calls over many lines; slicing each prefix again would be quadratic.
_MAX_CHAIN: Final = 300
_BY_PLACE: Final = attrgetter("positions")
_CALLED: Final = re.compile(r"[ \t]*+\(")
_QUOTED_TYPE: Final = re.compile(r"[\w.\[\], |\x80-\xff]+")
_DOTTED: Final = re.compile(rf"{NAME}(?:\.{NAME})*")
_NO_TYPES: Final = re.compile(r"(?:Literal|Annotated)\s*\[[^\]]*\Z")


def collect_references(
    source: SourceText, settler: Settler, imports: Sequence[Import], captures: Captures
) -> tuple[Reference, ...]:
    """In the order of their first use."""
    names = _names(settler, imports)
    chains_by_role = _chains_by_role(settler.text, names, captures, imports)
    mentions = chains_by_role["mention"]
    uses: list[tuple[str, str, ReferenceRole, list[int]]] = []
    # Mentions come last, since the roots of other chains join them.
    for role, chains in chains_by_role.items():
        settled = _settled(chains, settler, names, mentions)
        uses += [(name, receiver, role, ends) for (name, receiver), ends in settled.items()]
    references = _placed(source, uses)
    return tuple(references if settler.text.isascii() else map(_in_unicode, references))


def _names(settler: Settler, imports: Sequence[Import]) -> frozenset[str]:
    """What the file defines or imports, by name."""
    names = {bound_name(imported) for imported in imports}
    names.update(
        definition.name
        for definition in settler.scopes.definitions
        if definition.kind not in ("method", "field")
    )
    return frozenset(names)


def _chains_by_role(
    text: str, names: frozenset[str], captures: Captures, imports: Sequence[Import]
) -> dict[ReferenceRole, EndsByChain]:
    """A chain that an earlier role claims is not added again by a later one."""
    taken: set[int] = set()
    chains_by_role: dict[ReferenceRole, EndsByChain] = {}
    for role in ("inherit", "decorator", "type"):
        chains_by_role[role] = _ends_by_chain(text, captures.get(f"ref.{role}", ()), taken)
    calls = chains_by_role["call"] = defaultdict(list)
    for start, end in stretches(captures.get("ref.call", ())):
        if end not in taken:
            calls[text[start:end]].append(end)
    _add_quoted(text, captures.get("quoted", ()), chains_by_role["type"])
    chains_by_role["attribute"] = defaultdict(list)
    _add_attributes(text, captures.get("ref.attribute", ()), taken, chains_by_role)
    mentions = chains_by_role["mention"] = defaultdict(list)
    # After ``from m import *`` every name may come from there.
    is_open = any(imported.name == "*" for imported in imports)
    for start, end in stretches(captures.get("ref.mention", ())):
        name = text[start:end]
        if (name in names or is_open) and end not in taken:
            mentions[name].append(end)
    return chains_by_role


def _ends_by_chain(text: str, nodes: Sequence[Node], taken: set[int]) -> EndsByChain:
    """Where each distinct chain ends; of two that end together the longer one counts."""
    ends_by_chain: EndsByChain = defaultdict(list)
    start_by_end: dict[int, int] = {}
    for start, end in stretches(nodes):
        if end not in taken and start_by_end.get(end, start) >= start:
            start_by_end[end] = start
    for end, start in start_by_end.items():
        ends_by_chain[_chain(text, start, end)].append(end)
    taken.update(start_by_end)
    return ends_by_chain


def _chain(text: str, start: int, end: int) -> str:
    if end - start > _MAX_CHAIN:
        return f"?.{last_name(text[end - _MAX_CHAIN : end])}"
    return text[start:end]


def _add_quoted(text: str, nodes: Sequence[Node], chains: EndsByChain) -> None:
    """The names in ``x: "Foo | None"``."""
    for start, end in stretches(nodes):
        if end - start > _MAX_CHAIN or not _QUOTED_TYPE.fullmatch(text, start + 1, end - 1):
            continue
        if _NO_TYPES.search(text, max(0, start - _MAX_CHAIN), start):
            continue
        for match in _DOTTED.finditer(text, start + 1, end - 1):
            if match[0] != "None":
                chains[match[0]].append(match.end())


def _add_attributes(
    text: str,
    nodes: Sequence[Node],
    taken: set[int],
    chains_by_role: dict[ReferenceRole, EndsByChain],
) -> None:
    """An attribute is called where a bracket follows; ``x.y`` in ``x.y.z`` is an attribute too."""
    calls, attributes = chains_by_role["call"], chains_by_role["attribute"]
    padded, is_called = text + "\n", _CALLED.match
    for start, end in stretches(nodes):
        after = padded[end]
        uses = calls if after == "(" or (after == " " and is_called(text, end)) else attributes
        if end not in taken:
            chain = text[start:end] if end - start <= _MAX_CHAIN else _chain(text, start, end)
            uses[chain].append(end)


def _settled(
    chains: EndsByChain, settler: Settler, rooted: frozenset[str], mentions: EndsByChain
) -> EndsByUse:
    """Where each name of each receiver is used; the roots of chains are mentions of their own."""
    local_names = settler.scopes.local_names
    uses: EndsByUse = {}
    # Sorted: captures have no order, and references keep the order in which they are settled.
    for chain, ends in sorted(chains.items()):
        receiver, _, name = chain.rpartition(".")
        if not receiver:
            if name in local_names:
                _add_bare(settler, name, ends, uses)
            else:
                _add(uses, (name, ""), ends)
            continue
        root, path = receiver, ""
        if not (name.isidentifier() and receiver.isidentifier()):
            root, path, name = read_chain(chain)
        elif root in rooted:
            n_after = len(name) + 1
            mentions[root] += [end - n_after for end in ends]
        if root in local_names or root[-1:] == ")":
            _add_followed(settler, (root, path, name), ends, uses)
        elif name:
            _add(uses, (name, root + path), ends)
    return uses


def _add_bare(settler: Settler, name: str, ends: list[int], uses: EndsByUse) -> None:
    at = settler.scopes.at
    for end in sorted(ends):
        receiver = settler.receiver(at(end), name)
        if receiver is not None:
            _add(uses, (name, receiver), [end])


def _add_followed(
    settler: Settler, chain: tuple[str, str, str], ends: list[int], uses: EndsByUse
) -> None:
    """What a local stands for depends on where it is used."""
    root, path, name = chain
    starts, owners, roots = settler.scopes.starts, settler.scopes.owners, settler.roots
    for end in sorted(ends):
        scope = owners[bisect_left(starts, end) - 1]
        receiver = roots[scope].get(root) or settler.root(scope, root)
        use = (name, settler.follow(scope, root, path) if path else receiver)
        if use in uses:
            uses[use].append(end)
        else:
            uses[use] = [end]


def _add(uses: EndsByUse, use: tuple[str, str], ends: list[int]) -> None:
    if use in uses:
        uses[use] += ends
    else:
        uses[use] = ends


def _placed(
    source: SourceText, uses: list[tuple[str, str, ReferenceRole, list[int]]]
) -> list[Reference]:
    """A name stands on one line, so taking its length off the packed end gives where it begins."""
    packed = _packed(source, list(joined.from_iterable([use[3] for use in uses])))
    references: list[Reference] = []
    _new = tuple.__new__  # half the cost of the constructor, and these are millions
    at = 0
    for name, receiver, role, ends in uses:
        n_bytes = len(name)
        if len(ends) == 1:
            positions: tuple[int, ...] = (packed[at] - n_bytes,)
            at += 1
        else:
            several = sorted([end - n_bytes for end in packed[at : at + len(ends)]])
            positions = tuple(several)
            at += len(ends)
        references.append(_new(Reference, (name, receiver, role, positions)))
    references.sort(key=_BY_PLACE)
    return references


def _packed(source: SourceText, ends: list[int]) -> list[int]:
    starts = source.line_starts
    lines = map(bisect_left, repeat(starts), ends)
    if len(source.data) > MAX_COLUMN:
        return [
            pack_position(line, end - starts[line - 1])
            for line, end in zip(lines, ends, strict=True)
        ]
    return [
        (line << COLUMN_BITS) + end - starts[line - 1]
        for line, end in zip(lines, ends, strict=True)
    ]


def _in_unicode(reference: Reference) -> Reference:
    name, receiver = (
        text.encode("latin-1").decode("utf-8", "replace")
        for text in (reference.name, reference.receiver)
    )
    return reference._replace(name=name, receiver=receiver)
