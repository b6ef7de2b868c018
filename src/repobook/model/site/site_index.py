"""What the search of the site finds without a server: names, words, keywords, paths."""

from typing import NamedTuple


class IndexedFile(NamedTuple):
    path: str
    language: str
    role: str
    standing: int
    """How many files depend on it, as the number of binary digits: it moves with few edits."""
    is_listed: bool = False
    """Whether it has no pages of its own."""


class IndexedDefinition(NamedTuple):
    file: IndexedFile
    kind: str
    exported: bool
    scope: str
    """What the name stands in, by its qualified name; empty at the top of a file."""
    overload: int


class IndexedName(NamedTuple):
    name: str
    n_all: int
    n_tests: int
    """Definitions in tests, which are among all."""
    definitions: tuple[IndexedDefinition, ...]
    """The best of them, those in tests last."""
    n_listed: int = 0
    """How many these are, where they are not looked up yet."""


class IndexedWord(NamedTuple):
    """A word of names, or with ``~`` before them the initials of their words."""

    word: str
    n_all: int
    names: tuple[str, ...]
    """The best of them."""


class IndexedKeyword(NamedTuple):
    """A word that distinguishes files."""

    word: str
    n_all: int
    files: tuple[tuple[IndexedFile, int], ...]
    """The best of them, each with the weight that the word has there."""
    n_listed: int = 0
    """How many these are, where they are not looked up yet."""
