"""Names that begin with a prefix, of what the index from A to Z lists."""

from typing import Any, Final

from repobook.index.reader.rows import Rows
from repobook.text.naming.symbol_sections import OFFERING, UNINDEXED

_MARKS: Final = ("_", "~")


def names_under(rows: Rows, prefix: str) -> list[tuple[Any, ...]]:
    """Name, path, kind and line of each definition, by path.

    Case does not count. Private names are listed if the prefix begins with their mark.
    """
    is_marked = prefix.startswith(_MARKS)
    column, which = ("name", "1") if is_marked else ("ltrim(name, '_~')", "exported")
    pattern = prefix.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
    return [*rows(_UNDER.format(column=column, which=which), (pattern,))]


# The index of names holds nothing else, so looking through all of it takes a moment.
_UNDER: Final = rf"""
    SELECT s.name, f.path, s.kind, s.line FROM symbol s JOIN file f ON f.id = s.file
    WHERE s.name IN (SELECT DISTINCT name FROM symbol WHERE {{column}} LIKE ? ESCAPE '\')
    AND {{which}} AND s.kind NOT IN {UNINDEXED} AND f.role IN {OFFERING}
    ORDER BY f.path, s.line
"""
