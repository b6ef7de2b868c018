"""Reads a book: the one place that answers questions about it."""

import json
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from repobook.service.answers import (
    FileAnswer,
    FileLine,
    FolderAnswer,
    FolderLine,
    LanguageLinks,
    Matches,
    Nothing,
    Share,
    Shown,
    StatusAnswer,
    SymbolAnswer,
    SymbolLine,
)
from repobook.store.read_only import SECONDS_TO_ANSWER, ReadingTime
from repobook.store.reader import open_index

MAX_MATCHES: Final = 50

SYMBOL_COLUMNS: Final = "id, path, name, qualname, kind, line, end_line, signature, exported"
FILE_COLUMNS: Final = (
    "path, language, role, bytes, lines, status, reason, "
    "(SELECT count(*) FROM symbol s JOIN file f ON f.id = s.file WHERE f.path = files.path)"
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
        """With another question, whose time begins now."""
        self._allowed.begin()

    def show(self, target: str) -> Shown:
        """A file, a folder, a symbol id or a name; several matches are listed, never guessed."""
        path = target.strip().removeprefix("./").rstrip("/")
        if answer := self._file(path) or self._folder("" if path == "." else path):
            return answer
        symbols = self.symbols_called(target)
        files = self.files_ending_in(path)
        if len(symbols) == 1 and not files:
            return self._symbol(symbols[0])
        if len(files) == 1 and not symbols:
            return self._file(files[0].path) or self.nothing(target)
        if symbols or files:
            n_all = len(symbols) + len(files)
            return Matches(target, tuple(symbols[:MAX_MATCHES]), tuple(files[:MAX_MATCHES]), n_all)
        return self.nothing(target)

    def folder(self, target: str) -> FolderAnswer | Nothing:
        path = target.strip().removeprefix("./").rstrip("/")
        return self._folder("" if path == "." else path) or self.nothing(target)

    def status(self) -> StatusAnswer:
        return StatusAnswer(
            self.meta,
            self._shares("language", "status = 'documented'"),
            self._shares("role", "1"),
            tuple(self.rows(_REASONS)),
            tuple(self.rows("SELECT path, rule FROM skipped")),
            tuple(self.rows(_DIAGNOSTICS)),
            self.number("SELECT count(DISTINCT file) FROM diagnostic"),
            self.number("SELECT count(*) FROM file WHERE tracked = 1"),
            self.number("SELECT count(*) FROM file WHERE tracked = 0"),
            self._links(),
        )

    def close(self) -> None:
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
            self.number(_N_IMPORTS, (path,)),
            tuple(self.rows("SELECT tag, line, text FROM notes WHERE path = ?", (path,))),
            tuple(self.rows("SELECT line, message FROM diagnostics WHERE path = ?", (path,))),
        )

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
        first, after = (f"{path}/", f"{path}0") if path else ("", "\U0010ffff")
        rows = self.rows(_BELOW, (first, after))
        if not rows:
            return None
        n_symbols = dict(self.rows(_N_SYMBOLS_BELOW, (first, after)))
        inside = [FileLine._make((*row, n_symbols.get(id, 0))) for id, *row in rows]
        direct = [file for file in inside if "/" not in file.path[len(first) :]]
        markers = self.rows(
            "SELECT count || ' empty marker files named ' || pattern FROM marker_folder"
            " WHERE folder = ?",
            (path,),
        )
        return FolderAnswer(
            path or ".",
            _subfolders(inside, first),
            tuple(direct),
            len(inside),
            sum(file.n_lines for file in inside),
            markers[0][0] if markers else "",
        )

    def symbols_called(self, name: str) -> list[SymbolLine]:
        path, separator, _ = name.partition("::")
        if separator and self.rows("SELECT 1 FROM file WHERE path = ?", (path,)):
            return self.symbol_lines("path = ? AND id = ?", (path, name))
        dotted = name.replace("::", ".").strip(".")
        last = dotted.rpartition(".")[2]
        found = self.symbol_lines("name = ?", (last,))
        return [
            symbol
            for symbol in found
            if symbol.qualname == dotted or symbol.qualname.endswith(f".{dotted}")
        ]

    def symbol_lines(self, condition: str, values: tuple[str, ...]) -> list[SymbolLine]:
        rows = self.rows(
            f"SELECT {SYMBOL_COLUMNS} FROM symbols WHERE {condition} ORDER BY path, line, n", values
        )
        return [symbol_line(row) for row in rows]

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
        inside = [
            line
            for line in self._outline(symbol.path)
            if line.qualname.startswith(f"{symbol.qualname}.")
            and symbol.line <= line.line <= symbol.end_line
        ]
        return SymbolAnswer(symbol, doc, tuple(json.loads(decorators)), tuple(inside))

    def target_id(self, key: int) -> str:
        """A symbol id or a path by the key that links lead to; empty when it is gone."""
        rows = self.rows("SELECT id FROM symbols WHERE key = ?", (key,))
        rows = rows or self.rows("SELECT path FROM file WHERE id = ?", (key,))
        return str(rows[0][0]) if rows else ""

    def nothing(self, target: str) -> Nothing:
        name = target.replace("::", ".").rpartition(".")[2] or target
        like = name[:2].replace("%", "").replace("_", "") + "%"
        names = [
            row[0]
            for row in self.rows(
                "SELECT DISTINCT name FROM symbol WHERE name LIKE ?"
                " AND length(name) BETWEEN ? AND ?",
                (like, len(name) - 2, len(name) + 2),
            )
        ]
        close = get_close_matches(name, names, 5, 0.7)
        return Nothing(
            target,
            tuple(close),
            self.number("SELECT count(*) FROM file"),
            self.number("SELECT count(DISTINCT file) FROM diagnostic"),
        )

    def _shares(self, column: str, condition: str) -> tuple[Share, ...]:
        rows = self.rows(
            f"SELECT {column}, count(*), sum(lines), sum(bytes) FROM file WHERE {condition}"
            f" GROUP BY {column} ORDER BY sum(bytes) DESC, {column}"
        )
        return tuple(Share(*row) for row in rows)

    def _links(self) -> tuple[LanguageLinks, ...]:
        outcomes: dict[str, list[tuple[str, int]]] = {}
        for language, outcome, n in self.rows(_OUTCOMES):
            outcomes.setdefault(language, []).append((outcome, n))
        links = [
            LanguageLinks(language, sum(n for _, n in found), tuple(found))
            for language, found in outcomes.items()
        ]
        return tuple(sorted(links, key=lambda one: (-one.n_references, one.language)))

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return list(self._db.execute(query, values))

    def number(self, query: str, values: tuple[Any, ...] = ()) -> int:
        """What holds for the whole book is counted once."""
        if values:
            return int(self.rows(query, values)[0][0])
        if query not in self._numbers:
            self._numbers[query] = int(self.rows(query)[0][0])
        return self._numbers[query]


