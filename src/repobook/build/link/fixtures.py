"""The test that a fixture is for: the one that names its path in a string."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from repobook.index.purpose_tables import NamedFile, PurposeTables

# By these names alone no file is meant: their folder is.
_OF_FOLDER: Final = re.compile(r"(?:__init__|app|config|index|main|page|setup|test)\Z")
_MAX_TESTS: Final = 3
_MAX_QUOTED: Final = 120
_QUOTES: Final = str.maketrans("“”`", '""\'')


class Use(NamedTuple):
    is_bare: bool
    """Without a case that names it."""
    n_apart: int
    path: str
    line: int
    end_line: int
    case: str

    @property
    def text(self) -> str:
        lines = f"{self.line}-{self.end_line}" if self.end_line > self.line else f"{self.line}"
        return f"`{self.path}:{lines}`" + (f" (“{self.case}”)" if self.case else "")


class Fixtures:
    def __init__(self, files: Iterable[tuple[int, str, str]], named: Iterable[NamedFile]) -> None:
        """``files`` with path and role."""
        self._named: defaultdict[str, list[NamedFile]] = defaultdict(list)
        for one in named:
            self._named[_last(one.text)].append(one)
        self._ids = {path: id for id, path, role in files if role == "test" and self._named}
        self._names: defaultdict[str, list[str]] = defaultdict(list)
        for path in self._ids:
            for name in _names(path):
                self._names[_last(name)].append(name)

    def use_of(self, path: str) -> Use | None:
        """By the test that names it with a case, the nearest first; of many none is telling."""
        uses = [
            _use(one, path)
            for name in _names(path)
            for one in self._named.get(_last(name), ())
            if one.path != path and _ends_with(name, one.text) and self._is_only(one.text)
        ]
        is_telling = len({one.path for one in uses}) <= _MAX_TESTS
        return min(uses, default=None) if is_telling else None

    def _is_only(self, text: str) -> bool:
        return sum(_ends_with(name, text) for name in self._names[_last(text)]) == 1

    def shown(self) -> Mapping[int, Use]:
        uses = ((id, self.use_of(path)) for path, id in self._ids.items())
        return {id: use for id, use in uses if use}


def fixtures_used_otherwise(before: PurposeTables, tables: PurposeTables) -> set[int]:
    """Files of tests that are named elsewhere than in the index before."""
    old, new = (Fixtures(one.sources(), one.named_files()).shown() for one in (before, tables))
    return {id for id in old.keys() | new.keys() if old.get(id) != new.get(id)}


def _names(path: str) -> list[str]:
    """As strings may have it: whole, without its ending, or its folder."""
    folder, _, name = path.rpartition("/")
    start = f"{folder}/" if folder else ""
    stem = name.partition(".")[0]
    names = [path, start + name.rpartition(".")[0], start + stem]
    if folder and _OF_FOLDER.match(stem):
        names = [path, folder]
    return [*dict.fromkeys(one for one in names if _last(one))]


def _ends_with(path: str, end: str) -> bool:
    return f"/{path}".endswith(f"/{end}")


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _use(named: NamedFile, path: str) -> Use:
    case = named.case.translate(_QUOTES)
    first = named.case_line if case else named.line
    if len(case) > _MAX_QUOTED:
        case = f"{case[:_MAX_QUOTED].rpartition(' ')[0]} …"
    apart = len(set(path.split("/")) ^ set(named.path.split("/")))
    return Use(not case, apart, named.path, first, named.line, case)
