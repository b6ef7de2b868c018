"""Reads a book: the one place that answers questions about it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, Final

from repobook.errors import RepobookError
from repobook.index.ids import symbol_key
from repobook.index.reader.file.file_links import command_by_test, imports_in, rank_of
from repobook.index.reader.file_briefs import (
    markers,
    parse_problems,
    skipped_paths,
)
from repobook.index.reader.link_outcomes import links_by_language
from repobook.index.reader.named_modules import may_name_module, module_meant, modules_named
from repobook.index.reader.named_symbols import declared_name, symbols_named
from repobook.index.reader.open_index import open_index
from repobook.index.reader.read_only import SECONDS_TO_ANSWER, ReadingTime
from repobook.index.reader.repository.python_operators import named_in_python
from repobook.index.reader.rows import Condition, asked_path, below, listed
from repobook.index.reader.same_symbols import same_symbols
from repobook.index.search.search_index import SearchIndex
from repobook.model.answers import (
    FileAnswer,
    FileLine,
    FolderAnswer,
    FolderLine,
    Matches,
    Nothing,
    Share,
    Shown,
    StatusAnswer,
    SymbolAnswer,
    SymbolLine,
    all_of,
    others_of,
)
from repobook.model.kinds import HOLDERS
from repobook.model.purpose import NO_PURPOSE, Purpose
from repobook.text.environment_names import variable_name
from repobook.text.operator_names import operator_spelling, python_operator
from repobook.text.python_names import bound_python_name
from repobook.text.route_paths import command_name

MAX_MATCHES: Final = 50

SYMBOL_COLUMNS: Final = "id, path, name, qualname, kind, line, end_line, signature, exported"
FILE_COLUMNS: Final = (
    "path, language, role, bytes, lines, status, reason, "
    "(SELECT count(*) FROM symbol s JOIN file f ON f.id = s.file WHERE f.path = files.path), "
    "purpose"
)


class BookReader:
    """Answers from one book; the book does not change while it is open."""

    def __init__(self, book: Path, seconds: float = SECONDS_TO_ANSWER) -> None:
        self.book = book
        self._allowed = ReadingTime(book, seconds)
        self._db = open_index(book, self._allowed)
        self.meta = {str(key): str(value) for key, value in self._db.execute(_META)}
        self.commit = self.meta.get("commit", "")
        self._numbers: dict[str, int] = {}

    def begin(self) -> None:
        """Starts the time limit of the next question."""
        self._allowed.begin()

    def show(self, target: str) -> Shown:
        """A file, a folder, or the most likely symbol of a name, with the others besides."""
        path = asked_path(target)
        if answer := self._file(path) or self._folder(path):
            return answer
        symbols = self.symbols_called(target)
        if module := self._file(module_meant(self.rows, target, symbols)):
            return module._replace(others=all_of(symbols))
        files = self.files_ending_in(path) or ([] if symbols else self.modules_named(target))
        if symbols and not files:
            return self._symbol(symbols[0])._replace(others=others_of(symbols))
        if len(files) == 1 and not symbols:
            return self._file(files[0].path) or self.nothing(target)
        if symbols or files:
            n_all = len(symbols) + len(files)
            return Matches(target, tuple(symbols[:MAX_MATCHES]), tuple(files[:MAX_MATCHES]), n_all)
        return self.nothing(target)

    def folder(self, target: str) -> FolderAnswer | Nothing:
        return self._folder(asked_path(target)) or self.nothing(target)

    def status(self) -> StatusAnswer:
        return StatusAnswer(
            self.meta,
            self._shares("language", "status = 'documented'"),
            self._shares("role", "1"),
            tuple(self.rows(_REASONS)),
            skipped_paths(self.rows),
            parse_problems(self.rows),
            self.n_unparsed,
            self.number("SELECT count(*) FROM file WHERE tracked = 1"),
            self.number("SELECT count(*) FROM file WHERE tracked = 0"),
            links_by_language(self.rows),
        )

    @property
    def n_files(self) -> int:
        return self.number("SELECT count(*) FROM file")

    @property
    def n_unparsed(self) -> int:
        """Files with parse problems."""
        return self.number("SELECT count(DISTINCT file) FROM diagnostic")

    @property
    def n_test_files(self) -> int:
        return self.number("SELECT count(*) FROM file WHERE role = 'test'")

    @cached_property
    def command_by_test(self) -> dict[str, str]:
        """By the path of each test file what runs it."""
        return command_by_test(self.rows)

    @cached_property
    def search_index(self) -> SearchIndex | None:
        """None in a book without one. Words and texts are read with the reader's other rows."""
        try:
            return SearchIndex(self.book)
        except RepobookError:
            return None

    def close(self) -> None:
        if index := self.__dict__.get("search_index"):
            index.close()
        self._db.close()

    def _file(self, path: str) -> FileAnswer | None:
        rows = self.rows(
            f"SELECT {FILE_COLUMNS}, role_reason, blob, tracked, doc FROM files WHERE path = ?",
            (path,),
        )
        if not rows:
            return None
        *line, role_reason, blob, tracked, doc = rows[0]
        return FileAnswer(
            FileLine(*line),
            role_reason,
            blob,
            None if tracked is None else bool(tracked),
            doc,
            self._outline(path),
            sum(one.module != "" for one in imports_in(self.rows, path)),
            tuple(self.rows("SELECT tag, line, text FROM notes WHERE path = ?", (path,))),
            tuple(self.rows("SELECT line, message FROM diagnostics WHERE path = ?", (path,))),
            self._purpose(path),
            n_users=rank.fan_in if (rank := rank_of(self.rows, path)) else 0,
        )

    def _purpose(self, path: str) -> Purpose:
        rows = self.rows(_PURPOSE, (path,))
        return Purpose(*rows[0]) if rows else NO_PURPOSE

    def purpose_of(self, file: int) -> str:
        """What the file is for; empty where nothing says so."""
        return next((text for (text,) in self.rows(_PURPOSE_OF, (file,))), "")

    def _outline(self, path: str) -> tuple[SymbolLine, ...]:
        rows = self.rows(
            f"SELECT {SYMBOL_COLUMNS}, n, parent FROM symbols WHERE path = ? ORDER BY n", (path,)
        )
        depth_by_n: dict[int | None, int] = {None: -1}
        lines = []
        for *columns, n, parent in rows:
            depth_by_n[n] = depth_by_n[parent] + 1
            lines.append(symbol_line(columns, depth_by_n[n]))
        return tuple(lines)

    def _folder(self, path: str) -> FolderAnswer | None:
        first, _ = place = below(path)
        inside = self.rows(_BELOW, place)
        if not inside:
            return None
        is_large = len(inside) > _LARGE_FOLDER
        n_symbols = self._n_symbols if is_large else dict(self.rows(_N_SYMBOLS_BELOW, place))
        direct = listed(id for id, one, _ in inside if "/" not in one[len(first) :])
        files = [
            FileLine(*(*row, n_symbols.get(id, 0), purpose))
            for id, *row, purpose in self.rows(_LISTED, direct)
        ]
        pattern, n_markers = markers(self.rows).get(path, ("", 0))
        return FolderAnswer(
            path or ".",
            _subfolders(inside, n_symbols, first),
            tuple(files),
            len(inside),
            sum(n_lines for _, _, n_lines in inside),
            f"{n_markers} empty marker files named {pattern}" if n_markers else "",
        )

    @cached_property
    def _n_symbols(self) -> dict[int, int]:
        """By file: counted once, for a server is asked for large folders again and again."""
        return dict(self.rows("SELECT file, count(*) FROM symbol GROUP BY file", ()))

    def symbols_called(self, name: str) -> list[SymbolLine]:
        """The most likely one first; operators, commands and variables of the environment have
        names of their own."""
        operators = self.operators_called(name) if "::" in name else []
        symbols = operators or symbols_named(self.rows, name)
        symbols = symbols or symbols_named(self.rows, command_name(name))
        symbols = symbols or symbols_named(self.rows, bound_python_name(name))
        symbols = symbols or self._operators_spelt(name)
        symbols = symbols or self._bound_somewhere(name)
        symbols = symbols or symbols_named(self.rows, variable_name(name))
        return symbols or symbols_named(self.rows, declared_name(name))

    def _bound_somewhere(self, name: str) -> list[SymbolLine]:
        """``torch.tensor`` where a table of names does not say which module is given it: that of
        the folder around it."""
        module, _, last = name.rpartition(".")
        found = symbols_named(self.rows, bound_python_name(last)) if module else []
        folder = f"/{module.replace('.', '/')}/"
        return [symbol for symbol in found if folder in f"/{symbol.path}"]

    def _operators_spelt(self, name: str) -> list[SymbolLine]:
        """``at::add``, or ``torch.add`` where the list of operators gives it that name."""
        if spelling := operator_spelling(name):
            return self.operators_called(spelling)
        return named_in_python(self.rows, self.operators_called(python_operator(name)), name)

    def module_called(self, name: str) -> str:
        """The file that is meant by the name of a module; empty where a symbol is, or nothing."""
        if not may_name_module(name):
            return ""
        return module_meant(self.rows, name, self.symbols_called(name))

    def modules_named(self, name: str) -> list[FileLine]:
        """Files that bear a name, the most imported first."""
        paths = [module.path for module in modules_named(self.rows, name)]
        found = self.rows(
            f"SELECT {FILE_COLUMNS} FROM files WHERE path IN (SELECT value FROM json_each(?))",
            listed(paths),
        )
        return sorted((FileLine(*row) for row in found), key=lambda file: paths.index(file.path))

    def operators_called(self, name: str) -> list[SymbolLine]:
        """``aten::add.Tensor`` is an overload of ``aten::add``, which stands for all of them."""
        family = name.partition(".")[0]
        overloads = self.symbol_lines("name = ? AND kind = 'operator'", (family,))
        asked = [symbol for symbol in overloads if name in (family, symbol.qualname)]
        return sorted(asked, key=lambda symbol: symbol.qualname != name)

    def matches(self, target: str) -> Matches | Nothing:
        """All that bear the name, the most likely one first."""
        symbols = self.symbols_called(target)
        files = self.files_ending_in(target) or self.modules_named(target)
        if not symbols and not files:
            return self.nothing(target)
        return Matches(target, tuple(symbols), tuple(files), len(symbols) + len(files))

    def symbols_in(self, path: str, name: str = "") -> list[SymbolLine]:
        """All, or those of a name."""
        if name:
            return self.symbol_lines("path = ? AND name = ?", (path, name))
        return self.symbol_lines("path = ?", (path,))

    def holders_in(self, path: str) -> list[SymbolLine]:
        """Those that other code may stand in."""
        return self.symbol_lines(f"path = ? AND kind IN {HOLDERS}", (path,))

    def symbols_with_key(self, key: int) -> list[SymbolLine]:
        """The symbol that a link leads to; none where it leads to a file, or it is gone."""
        return self.symbol_lines("key = ?", (key,))

    def files_at(self, place: Condition, first: int, n: int) -> tuple[list[FileLine], int]:
        """Some of the files that fulfil a condition, by path, and how many there are."""
        condition, values = place
        rows = self.rows(
            f"SELECT {FILE_COLUMNS} FROM files WHERE {condition} LIMIT ? OFFSET ?",
            (*values, n, first),
        )
        n_all = self.number(f"SELECT count(*) FROM file WHERE {condition}", values)
        return [FileLine(*row) for row in rows], n_all

    def symbols_at(self, place: Condition, first: int, n: int) -> list[SymbolLine]:
        """By path, then as they stand in the file."""
        condition, values = place
        return self.symbol_lines(condition, (*values, n, first), "path, n LIMIT ? OFFSET ?")

    def symbol_lines(
        self, condition: str, values: tuple[str | int, ...], order: str = "path, line, n"
    ) -> list[SymbolLine]:
        query = f"SELECT {SYMBOL_COLUMNS} FROM symbols WHERE {condition} ORDER BY {order}"
        return [symbol_line(row) for row in self.rows(query, values)]

    def files_ending_in(self, path: str) -> list[FileLine]:
        pattern = "%/" + path.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
        rows = self.rows(
            rf"SELECT {FILE_COLUMNS} FROM files WHERE path LIKE ? ESCAPE '\' ORDER BY path",
            (pattern,),
        )
        return [FileLine(*row) for row in rows]

    def _symbol(self, symbol: SymbolLine) -> SymbolAnswer:
        doc, decorators = self.rows(
            "SELECT doc, decorators FROM symbols WHERE path = ? AND id = ?",
            (symbol.path, symbol.id),
        )[0]
        members = tuple(_members(symbol, self._outline(symbol.path)))
        answer = SymbolAnswer(symbol, doc, tuple(json.loads(decorators)), members)
        keys = [one.other for one in same_symbols(self.rows, [symbol_key(symbol.id)])]
        return self._with_same(answer, keys) if keys else answer

    def _with_same(self, answer: SymbolAnswer, keys: list[int]) -> SymbolAnswer:
        same = [line for key in keys for line in self.symbols_with_key(key)]
        query = "SELECT id, doc FROM symbols WHERE key IN (SELECT value FROM json_each(?))"
        doc_by_id = {id: doc for id, doc in self.rows(query, listed(keys)) if doc}
        same.sort(key=lambda one: (one.id not in doc_by_id, one.path, one.line))
        there = doc_by_id.get(same[0].id, "") if same and not answer.doc else ""
        return answer._replace(same=tuple(same), doc_there=there)

    def file_id(self, path: str) -> int:
        """0 where there is none."""
        return next((id for (id,) in self.rows("SELECT id FROM file WHERE path = ?", (path,))), 0)

    def n_lines(self, path: str) -> int:
        return self.number("SELECT lines FROM file WHERE path = ?", (path,))

    def has_files_below(self, folder: str) -> bool:
        return bool(
            self.rows("SELECT 1 FROM file WHERE path >= ? AND path < ? LIMIT 1", below(folder))
        )

    def n_documented_below(self, folder: str) -> int:
        return self.number(_N_BELOW, below(folder))

    def nothing(self, target: str) -> Nothing:
        name = target.replace("::", ".").rpartition(".")[2] or target
        n = len(name)
        names = [
            other
            for prefix in _in_any_case(name[:2])
            for (other,) in self.rows(_NAMES_LIKE, (prefix, f"{prefix}\U0010ffff", n - 2, n + 2))
        ]
        close = get_close_matches(name, names, 5, 0.7)
        return Nothing(
            target,
            tuple(close),
            self.n_files,
            self.n_unparsed,
        )

    def _shares(self, column: str, condition: str) -> tuple[Share, ...]:
        rows = self.rows(
            f"SELECT {column}, count(*), sum(lines), sum(bytes) FROM file WHERE {condition}"
            f" GROUP BY {column} ORDER BY sum(bytes) DESC, {column}"
        )
        return tuple(Share(*row) for row in rows)

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return list(self._db.execute(query, values))

    def number(self, query: str, values: tuple[Any, ...] = ()) -> int:
        """Counts over the whole book are cached."""
        if values:
            return int(self.rows(query, values)[0][0])
        if query not in self._numbers:
            self._numbers[query] = int(self.rows(query)[0][0])
        return self._numbers[query]


