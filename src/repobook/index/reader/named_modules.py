"""Which file a module name means: ``views``, ``flask.views``, rather than a rarely used symbol."""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from repobook.index.reader.rows import Rows, listed
from repobook.model.answers import SymbolLine

_MAX_MODULES: Final = 20
_FOR_FOLDERS: Final = ("__init__", "index", "mod")
_NAME: Final = re.compile(r"[\w.]{1,500}\Z")


class NamedModule(NamedTuple):
    file: int
    path: str
    n_importers: int
    """How many files import it as a whole, where it is code; an include binds no name."""


def module_meant(rows: Rows, name: str, symbols: Sequence[SymbolLine]) -> str:
    """The path of what more files import than use the likeliest symbol of the name, or which alone
    bears it; empty where a symbol is meant, or where several files bear it alike."""
    modules = modules_named(rows, name)
    first = modules[0] if modules else None
    if first is None or (symbols and first.n_importers <= _n_users(rows, symbols[0])):
        return ""
    return first.path if first.n_importers or len(modules) == 1 else ""


def modules_named(rows: Rows, name: str) -> list[NamedModule]:
    """Code that bears the name, the most imported first."""
    module = name.strip(".").replace(".", "/")
    if not may_name_module(name) or module.rpartition("/")[2] in ("", *_FOR_FOLDERS):
        return []
    files = [(file, path) for file, path in modules_called(rows, module) if bears(path, module)]
    n_by_file: dict[int, int] = dict(rows(_IMPORTERS, listed(file for file, _ in files)))
    found = [NamedModule(file, path, n_by_file.get(file, 0)) for file, path in files]
    return sorted(found, key=lambda one: -one.n_importers)


def may_name_module(name: str) -> bool:
    return bool(_NAME.match(name))


def modules_called(rows: Rows, module: str) -> list[tuple[Any, ...]]:
    """Files of the name, or what stands for their folder: code first, then by importance."""
    escaped = module.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
    files = (f"{escaped}.%", rf"{escaped}/\_\_init\_\_.%", f"{escaped}/index.%", f"{escaped}/mod.%")
    return list(rows(_MODULES, (f"%{escaped}%", *files, *(f"%/{file}" for file in files))))


def bears(path: str, module: str) -> bool:
    """As it is spelt, which the index does not look at."""
    folder, _, file = path.rpartition("/")
    stem = file.partition(".")[0]
    of_file = f"/{folder}/{stem}".endswith(f"/{module}")
    return of_file or (stem in _FOR_FOLDERS and f"/{folder}".endswith(f"/{module}"))


def _n_users(rows: Rows, symbol: SymbolLine) -> int:
    return next((n for (n,) in rows(_USERS, (symbol.path, symbol.id))), 0)


_ENDS: Final = " OR ".join([r"f.path LIKE ? ESCAPE '\'"] * 8)
# The first condition alone is asked of most files.
_MODULES: Final = rf"""
    SELECT f.id, f.path FROM file f LEFT JOIN file_rank k ON k.file = f.id
    WHERE f.path LIKE ? ESCAPE '\' AND ({_ENDS})
    ORDER BY f.role = 'test', coalesce(k.score, 0) DESC, f.path LIMIT {_MAX_MODULES}
"""
_IMPORTERS: Final = """
    SELECT k.value, count(DISTINCT i.file) FROM json_each(?) k
    JOIN file f ON f.id = k.value AND f.role IN ('source', 'build', 'generated', 'test')
    JOIN referrer r ON r.target = k.value AND r.role = 'import' AND r.confidence != 'ambiguous'
    JOIN import i ON i.file = r.file AND i.form NOT IN ('include', 'system', 'mention')
                     AND instr(i.targets, k.value)
    GROUP BY k.value
"""
_USERS: Final = """
    SELECT (SELECT count(DISTINCT r.file) FROM referrer r
            WHERE r.target IN (SELECT s.key UNION SELECT other FROM same_symbol WHERE key = s.key)
                  AND r.confidence != 'ambiguous' AND r.file != f.id)
    FROM symbols s JOIN file f ON f.path = s.path WHERE s.path = ? AND s.id = ?
"""
