"""References of one file, grouped by name and role.

This is the hottest loop of a build: a use costs two attribute reads, a slice and a dictionary
entry; text is decoded and taken apart once per distinct chain, not once per use.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence, Set
from functools import cache, lru_cache
from string import ascii_letters, digits
from typing import Final, NamedTuple, get_args

from tree_sitter import Node

from repobook.model.facts import COLUMN_BITS, MAX_COLUMN, Reference, ReferenceRole, pack_position
from repobook.parse.nodes import END, START
from repobook.parse.source import SourceText

# A chain claimed by an earlier role is not added again by a later one: ``@foo.bar`` is a decorator
# and not an attribute as well.
ROLES: Final[tuple[ReferenceRole, ...]] = (
    "import",
    "inherit",
    "decorator",
    "macro",
    "call",
    "type",
    "attribute",
    "mention",
)
# What packs bind and what strings name is no capture of a grammar.
assert {*ROLES, "bind", "string"} == set(get_args(ReferenceRole))

# Longer chains are fluent calls over many lines; their last name is what they use, and slicing
# each whole prefix again would be quadratic.
_MAX_CHAIN_BYTES: Final = 200

_NAME_CHARACTERS: Final = f"{ascii_letters}{digits}_$"
_MAX_SEPARATOR: Final = 40
_SPACE: Final = re.compile(r"\s+")
_FOLLOWED: Final = re.compile(r"[\w$]+(?:\(\))?(?:(?:::|\.)[\w$]+(?:\(\))?)*")
_CAREFUL: Final = re.compile(r"(?:\?|!{1,2})\.")
_BRACKETS: Final = re.compile(r"[()<>\[\]{}]")
_MAX_FOLLOWED: Final = 200
_SEPARATOR_BACKWARDS: Final = re.compile(rb"\s{0,40}(?:\.|::)\s{0,40}")
_NAME_BACKWARDS: Final = re.compile(rb"[\w$]+")
_PARENTHESES: Final = re.compile(rb"[()]")
_RECEIVER_BACKWARDS: Final = re.compile(rb"(?:\.|::)\s*[\w$]+(?:(?:\.|::)[\w$]+)*(?![.:\w$])")


Settle = Callable[
    [dict[tuple[str, str], list[int]], ReferenceRole], dict[tuple[str, str], list[int]]
]


class ChainSyntax(NamedTuple):
    """How a language writes ``receiver`` + separator + ``name``."""

    separators: str = r"\."
    """Alternatives of a regular expression, such as ``->|::|\\.``."""
    prefix_enders: bytes = b".("
    """A name or a chain followed by one of these is part of a longer one, or a call."""
    bare_roles: tuple[ReferenceRole, ...] = ()
    """The grammar separates a name from its receiver, which is read from the text before it."""
    follows_calls: bool = False
    """A receiver may hold calls; it is stored without their arguments: ``a.b()``."""


DOTTED: Final = ChainSyntax()


def collect_references(
    source: SourceText,
    syntax: ChainSyntax,
    captures: dict[str, list[Node]],
    settle: Settle | None = None,
) -> tuple[Reference, ...]:
    """In the order of their first use; ``settle`` says what the locals among them stand for."""
    taken = set(map(END, captures.get("name", ())))
    rows: list[tuple[tuple[int, ...], str, str, ReferenceRole]] = []
    for role in ROLES:
        nodes = captures.get(f"ref.{role}")
        if nodes:
            uses = _uses(source.data, nodes, taken, syntax, role)
            is_bare = role in syntax.bare_roles
            chains = _ends_by_chain(source.data, uses, is_bare, syntax.follows_calls)
            ends_by_name = _ends_by_name(chains, syntax)
            if settle is not None:
                ends_by_name = settle(ends_by_name, role)
            for (receiver, name), ends in ends_by_name.items():
                if name:
                    rows.append((positions_before(name, ends), name, receiver, role))
    rows.sort()
    return tuple(
        [Reference(name, receiver, role, positions) for positions, name, receiver, role in rows]
    )


def merged_references(*collected: Sequence[Reference]) -> tuple[Reference, ...]:
    """What was collected apart, each name in one role once, in the order of their first use."""
    positions: defaultdict[tuple[str, str, ReferenceRole], list[int]] = defaultdict(list)
    for references in collected:
        for name, receiver, role, places in references:
            positions[name, receiver, role] += places
    rows = sorted([(tuple(sorted(places)), key) for key, places in positions.items()])
    return tuple([Reference(*key, places) for places, key in rows])


def without_modules(references: Sequence[Reference], names: Set[str]) -> tuple[Reference, ...]:
    """A module that is named before its member is not used otherwise; its member is."""
    return tuple([each for each in references if each.role != "mention" or each.name not in names])


def split_chain(chain: str, separators: str = r"\.") -> tuple[str, str]:
    """``torch.nn.Linear`` is ``Linear`` of ``torch.nn``; an expression before it shows as ``?``."""
    if chain.isidentifier():
        return "", chain
    receiver, _, name = chain.rpartition(".")
    if name.isidentifier() and receiver.replace(".", "").isidentifier():
        return receiver, name
    n_before = len(chain.rstrip(_NAME_CHARACTERS))
    match = _last_name(separators).search(chain, max(0, n_before - _MAX_SEPARATOR))
    if match is None:
        return "", ""
    before, name = chain[: match.start()], match.group("name")
    if not match.group("separator"):
        return ("?", name) if before.strip() else ("", name)
    receiver = _SPACE.sub("", before)
    if not receiver and match.group("separator") == "::":
        return "", name
    return (receiver if _pure_receiver(separators).fullmatch(receiver) else "?"), name


def followed(text: str) -> str:
    """The part of an expression that can be followed: names and calls without their arguments."""
    if len(text) > _MAX_FOLLOWED:
        return ""
    pieces, depth, at = [], 0, 0
    for match in _BRACKETS.finditer(text):
        bracket = match.group()
        if depth == 0:
            pieces.append(text[at : match.start()])
            pieces.append("()" if bracket == "(" else "")
        depth += 1 if bracket in "(<[{" else -1
        at = match.end()
        if (bracket in "[{" and depth == 1) or depth < 0:
            return ""
    chain = _CAREFUL.sub(".", _SPACE.sub("", "".join([*pieces, text[at:]])))
    return chain if depth == 0 and _FOLLOWED.fullmatch(chain) else ""


def positions_of(source: SourceText, name: str, ends: list[int]) -> tuple[int, ...]:
    """Packed positions of a name from the offsets where it ends, for readers without a grammar."""
    n_bytes = len(name.encode())
    offsets = [end - n_bytes for end in sorted(ends)]
    lines = [source.line_of(offset) for offset in offsets]
    return tuple(
        pack_position(line, offset - source.line_starts[line - 1])
        for line, offset in zip(lines, offsets, strict=True)
    )


def _uses(
    data: bytes, nodes: list[Node], taken: set[int], syntax: ChainSyntax, role: ReferenceRole
) -> dict[int, Node]:
    """The nodes that count, by the offset where each ends."""
    uses = dict(zip(map(END, nodes), nodes, strict=True))
    if len(uses) < len(nodes):
        # ``T`` in ``pkg.T`` is captured by itself too; the whole chain says more.
        uses = {node.end_byte: node for node in sorted(nodes, key=START, reverse=True)}
    if role in ("attribute", "mention"):
        padded, enders = data + b" ", syntax.prefix_enders
        if role == "mention":
            # A name whose member is taken is used as well, unlike a chain that goes on.
            enders = enders.replace(b".", b"")
        uses = {end: node for end, node in uses.items() if padded[end] not in enders}
    if not taken.isdisjoint(uses):
        uses = {end: node for end, node in uses.items() if end not in taken}
    taken.update(uses)
    return uses


def _ends_by_chain(
    data: bytes, uses: dict[int, Node], is_bare: bool, follows_calls: bool
) -> dict[bytes, list[int]]:
    """Packed positions of where each distinct chain ends."""
    ends_by_chain: defaultdict[bytes, list[int]] = defaultdict(list)
    for end, node in uses.items():
        start = node.start_byte
        row, column = node.end_point
        if is_bare:
            start = _chain_start(data, start, follows_calls)
        if end - start > _MAX_CHAIN_BYTES:
            start = end - _MAX_CHAIN_BYTES
        if column > MAX_COLUMN:
            column = MAX_COLUMN
        ends_by_chain[data[start:end]].append((row + 1) << COLUMN_BITS | column)
    return ends_by_chain


def _ends_by_name(
    ends_by_chain: dict[bytes, list[int]], syntax: ChainSyntax
) -> dict[tuple[str, str], list[int]]:
    """Chains that differ only in what cannot be followed (``f(1).x``, ``f(2).x``) are one use."""
    ends_by_name: dict[tuple[str, str], list[int]] = {}
    for chain, ends in ends_by_chain.items():
        key = _split_bytes(chain, syntax.separators, syntax.follows_calls)
        if key in ends_by_name:
            ends_by_name[key] += ends
        else:
            ends_by_name[key] = ends
    return ends_by_name


def positions_before(name: str, ends: list[int]) -> tuple[int, ...]:
    """A name stands on one line, so taking its length off the packed end gives where it begins."""
    n_bytes = len(name) if name.isascii() else len(name.encode())
    if len(ends) == 1:
        return (ends[0] - n_bytes,)
    ends.sort()
    return tuple([end - n_bytes for end in ends])


def _chain_start(data: bytes, start: int, follows_calls: bool) -> int:
    """Where the chain begins whose last name begins at an offset."""
    is_range = data[start - 2 : start] == b".."
    if is_range or data[start - 1 : start] not in (b".", b":"):
        return start
    before = data[max(0, start - _MAX_CHAIN_BYTES) : start][::-1]
    if follows_calls and (n_called := _length_of_calls(before)):
        return start - n_called
    match = _RECEIVER_BACKWARDS.match(before)
    return start - match.end() if match else start - 1


def _length_of_calls(before: bytes) -> int:
    """How far a chain of calls goes back, in bytes read backwards; 0 where it is none."""
    at = n_before = 0
    while separator := _SEPARATOR_BACKWARDS.match(before, at):
        at = _skipped_arguments(before, separator.end())
        name = _NAME_BACKWARDS.match(before, at)
        if name is None:
            break
        at = n_before = name.end()
    return n_before


def _skipped_arguments(before: bytes, at: int) -> int:
    """Past the brackets of a call; what does not close nearby is not skipped."""
    if before[at : at + 1] != b")":
        return at
    depth = 0
    for match in _PARENTHESES.finditer(before, at):
        depth += 1 if match.group() == b")" else -1
        if depth == 0:
            return match.end()
    return len(before)


# The same chains come back in file after file.
@lru_cache(maxsize=1 << 16)
def _split_bytes(chain: bytes, separators: str, follows_calls: bool) -> tuple[str, str]:
    text = chain.decode("utf-8", "replace")
    receiver, name = split_chain(text, separators)
    if receiver == "?" and follows_calls and name:
        before = followed(text[: -len(name)].rstrip().rstrip(".:?!"))
        return before or receiver, name
    return receiver, name


@cache
def _last_name(separators: str) -> re.Pattern[str]:
    """The last name of a chain, with the separator before it."""
    return re.compile(rf"(?P<separator>{separators})?(?:\s|\\\n)*(?P<name>[~$]?[^\W\d][\w$]*)\Z")


@cache
def _pure_receiver(separators: str) -> re.Pattern[str]:
    """A receiver made of names alone, which a resolver can follow."""
    return re.compile(rf"(?:{separators})?[\w$]+(?:(?:{separators})[\w$]+)*")
