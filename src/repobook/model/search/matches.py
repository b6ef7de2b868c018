"""Matches of a search: files, and names that the repository defines."""

from typing import Literal, NamedTuple


class FieldTexts(NamedTuple):
    """The terms of a file's content by where they stand, each field joined by blanks."""

    symbols: str
    """Names of what the file defines."""
    headings: str
    documentation: str
    """What the file and its definitions say of themselves."""
    comments: str
    body: str
    """The whole text, the fields above included."""


class FileMatch(NamedTuple):
    """A file that holds a word of the query."""

    file: int
    """Its id in the index."""
    path: str
    language: str
    role: str
    n_terms: int
    """How much there is to be found in it, terms counted as they are indexed."""
    importance: float
    """How much others depend on it; 1 is the average."""
    scores: tuple[float, ...] = ()
    """One for each view that was asked for; higher is better."""
    n_lines: int = 0


NameRelation = Literal["exact", "letters", "prefix", "words", "initials", "slip"]
"""How a name answers a query, best first: the very name; its letters in another spelling; it begins
so; it has all the words; the first letters of its words; one slip of the finger away."""


class NameRow(NamedTuple):
    name: str
    n_files: int
    """How many files define it."""


class NamedSymbol(NamedTuple):
    """A definition under a name, and what tells how much it matters."""

    id: str
    path: str
    language: str
    role: str
    """Of its file."""
    importance: int
    """Of its file, in millionths."""
    kind: str
    name: str
    qualname: str
    line: int
    end_line: int
    signature: str
    exported: bool
    key: int
    """What references to it lead to."""
    n_users: int = 0
    """Files that refer to it; counted for the best of many only."""


class NameGroup(NamedTuple):
    """All definitions of one name, as one answer; other spellings of it may be with them."""

    name: str
    relation: NameRelation
    symbols: tuple[NamedSymbol, ...]
    """The best, most important first."""
    n_definitions: int
    """That are asked for; of very many all, whether asked for or not."""
    n_left_out: int
    """Definitions that were looked at and are not asked for, tests as a rule."""
    parts: tuple[tuple[str, float], ...]
    """What the score is made of, by name."""
    spellings: tuple[str, ...] = ()
    """Other names of the same letters that the definitions bear, the best first."""

    @property
    def score(self) -> float:
        return sum(points for _, points in self.parts)
