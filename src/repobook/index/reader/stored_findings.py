"""Findings by place, kind, rule and text, as pages, commands and searches list them."""

from collections.abc import Collection
from typing import Final, NamedTuple

from repobook.index.reader.rows import Condition, Rows, at_or_below, both, chosen
from repobook.model.finding import Finding

BY_SEVERITY: Final = "CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END"
_COLUMNS: Final = "path, line, rule, severity, category, message, code"


class FindingLine(NamedTuple):
    path: str
    line: int
    rule: str
    severity: str
    category: str
    message: str
    code: str


class RuleShare(NamedTuple):
    rule: str
    n_files: int
    n: int


def findings_in(rows: Rows, file: int) -> tuple[Finding, ...]:
    """From top to bottom, with facts and what is suppressed."""
    return tuple(Finding(*row) for row in rows(_OF_FILE, (file,)))


class FindingsAt:
    """Those in a file, below a folder or anywhere; an empty choice is no restriction."""

    def __init__(
        self,
        rows: Rows,
        path: str,
        categories: Collection[str] = (),
        severities: Collection[str] = (),
        rules: Collection[str] = (),
    ) -> None:
        self._rows = rows
        self._place = at_or_below(path)
        self._kind = chosen(category=categories, severity=severities, rule=rules)

    def lines(self, limit: int | None, first: int) -> tuple[FindingLine, ...]:
        """Our own code first, there the errors, then by path and line."""
        condition, values = both(self._place, self._kind)
        query = (
            f"SELECT {_COLUMNS} FROM findings WHERE {condition} "
            f"ORDER BY role = 'vendored', {BY_SEVERITY}, path, line, rule LIMIT ? OFFSET ?"
        )
        found = self._rows(query, (*values, -1 if limit is None else limit, first))
        return tuple(FindingLine(*row) for row in found)

    def by_rule(self) -> tuple[RuleShare, ...]:
        condition, values = both(self._place, self._kind)
        query = (
            f"SELECT rule, count(DISTINCT path), count(*) FROM findings WHERE {condition} "
            "GROUP BY rule ORDER BY count(*) DESC, rule"
        )
        return tuple(RuleShare(*row) for row in self._rows(query, values))

    def n_of_rule(self, rule: str) -> int:
        """Whatever kind was chosen."""
        return self._number("findings", both(self._place, ("rule = ?", (rule,))))

    def n_files(self) -> int:
        return self._n_files_with("finding", self._kind)

    def n_suppressed(self) -> int:
        suppressed = both(self._place, ("severity = 'suppressed'", ()))
        return self._number("remarks", suppressed)

    def n_unparsed(self) -> int:
        return self._n_files_with("diagnostic", ("1", ()))

    def n_in_place(self, **choices: str | Collection[str]) -> int:
        """Files, whether with findings or without."""
        return self._number("files", both(self._place, chosen(**choices)))

    def _n_files_with(self, table: str, kind: Condition) -> int:
        """Asked file by file: the other way round all rows would be read."""
        exists = f"EXISTS (SELECT 1 FROM {table} WHERE {table}.file = file.id AND {kind[0]})"
        return self._number("file", both(self._place, (exists, kind[1])))

    def _number(self, table: str, condition: Condition) -> int:
        query = f"SELECT count(*) FROM {table} WHERE {condition[0]}"
        return int(next(iter(self._rows(query, condition[1])))[0])


def findings_called(rows: Rows, name: str) -> list[tuple[int, FindingLine]]:
    """With their files: by rule, a piece of it, severity or category; file by file."""
    found = rows(_CALLED, (name.lower(), f"%{name}%"))
    return [(file, FindingLine(*row)) for file, *row in found]


def findings_with(rows: Rows, words: Collection[str]) -> list[tuple[int, FindingLine]]:
    """With their files: each word stands in rule, message, code or path; the most severe first."""
    query = _WITH.format(" ".join(["AND searched LIKE ?"] * len(words)))
    found = rows(query, tuple(f"%{word}%" for word in words))
    return [(file, FindingLine(*row)) for file, *row, _ in found]


_OF_FILE: Final = """
    SELECT rule, severity, category, line, message, code FROM finding WHERE file = ?1
    UNION ALL
    SELECT rule, severity, category, line, message, code FROM remark WHERE file = ?1
    ORDER BY line, rule
"""
_LINE: Final = "SELECT d.file, f.path, d.line, d.rule, d.severity, d.category, d.message, d.code"
_CALLED: Final = f"""
    {_LINE} FROM finding d JOIN file f ON f.id = d.file
    WHERE ?1 IN (lower(rule), severity, category) OR rule LIKE ?2 ORDER BY d.file, d.line, d.n
"""
_WITH: Final = f"""
    {_LINE},
           d.rule || ' ' || d.severity || ' ' || d.category || ' ' || d.message || ' ' || d.code
           || ' ' || f.path AS searched
    FROM finding d JOIN file f ON f.id = d.file WHERE 1 {{}}
    ORDER BY {BY_SEVERITY}, f.path, d.line, d.n
"""