_META: Final = "SELECT key, value FROM meta"
# A range of an index: to look at all names, as LIKE does, takes longer than the rest of an answer.
_NAMES_LIKE: Final = """
    SELECT DISTINCT name FROM symbol WHERE name >= ? AND name < ? AND length(name) BETWEEN ? AND ?
"""
_LARGE_FOLDER: Final = 1000
_BELOW: Final = "SELECT id, path, lines FROM file WHERE path >= ? AND path < ?"
_LISTED: Final = """
    SELECT f.id, f.path, f.language, f.role, f.bytes, f.lines, f.status, f.reason,
           coalesce(iif(p.subject = '', '', p.subject || ': ') || p.text, '')
    FROM json_each(?) CROSS JOIN file f ON f.id = value LEFT JOIN file_purpose p ON p.file = f.id
    ORDER BY f.path
"""
_PURPOSE: Final = """
    SELECT p.text, p.source, p.subject, o.path, p.line, p.end_line
    FROM file_purpose p JOIN file f ON f.id = p.file JOIN file o ON o.id = p.proof
    WHERE f.path = ?
"""
_PURPOSE_OF: Final = """
    SELECT iif(subject = '', '', subject || ': ') || text FROM file_purpose WHERE file = ?
"""
# File by file as they lie on the disk, which for a large folder is much sooner than by path.
_N_SYMBOLS_BELOW: Final = """
    SELECT s.file, count(*) FROM symbol s
    WHERE s.file IN (SELECT id FROM file WHERE path >= ? AND path < ?) GROUP BY s.file
"""
_N_BELOW: Final = """
    SELECT count(*) FROM file WHERE path >= ? AND path < ? AND status = 'documented'
"""
_REASONS: Final = """
    SELECT reason, count(*) FROM file WHERE reason != '' GROUP BY reason ORDER BY 2 DESC, 1
"""


