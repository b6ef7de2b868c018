"""Which tests to run for a file or a symbol, why, and how: the answers of ``tests``."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final, NamedTuple

from repobook.ask.dependencies import find_file
from repobook.index.ids import symbol_key
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_links import CoveringTest as CoveringTest
from repobook.index.reader.file.file_links import (
    Use,
    test_commands,
    tests_of_file,
    uses_leading_to,
)
from repobook.index.reader.file_briefs import FileBrief, briefs_by_id, briefs_by_path
from repobook.index.reader.same_symbols import confidence_by_target
from repobook.model.answers import Matches, Nothing, Others, others_of

_MAX_USING: Final = 50


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
    others: Others = Others()

    @property
    def is_cut(self) -> bool:
        return self.first + len(self.tests) < self.n_all

    @property
    def is_any(self) -> bool:
        return self.n_all > 0 or self.role == "test"


def best_tests(
    reader: BookReader, target: str, n: int, first: int = 0
) -> CoveringTests | Matches | Nothing:
    """``n`` tests, after the ``first`` ones."""
    answer = tests_of(reader, target)
    if not isinstance(answer, CoveringTests):
        return answer
    return answer._replace(tests=answer.tests[first : first + n], first=first)


def tests_of(reader: BookReader, target: str) -> CoveringTests | Matches | Nothing:
    """All of them. A file by its path or the end of it, else a symbol by its id or name."""
    file = find_file(reader, target)
    if isinstance(file, str):
        return _answer(reader, file, "")
    symbols = reader.symbols_called(target)
    if not symbols:
        return file if isinstance(file, Matches) else reader.nothing(target)
    answer = _answer(reader, symbols[0].path, symbols[0].id)
    return answer._replace(others=others_of(symbols))


def _answer(reader: BookReader, path: str, symbol: str) -> CoveringTests:
    file = briefs_by_path(reader.rows, [path])[path]
    commands = {id: command.text for id, command in test_commands(reader.rows).items()}
    ranked = tests_of_file(reader.rows, path)
    tests = _users_first(reader, ranked, symbol, commands) if symbol else ranked
    return CoveringTests(
        path,
        symbol,
        file.role,
        commands.get(file.id, ""),
        tuple(tests),
        len(tests),
        0,
        reader.n_test_files,
        reader.n_unparsed,
    )


def _users_first(
    reader: BookReader, ranked: list[CoveringTest], symbol: str, commands: Mapping[int, str]
) -> list[CoveringTest]:
    """Tests that refer to the symbol itself, the surest and then the most frequent first."""
    test_by_path = {test.path: test for test in ranked}
    users = []
    for file, confidence, n in _using_tests(reader, symbol):
        reason = f"uses it in {n} {'place' if n == 1 else 'places'} ({confidence})"
        known = CoveringTest(file.path, 0, 0.0, (), commands.get(file.id, ""))
        test = test_by_path.pop(file.path, known)
        users.append(test._replace(reasons=(reason, *test.reasons)))
    ordered = [*users, *test_by_path.values()]
    return [test._replace(rank=rank) for rank, test in enumerate(ordered, 1)]


def _using_tests(reader: BookReader, symbol: str) -> list[tuple[FileBrief, str, int]]:
    uses_by_test: defaultdict[int, list[Use]] = defaultdict(list)
    targets = confidence_by_target(reader.rows, symbol_key(symbol))
    for use in uses_leading_to(reader.rows, targets):
        if use.confidence != "ambiguous":
            uses_by_test[use.file].append(use)
    # Of "exact" and "inferred" the surer one comes first in the alphabet too.
    users = [
        (file, min(use.confidence for use in uses), sum(use.n for use in uses))
        for id, file in briefs_by_id(reader.rows, uses_by_test).items()
        if file.role == "test"
        for uses in [uses_by_test[id]]
    ]
    return sorted(users, key=lambda one: (one[1], -one[2], one[0].path))[:_MAX_USING]
