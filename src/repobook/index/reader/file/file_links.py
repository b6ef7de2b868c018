"""Edges from and to a file, for pages and commands alike."""

import json
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, NamedTuple

from repobook.index.reader.rows import Rows, listed
from repobook.index.reader.same_symbols import same_symbols
from repobook.model.answers import Command, Edge, Owner
from repobook.model.kinds import CLASSES, HOLDERS


class Use(NamedTuple):
    """That a file uses a symbol in one role, as the index counts it."""

    target: int
    file: int
    role: str
    confidence: str
    n: int
    line: int
    """The first of the places."""


class LinkedReference(NamedTuple):
    """One group of a file's references as the index stores it."""

    name: str
    receiver: str
    role: str
    positions: tuple[int, ...]
    confidence: str
    rule: str
    targets: tuple[int, ...]


class StoredImport(NamedTuple):
    line: int
    module: str
    """Empty for what the file exports itself (``export { a }``)."""
    name: str
    alias: str
    form: str
    confidence: str
    rule: str
    targets: str
    """A list of keys, in JSON."""

    @property
    def target_keys(self) -> tuple[int, ...]:
        return tuple(json.loads(self.targets))

    def leads_to(self, key: int) -> bool:
        return str(key) in self.targets and key in json.loads(self.targets)


class StoredRank(NamedTuple):
    fan_in: int
    fan_out: int
    layer: int
    cycle: int | None
    is_entry: int


class CoveringTest(NamedTuple):
    path: str
    rank: int
    score: float
    reasons: tuple[str, ...]
    command: str
    """What runs it, typed at the root of the repository; empty if unknown."""


def uses_of(rows: Rows, keys: Collection[int]) -> list[Use]:
    """Of symbols by their keys. A use of what is the same thing is one of it, too."""
    own_by_target = defaultdict(list, {key: [(key, "")] for key in keys})
    for key, other, is_shared in same_symbols(rows, keys):
        own_by_target[other].append((key, "ambiguous" if is_shared else ""))
    return [
        Use(key, file, role, unsure or confidence, n, line)
        for target, file, role, confidence, n, line in rows(_USES, listed(own_by_target))
        for key, unsure in own_by_target[target]
    ]


def uses_leading_to(rows: Rows, targets: Iterable[int]) -> list[Use]:
    """To these very symbols, files or unresolved names."""
    return [Use._make(row) for row in rows(_USES, listed(targets))]


def symbol_names(rows: Rows, keys: Iterable[int]) -> Iterable[tuple[int, int, str, str, int, int]]:
    """Key, file, qualified name, kind, overload and whether it is exported."""
    return rows(_NAMES, listed(keys))


def edges_from(rows: Rows, path: str) -> list[Edge]:
    return [Edge._make(row) for row in rows(_EDGES.format("source", "target"), (path,))]


def edges_to(rows: Rows, path: str) -> list[Edge]:
    return [Edge._make(row) for row in rows(_EDGES.format("target", "source"), (path,))]


def imports_in(rows: Rows, path: str) -> list[StoredImport]:
    return [StoredImport._make(row) for row in rows(_IMPORTS, (path,))]


def references_in(rows: Rows, path: str) -> str:
    """As they are stored: a list of linked references in JSON; empty where there are none."""
    return "".join(text for (text,) in rows(_REFERENCES, (path,)))


def symbol_around(rows: Rows, file: int, line: int, *, is_class: bool = False) -> str:
    """The qualified name of the innermost one; empty at the top of a file."""
    query = _AROUND.format(CLASSES if is_class else HOLDERS)
    return next((str(name) for (name,) in rows(query, (file, line, line))), "")


def rank_of(rows: Rows, path: str) -> StoredRank | None:
    return next((StoredRank._make(row) for row in rows(_RANK, (path,))), None)


def cycle_members(rows: Rows, cycle: int) -> tuple[str, ...]:
    return tuple(path for (path,) in rows(_CYCLE, (cycle,)))


def tests_text(rows: Rows, path: str) -> str:
    """The tests of a file, best first: a list of test links in JSON."""
    return next((text for (text,) in rows(_TESTS, (path,))), "[]")


def tests_of_file(rows: Rows, path: str) -> list[CoveringTest]:
    """The same with the reasons in words."""
    return [
        CoveringTest(test, rank, score, tuple(json.loads(reasons)), command)
        for test, rank, score, reasons, command in rows(_WORDED_TESTS, (path,))
    ]


