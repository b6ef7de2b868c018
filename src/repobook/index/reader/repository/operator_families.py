"""Operators of a repository, all overloads together, with the code that implements them."""

from collections.abc import Iterable
from typing import Final

from repobook.index.ids import symbol_key
from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.folder.folder_tables import Tables
from repobook.index.reader.repository.offered_names import IndexRows
from repobook.index.reader.rows import listed
from repobook.model.answers import SymbolLine
from repobook.model.dossiers.folder_dossier import OfferedTarget, OperatorFamily, Place
from repobook.model.kinds import OPERATOR

_KERNELS: Final = ("dispatch", "structured", "registration", "ufunc")


def operator_families(tables: Tables) -> tuple[OperatorFamily, ...]:
    """By name."""
    rows = IndexRows(tables)
    overloads = rows.symbol_lines(f"kind = '{OPERATOR}'", ())
    if not overloads:
        return ()
    role_by_path = {row.line.path: row.line.role for row in tables.rows}
    family_by_name: dict[str, list[SymbolLine]] = {}
    for symbol in overloads:
        family_by_name.setdefault(symbol.name, []).append(symbol)
    kernels = _kernels(BindingReader(rows), _binding_paths(rows, overloads))
    tests = _test_files(rows, overloads)
    return tuple(
        OperatorFamily(
            name,
            Place(family[0].path, family[0].line, family[0].end_line),
            role_by_path.get(family[0].path) == "test",
            len(family),
            tuple(kernels.get(name, {})),
            len({path for symbol in family for path in tests.get(symbol_key(symbol.id), ())}),
        )
        for name, family in sorted(family_by_name.items())
    )


def _binding_paths(rows: IndexRows, overloads: Iterable[SymbolLine]) -> list[str]:
    """Files that declare operators, and those that register kernels of ones that no list has."""
    declaring = dict.fromkeys(symbol.path for symbol in overloads)
    of_libraries = [symbol_key(s.id) for s in overloads if not s.path.endswith((".yaml", ".yml"))]
    registering = [path for (path,) in rows.rows(_BINDING_FILES, listed(of_libraries))]
    return list(dict.fromkeys([*declaring, *registering]))


def _kernels(bindings: BindingReader, paths: Iterable[str]) -> dict[str, dict[OfferedTarget, None]]:
    """By the names of families; each kernel once, for the backends of its binding."""
    places = [p for path in paths for p in bindings.places_in(path) if _is_kernel(p)]
    symbols = bindings.symbols_of(key for place in places for key in place.targets[:1])
    kernels: dict[str, dict[OfferedTarget, None]] = {}
    for place in places:
        symbol = symbols.get(place.targets[0])
        if symbol and symbol.kind != OPERATOR:
            backends = place.binding.detail.partition(" in ")[0]
            target = OfferedTarget(backends, Place(symbol.path, symbol.line))
            family = place.binding.subject.partition(".")[0]
            kernels.setdefault(family, {})[target] = None
    return kernels


def _is_kernel(place: BoundPlace) -> bool:
    return place.binding.stage in _KERNELS and bool(place.targets)


def _test_files(rows: IndexRows, overloads: Iterable[SymbolLine]) -> dict[int, list[str]]:
    keys = [symbol_key(symbol.id) for symbol in overloads]
    tests: dict[int, list[str]] = {}
    for key, path in rows.rows(_TESTS, listed(keys)):
        tests.setdefault(key, []).append(path)
    return tests


_BINDING_FILES: Final = """
    SELECT DISTINCT f.path FROM json_each(?) k CROSS JOIN referrer r ON r.target = k.value
    JOIN file f ON f.id = r.file WHERE r.role = 'bind' ORDER BY f.path
"""
_TESTS: Final = """
    SELECT DISTINCT r.target, f.path FROM json_each(?) k CROSS JOIN referrer r ON r.target = k.value
    JOIN file f ON f.id = r.file WHERE f.role = 'test' ORDER BY r.target, f.path
"""