_META: Final = "SELECT key, value FROM meta"
_BELOW: Final = """
    SELECT id, path, language, role, bytes, lines, status, reason
    FROM file WHERE path >= ? AND path < ? ORDER BY path
"""
# File by file as they lie on the disk, which for a large folder is much sooner than by path.
_N_SYMBOLS_BELOW: Final = """
    SELECT s.file, count(*) FROM symbol s
    WHERE s.file IN (SELECT id FROM file WHERE path >= ? AND path < ?) GROUP BY s.file
"""
_REASONS: Final = """
    SELECT reason, count(*) FROM file WHERE reason != '' GROUP BY reason ORDER BY 2 DESC, 1
"""
# What a file gives away itself (``export { a }``) is kept beside its imports, with no module.
_N_IMPORTS: Final = """
    SELECT count(*) FROM import i JOIN file f ON f.id = i.file WHERE f.path = ? AND i.module != ''
"""
_OUTCOMES: Final = """
    SELECT language, outcome, sum(n) FROM outcomes GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2
"""
_DIAGNOSTICS: Final = "SELECT path, line, message FROM diagnostics ORDER BY path, line"


def symbol_line(columns: Sequence[Any], depth: int = 0) -> SymbolLine:
    line = SymbolLine(*columns)
    return line._replace(exported=bool(line.exported), depth=depth)


def _subfolders(files: list[FileLine], prefix: str) -> tuple[FolderLine, ...]:
    totals: dict[str, list[int]] = {}
    for file in files:
        name, slash, _ = file.path[len(prefix) :].partition("/")
        if slash:
            total = totals.setdefault(name, [0, 0, 0])
            for n, amount in enumerate((1, file.n_lines, file.n_symbols)):
                total[n] += amount
    return tuple(FolderLine(f"{prefix}{name}", *totals[name]) for name in sorted(totals))
