"""Which tests to run for a file or a symbol, why, and how: the answers of ``tests``."""

import json
from typing import Final, NamedTuple

from repobook.service.answers import Matches, Nothing
from repobook.service.dependencies import find_file
from repobook.service.reader import BookReader
from repobook.service.usage import find_symbol
from repobook.store.ids import symbol_key


class CoveringTest(NamedTuple):
    path: str
    rank: int
    score: float
    reasons: tuple[str, ...]
    command: str
    """What runs it, typed at the root of the repository; empty where nothing tells."""


class CoveringTests(NamedTuple):
    """The tests of a file, best first; of a symbol those that use it come before the others."""

    path: str
    symbol: str
    """The id of the symbol that was asked for; empty for a file."""
    role: str
    command: str
    """What runs the file itself, where it is a test."""
    tests: tuple[CoveringTest, ...]
    n_all: int
    """How many tests there are; more than are listed when the list was cut."""
    first: int
    n_test_files: int
    n_unparsed: int

    @property
    def is_cut(self) -> bool:
        return self.first + len(self.tests) < self.n_all

    @property
    def is_any(self) -> bool:
        return self.n_all > 0 or self.role == "test"


def best_tests(
    reader: BookReader, target: str, n: int, first: int = 0
) -> CoveringTests | Matches | Nothing:
    """So many of them, behind those that were told before."""
    answer = tests_of(reader, target)
    if not isinstance(answer, CoveringTests):
        return answer
    return answer._replace(tests=answer.tests[first : first + n], first=first)


def tests_of(reader: BookReader, target: str) -> CoveringTests | Matches | Nothing:
    """All of them. A file by its path or the end of it, else a symbol by its id or name."""
    file = find_file(reader, target)
    if isinstance(file, str):
        return _answer(reader, file, "")
    symbol = find_symbol(reader, target)
    if isinstance(symbol, Nothing) and isinstance(file, Matches):
        return file
    if isinstance(symbol, Nothing | Matches):
        return symbol
    return _answer(reader, symbol.path, symbol.id)


def _answer(reader: BookReader, path: str, symbol: str) -> CoveringTests:
    ranked = [
        CoveringTest(test, rank, score, tuple(json.loads(reasons)), command)
        for test, rank, score, reasons, command in reader.rows(_TESTS, (path,))
    ]
    role, command = reader.rows(_FILE, (path,))[0]
    tests = _users_first(reader, ranked, symbol) if symbol else ranked
    return CoveringTests(
        path,
        symbol,
        role,
        command,
        tuple(tests),
        len(tests),
        0,
        reader.number("SELECT count(*) FROM file WHERE role = 'test'"),
        reader.number("SELECT count(DISTINCT file) FROM diagnostic"),
    )


def _users_first(reader: BookReader, ranked: list[CoveringTest], symbol: str) -> list[CoveringTest]:
    """Tests that refer to the symbol itself, the surest and then the most frequent first."""
    known = {test.path: test for test in ranked}
    users = []
    for path, command, confidence, n in reader.rows(_USERS, (symbol_key(symbol),)):
        reason = f"uses it in {n} {'place' if n == 1 else 'places'} ({confidence})"
        test = known.pop(path, CoveringTest(path, 0, 0.0, (), command))
        users.append(test._replace(reasons=(reason, *test.reasons)))
    ordered = [*users, *known.values()]
    return [test._replace(rank=rank) for rank, test in enumerate(ordered, 1)]


_TESTS: Final = """
    SELECT test_path, rank, score, reasons, command FROM tests WHERE path = ? ORDER BY rank
"""
_FILE: Final = """
    SELECT f.role, coalesce(c.command, '') FROM file f LEFT JOIN test_command c ON c.file = f.id
    WHERE f.path = ?
"""
# Of "exact" and "inferred" the surer one comes first in the alphabet too.
_USERS: Final = """
    SELECT f.path, coalesce(c.command, ''), min(r.confidence), sum(r.n)
    FROM referrer r JOIN file f ON f.id = r.file LEFT JOIN test_command c ON c.file = f.id
    WHERE r.target = ? AND f.role = 'test' AND r.confidence != 'ambiguous'
    GROUP BY f.path ORDER BY 3, 4 DESC, f.path LIMIT 50
"""
