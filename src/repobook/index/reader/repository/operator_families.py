"""Operators of a repository by families: all overloads, and what works in place, together."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple

from repobook.index.ids import symbol_key
from repobook.index.reader.repository.offered_names import IndexRows
from repobook.index.reader.rows import Rows, listed
from repobook.model.answers import SymbolLine
from repobook.model.dossiers.folder_dossier import OperatorFamily, Place
from repobook.model.kinds import OPERATOR


class OperatorFamilies:
    """By name."""

    def __init__(self, execute: Rows) -> None:
        self._execute = execute

    def all(self) -> tuple[OperatorFamily, ...]:
        """What tests alone declare has no page."""
        overloads = (symbol for name in self.names for symbol in self.overloads[name])
        uses = _uses_in_tests(self._execute, overloads)
        return tuple(
            self.family(name, [use for s in self.overloads[name] for use in uses[symbol_key(s.id)]])
            for name in self.names
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of those with a page."""
        if not self.overloads:
            return ()
        test_paths = {path for (path,) in self._execute(_TEST_FILES, ())}
        return tuple(
            name
            for name, overloads in self.overloads.items()
            if any(symbol.path not in test_paths for symbol in overloads)
        )

    @cached_property
    def overloads(self) -> dict[str, list[SymbolLine]]:
        families: dict[str, list[SymbolLine]] = {}
        for symbol in IndexRows(self._execute).symbol_lines(f"kind = '{OPERATOR}'", ()):
            families.setdefault(family_name(symbol.name), []).append(symbol)
        return dict(sorted(families.items()))

    def family(self, name: str, tests: Iterable["NamedInTest"]) -> OperatorFamily:
        overloads = self.overloads[name]
        return OperatorFamily(
            name,
            self.parts[name],
            Place(overloads[0].path, overloads[0].line, overloads[0].end_line),
            len(overloads),
            len({test.path for test in tests}),
        )

    def tests(self, name: str) -> list["NamedInTest"]:
        """Where tests name one of its overloads."""
        uses = _uses_in_tests(self._execute, self.overloads[name])
        return [use for symbol in self.overloads[name] for use in uses[symbol_key(symbol.id)]]

    @cached_property
    def parts(self) -> dict[str, str]:
        """What pages are called by; names may differ by signs or case alone."""
        n_by_part: Counter[str] = Counter()
        parts: dict[str, str] = {}
        for name in self.names:
            part = part_of_family(name)
            n_by_part[part] += 1
            parts[name] = part if n_by_part[part] == 1 else f"{part}-{n_by_part[part]}"
        return parts


def part_of_family(name: str) -> str:
    """The name of its page, unless another page has it."""
    return name.replace("::", "_").lower()


def family_name(name: str) -> str:
    """``aten::add`` of ``aten::add_.Tensor``."""
    plain = name.partition(".")[0]
    return plain[:-1] if plain.endswith("_") and not plain.endswith(("__", ":_")) else plain


class NamedInTest(NamedTuple):
    path: str
    line: int
    n: int


def _uses_in_tests(
    execute: Rows, symbols: Iterable[SymbolLine]
) -> defaultdict[int, list[NamedInTest]]:
    """By key."""
    tests: defaultdict[int, list[NamedInTest]] = defaultdict(list)
    for key, *use in execute(_TESTS, listed(symbol_key(symbol.id) for symbol in symbols)):
        tests[key].append(NamedInTest(*use))
    return tests


_TEST_FILES: Final = "SELECT path FROM file WHERE role = 'test'"
_TESTS: Final = """
    SELECT r.target, f.path, min(r.line), sum(r.n)
    FROM json_each(?) k CROSS JOIN referrer r ON r.target = k.value JOIN file f ON f.id = r.file
    WHERE f.role = 'test' GROUP BY r.target, f.path ORDER BY r.target, f.path
"""
