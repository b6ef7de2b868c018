"""The findings in a file, a folder or the whole repository: ``findings``."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.rows import asked_path
from repobook.index.reader.stored_findings import FindingLine as FindingLine
from repobook.index.reader.stored_findings import FindingsAt, RuleShare
from repobook.model.answers import Nothing
from repobook.model.finding import SEVERITIES

CATEGORIES: Final = ("security", "performance", "correctness", "maintainability")
_NOT_LINTED: Final = "not-linted"
_DOCUMENTED: Final = "documented"


class FindingsAnswer(NamedTuple):
    path: str
    """The file or folder that was asked for; empty for all."""
    findings: tuple[FindingLine, ...]
    """Of our own code first, there the errors, then by path and line."""
    first: int
    n_all: int
    n_files: int
    by_rule: tuple[RuleShare, ...]
    n_looked_through: int
    n_unparsed: int
    n_not_linted: int
    n_suppressed: int
    """By comments in the source or by ``repobook.toml``, of any rule."""
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
    path = asked_path(target)
    found = FindingsAt(reader.rows, path, *wanted)
    if not found.n_in_place():
        return reader.nothing(target)
    by_rule = found.by_rule()
    return FindingsAnswer(
        path,
        found.lines(limit, first),
        first,
        sum(share.n for share in by_rule),
        found.n_files(),
        by_rule,
        found.n_in_place(status=_DOCUMENTED),
        found.n_unparsed(),
        found.n_of_rule(_NOT_LINTED),
        found.n_suppressed(),
        (*filter(None, reader.meta.get("notices", "").split("\n")), *_incomplete_notices(found)),
    )


def _incomplete_notices(found: FindingsAt) -> Iterator[str]:
    if n := found.n_in_place(role=("generated", "vendored"), status=_DOCUMENTED):
        files = "file" if n == 1 else "files"
        yield f"{n:,} vendored or generated {files}: findings there are facts, except secrets"


def is_at_least(severity: str, limit: str) -> bool:
    return SEVERITIES.index(severity) <= SEVERITIES.index(limit)
