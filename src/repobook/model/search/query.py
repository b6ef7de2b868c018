"""A search query as a tree.

A word on its own is a wish: the more of them a file fulfils the better. All else is a demand: what
stands in quotes, a pattern, a filter, what is excluded, and one alternative of each ``OR``.
"""

from typing import Final, Literal, NamedTuple, get_args

FilterName = Literal["file", "in", "lang", "kind", "role", "test", "symbol", "finding"]

FILTER_NAMES: Final[tuple[FilterName, ...]] = get_args(FilterName)


class Word(NamedTuple):
    """As typed, without blanks in it: ``flash``, ``flashAttn``, ``torch.nn.Linear``, ``a/b.py``."""

    text: str


class Phrase(NamedTuple):
    """Stands in a file exactly so."""

    text: str


class Pattern(NamedTuple):
    """A regular expression in the syntax of RE2; ``^`` and ``$`` are ends of lines."""

    source: str
    flags: str = ""
    """``i`` for letters of either case, ``s`` where a dot is a line break too; in this order."""


class Filter(NamedTuple):
    name: FilterName
    value: str
    """Never empty; of ``test`` it is ``yes``, ``no`` or ``only``."""


class Not(NamedTuple):
    part: "Node"


class And(NamedTuple):
    """All parts, in any order; without parts it demands nothing."""

    parts: tuple["Node", ...]


class Or(NamedTuple):
    """One part at least."""

    parts: tuple["Node", ...]


Leaf = Word | Phrase | Pattern | Filter
Node = Leaf | Not | And | Or


class Query(NamedTuple):
    text: str
    """What was understood, without what no text can hold."""
    tree: Node
    """At most ``MAX_DEPTH`` deep, so that it may be walked by recursion."""
    hints: tuple[str, ...] = ()
    """What a user should know about how the query was read, in sentences."""


MAX_DEPTH: Final = 32
