"""Which function calls which in own source, as far as calls were followed."""

import json
import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple

from repobook.index.reader.rows import Rows
from repobook.model.dossiers.folder_dossier import Place
from repobook.model.facts import unpack_position

_DEPTH: Final = 4
"""So far it is counted what a function reaches."""
_HELPED: Final = 0.25
_CERTAIN: Final = ("exact", "inferred")
_VALUES: Final = ("mention", "attribute")


class Function(NamedTuple):
    key: int
    file: int
    path: str
    language: str
    name: str
    qualname: str
    line: int
    end_line: int
    complexity: int
    signature: str

    @property
    def place(self) -> Place:
        return Place(self.path, self.line, self.end_line)


class Reference(NamedTuple):
    line: int
    column: int
    name: str
    receiver: str
    role: str
    confidence: str
    rule: str
    """Why it could not be followed, where there is no key."""
    key: int
    """0 where it does not surely lead to one place."""


class CallGraph:
    """Read file by file as it is asked for."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.calls = cache(self._calls)
        self.reach = cache(self._reach)
        self.importance = cache(self._importance)
        self.users = cache(self._users)
        self.references = cache(self._references)
        self.function = cache(self._function)

    def _calls(self, caller: Function) -> tuple[Function, ...]:
        """What it calls by name, in the order of lines."""
        first: dict[int, Function] = {}
        for reference in self.inside(caller):
            callee = self.function(reference.key) if reference.role == "call" else None
            if callee is not None and callee.key != caller.key:
                first.setdefault(callee.key, callee)
        return tuple(first.values())

    def inside(self, function: Function) -> list[Reference]:
        """What stands between its first and its last line."""
        references = self.references(function.file)
        start = bisect_left(references, function.line, key=_LINE)
        return references[start : bisect_right(references, function.end_line, key=_LINE)]

    def _reach(self, start: Function) -> frozenset[int]:
        """The functions that it calls, and those that they call, a few levels deep."""
        level, found = {start}, {start.key}
        for _ in range(_DEPTH):
            level = {one for caller in level for one in self.calls(caller) if one.key not in found}
            found |= {function.key for function in level}
        return frozenset(found)

    def _importance(self, function: Function) -> float:
        """What leads far, decides much, is called by few and named in documents."""
        n_callers, n_documents = self.users(function.key)
        work = len(self.reach(function)) * function.complexity
        return math.sqrt(work / (1 + n_callers)) * (1 + n_documents)

    def is_helper(self, function: Function) -> bool:
        """Of many, with little behind it."""
        return len(self.reach(function)) < _HELPED * (1 + self.users(function.key)[0])

    def _users(self, key: int) -> tuple[int, int]:
        """How many files call it, and how many documents name it."""
        ((n_callers, n_documents),) = self.rows(_N_USERS, (key,))
        return n_callers, n_documents

    def _references(self, file: int) -> list[Reference]:
        """Calls, and values that lead somewhere, from top to bottom."""
        found = [
            (at, name, receiver, role, confidence, rule, _only(confidence, keys))
            for (groups,) in self.rows(_GROUPS, (file,))
            for name, receiver, role, positions, confidence, rule, keys in json.loads(groups)
            if role == "call" or (role in _VALUES and keys)
            for at in positions
        ]
        return [Reference(*unpack_position(at), *rest) for at, *rest in sorted(found)]

    def _function(self, key: int) -> Function | None:
        """What is declared elsewhere is followed to where it is defined."""
        found = [Function(*row) for row in self.rows(_OF_KEY, (key,))] if key else []
        return next((function for function in found if function.complexity > 0), None)


_LINE: Final = attrgetter("line")


def _only(confidence: str, keys: Sequence[int]) -> int:
    return keys[0] if confidence in _CERTAIN and len(keys) == 1 else 0


FUNCTION: Final = """
    s.key, s.file, f.path, f.language, s.name, s.qualname, s.line, s.end_line, s.complexity,
    s.signature
"""
_N_USERS: Final = """
    SELECT count(iif(u.role = 'call', 1, NULL)), count(iif(h.role = 'docs', 1, NULL))
    FROM referrer u JOIN file h ON h.id = u.file WHERE u.target = ?
"""
_GROUPS: Final = "SELECT groups FROM file_references WHERE file = ?"
# A property is a value for those who use it.
_OF_KEY: Final = f"""
    SELECT {FUNCTION} FROM symbol s JOIN file f ON f.id = s.file
    WHERE f.role = 'source' AND s.decorators NOT LIKE '%property%' AND s.key IN (
        SELECT ?1 UNION SELECT other FROM same_symbol WHERE key = ?1
    ) ORDER BY s.key = ?1 DESC, f.path, s.line
"""
