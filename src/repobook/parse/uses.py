"""References of languages whose grammars keep a name apart from what stands before it.

Where ``a.b(1).c`` is no chain of text, the language takes a captured node apart: what is used, and
the expression that it is taken from. See ``references.py`` for chains that stand in the text.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Final, NamedTuple

from tree_sitter import Node

from repobook.model.facts import COLUMN_BITS, MAX_COLUMN, Reference, ReferenceRole
from repobook.parse.chains import ROLES, Settle, positions_before
from repobook.parse.definitions import Context
from repobook.parse.nodes import END

_MAX_NAME: Final = 200
_BY_PLACE: Final = itemgetter(0, 1)
UNKNOWN_RECEIVER: Final = "?"


class Use(NamedTuple):
    """A name, the node that ends with it, and the expression that it is taken from."""

    name: str
    node: Node
    receiver: str = ""
    """``?`` where something stands before the name that cannot be followed."""


UseOf = Callable[[Node, Context], Use | None]


def collect_uses(
    context: Context, use_of: UseOf, captures: dict[str, list[Node]], settle: Settle | None
) -> tuple[Reference, ...]:
    """In the order of their first use; where nodes end with the same name, the outer one counts."""
    taken = set(map(END, captures.get("name", ())))
    found: list[tuple[tuple[int, ...], str, str, ReferenceRole]] = []
    for role in ROLES:
        nodes = captures.get(f"ref.{role}")
        ends_by_name = _ends_by_name(context, use_of, nodes, taken) if nodes else {}
        settled = settle(ends_by_name, role) if settle is not None else ends_by_name
        for (receiver, name), ends in settled.items():
            found.append((positions_before(name, ends), name, receiver, role))
    found.sort()
    return tuple(
        [Reference(name, receiver, role, positions) for positions, name, receiver, role in found]
    )


def _ends_by_name(
    context: Context, use_of: UseOf, nodes: list[Node], taken: set[int]
) -> dict[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = {}
    for _, _, node in sorted([(n.start_byte, -n.end_byte, n) for n in nodes], key=_BY_PLACE):
        use = use_of(node, context)
        if use is not None and use.node.end_byte not in taken and _is_name(use):
            taken.add(use.node.end_byte)
            row, column = use.node.end_point
            end = (row + 1) << COLUMN_BITS | min(column, MAX_COLUMN)
            found.setdefault((use.receiver, use.name), []).append(end)
    return found


def _is_name(use: Use) -> bool:
    """What a broken text makes a name of may go over lines, or have no letters."""
    return 0 < len(use.name) <= _MAX_NAME and "\n" not in use.name
