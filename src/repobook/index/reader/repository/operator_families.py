"""Operators of a repository by families: all overloads, and what works in place, together."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from repobook.index.ids import symbol_key
from repobook.index.reader.repository.offered_names import IndexRows
from repobook.index.reader.rows import Rows, listed
from repobook.model.answers import SymbolLine
from repobook.model.dossiers.folder_dossier import OperatorFamily, Place
from repobook.model.kinds import OPERATOR


def operator_families(execute: Rows) -> tuple[OperatorFamily, ...]:
    """By name."""
    overloads = overloads_by_family(execute)
    if not overloads:
        return ()
    tests = tests_by_target(execute, (one for family in overloads.values() for one in family))
    test_paths = {path for (path,) in execute("SELECT path FROM file WHERE role = 'test'", ())}
    parts: dict[str, int] = {}
    return tuple(
        OperatorFamily(
            name,
            _free(name.replace("::", "_").lower(), parts),
            Place(family[0].path, family[0].line, family[0].end_line),
            all(symbol.path in test_paths for symbol in family),
            len(family),
            len({test.path for symbol in family for test in tests[symbol_key(symbol.id)]}),
        )
        for name, family in overloads.items()
    )


def overloads_by_family(execute: Rows) -> dict[str, list[SymbolLine]]:
    """By name."""
    families: dict[str, list[SymbolLine]] = {}
    for symbol in IndexRows(execute).symbol_lines(f"kind = '{OPERATOR}'", ()):
        families.setdefault(family_name(symbol.name), []).append(symbol)
    return dict(sorted(families.items()))


def family_name(name: str) -> str:
    """``aten::add`` of ``aten::add_.Tensor``."""
    plain = name.partition(".")[0]
    return plain[:-1] if plain.endswith("_") and not plain.endswith(("__", ":_")) else plain


def operator_label(family: str) -> str:
    """The pages of operators are made together that have a letter in common."""
    return family.partition("::")[2].lstrip("_")[:1].lower()


def operator_labels(execute: Rows) -> list[str]:
    names = {name for (name,) in execute(_NAMES, ())}
    return sorted({operator_label(family_name(name)) for name in names})


class NamedInTest(NamedTuple):
    path: str
    line: int
    n: int


def tests_by_target(
    execute: Rows, symbols: Iterable[SymbolLine]
) -> defaultdict[int, list[NamedInTest]]:
    tests: defaultdict[int, list[NamedInTest]] = defaultdict(list)
    for key, *use in execute(_TESTS, listed(symbol_key(symbol.id) for symbol in symbols)):
        tests[key].append(NamedInTest(*use))
    return tests


def _free(part: str, parts: dict[str, int]) -> str:
    """Names may differ by signs or case alone."""
    parts[part] = parts.get(part, 0) + 1
    return part if parts[part] == 1 else f"{part}-{parts[part]}"


_NAMES: Final = f"SELECT name FROM symbol INDEXED BY symbol_of_operator WHERE kind = '{OPERATOR}'"
_TESTS: Final = """
    SELECT r.target, f.path, min(r.line), sum(r.n)
    FROM json_each(?) k CROSS JOIN referrer r ON r.target = k.value JOIN file f ON f.id = r.file
    WHERE f.role = 'test' GROUP BY r.target, f.path ORDER BY r.target, f.path
"""
