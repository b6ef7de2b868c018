"""Which pages of operators a changed index makes untrue.

They show what files declare, bind and register of an operator, what they compute it with, and the
tests that name it. The page of each has a record of the files that it was gathered from, and of
the stubs through which others may join them; tests are found by what they name.
"""

from collections.abc import Iterable
from typing import Any, Final

import apsw

from repobook.index.publish.page_memory import PublishedPages, stands_among
from repobook.index.reader.repository.operator_families import family_name, part_of_family
from repobook.index.reader.rows import listed
from repobook.index.stale.changes import Changes
from repobook.index.stale.stale_implementations import edited_files, read_otherwise
from repobook.model.kinds import OPERATOR

LIST: Final = ""


class StaleOperators:
    """For one change, asked of the index before and after."""

    def __init__(self, old: apsw.Connection, new: apsw.Connection, changes: Changes) -> None:
        edited = edited_files(changes)
        # A role or a command that changes concerns all that the file names.
        others = changes.listed | changes.summaries
        targets = {*changes.targets, *_in_tests(new, changes.moved)}
        in_list = {
            name
            for db in (old, new)
            for name in (
                *_column(db, _DECLARED, edited),
                *_column(db, _NAMED, others),
                *_column(db, _OPERATORS, targets),
            )
        }
        names = {*in_list, *_column(new, _BOUND, edited)}
        self._parts = {part_of_family(family_name(name)) for name in names}
        if in_list:
            self._parts.add(part_of_family(LIST))
        self._was_read = stands_among(read_otherwise(new, changes))

    def is_stale(self, family: str, pages: PublishedPages) -> bool:
        """Families with like names number their pages; ``LIST`` is that of all."""
        return part_of_family(family) in self._parts or self._was_read(pages.read)


def _in_tests(db: apsw.Connection, moved: frozenset[tuple[int, int]]) -> set[int]:
    """Keys of what tests name in other lines than before."""
    tests = set(_column(db, _TESTS, {file for file, _ in moved}))
    return {key for file, key in moved if file in tests}


def _column(db: apsw.Connection, query: str, keys: Iterable[int]) -> list[Any]:
    return [found for (found,) in db.execute(query, listed(keys))]


_TESTS: Final = """
    SELECT f.id FROM json_each(?) k JOIN file f ON f.id = k.value WHERE f.role = 'test'
"""
_OPERATORS: Final = f"""
    SELECT s.name FROM json_each(?) k JOIN symbol s ON s.key = k.value WHERE s.kind = '{OPERATOR}'
"""
_DECLARED: Final = f"""
    SELECT s.name FROM json_each(?) k JOIN symbol s ON s.file = k.value WHERE s.kind = '{OPERATOR}'
"""
_REFERRING: Final = """
    FROM json_each(?) k CROSS JOIN referrer r ON r.file = k.value JOIN symbol s ON s.key = r.target
"""
_NAMED: Final = f"SELECT DISTINCT s.name {_REFERRING} WHERE s.kind = '{OPERATOR}'"
_BOUND: Final = f"{_NAMED} AND r.role = 'bind'"
