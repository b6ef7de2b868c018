"""Which symbols a name means, the most likely first.

A name is an id, ``path:line``, a bare or dotted name, or a public path (``flask.Flask``), which
is followed through what packages re-export.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from repobook.index.reader.named_modules import bears, modules_called
from repobook.index.reader.rows import Rows
from repobook.model.answers import SymbolLine
from repobook.model.kinds import CLASSES

_PLACE: Final = re.compile(r"(?P<path>.+):(?P<line>\d{1,9})\Z")
_DECLARED: Final = re.compile(
    r"(?:(?:async|class|const|def|enum|export|fn|func|function|interface|macro|method|module|"
    r"namespace|pub|static|struct|trait|type|union) +)*(?P<name>[^\s()]+)(?:\([^()]*\))?\s*\Z"
)
_MAX_DEPTH: Final = 5
# What stands in these folders shows or checks what others define, or is somebody else's.
_ASIDE: Final = frozenset(
    [
        "benchmark",
        "benchmarks",
        "bench",
        "demo",
        "demos",
        "deps",
        "example",
        "examples",
        "fuzz",
        "sample",
        "samples",
        "test",
        "tests",
        "third_party",
        "thirdparty",
        "vendor",
        "vendored",
        "tutorials",
        "playground",
        "scripts",
    ]
)
_LAST_ROLES: Final = frozenset(["docs", "data", "generated", "vendored", "config", "marker"])
# They bear a name that nobody would ask for first.
_FIELD: Final = "field"
_SHAPES: Final = frozenset(["key", "heading", "section", "selector", "stage", "constructor"])


class NamedSymbol(NamedTuple):
    line: SymbolLine
    key: int
    standing: tuple[Any, ...]
    """Sorts by it."""


def symbols_named(rows: Rows, target: str) -> list[SymbolLine]:
    """All that a name may mean, each thing once: no declaration besides its definition."""
    path, separator, _ = target.partition("::")
    if separator and _is_file(rows, path):
        return [one.line for one in _ranked(rows, "path = ? AND id = ?", (path, target))]
    if place := _PLACE.match(target):
        return _around(rows, place["path"].removeprefix("./"), int(place["line"]))
    # A dot may separate nothing: ``GET /icon.png``, a heading of a document.
    whole = _ranked(rows, "name = ?", (target.strip(),)) if "." in target else []
    if whole and whole[0].line.kind not in _SHAPES:
        return [one.line for one in whole]
    dotted = target.strip().removesuffix("()").replace("::", ".").strip(".")
    ending = f".{dotted}"
    found = _ranked(rows, _ENDS_IN, (dotted.rpartition(".")[2], -len(ending), ending)) + whole
    if "." in dotted and not (found and "::" in target):
        keys = {*_public(rows, dotted.split("."))} - {one.key for one in found}
        offered = _ranked(rows, _BY_KEYS, (json.dumps(sorted(keys)),)) if keys else []
        found = sorted([*found, *offered], key=lambda one: one.standing)
    elif found and found[0].line.kind == _FIELD:
        # ``Storage Storage``: who asks for the name alone means the type.
        found.sort(key=lambda one: (*one.standing[:2], one.line.kind not in CLASSES))
    return [one.line for one in _each_once(rows, found)]


def declared_name(text: str) -> str:
    """Of what is written as code has it, ``struct node`` or ``func parse(text)``, the name."""
    declared = _DECLARED.match(text.strip())
    return declared["name"] if declared else text


def _is_file(rows: Rows, path: str) -> bool:
    return bool(list(rows("SELECT 1 FROM file WHERE path = ?", (path,))))


def _around(rows: Rows, path: str, line: int) -> list[SymbolLine]:
    """The innermost symbol there, whose first line may be that of a decorator or a template."""
    values = (path, line, line)
    found = _ranked(rows, "path = ? AND line <= ? AND end_line >= ?", values)
    return sorted((one.line for one in found), key=lambda s: (-s.line, s.end_line))[:1]


def _ranked(rows: Rows, condition: str, values: tuple[Any, ...]) -> list[NamedSymbol]:
    found = [_named(row) for row in rows(_SYMBOLS.format(condition), values)]
    return sorted(found, key=lambda one: one.standing)


def _named(row: tuple[Any, ...]) -> NamedSymbol:
    *columns, key, role, is_defined, score, n_uses = row
    line = SymbolLine(*columns)
    line = line._replace(exported=bool(line.exported))
    is_shape = line.kind in _SHAPES or _is_same_name(line)
    public = not line.exported, not (is_defined or line.kind in CLASSES)
    place = -score, line.path, line.line
    return NamedSymbol(line, key, (_aside(line.path, role), is_shape, -n_uses, *public, *place))


def _is_same_name(line: SymbolLine) -> bool:
    """``using Backend = at::Backend``: a query for it means its target."""
    _, is_alias, value = line.signature.rpartition("=")
    return (
        bool(is_alias)
        and line.kind == "type"
        and re.split(r"\W+", value.strip(" ;"))[-1] == line.name
    )


def _aside(path: str, role: str) -> int:
    """Code before examples, examples before tests, and what nobody here wrote last."""
    if role in _LAST_ROLES:
        return 3
    if role == "test":
        return 2
    return int(not _ASIDE.isdisjoint(path.lower().split("/")[:-1]))


def _each_once(rows: Rows, found: Iterable[NamedSymbol]) -> Iterator[NamedSymbol]:
    same_keys: set[int] = set()
    for one in found:
        if one.key not in same_keys:
            same_keys.update(other for (other,) in rows(_OTHERS, (one.key,)))
            yield one


def _public(rows: Rows, parts: list[str]) -> Iterator[int]:
    """Keys of what a path through modules means; the longest module that has it decides."""
    for n in range(len(parts) - 1, 0, -1):
        name = "/".join(parts[:n])
        modules = [file for file, path in modules_called(rows, name) if bears(path, name)]
        keys = [key for file in modules for key in _offered(rows, file, parts[n:], _MAX_DEPTH)]
        if keys:
            yield from keys
            return
    # ``F.softmax``, as most files call the module.
    for (key,) in list(rows(_ALIASED, (parts[0],))):
        yield from _member(rows, key, parts[1:], _MAX_DEPTH)


def _offered(rows: Rows, file: int, parts: list[str], depth: int) -> list[int]:
    """What a file defines or imports under a name; stars are followed."""
    own = [key for (key,) in rows(_DEFINED, (file, ".".join(parts)))]
    if own or not depth:
        return own
    imported = [key for (key,) in rows(_IMPORTED, (file, parts[0]))]
    for key in imported:
        if found := _member(rows, key, parts[1:], depth - 1):
            return found
    for (starred,) in list(rows(_IMPORTED, (file, "*"))):
        if found := _offered(rows, starred, parts, depth - 1):
            return found
    return []


def _member(rows: Rows, key: int, parts: list[str], depth: int) -> list[int]:
    """Of what is imported: itself, or what it holds."""
    if list(rows("SELECT 1 FROM file WHERE id = ?", (key,))):
        return _offered(rows, key, parts, depth) if parts else []
    if not parts:
        return [key]
    return [found for (found,) in rows(_MEMBERS, (key, ".".join(parts)))]


_SYMBOLS: Final = """
    SELECT s.id, s.path, s.name, s.qualname, s.kind, s.line, s.end_line, s.signature, s.exported,
           s.key, f.role, s.complexity > 0, coalesce(k.score, 0),
           (SELECT coalesce(sum(r.n), 0) FROM referrer r
            WHERE r.target IN (SELECT s.key UNION SELECT other FROM same_symbol WHERE key = s.key)
                  AND r.confidence != 'ambiguous')
    FROM (SELECT * FROM symbols WHERE {}) s JOIN file f ON f.path = s.path
    LEFT JOIN file_rank k ON k.file = f.id
"""
_ENDS_IN: Final = "name = ? AND substr('.' || qualname, ?) = ?"
_BY_KEYS: Final = "key IN (SELECT value FROM json_each(?))"
_OTHERS: Final = "SELECT other FROM same_symbol WHERE key = ?"
_DEFINED: Final = "SELECT key FROM symbol WHERE file = ? AND qualname = ? ORDER BY n"
_IMPORTED: Final = """
    SELECT t.value FROM import i, json_each(i.targets) t
    WHERE i.file = ?1 AND coalesce(nullif(i.alias, ''), i.name) = ?2 ORDER BY i.n
"""
_ALIASED: Final = """
    SELECT t.value FROM import i, json_each(i.targets) t WHERE i.alias = ?
    GROUP BY t.value ORDER BY count(*) DESC, t.value LIMIT 1
"""
_MEMBERS: Final = """
    SELECT m.key FROM symbol s JOIN symbol m ON m.file = s.file
    WHERE s.key = ? AND m.qualname = s.qualname || '.' || ? ORDER BY m.n
"""
