"""What to watch out for in a file, a folder or the whole repository: ``findings``."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.model.findings import SEVERITIES
from repobook.service.answers import Nothing
from repobook.service.reader import BookReader

CATEGORIES: Final = ("security", "performance", "correctness", "maintainability")
_NOT_LINTED: Final = "not-linted"
_COLUMNS: Final = "path, line, rule, severity, category, message, code"
_BY_SEVERITY: Final = "CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END"


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


class FindingsAnswer(NamedTuple):
    path: str
    """The file or folder that was asked for; empty for all."""
    findings: tuple[FindingLine, ...]
    """Errors first, then by path and line."""
    first: int
    n_all: int
    n_files: int
    by_rule: tuple[RuleShare, ...]
    n_looked_through: int
    n_unparsed: int
    n_not_linted: int
    notices: tuple[str, ...]

    @property
    def is_cut(self) -> bool:
        return self.first + len(self.findings) < self.n_all


class Wanted(NamedTuple):
    """Which findings; an empty choice is no restriction."""

    categories: tuple[str, ...] = ()
    severities: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


def findings_of(
    reader: BookReader, target: str, wanted: Wanted, limit: int | None, first: int = 0
) -> FindingsAnswer | Nothing:
    path = target.strip().removeprefix("./").rstrip("/")
    path = "" if path == "." else path
    place, values = _place(path)
    if not reader.number(f"SELECT count(*) FROM files WHERE {place}", values):
        return reader.nothing(target)
    chosen, more = _choice(wanted)
    condition, all_values = f"{place} AND {chosen}", values + more
    rows = reader.rows(
        f"SELECT {_COLUMNS} FROM findings WHERE {condition} "
        f"ORDER BY {_BY_SEVERITY}, path, line, rule LIMIT ? OFFSET ?",
        (*all_values, -1 if limit is None else limit, first),
    )
    by_rule = reader.rows(
        f"SELECT rule, count(DISTINCT path), count(*) FROM findings WHERE {condition} "
        "GROUP BY rule ORDER BY count(*) DESC, rule",
        all_values,
    )
    return FindingsAnswer(
        path,
        tuple(FindingLine(*row) for row in rows),
        first,
        sum(n for *_, n in by_rule),
        reader.number(_n_files(place, "finding", chosen), all_values),
        tuple(RuleShare(*row) for row in by_rule),
        reader.number(
            f"SELECT count(*) FROM files WHERE {place} AND status = 'documented'", values
        ),
        reader.number(_n_files(place, "diagnostic"), values),
        reader.number(
            f"SELECT count(*) FROM findings WHERE {place} AND rule = ?", (*values, _NOT_LINTED)
        ),
        (*filter(None, reader.meta.get("notices", "").split("\n")), *_told_less(reader, path)),
    )


def _told_less(reader: BookReader, path: str) -> Iterator[str]:
    place, values = _place(path)
    condition = f"{place} AND role IN ('generated', 'vendored') AND status = 'documented'"
    if n := reader.number(f"SELECT count(*) FROM files WHERE {condition}", values):
        files = "file" if n == 1 else "files"
        yield f"{n:,} vendored or generated {files}: complaints only where they concern security"


def _n_files(place: str, table: str, chosen: str = "1") -> str:
    """Files with such rows. Asked file by file: the other way round all rows would be read."""
    rows = f"SELECT 1 FROM {table} WHERE {table}.file = file.id AND {chosen}"
    return f"SELECT count(*) FROM file WHERE {place} AND EXISTS ({rows})"


def is_at_least(severity: str, limit: str) -> bool:
    return SEVERITIES.index(severity) <= SEVERITIES.index(limit)


def _place(path: str) -> tuple[str, tuple[str, ...]]:
    """A folder is everything between ``path/`` and what sorts next after it."""
    if not path:
        return "1", ()
    return "(path = ? OR (path >= ? AND path < ?))", (path, f"{path}/", f"{path}0")


def _choice(wanted: Wanted) -> tuple[str, tuple[str, ...]]:
    conditions = ["1"]
    values: tuple[str, ...] = ()
    for column, choice in zip(("category", "severity", "rule"), wanted, strict=True):
        if choice:
            conditions.append(f"{column} IN ({', '.join('?' * len(choice))})")
            values += choice
    return " AND ".join(conditions), values