def _in_any_case(letters: str) -> list[str]:
    cases = [sorted({letter.lower(), letter.upper()}) for letter in letters]
    return ["".join(chosen) for chosen in product(*cases)]


def symbol_line(columns: Sequence[Any], depth: int = 0) -> SymbolLine:
    return SymbolLine._make((*columns[:-1], bool(columns[-1]), depth))


def _subfolders(
    files: Iterable[tuple[int, str, int]], n_symbols: Mapping[int, int], prefix: str
) -> tuple[FolderLine, ...]:
    """Of files by id, path and number of lines."""
    totals: dict[str, tuple[int, int, int]] = {}
    start = len(prefix)
    for id, path, n_lines in files:
        slash = path.find("/", start)
        if slash > 0:
            name = path[start:slash]
            n_files, n_all_lines, n_all_symbols = totals.get(name, (0, 0, 0))
            n_all_symbols += n_symbols.get(id, 0)
            totals[name] = n_files + 1, n_all_lines + n_lines, n_all_symbols
    return tuple(FolderLine(f"{prefix}{name}", *totals[name]) for name in sorted(totals))


def _members(symbol: SymbolLine, outline: Sequence[SymbolLine]) -> Iterator[SymbolLine]:
    """What it holds; some languages write the methods of a type beside it."""
    alike = [one for one in outline if one.qualname == symbol.qualname]
    depth = next((one.depth + 1 for one in alike if one.id == symbol.id), 0)
    for line in outline:
        if line.qualname.startswith(f"{symbol.qualname}."):
            if _holds(symbol, line):
                yield line
            elif line.kind == "method" and not any(_holds(one, line) for one in alike):
                yield line._replace(depth=depth)


def _holds(symbol: SymbolLine, line: SymbolLine) -> bool:
    return symbol.line <= line.line <= symbol.end_line
