"""What the search keeps of a file, and what it knows of a file that was found."""

from typing import NamedTuple


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
    """How much others lean on it; 1 is as much as on any."""
    scores: tuple[float, ...] = ()
    """One for each view that was asked for; higher is better."""
    n_lines: int = 0
