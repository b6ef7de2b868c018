"""Options that a file sets: statements that call one function with a key and a plain value."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from repobook.book.shared.citations import code_here
from repobook.book.shared.tables import table
from repobook.model.blocks import Block, Code, Heading
from repobook.model.dossiers.dossier import FileDossier

_MIN_CALLS: Final = 3
_MAX_ROWS: Final = 24
_CALL: Final = re.compile(
    r"\s*(?:[\w$]{1,40}(?:\.|->)){0,3}(?P<name>[\w$]{1,60})\((?P<quote>[\"'])"
    r"(?P<key>[\w .:/-]{1,60})(?P=quote),\s{0,4}"
    r"(?P<value>-?\d[\w.]{0,20}|\"[^\"\\]{0,60}\"|'[^'\\]{0,60}'"
    r"|[Tt]rue|[Ff]alse|None|null|undefined|NULL|nil|\[\]|\{\})\)[;,]?\s*$"
)


def set_values(dossier: FileDossier) -> Iterator[Block]:
    """Not of tests, which set what they please."""
    if dossier.role == "test":
        return
    calls = [(n, match) for n, text in enumerate(dossier.lines, 1) if (match := _match(text))]
    n_by_name = Counter(match["name"] for _, match in calls)
    rows = [
        ((Code(match["key"]),), (Code(match["value"]),), code_here(dossier, line))
        for line, match in calls
        if n_by_name[match["name"]] >= _MIN_CALLS
    ]
    if rows:
        yield Heading(3, ("Sets",))
        yield table(("Key", "Value", "Code"), rows[:_MAX_ROWS], len(rows))


def _match(text: str) -> re.Match[str] | None:
    """The end of most lines shows that they are no such call."""
    return _CALL.match(text) if text.rstrip(" ;,").endswith(")") and len(text) < 240 else None
