"""Links in the source page of a file, and marks beside its lines.

Columns are counted from 0 in characters of the line.
"""

from typing import Final, NamedTuple

from repobook.model.history import FileLines


class NameLink(NamedTuple):
    """A name that leads to where it is defined."""

    line: int
    column: int
    length: int
    path: str
    anchor: str
    """Of the symbol on the page of that file's text; empty where the file itself is meant."""


class DefinedName(NamedTuple):
    """Where a symbol of the file is defined, for those who are led there."""

    line: int
    column: int
    length: int
    """0 where the line does not show the name."""
    anchor: str
    """Empty where nobody is led there, and it leads nowhere."""
    end_line: int
    """0 where there is nothing to be inside of."""
    has_section: bool = False
    """Whether it leads to a section of its own on the page of the file's symbols."""


class LineNote(NamedTuple):
    """What the page about the file says of a line, in a few words."""

    line: int
    kind: str
    """A severity, or ``tested``."""
    text: str
    anchor: str
    """Of the section that tells it."""


class SourceMarks(NamedTuple):
    links: tuple[NameLink, ...] = ()
    definitions: tuple[DefinedName, ...] = ()
    notes: tuple[LineNote, ...] = ()
    lines: FileLines | None = None
    """Which commit changed each last, where that is known of this very text."""


NO_MARKS: Final = SourceMarks()
