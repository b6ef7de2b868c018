"""What an index holds is read in one room: pages, commands and HTTP cannot ask differently."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import repobook

_SOURCE = Path(repobook.__file__).parent
# The parser of SQL knows its words.
_MAY_SAY_SELECT = ("index/", "fleet/database/", "languages/data/sql_parser.py")
_QUERY = re.compile(r"\bSELECT\b|\bFROM\b.+\bWHERE\b", re.DOTALL)


def _queries(source: str) -> Iterator[int]:
    constants = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    for constant in constants:
        if isinstance(constant.value, str) and _QUERY.search(constant.value):
            yield constant.lineno


def test_only_the_index_is_asked_in_sql() -> None:
    found = [
        f"{path}:{line}"
        for file in sorted(_SOURCE.rglob("*.py"))
        if not (path := file.relative_to(_SOURCE).as_posix()).startswith(_MAY_SAY_SELECT)
        for line in _queries(file.read_text("utf-8"))
    ]
    assert found == []


def test_a_query_is_recognised_in_plain_and_formatted_strings() -> None:
    source = 'a = "SELECT 1"\nb = f"SELECT {c} FROM file"\nd = "select one of these"\n'
    assert list(_queries(source)) == [1, 2]
