"""The description in ``repobook.toml`` or ``[tool.repobook]``."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_TABLE: Final = re.compile(r"\s*\[([\w.\s\"'-]{1,100})\]")
_DESCRIPTION: Final = re.compile(r"\s*description\s*=\s*(?:\"([^\"\\]{1,500})\"|'([^']{1,500})')")


class Description(NamedTuple):
    text: str
    line: int


def book_description(lines: Sequence[str], table: str) -> Description | None:
    """Of a TOML file, on one line, in a table or, where its name is empty, above all tables."""
    current = ""
    for number, line in enumerate(lines, 1):
        if header := _TABLE.match(line):
            current = header[1].strip()
        elif current == table and (found := _DESCRIPTION.match(line)):
            return Description(found[1] or found[2], number)
    return None