def test_commands(rows: Rows) -> dict[int, Command]:
    """What runs each test file."""
    found = rows("SELECT file, command, proof, line FROM test_command", ())
    return {file: Command(*row) for file, *row in found}


def command_by_test(rows: Rows) -> dict[str, str]:
    """By the path of each test file what runs it."""
    return dict(rows(_COMMANDS, ()))


def owners(rows: Rows, path: str = "") -> Iterator[tuple[str, Owner]]:
    """Of one file or all, by path."""
    query, values = (
        (_OWNERS.format("WHERE path = ?"), (path,)) if path else (_OWNERS.format(""), ())
    )
    for owned, names, proof, line in rows(query, values):
        yield owned, Owner(tuple(json.loads(names)), proof, line)


def decode_linked(text: str) -> Iterator[LinkedReference]:
    return (LinkedReference(*group) for group in _decoded(text))


def decode_leading_to(text: str, keys: Collection[int]) -> Iterator[LinkedReference]:
    """Those alone that lead to one of the keys, which most of a file do not."""
    for group in _decoded(text):
        if any(key in keys for key in group[-1]):
            yield LinkedReference(*group)


def _decoded(text: str) -> list[Any]:
    """A server has the faster reader at hand; a command answers sooner than it is loaded."""
    faster = sys.modules.get("msgspec")
    decoded: list[Any] = (faster.json.decode if faster else json.loads)(text or "[]")
    return decoded


def decode_called(text: str, name: str) -> Iterator[LinkedReference]:
    is_plain = name.isascii() and name.isprintable() and not {*name} & {*'"\\'}
    groups = decode_holding(text, f'["{name}",') if is_plain else decode_linked(text)
    return (group for group in groups if group.name == name)


def decode_holding(text: str, part: str) -> Iterator[LinkedReference]:
    """At least those that hold a part of the text: few of a long list are asked for."""
    try:
        yield from [*_groups_around(text, part)]
    except ValueError:  # a name that looks like the beginning of a group
        yield from decode_linked(text)


def _groups_around(text: str, part: str) -> Iterator[LinkedReference]:
    at = text.find(part)
    while at >= 0:
        group, end = _DECODER.raw_decode(text, text.rfind('["', 0, at + len(part)))
        if end <= at or len(group) != len(LinkedReference._fields):
            raise ValueError
        yield LinkedReference(*group)
        at = text.find(part, end)


_DECODER: Final = json.JSONDecoder()
_OWNERS: Final = "SELECT path, owners, proof, line FROM owners {} ORDER BY path, proof, line"
_USES: Final = """
    SELECT r.target, r.file, r.role, r.confidence, r.n, r.line FROM json_each(?) k
    JOIN referrer r ON r.target = k.value
"""
_NAMES: Final = """
    SELECT s.key, s.file, s.qualname, s.kind, s.overload, s.exported
    FROM json_each(?) k JOIN symbol s ON s.key = k.value
"""
_OF_FILE: Final = "file = (SELECT id FROM file WHERE path = ?)"
_EDGES: Final = """
    SELECT f.path, e.kind, e.line, e.confidence, e.n FROM edge e JOIN file f ON f.id = e.{1}
    WHERE e.{0} = (SELECT id FROM file WHERE path = ?)
"""
_IMPORTS: Final = f"""
    SELECT line, module, name, alias, form, confidence, rule, targets FROM import
    WHERE {_OF_FILE} ORDER BY n
"""
_REFERENCES: Final = f"SELECT groups FROM file_references WHERE {_OF_FILE}"
_AROUND: Final = """
    SELECT qualname FROM symbol WHERE file = ? AND line <= ? AND end_line >= ? AND kind IN {}
    ORDER BY line DESC, end_line LIMIT 1
"""
_RANK: Final = f"""
    SELECT fan_in, fan_out, layer, cycle, is_entry FROM file_rank WHERE {_OF_FILE}
"""
_CYCLE: Final = """
    SELECT f.path FROM file_rank r JOIN file f ON f.id = r.file WHERE r.cycle = ? ORDER BY f.path
"""
_WORDED_TESTS: Final = """
    SELECT test_path, rank, score, reasons, command FROM tests WHERE path = ? ORDER BY rank
"""
_COMMANDS: Final = "SELECT f.path, c.command FROM test_command c JOIN file f ON f.id = c.file"
_TESTS: Final = f"SELECT links FROM file_tests WHERE {_OF_FILE}"
