"""Names that a repository defines, as searching finds them."""

from typing import Literal, NamedTuple

NameRelation = Literal["exact", "letters", "prefix", "words", "initials", "slip"]
"""How a name answers a query, best first: the very name; its letters in another spelling; it begins
so; it has all the words; the first letters of its words; one slip of the finger away."""


class NameRow(NamedTuple):
    name: str
    n_files: int
    """How many files define it."""


class NamedSymbol(NamedTuple):
    """A definition under a name, and what tells how much it matters."""

    path: str
    line: int
    end_line: int
    kind: str
    name: str
    qualname: str
    id: str
    signature: str
    exported: bool
    role: str
    """Of its file."""
    importance: int
    """Of its file, in millionths."""
    n_uses: int
    """Places that surely or probably use it; of the best of many only."""
