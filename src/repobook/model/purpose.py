"""The purpose of a file: one sentence, with its source and lines."""

from typing import Final, Literal, NamedTuple

PurposeSource = Literal["own words", "document", "package", "symbol", "derived", ""]
DERIVED: Final = "derived"


class Purpose(NamedTuple):
    """Words of the repository, or a sentence that is derived from what is known of the file."""

    text: str = ""
    """On one line. In a derived one, names of the repository stand between backticks."""
    source: str = ""
    """A ``PurposeSource``; empty where there is no sentence."""
    subject: str = ""
    """The symbol that the words are about, where that is not the whole file."""
    path: str = ""
    line: int = 0
    """Where the words stand, or the lines that show what is derived; 0 where none do."""
    end_line: int = 0

    @property
    def sentence(self) -> str:
        return f"{self.subject}: {self.text}" if self.subject else self.text


NO_PURPOSE: Final = Purpose()
